"""The geometry of a grid whose cells are numbered from 0 in reading order; no game's rules."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, TypeVar

from quincunx.core.player import Player

STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
ALL_ROUND = tuple(sorted(STRAIGHT + DIAGONAL))
EXCHANGED = str.maketrans("XO", "OX")
EMPTY, FILLED = (bytes.maketrans(b"-XO", flags) for flags in (b"\1\0\0", b"\0\1\1"))
"""Which cells of an encoded grid are empty, or not: for `itertools.compress`."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

T = TypeVar("T")
Neighbours = tuple[tuple[int, ...], ...]


@cache
def neighbours(rows: int, columns: int, directions: tuple[tuple[int, int], ...]) -> Neighbours:
    """Return for each cell the cells one step away, in reading order."""
    return tuple(
        tuple(
            (row + down) * columns + column + right
            for down, right in directions
            if 0 <= row + down < rows and 0 <= column + right < columns
        )
        for row in range(rows)
        for column in range(columns)
    )


def ray(
    rows: int, columns: int, row: int, column: int, step: tuple[int, int]
) -> Iterator[tuple[int, int]]:
    """Yield the cells from (row, column) in one direction, without that cell."""
    row, column = row + step[0], column + step[1]
    while 0 <= row < rows and 0 <= column < columns:
        yield row, column
        row, column = row + step[0], column + step[1]


def sets_of(owners: str, turn: Player) -> tuple[int, int]:
    """Return the mover's cells and the other player's, as the bits of integers."""
    cells = list(enumerate(owners))
    mine = sum(1 << cell for cell, owner in cells if owner == turn)
    theirs = sum(1 << cell for cell, owner in cells if owner == turn.other)
    return mine, theirs


def count_owners(owners: str) -> tuple[int, int]:
    """Return how many cells X holds, and how many O."""
    return owners.count("X"), owners.count("O")


class Symmetry(NamedTuple):
    """A change of a position that changes nothing about the game."""

    target: tuple[int, ...]
    """Where each cell goes."""
    exchange: bool = False
    """X and O change places, the turn included."""
    reverse: bool = False
    """Numbers are counted from the other end, where a game treats both ends alike."""

    def moved(self, cells: str) -> str:
        return "".join(self.moved_list(list(cells)))

    def moved_list(self, cells: list[T]) -> list[T]:
        moved = cells[:]
        for source, target in enumerate(self.target):
            moved[target] = cells[source]
        return moved

    def moved_cell(self, cell: int | None) -> int | None:
        return None if cell is None else self.target[cell]

    def moved_owners(self, owners: str) -> str:
        return self.colours(self.moved(owners))

    def colours(self, text: str) -> str:
        return text.translate(EXCHANGED) if self.exchange else text

    def player(self, player: Player) -> Player:
        return player.other if self.exchange else player


def grid_symmetries(rows: int, columns: int) -> tuple[Symmetry, ...]:
    """Return the rotations and reflections: eight of a square, four of a rectangle, each once."""
    grid = [tuple(range(row * columns, (row + 1) * columns)) for row in range(rows)]
    images = [
        (grid, 1, 1),
        (grid, -1, -1),  # half a turn
        (grid, 1, -1),  # left to right
        (grid, -1, 1),  # top to bottom
    ]
    if rows == columns:
        across = [*zip(*grid, strict=True)]
        images += [
            (across, -1, 1),  # a quarter turn
            (across, 1, -1),  # three of them
            (across, 1, 1),  # along the main diagonal
            (across, -1, -1),  # and the other
        ]
    targets = (
        tuple(cell for line in lines[::down] for cell in line[::right])
        for lines, down, right in images
    )
    return tuple(map(Symmetry, dict.fromkeys(targets)))


def with_exchange(symmetries: tuple[Symmetry, ...]) -> tuple[Symmetry, ...]:
    """Return the symmetries, and each once more with X and O exchanged."""
    return symmetries + tuple(one._replace(exchange=True) for one in symmetries)
