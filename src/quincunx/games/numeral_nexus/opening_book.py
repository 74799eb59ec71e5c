"""The book of Numeral Nexus: who wins after every first move, and how.

Its lines are of two forms:

    first POSITION VALUE DISTANCE DELAY
    POSITION MOVE

The first holds what a position after one move is worth to its mover, in how many plies, and a
reply that makes a loss last so long (`-` for a win). The second is the winner's answer in a
position without a win in one. Positions that are images of each other stand once, as the least
of their texts. `check.py` follows the book against every defence by the plain rules, and
`generate.py` writes it from nothing.
"""

import lzma
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from quincunx.core import GameError
from quincunx.core.grid import Symmetry
from quincunx.games.numeral_nexus.rules import NumeralNexus, NumeralNexusPosition, Placement, Swap

NAME = "opening_book.txt.xz"


@dataclass(frozen=True, slots=True)
class First:
    """What a position after one move is worth to its mover."""

    value: str
    distance: int
    delay: str


@dataclass(frozen=True, slots=True)
class OpeningBook:
    firsts: dict[str, First]
    answers: dict[str, str]


def read(packed: bytes) -> OpeningBook:
    """The book in a file; GameError if it is damaged."""
    try:
        lines = lzma.decompress(packed).decode("ascii").splitlines()
        firsts, answers = {}, {}
        for line in lines:
            if line.startswith("first "):
                text, value, distance, delay = line.removeprefix("first ").rsplit(" ", 3)
                firsts[text] = First(value, int(distance), delay)
            else:
                text, move = line.rsplit(" ", 1)
                answers[text] = move
    except (lzma.LZMAError, EOFError, ValueError) as error:
        raise GameError("The book of Numeral Nexus is damaged: install Quincunx again.") from error
    return OpeningBook(firsts, answers)


def write(book: OpeningBook) -> bytes:
    firsts = [
        f"first {text} {one.value} {one.distance} {one.delay}" for text, one in book.firsts.items()
    ]
    answers = [f"{text} {move}" for text, move in sorted(book.answers.items())]
    return lzma.compress("\n".join([*firsts, *answers, ""]).encode("ascii"), preset=9)


@cache
def book() -> OpeningBook:
    return read(files(__package__).joinpath(NAME).read_bytes())


@cache
def images(game: NumeralNexus) -> tuple[Symmetry, ...]:
    """The symmetries that leave the players as they are."""
    return tuple(symmetry for symmetry in game.symmetries if not symmetry.exchange)


def canonical(position: NumeralNexusPosition) -> tuple[str, Symmetry]:
    """The least text among the images of a position, and the symmetry that leads to it."""
    symmetries = images(position.game)
    texts = [str(position.mapped(symmetry)) for symmetry in symmetries]
    least = min(texts)
    return least, symmetries[texts.index(least)]


def _as_x_began(position: NumeralNexusPosition) -> NumeralNexusPosition | None:
    """A position after one move with X as the one who made it; None for any other position."""
    if position.game.size != "5x5" or position.swaps != "XO" or position.owners.count("-") != 24:
        return None
    if "X" in position.owners:
        return position
    return position.mapped(next(one for one in position.game.symmetries if one.exchange))


def first_of(position: NumeralNexusPosition) -> First | None:
    """What the book says of a position after one move by either player."""
    began = _as_x_began(position)
    return book().firsts[canonical(began)[0]] if began else None


def answer_to(position: NumeralNexusPosition) -> Placement | Swap | None:
    """The best answer to a first move: what wins, or what makes the loss last."""
    began = _as_x_began(position)
    if began is None:
        return None
    text, symmetry = canonical(began)
    game, answer = position.game, book().answers.get(text, book().firsts[text].delay)
    moves = position.legal_moves()
    return next((m for m in moves if str(game.mapped_move(m, symmetry)) == answer), None)
