"""The history: finished games, and the puzzles of the day.

Finished games are one file of records in the user's folder. Games are added whole, by one process
at a time; what a cut has damaged all the same is left out when it is read, and told.
"""

import os
import re
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import count
from typing import Any

from quincunx.core import Player, RecordError
from quincunx.core.text import counted
from quincunx.games import game_class
from quincunx.play.match import HUMAN, Match
from quincunx.play.record import check_version, only_person, read, split, write
from quincunx.storage import append_file, data_folder, failure, make_folder, open_locked, write_file

MAX_HISTORY_BYTES = 16_000_000
"""Of a larger file the latest games are read."""
RESULTS = ("X", "O", "draw")
_BETWEEN = re.compile(r"\n(?=\[Game )|(?<=[^\]\n])\n\n?(?=\[)")
"""A game begins with its tag or, where that is cut off, with the first tag after moves."""


@dataclass(frozen=True)
class PastGame:
    """A finished game; replayed only when its moves are needed."""

    number: int
    """Its place in the history, from 1."""
    text: str
    tags: dict[str, str]

    @cached_property
    def match(self) -> Match:
        return read(self.text)

    def seat(self, side: Player) -> str:
        """Return who played: `human`, a level or a program."""
        return self.tags.get(f"Seat{side}", HUMAN)

    @property
    def person(self) -> Player | None:
        """Return the side of the only person who played."""
        return only_person(self.tags)

    def name(self, side: Player) -> str:
        name = self.tags.get(side, HUMAN)
        if name != HUMAN:
            return name
        return "you" if side is self.person else f"Player {1 + (side is Player.O)}"

    @property
    def title(self) -> str:
        """Return the game's title, or its id where the game is gone or broken."""
        try:
            return game_class(self.tags["Game"]).title
        except Exception:  # whatever a game at fault raises: the others are listed
            return self.tags["Game"]

    def in_words(self) -> str:
        """'2026-11-15, Swap Nine 3x3, you against skilled: skilled won'."""
        size, result = self.tags.get("Size", ""), self.tags["Result"]
        ended = "a draw" if result == "draw" else f"{self.name(Player(result))} won"
        why = self.tags.get("Termination")
        parts = [self.tags.get("Date", "undated"), f"{self.title} {size}".strip()]
        sides = " against ".join(map(self.name, Player))
        return f"{', '.join([*parts, sides])}: {ended}{f' by {why}' if why else ''}"

    def document(self) -> dict[str, Any]:
        """Return it as JSON for programs."""
        keys = ("Game", "Size", "Date", "SeatX", "SeatO", "Result", "Termination")
        told = {key.lower(): self.tags.get(key) for key in keys}
        names = {side.lower(): self.name(side) for side in Player}
        return {"number": self.number, **told, "names": names, "record": self.text}


def history_file() -> str:
    return os.path.join(data_folder(), "history.txt")


def remember(match: Match, kept: str = "") -> None:
    """Add a finished game to the history. One that is saved elsewhere until it is here gives the
    name of that file, so that it is added once, whatever is interrupted between the two."""
    if kept:
        match.tags["Kept"] = kept
    text = write(match)
    match.tags.pop("Kept", None)  # it is for the history alone
    # Without its last line feed, which may be all that was cut off.
    if not kept or text.rstrip() not in _read(history_file()):
        make_folder(data_folder())
        append_file(history_file(), text.encode(), b"\n")


def forget(past: PastGame) -> None:
    """Remove a game from the history, if it is there."""
    name = history_file()
    with open_locked(name):
        with open(name, "rb") as file:
            before, found, after = file.read().partition(past.text.encode())
        if found:
            write_file(name, before + after.lstrip(b"\n"))


def past_games() -> tuple[list[PastGame], list[str]]:
    """Return the games of the history, the oldest first, and what is wrong with those that are left
    out. The numbers count those too."""
    found: list[PastGame] = []
    complaints: list[str] = []
    for number, text in enumerate(_records(_read(history_file())), 1):
        try:
            tags, words = split(text)[0]
            result = tags.get("Result")
            if "Game" not in tags or result not in RESULTS or words[-1:] != [result]:
                raise RecordError("it was cut off.")
            check_version(tags)
            found.append(PastGame(number, text, tags))
        except RecordError as error:
            complaints.append(f"Game {number} of the history is left out: {error}")
    return found, complaints


def _records(text: str) -> list[str]:
    """Return the texts of single games."""
    return [record for record in _BETWEEN.split(text) if record.strip()]


# Puzzles of the day.


def _puzzles_file() -> str:
    return os.path.join(data_folder(), "puzzles.txt")


def remember_puzzle(day: date, shown: bool = False) -> str:
    """The puzzle of a day was solved, or its answer shown. What came first stays. Returns what is
    to be told of it."""
    if day not in _puzzle_days():
        make_folder(data_folder())
        append_file(_puzzles_file(), f"{day}{' shown' if shown else ''}\n".encode())
    return "" if shown else streak_in_words(day.toordinal(), solved_days())


def puzzle_ended(day: date) -> str:
    """Return how the puzzle of a day ended, in a sentence; '' while it is open."""
    ends = {False: "You have solved it.", True: "You have seen its answer.", None: ""}
    return ends[_puzzle_days().get(day)]


def solved_days() -> set[int]:
    """Return the ordinals of the days whose puzzle was solved."""
    return {day.toordinal() for day, shown in _puzzle_days().items() if not shown}


def _puzzle_days() -> dict[date, bool]:
    """Return the days whose puzzle is no longer open, and whether its answer was shown."""
    days: dict[date, bool] = {}
    for line in _read(_puzzles_file()).split("\n"):
        day, shown, _ = line.strip().partition(" shown")
        with suppress(ValueError):  # a line that was cut off
            days.setdefault(date.fromisoformat(day), bool(shown))
    return days


def streak(today: int, solved: Collection[int]) -> int:
    """Return on how many days in a row the puzzle was solved, up to today, or to yesterday while
    today's is open."""
    last = today - (today not in solved)
    return next(length for length in count() if last - length not in solved)


def streak_in_words(today: int, solved: Collection[int]) -> str:
    length = streak(today, solved)
    if not length:
        return "Solve it every day for a streak."
    end = "" if today in solved else ": solve today's to continue"
    return f"Solved on {counted(length, 'day')} in a row{end}."


def _read(name: str) -> str:
    try:
        with open(name, "rb") as file:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(0, end - MAX_HISTORY_BYTES))
            return file.read().decode(errors="replace")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise failure(name, "read", error) from error
