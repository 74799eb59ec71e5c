"""A round robin whose file of finished games is its only memory. Agents may join it later."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from random import Random
from typing import Any

from quincunx.arena.contest import (
    ArenaError,
    Played,
    Task,
    aside,
    aside_in_words,
    held,
    no_game,
    pair_starts,
    points,
    swapped_pairs,
)
from quincunx.arena.elo import ratings
from quincunx.arena.kept import ContestFile
from quincunx.core import AnyGame, Player
from quincunx.core.text import clean
from quincunx.players import Terms
from quincunx.players.chat import PROMPTS
from quincunx.pools import Workers

VERSION = 1


@dataclass(frozen=True)
class Plan:
    """What is played: every two agents in every game, in pairs with sides swapped."""

    agents: tuple[str, ...]
    games: tuple[AnyGame, ...]
    pairs: int
    seed: int
    terms: Terms

    def __post_init__(self) -> None:
        if len(set(self.agents)) < max(2, len(self.agents)):
            raise ArenaError("A tournament needs two or more agents, each named once.")

    def tasks(self, date: str = "") -> list[Task]:
        tasks: list[Task] = []
        for game in self.games:
            for a, b in combinations(self.agents, 2):
                # Everybody meets the same starts, but plays each of them anew.
                starts = [
                    (start, Random(f"{seed} {game.id()} {a} {b}").randrange(10**9))
                    for start, seed in pair_starts(game, self.pairs, self.seed)
                ]
                tasks += swapped_pairs(starts, a, b, self.terms, date, len(tasks) + 1)
        return tasks

    def header(self) -> dict[str, Any]:
        return {
            "tournament": VERSION,
            "prompts": PROMPTS,
            "agents": list(self.agents),
            "games": [f"{game.id()} {game.size}" for game in self.games],
            "pairs": self.pairs,
            "seed": self.seed,
            "terms": self.terms.document(),
        }

    def going_on(self, header: dict[str, Any]) -> "Plan | None":
        """Those who joined come after those who began, so that earlier games stay what they are."""
        began = header.get("agents")
        same = header | {"agents": 0} == self.header() | {"agents": 0}
        if not (same and isinstance(began, list) and all(one in self.agents for one in began)):
            return None
        return replace(self, agents=(*began, *sorted(set(self.agents) - set(began))))


def hold(
    file: ContestFile[Plan],
    executor: Workers,
    date: str = "",
    progress: Callable[[int], None] = lambda count: None,
) -> list[Played]:
    """Plays what is missing. The games that could not be played."""
    missing = [task for task in file.contest.tasks(date) if task.number not in file.finished]
    failed = []
    progress(len(file.finished))
    for played in held(missing, executor):
        file.add(played)
        failed += [played] * bool(played.failed)
        progress(len(file.finished))
    return failed


def summary(
    plan: Plan, finished: Sequence[dict[str, Any]], failed: Sequence[Played] = ()
) -> dict[str, Any]:
    """The ratings of all, and the results of all games."""
    if not finished:
        raise no_game(failed)
    titles = {task.number: task.start.game.id() for task in plan.tasks()}
    rated = []
    results = [(one["x"], one["o"], points(one["result"], Player.X)) for one in finished]
    for name, rating in ratings(results).items():
        by_game = {}
        for title in dict.fromkeys(titles.values()):
            part = [one for one in finished if titles[one["round"]] == title]
            own = [(one, side) for one in part for side in Player if one[side.lower()] == name]
            got = [points(one["result"], side) for one, side in own]
            by_game[title] = sum(got) / len(got) if got else None
        rated.append({"agent": name, **asdict(rating), "score_by_game": by_game})
    keys = ("round", "x", "o", "start", "result", "plies", "forfeit")
    told = [{key: one[key] for key in keys if key in one} for one in finished]
    asked = [*(one["exchanges"] for one in finished), *(one.exchanges for one in failed)]
    besides = aside(failed, (exchange for some in asked for exchange in some))
    return plan.header() | {"ratings": rated, "results": told} | besides


def in_words(document: dict[str, Any]) -> str:
    """The same for people."""
    games = [title.split()[0] for title in document["games"]]
    names = [clean(rating["agent"], 60) for rating in document["ratings"]]
    width = max(map(len, names))
    lines = [f"{'':{width}}  {'Elo':>5}  {'95 %':>14}  {'points':>10}  {'  '.join(games)}"]
    for name, one in zip(names, document["ratings"], strict=True):
        interval = f"{one['low']:.0f} to {one['high']:.0f}"
        got = f"{one['points']:g}/{one['games']}"
        got_by_game = [(game, one["score_by_game"][game]) for game in games]
        shares = [("-" if s is None else f"{s:.2f}").rjust(len(game)) for game, s in got_by_game]
        lines.append(
            f"{name:{width}}  {one['elo']:5.0f}  {interval:>14}  {got:>10}  {'  '.join(shares)}"
        )
    forfeits = [one["forfeit"] for one in document["results"] if "forfeit" in one]
    lines += [clean(forfeit, 400) for forfeit in forfeits[:10]]
    return "\n".join([*lines, *aside_in_words(document)])
