"""A round robin whose file of finished games is its only memory.

The file is text, one JSON document a line: first what the tournament is, then a line for every
finished game, written through to the disk before the next is counted. A run that was killed is
begun again with the same words and plays only what is missing. A last line that was cut off is
taken away; the game that it told of is played again, since it never counted.
"""

import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import combinations
from random import Random
from typing import Any, BinaryIO

from quincunx.arena.contest import (
    ArenaError,
    Played,
    Task,
    pair_starts,
    play,
    points,
    swapped_pairs,
)
from quincunx.arena.elo import ratings
from quincunx.core import AnyGame, Player
from quincunx.core.text import clean, quote
from quincunx.players import Terms
from quincunx.players.chat import PROMPTS
from quincunx.pools import carried_out
from quincunx.storage import FileError, lock, reason

VERSION = 1
RESULTS = ("X", "O", "draw")


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
            "terms": asdict(self.terms),
        }


class TournamentFile:
    """The file of a tournament, held by one process at a time."""

    def __init__(self, name: str, plan: Plan) -> None:
        self.name = name
        self.finished: dict[int, dict[str, Any]] = {}
        try:
            if os.path.exists(name) and not os.path.isfile(name):
                raise ValueError  # a device may have no end
            self.file: BinaryIO = open(name, "a+b")  # noqa: SIM115 - closed by close
        except (OSError, ValueError) as error:
            raise FileError(f"{quote(name)} cannot be opened: {reason(error)}.") from error
        try:
            if not lock(self.file):
                raise ArenaError(f"{quote(name)} is in use: another process plays this tournament.")
            self._read(plan)
        except BaseException:
            self.file.close()
            raise

    def add(self, played: Played) -> None:
        document = played.document() | {"record": played.record, "exchanges": played.exchanges}
        self.finished[played.task.number] = document
        self._write(document)

    def close(self) -> None:
        with suppress(OSError):  # what could not be written was told
            self.file.close()

    def _read(self, plan: Plan) -> None:
        self.file.seek(0)
        data = self.file.read()
        whole = data.rpartition(b"\n")[0] + b"\n" if b"\n" in data else b""
        try:
            lines = [json.loads(line) for line in whole.splitlines()]
        except (ValueError, RecursionError) as error:
            raise ArenaError(f"{quote(self.name)} is no tournament's file: name another.") from (
                error
            )
        if lines and lines[0] != plan.header():
            raise ArenaError(
                f"{quote(self.name)} belongs to another tournament: give the same words as when "
                "it began, or name another file."
            )
        finished = self._finished(plan, lines[1:])
        if len(whole) < len(data):
            if not lines and not json.dumps(plan.header()).encode().startswith(data):
                raise ArenaError(f"{quote(self.name)} is no tournament's file: name another.")
            self.file.truncate(len(whole))
        self.finished = finished
        if not lines:
            self._write(plan.header())

    def _finished(self, plan: Plan, lines: list[Any]) -> dict[int, dict[str, Any]]:
        """The games that the lines tell of, by number."""
        tasks = {task.number: task for task in plan.tasks()} if lines else {}
        finished: dict[int, dict[str, Any]] = {}
        for number, line in enumerate(lines, 2):
            game = line if isinstance(line, dict) else {}
            task = tasks.get(game["round"]) if isinstance(game.get("round"), int) else None
            whole = game.get("result") in RESULTS and isinstance(game.get("forfeit", ""), str)
            if not task or not whole or (game.get("x"), game.get("o")) != (task.x, task.o):
                raise ArenaError(
                    f"Line {number} of {quote(self.name)} tells of no game of this tournament: "
                    "take it away, or name another file."
                )
            finished[task.number] = game
        return finished

    def _write(self, document: dict[str, Any]) -> None:
        try:
            self.file.write(json.dumps(document).encode() + b"\n")
            self.file.flush()
            os.fsync(self.file.fileno())
        except OSError as error:
            raise FileError(f"{quote(self.name)} cannot be written: {reason(error)}.") from error


def hold(
    plan: Plan,
    file: TournamentFile,
    executor: Executor | None,
    date: str = "",
    progress: Callable[[int], None] = lambda count: None,
) -> None:
    """Plays what is missing."""
    missing = [task for task in plan.tasks(date) if task.number not in file.finished]
    progress(len(file.finished))
    for played in carried_out(play, missing, executor):
        file.add(played)
        progress(len(file.finished))


def summary(plan: Plan, finished: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The ratings of all, and the results of all games."""
    titles = [game.id() for game in plan.games]
    per_game = len(finished) // len(titles)
    rated = []
    results = [(one["x"], one["o"], points(one["result"], Player.X)) for one in finished]
    for name, rating in ratings(results).items():
        by_game = {}
        for place, title in enumerate(titles):
            part = finished[place * per_game : (place + 1) * per_game]
            own = [(one, side) for one in part for side in Player if one[side.lower()] == name]
            by_game[title] = sum(points(one["result"], side) for one, side in own) / len(own)
        rated.append({"agent": name, **asdict(rating), "score_by_game": by_game})
    keys = ("round", "x", "o", "start", "result", "plies", "forfeit")
    told = [{key: one[key] for key in keys if key in one} for one in finished]
    return plan.header() | {"ratings": rated, "results": told}


def in_words(document: dict[str, Any]) -> str:
    """The same for people."""
    games = [title.split()[0] for title in document["games"]]
    names = [clean(rating["agent"], 60) for rating in document["ratings"]]
    width = max(map(len, names))
    lines = [f"{'':{width}}  {'Elo':>5}  {'95 %':>14}  {'points':>10}  {'  '.join(games)}"]
    for name, one in zip(names, document["ratings"], strict=True):
        interval = f"{one['low']:.0f} to {one['high']:.0f}"
        got = f"{one['points']:g}/{one['games']}"
        shares = [f"{one['score_by_game'][game]:.2f}".rjust(len(game)) for game in games]
        lines.append(
            f"{name:{width}}  {one['elo']:5.0f}  {interval:>14}  {got:>10}  {'  '.join(shares)}"
        )
    forfeits = [one["forfeit"] for one in document["results"] if "forfeit" in one]
    lines += [clean(forfeit, 400) for forfeit in forfeits[:10]]
    return "\n".join(lines)
