"""Contests by one call: an agent is a name, or a Python function (`players/policy.py`).

>>> import quincunx
>>> first = lambda position: position.legal_moves()[0]
>>> quincunx.play_match(first, "random", "swap-nine", games=4)["games"]
4
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from quincunx.arena import contest
from quincunx.arena.contest import (
    PlayedGame,
    Task,
    at_once,
    check_agents,
    play_all,
    prepare_games,
)
from quincunx.arena.grading import FORFEITS_FREE, OPPONENT, Grading, assess, grading_tasks
from quincunx.arena.report import report
from quincunx.arena.suite import Start, suite
from quincunx.core import AnyGame, AnyPosition, Document, GameError
from quincunx.core.extras import needs
from quincunx.games import game as find_game
from quincunx.games import parse
from quincunx.players import Agent, Terms
from quincunx.work.pools import Runner, run_tasks

if TYPE_CHECKING:  # it needs an extra
    from quincunx.arena.exploit import Exploit

AnyAgent = Agent | Callable[..., Any]


def grade(
    agent: AnyAgent,
    games: str | Iterable[str] | None = None,
    *,
    starts: int = 20,
    seed: int = 0,
    by_choice: bool = False,
    **terms: Any,
) -> Document:
    """Grade an agent by exact values and return the document of `quincunx grade --json`.

    Args:
        agent: The name of an agent, or a Python function.
        games: The id of a game, or several; by default all that can be graded.
        starts: How many contested positions the agent plays from, in each game.
        seed: Decides everything random.
        by_choice: Ask for one move in each position and play no games.
        terms: As in `seconds=10`, `retries=0`, `params={"temperature": 0}`.

    Examples:
        >>> import quincunx
        >>> def first(position):
        ...     return position.legal_moves()[0]
        >>> document = quincunx.grade(first, "swap-nine", starts=4)
        >>> document["total"]["plays"], document["total"]["forfeits"]
        (6, 0)
    """
    player, chosen = _as_agent(agent), [games] if isinstance(games, str) else games
    plan = grading(player, chosen, starts, seed, Terms(**terms), by_choice=by_choice)
    return figures(plan, [*play_all(plan.tasks, at_once(player))])


def play_match(
    a: AnyAgent,
    b: AnyAgent,
    game: str,
    games: int = 10,
    *,
    size: tuple[int, int] | None = None,
    position: str | None = None,
    seed: int = 0,
    **terms: Any,
) -> Document:
    """Play two agents against each other and return the document of `quincunx match --json`.

    Games are played in pairs, with sides swapped; the score is that of `a`. An agent is a name or a
    Python function.

    Examples:
        >>> import quincunx
        >>> document = quincunx.play_match("perfect", "random", "swap-nine", games=10)
        >>> document["games"], document["score"]["mean"] > 0.5
        (10, True)
    """
    agents = _as_agent(a), _as_agent(b)
    tasks = match_tasks(agents, game, games, size, position, seed, Terms(**terms))
    return contest.summary([*play_all(tasks, at_once(*agents))], agents, seed)


def exploit(agent: AnyAgent, start: AnyPosition | str) -> "Exploit":
    """Compare an agent with exact values in every position that can be reached.

    Needs the extra `fast`. The result has `exploitability`, `best_response` by seat, `scores`,
    `value_lost` and `worst(n)`, the positions where most is given away.

    Args:
        agent: The name of an agent, or a Python function.
        start: A position, or the id of a game.

    Examples:
        >>> import quincunx
        >>> result = quincunx.exploit("perfect", "swap-nine")
        >>> len(result.graph), round(result.exploitability, 9), round(result.value_lost, 9)
        (16973, 0.0, 0.0)
    """
    with needs("fast"):
        from quincunx.arena.exploit import exploit
    return exploit(agent, start)


def grading(
    agent: Agent,
    games: Iterable[str] | None,
    starts: int,
    seed: int,
    terms: Terms,
    date: str = "",
    by_choice: bool = False,
) -> Grading:
    """Return the games of a grading, once it is sure that they can be played."""
    agents = [agent] if by_choice and games else [agent, OPPONENT]

    def with_suite(game: AnyGame) -> tuple[AnyGame, Sequence[Start]]:
        check_agents(agents, game.start(seed=seed), terms)
        return game, suite(game, starts, seed)

    suites = prepare_games(games, with_suite)
    tasks = grading_tasks(agent, suites, seed, terms, date, by_choice)
    return Grading(agent, tasks, starts, seed, terms, by_choice)


def figures(plan: Grading, played: Sequence[PlayedGame], workers: Runner = None) -> Document:
    """Return the report of all games that could be played, judged now, and which could not."""
    finished = [one for one in played if not one.failed]
    besides = contest.extras((one.document() for one in played), finished)
    graded = sorted(run_tasks(assess, finished, workers), key=lambda one: one.played.task.number)
    if plan.suite == FORFEITS_FREE:
        graded = [one.without_charges() for one in graded]
    return report(plan, graded) | besides


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
    """Return the games of a match, once it is sure that they can be played."""
    pairs = contest.count_pairs(games)
    if position is None:
        starts = contest.draw_starts(find_game(game, size), pairs, seed)
    elif size is not None:
        raise GameError("A position brings its size: leave --size out.")
    else:
        start = parse(game, position)
        if start.outcome:
            raise GameError(f"The game is over in this position: {start.outcome.reason}.")
        starts = [(start, one) for _, one in contest.draw_starts(start.game, pairs, seed)]
    check_agents(agents, starts[0][0], terms)
    return contest.pair_tasks(starts, *agents, terms, date)


def _as_agent(agent: AnyAgent) -> Agent:
    if isinstance(agent, str):
        return agent
    from quincunx.players.policy import policy

    return policy(agent)
