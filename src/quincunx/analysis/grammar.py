"""Moves as clauses: 'O places in 2 and takes 5', 'placing in 2', or the same addressed to O."""

import re
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import Any, ClassVar, NamedTuple
from zlib import crc32

from quincunx.core import Move, Player
from quincunx.core.text import in_words, listed

MIN_COUNTED = 3
"""Things on the board; fewer are not worth counting in a sentence."""
Clause = tuple[str, str]
"""A verb in its base form, and the words after it: 'place', 'in 5'."""


def third_person(verb: str) -> str:
    return "has" if verb == "have" else re.sub("(?<![aeiou])y$", "ie", verb) + "s"


def participle(verb: str) -> str:
    return re.sub("e$|(?<=[^aeiou][aeiou])(p)$", r"\1\1", verb) + "ing"


class Ply(NamedTuple):
    """A move of a line, with the positions around it."""

    before: Any
    move: Any
    after: Any


class Grammar:
    """A game's words for one position."""

    noun: ClassVar[str] = ""
    """What both players count on the board."""
    preposition: ClassVar[str] = "after"
    """What introduces a move: 'after placing in 5'."""

    def __init__(self, position: Any, you: Player | None) -> None:
        self.position, self.you = position, you
        self.mover: Player = position.turn
        self.rival = self.mover.other

    def describe(self, position: Any, move: Any) -> list[Clause]:
        """Describe what a player does by a move."""
        return [("play", str(move))]

    def name(self, player: Player) -> str:
        return "you" if player is self.you else player.value

    def conjugate(self, player: Player, clauses: list[Clause], adverb: str = "") -> str:
        """Write what a player does as one clause: 'O places in 2 and takes 5'."""
        form = str if player is self.you else third_person
        words = [f"{form(verb)} {rest}".strip() for verb, rest in clauses]
        all_words = f"{', '.join(words[:-1])}, and {words[-1]}" if len(words) > 2 else listed(words)
        return " ".join(filter(None, (self.name(player), adverb, all_words)))

    def as_gerund(
        self, move: Any, position: Any = None, form: Callable[[str], str] = participle
    ) -> str:
        """Write a move as the subject of a sentence: 'placing in 2 and taking 5'."""
        clauses = self.describe(position or self.position, move)
        return listed([f"{form(verb)} {rest}" for verb, rest in clauses])

    def count_clauses(self, ply: Ply) -> list[Clause]:
        """Return 'have', 'four markers to two' where there is something to count."""
        owners = [cell.owner for cell in ply.after.board().cells] if self.noun else []
        own, other = (owners.count(side) for side in (ply.before.turn, ply.after.turn))
        if own + other < MIN_COUNTED:
            return []
        equal = f"{in_words(own)} {self.noun}s, as many as {self.name(ply.after.turn)}"
        return [("have", equal if own == other else score(own, other, self.noun))]

    def vary(self, *wordings: str) -> str:
        """Choose a wording, always the same one for a position."""
        return wordings[crc32(str(self.position).encode()) % len(wordings)]

    def play_out(self, line: Sequence[Move]) -> list[Ply]:
        """Return the plies of a line that is played from the position."""
        positions = accumulate(line, lambda at, move: at.after(move), initial=self.position)
        neighbours = zip(pairwise(positions), line, strict=True)
        return [Ply(before, move, after) for (before, after), move in neighbours]


def sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def score(own: int, other: int, noun: str) -> str:
    """Write a count for both players: 'five markers to four'."""
    total = f"{in_words(own, other)} {noun}{'' if own == 1 else 's'}"
    return f"{total} to {in_words(other, own) if other else 'none'}"


def share(part: int, whole: int) -> str:
    """Write a part of a whole: 'two of nine', '20 of 170'."""
    return f"{in_words(part, whole)} of {in_words(whole)}"
