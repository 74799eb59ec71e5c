"""Contests by one call: an agent is a name, or a Python function (`players/policy.py`).

>>> import quincunx
>>> first = lambda position: position.legal_moves()[0]
>>> quincunx.play_match(first, "random", "swap-nine", games=4)["games"]
4
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from quincunx.arena import contest
from quincunx.arena.contest import Played, Task, at_once, check_agents, each_ready, held
from quincunx.arena.grading import OPPONENT, Graded, Trial, assessed, trials
from quincunx.arena.report import report
from quincunx.arena.suite import SUITE, Start, suite
from quincunx.core import AnyGame, AnyPosition, GameError
from quincunx.core.extras import needs
from quincunx.games import game as find_game
from quincunx.games import parse
from quincunx.players import Agent, Terms
from quincunx.players.chat import PROMPTS
from quincunx.work.pools import Workers, carried_out

if TYPE_CHECKING:  # it needs an extra
    from quincunx.arena.exploit import Exploit

VERSION = 1
"""Of a grading's file."""
FORFEITS_FREE = 2
"""The suite that charged a forfeit only where the choice mattered, and only what was lost. Files
of it are still shown, as they were."""
Anybody = Agent | Callable[..., Any]


def grade(
    agent: Anybody,
    games: str | Iterable[str] | None = None,
    *,
    starts: int = 20,
    seed: int = 0,
    by_choice: bool = False,
    **terms: Any,
) -> dict[str, Any]:
    """The document of `quincunx grade --json`; of one game, of several, or of all that can be
    graded. Terms are those of `players.Terms`, as `seconds=10`."""
    who, chosen = _named(agent), [games] if isinstance(games, str) else games
    plan = grading(who, chosen, starts, seed, Terms(**terms), by_choice=by_choice)
    return figures(plan, [*held(plan.tasks(), at_once(who))])


def play_match(
    a: Anybody,
    b: Anybody,
    game: str,
    games: int = 10,
    *,
    size: tuple[int, int] | None = None,
    position: str | None = None,
    seed: int = 0,
    **terms: Any,
) -> dict[str, Any]:
    """The document of `quincunx match --json`: how the first agent fared against the second."""
    one, two = _named(a), _named(b)
    tasks = match_tasks((one, two), game, games, size, position, seed, Terms(**terms))
    return contest.summary([*held(tasks, at_once(one, two))], str(one), str(two), seed)


def exploit(agent: Anybody, start: AnyPosition | str) -> "Exploit":
    """Holds an agent against every position that can be reached. The start is a position, or a
    game's id."""
    with needs("fast"):
        from quincunx.arena.exploit import exploit
    return exploit(agent, start)


@dataclass(frozen=True)
class Grading:
    """What is played to grade an agent."""

    agent: Agent
    trials: Sequence[Trial]
    starts: int
    seed: int
    terms: Terms
    by_choice: bool
    suite: int = SUITE
    prompts: int = PROMPTS

    def tasks(self) -> list[Task]:
        return [trial.task for trial in self.trials]

    def header(self) -> dict[str, Any]:
        games = [task.start.game for task in self.tasks()]
        return {
            "grade": VERSION,
            "prompts": self.prompts,
            "suite": self.suite,
            "agent": str(self.agent),
            "games": [*dict.fromkeys(f"{game.id()} {game.size}" for game in games)],
            "starts": self.starts,
            "by_choice": self.by_choice,
            "seed": self.seed,
            "terms": self.terms.document(),
        }

    def version(self) -> str:
        return f"suite {self.suite} and prompts {self.prompts}"

    def going_on(self, header: dict[str, Any]) -> "Grading | None":
        found = replace(self, suite=header.get("suite", 0), prompts=header.get("prompts", 0))
        readable = (found.suite, found.prompts) in ((SUITE, PROMPTS), (FORFEITS_FREE, 1))
        return found if readable and header == found.header() else None


def grading(
    agent: Agent,
    games: Iterable[str] | None,
    starts: int,
    seed: int,
    terms: Terms,
    date: str = "",
    by_choice: bool = False,
) -> Grading:
    """The games of a grading, once it is sure that they can be played."""
    agents = [agent] if by_choice and games else [agent, OPPONENT]

    def with_suite(game: AnyGame) -> tuple[AnyGame, Sequence[Start]]:
        check_agents(agents, game.start(seed=seed), terms)
        return game, suite(game, starts, seed)

    chosen = trials(agent, each_ready(games, with_suite), seed, terms, date, by_choice)
    return Grading(agent, chosen, starts, seed, terms, by_choice)


def figures(plan: Grading, played: Sequence[Played], workers: Workers = None) -> dict[str, Any]:
    """The report of all games that could be played, judged now, and which could not."""
    places = {trial.task.number: trial for trial in plan.trials}
    failed = [one for one in played if one.failed]
    done = [(places[one.task.number], one) for one in played if not one.failed]
    if not done:
        raise contest.no_game(failed)
    graded = sorted(carried_out(_assessed, done, workers), key=lambda one: one.trial.task.number)
    if plan.suite == FORFEITS_FREE:
        graded = [one.without_charges() for one in graded]
    besides = contest.aside(failed, (asked for one in played for asked in one.exchanges))
    asked = plan.starts, plan.seed, plan.terms, plan.by_choice
    versions = {"suite": plan.suite, "prompts": plan.prompts}
    return report(str(plan.agent), graded, *asked) | versions | besides


def _assessed(one: tuple[Trial, Played]) -> Graded:
    return assessed(*one)


def match_tasks(
    agents: tuple[Agent, Agent],
    game: str,
    games: int,
    size: tuple[int, int] | None,
    position: str | None,
    seed: int,
    terms: Terms,
    date: str = "",
) -> list[Task]:
    """The games of a match, once it is sure that they can be played."""
    pairs = contest.pairs_of(games)
    if position is None:
        starts = contest.pair_starts(find_game(game, size), pairs, seed)
    elif size is not None:
        raise GameError("A position brings its size: leave --size out.")
    else:
        start = parse(game, position)
        if start.outcome:
            raise GameError(f"The game is over in this position: {start.outcome.reason}.")
        starts = [(start, one) for _, one in contest.pair_starts(start.game, pairs, seed)]
    check_agents(agents, starts[0][0], terms)
    return contest.swapped_pairs(starts, *agents, terms, date)


def _named(agent: Anybody) -> Agent:
    if isinstance(agent, str):
        return agent
    from quincunx.players.policy import policy

    return policy(agent)
