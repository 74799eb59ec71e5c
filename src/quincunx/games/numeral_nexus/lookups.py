"""Numeral Nexus in integers: what the search looks up.

A *piece* is a number on a cell, 9 * cell + number - 1; a set of pieces is one integer with a bit
for each. `links[p][q]` is the set of pieces that make a straight line of three touching cells
with p and q: in its low half those with which the numbers rise or fall, in its high half those
with which the three numbers differ but are out of order.
"""

from functools import cache
from itertools import permutations

from quincunx.games.numeral_nexus.rules import NumeralNexus

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


@cache
def links_of(game: NumeralNexus) -> list[list[int]]:
    """The only ones that depend on the size of the grid."""
    links = [[0] * HALF for _ in range(HALF)]
    for first, middle, last in game.lines:
        for a, b, c in permutations(range(9), 3):
            shift = 0 if a < b < c or a > b > c else HALF
            p, q, r = 9 * first + a, 9 * middle + b, 9 * last + c
            for one, two, third in ((p, q, r), (p, r, q), (q, r, p)):
                links[one][two] |= 1 << third + shift
                links[two][one] |= 1 << third + shift
    return links
