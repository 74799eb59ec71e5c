"""The file of a grade's or tournament's finished games, from which it is resumed.

The file is text, one JSON document a line: first what the contest is, then a line for every
finished game, written through to the disk before the next is counted. A run that was killed is
started again by the same command and plays only what is missing, including games in which a server
was out. An incomplete last line is removed; its game is played again, since it never counted.
"""

import json
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, BinaryIO, Generic, Protocol, Self, TypeVar

from quincunx.arena.contest import ArenaError, PlayedGame, Task
from quincunx.core import Document
from quincunx.core.text import quote
from quincunx.players.external import LEGAL
from quincunx.storage import FileError, lock, reason

RESULTS = ("X", "O", "draw", "*")
NUMBER = (int, float)


class Contest(Protocol):
    def header(self) -> Document:
        """Return what it is; the first key names its kind."""

    @property
    def tasks(self) -> Sequence[Task]:
        """The games, by number."""

    def version(self) -> str:
        """Return the versions that its games depend on; games of others are not added up."""

    def resume(self, header: Document) -> Self | None:
        """Return this contest as a file with that header began it; None if it is another."""


C = TypeVar("C", bound=Contest)


class ContestFile(Generic[C]):
    """A file that one process has open at a time."""

    def __init__(self, name: str, contest: C) -> None:
        self.name, self.contest = name, contest
        self.kind = next(iter(contest.header()))
        try:
            if os.path.exists(name) and not os.path.isfile(name):
                raise ValueError  # a device may have no end
            self.file: BinaryIO = open(name, "a+b")  # noqa: SIM115 - closed by close
        except (OSError, ValueError) as error:
            raise FileError(f"{quote(name)} cannot be opened: {reason(error)}.") from error
        try:
            if not lock(self.file):
                raise ArenaError(
                    f"{quote(name)} is in use: another process plays this {self.kind}."
                )
            self._read()
        except BaseException:
            self.file.close()
            raise

    def missing(self) -> list[Task]:
        """Return the games that are still to be played."""
        return [task for task in self.contest.tasks if task.number not in self.finished]

    def add(self, played: PlayedGame) -> None:
        document = played.document()
        if not played.failed:
            self.finished[played.task.number] = document
        self._write(document)

    def close(self) -> None:
        with suppress(OSError):  # what could not be written was reported
            self.file.close()

    def _read(self) -> None:
        self.file.seek(0)
        data = self.file.read()
        whole = data[: data.rfind(b"\n") + 1]
        none = ArenaError(f"{quote(self.name)} is no {self.kind}'s file: name another.")
        try:
            lines = [json.loads(line) for line in whole.splitlines()]
        except (ValueError, RecursionError) as error:
            raise none from error
        version = self.contest.version()
        if lines:
            found = self.contest.resume(lines[0]) if isinstance(lines[0], dict) else None
            if not found:
                raise ArenaError(
                    f"{quote(self.name)} belongs to another {self.kind}: use the same "
                    "arguments as when it began, or name another file."
                )
            self.contest = found
        self.finished = self._finished(lines[1:])
        began_with = self.contest.version()
        if began_with != version and len(self.finished) < len(self.contest.tasks):
            raise ArenaError(
                f"{quote(self.name)} is not finished and was begun with {began_with}, whose games "
                "do not compare with those of today: name another file."
            )
        if len(whole) < len(data):
            if not lines and not json.dumps(self.contest.header()).encode().startswith(data):
                raise none
            self.file.truncate(len(whole))
        if not lines:
            self._write(self.contest.header())

    def _finished(self, lines: list[Any]) -> dict[int, Document]:
        """Return the games of the lines by number; a game is recognised by its agents and seed."""
        tasks = {(one.x, one.o, one.seed): one for one in self.contest.tasks} if lines else {}
        finished: dict[int, Document] = {}
        for number, line in enumerate(lines, 2):
            game = line if isinstance(line, dict) else {}
            seed = re.search(r'^\[Seed "(\d{1,20})"\]$', str(game.get("record")), re.MULTILINE)
            task = (
                tasks.get((str(game.get("x")), str(game.get("o")), int(seed[1]))) if seed else None
            )
            if not task or not _is_game(game) or game.get("start") != str(task.start):
                raise ArenaError(
                    f"Line {number} of {quote(self.name)} is no game of this {self.kind}: "
                    "remove it, or name another file."
                )
            if "failed" not in game:
                finished[task.number] = game | {"round": task.number}
        return finished

    def _write(self, document: Document) -> None:
        try:
            self.file.write(json.dumps(document).encode() + b"\n")
            self.file.flush()
            os.fsync(self.file.fileno())
        except OSError as error:
            raise FileError(f"{quote(self.name)} cannot be written: {reason(error)}.") from error


def _is_game(game: Document) -> bool:
    """Whether it has what is counted of a game."""
    return (
        game.get("result") in RESULTS
        and isinstance(game.get("forfeit", ""), str)
        and _has(game, exchanges=list, plies=int)
        and all(_is_exchange(one, game["plies"]) for one in game["exchanges"])
    )


def _is_exchange(one: Any, plies: int) -> bool:
    """Whether it has what is counted of a question to an outside program."""
    if not _has(one, agent=str, verdict=str, ply=int) or not 0 <= one["ply"] <= plies:
        return False
    if "finish_reason" in one and not (
        _has(one, seconds=NUMBER, usage=dict)
        and all(isinstance(count, NUMBER) for count in one["usage"].values())
    ):
        return False
    return one["verdict"] == LEGAL or _has(one, reason=str)


def _has(document: Any, **fields: Any) -> bool:
    """Whether it is a JSON object with these fields, each of its type."""
    return isinstance(document, dict) and all(
        isinstance(document.get(name), kind) for name, kind in fields.items()
    )
