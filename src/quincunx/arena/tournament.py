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
from quincunx.arena.statistics import plain_mean
from quincunx.core import AnyGame, Player
from quincunx.core.text import clean
from quincunx.players import Terms
from quincunx.players.chat import PROMPTS
from quincunx.work.pools import Workers

VERSION = 1
UNRATED = {"elo": None, "low": None, "high": None, "games": 0, "points": 0.0}
"""An agent none of whose games could be played."""
ROW = "{:{width}}  {:>5}  {:>14}  {:>10}  {:>8}  {}"
SHOWN = 10
"""How many forfeits are printed in full; all are counted."""


@dataclass(frozen=True)
class Plan:
    """What is played: every two agents in every game, in pairs with sides swapped."""

    agents: tuple[str, ...]
    games: tuple[AnyGame, ...]
    pairs: int
    seed: int
    terms: Terms
    prompts: int = PROMPTS

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
            "prompts": self.prompts,
            "agents": list(self.agents),
            "games": [f"{game.id()} {game.size}" for game in self.games],
            "pairs": self.pairs,
            "seed": self.seed,
            "terms": self.terms.document(),
        }

    def version(self) -> str:
        """Only models are sent prompts."""
        models = any(agent.startswith("chat:") for agent in self.agents)
        return f"prompts {self.prompts}" if models else ""

    def going_on(self, header: dict[str, Any]) -> "Plan | None":
        """Those who joined come after those who began, so that earlier games stay what they are."""
        began, prompts = header.get("agents"), header.get("prompts", 0)
        ours = self.header() | {"agents": began, "prompts": prompts}
        same = header == ours and prompts in range(1, PROMPTS + 1)
        if not (same and isinstance(began, list) and all(one in self.agents for one in began)):
            return None
        return replace(
            self, prompts=prompts, agents=(*began, *sorted(set(self.agents) - set(began)))
        )


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
    found = {name: asdict(rating) for name, rating in ratings(results).items()}
    for name in dict.fromkeys([*found, *plan.agents]):
        own = [(one, side) for one in finished for side in Player if one[side.lower()] == name]
        by_game = {
            title: plain_mean(
                [points(one["result"], side) for one, side in own if titles[one["round"]] == title]
            )
            for title in dict.fromkeys(titles.values())
        }
        forfeits = sum("forfeit" in one and one["result"] != side for one, side in own)
        figures = found.get(name, UNRATED) | {"forfeits": forfeits, "score_by_game": by_game}
        rated.append({"agent": name, **figures})
    keys = ("round", "x", "o", "start", "result", "plies", "forfeit")
    told = [{key: one[key] for key in keys if key in one} for one in finished]
    asked = [*(one["exchanges"] for one in finished), *(one.exchanges for one in failed)]
    besides = aside(failed, (exchange for some in asked for exchange in some))
    return plan.header() | {"ratings": rated, "results": told} | besides


def in_words(document: dict[str, Any]) -> str:
    """The same for people."""
    games = [title.split()[0] for title in document["games"]]
    names = [clean(rating["agent"], 60) for rating in document["ratings"]]
    rows = [("", "Elo", "95 %", "points", "forfeits", "  ".join(games))]
    for name, one in zip(names, document["ratings"], strict=True):
        elo, interval = "-", "-"
        if one["elo"] is not None:
            elo, interval = f"{one['elo']:.0f}", "{low:.0f} to {high:.0f}".format_map(one)
        got = "{points:g}/{games}".format_map(one)
        got_by_game = [(game, one["score_by_game"][game]) for game in games]
        shares = [("-" if s is None else f"{s:.2f}").rjust(len(game)) for game, s in got_by_game]
        rows.append((name, elo, interval, got, one["forfeits"], "  ".join(shares)))
    width = max(map(len, names))
    lines = [ROW.format(*row, width=width) for row in rows]
    forfeits = [one["forfeit"] for one in document["results"] if "forfeit" in one]
    lines += [clean(forfeit, 400) for forfeit in forfeits[:SHOWN]]
    if len(forfeits) > SHOWN:
        lines.append(f"{len(forfeits):,} games were forfeited; the first {SHOWN} are shown.")
    return "\n".join([*lines, *aside_in_words(document)])
