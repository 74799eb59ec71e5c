"""Numeral Nexus in integers: what the search looks up.

A *piece* is a number on a cell, 9 * cell + number - 1; a set of pieces is one integer with a bit
for each. `links[p][q]` is the set of pieces that make a straight line of three touching cells
with p and q: in its low half those with which the numbers rise or fall, in its high half those
with which the three numbers differ but are out of order.
"""

from functools import cache

CELLS = 25
"""Of the largest grid; smaller ones use the first."""
HALF = 9 * CELLS
LOW = (1 << HALF) - 1
CELL_OF = [piece // 9 for piece in range(HALF)]
NUMBER_OF = [piece % 9 for piece in range(HALF)]
CELL_BITS = [511 << 9 * cell for cell in range(CELLS)]
ON_EVERY_CELL = [numbers * sum(1 << 9 * cell for cell in range(CELLS)) for numbers in range(512)]
"""A set of numbers, nine bits, repeated on every cell."""
ONE_OF = [1 << 2 * number for number in range(9)]
"""How often each number stands on the grid takes two bits: both set when none is left."""
EVEN_BITS = sum(ONE_OF)
POOL = {
    sum(ONE_OF[number] for number in range(9) if not numbers >> number & 1): ON_EVERY_CELL[numbers]
    for numbers in range(512)
}
"""From the numbers of which none is left, all pieces that the pool still has."""


class Lookups:
    """What depends on the size of the grid."""

    def __init__(self, rows: int, columns: int) -> None:
        self.all = sum(CELL_BITS[: rows * columns])
        self.links = [[0] * HALF for _ in range(HALF)]
        self.neighbours: list[tuple[int, int]] = []
        for cell in range(rows * columns):
            row, column = divmod(cell, columns)
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                step = down * columns + right
                if row + down < rows and 0 <= column + right < columns:
                    self.neighbours.append((cell, cell + step))
                if row + 2 * down < rows and 0 <= column + 2 * right < columns:
                    self._link(9 * cell, 9 * (cell + step), 9 * (cell + 2 * step))

    def _link(self, first: int, middle: int, last: int) -> None:
        links = self.links
        for p in range(first, first + 9):
            for q in range(middle, middle + 9):
                for r in range(last, last + 9):
                    a, b, c = p - first, q - middle, r - last
                    if len({a, b, c}) == 3:
                        shift = 0 if a < b < c or a > b > c else HALF
                        for one, two, third in ((p, q, r), (p, r, q), (q, r, p)):
                            links[one][two] |= 1 << third + shift
                            links[two][one] |= 1 << third + shift


lookups_of = cache(Lookups)
