"""How moves become clauses: 'O places in 2 and takes 5', 'placing in 2', or the same said to O."""

import re
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple
from zlib import crc32

from quincunx.core import Move, Player
from quincunx.core.text import in_words, listed

FEWEST_COUNTED = 3
Deed = tuple[str, str]
"""A verb as a dictionary has it, and what follows: 'place', 'in 5'."""


def third_person(verb: str) -> str:
    return "has" if verb == "have" else re.sub("(?<![aeiou])y$", "ie", verb) + "s"


def participle(verb: str) -> str:
    return re.sub("e$|(?<=[^aeiou][aeiou])(p)$", r"\1\1", verb) + "ing"


class Step(NamedTuple):
    before: Any
    move: Any
    after: Any


class Grammar:
    """The words of a game about one position."""

    noun: ClassVar[str] = ""
    """What both players count on the board."""
    opening: ClassVar[str] = "after"

    def __init__(self, position: Any, you: Player | None) -> None:
        self.position, self.you = position, you
        self.mover: Player = position.turn
        self.rival = self.mover.other

    def deeds(self, position: Any, move: Any) -> list[Deed]:
        """What a player does by a move."""
        return [("play", str(move))]

    def name(self, player: Player) -> str:
        return "you" if player is self.you else player.value

    def did(self, player: Player, deeds: list[Deed], adverb: str = "") -> str:
        verbs = [verb if player is self.you else third_person(verb) for verb, _ in deeds]
        words = [f"{verb} {rest}".strip() for verb, (_, rest) in zip(verbs, deeds, strict=True)]
        told = f"{', '.join(words[:-1])}, and {words[-1]}" if len(words) > 2 else listed(words)
        return " ".join(filter(None, (self.name(player), adverb, told)))

    def doing(
        self, move: Any, position: Any = None, form: Callable[[str], str] = participle
    ) -> str:
        deeds = self.deeds(position or self.position, move)
        return listed([f"{form(verb)} {rest}" for verb, rest in deeds])

    def count(self, step: Step) -> list[Deed]:
        """'have', 'four markers to two', where there is something to count."""
        if not self.noun:
            return []
        owners = [cell.owner for cell in step.after.board().cells]
        own, other = (owners.count(side) for side in (step.before.turn, step.after.turn))
        few = own + other < FEWEST_COUNTED
        return [] if few else [("have", score(own, other, self.noun))]

    def pick(self, *ways: str) -> str:
        """One way to say it, the same for a position every time."""
        return ways[crc32(str(self.position).encode()) % len(ways)]

    def steps(self, line: Sequence[Move]) -> list[Step]:
        steps: list[Step] = []
        for move in line:
            before = steps[-1].after if steps else self.position
            steps.append(Step(before, move, before.after(move)))
        return steps


def said(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def score(own: int, other: int, noun: str) -> str:
    """'five markers to four'."""
    total = f"{in_words(own)} {noun}{'' if own == 1 else 's'}"
    return f"{total} to {in_words(other) if other else 'none'}"


def share(part: int, whole: int) -> str:
    """'two of nine', '20 of 170'."""
    words = in_words(whole) != str(whole)
    return f"{in_words(part)} of {in_words(whole)}" if words else f"{part} of {whole}"
