"""Games in which every move fills one empty cell and may turn some of the other player's: Swap
Nine and Grid Clash. What their kernels share, and the solver of large grids.

The solver goes layer by layer, from the full grid down: a layer holds the positions with so many
filled cells, and every move leads to the next layer. A position's place in its layer is
`rank << filled | mine`, where `rank` counts the sets of so many cells that are smaller as
numbers, and `mine` is the mover's cells pushed together among the filled ones. A position takes
one byte: twice the margin for the player to move, or 1 or -1 where a tie-break decides.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import numpy as np

from quincunx.core import Player
from quincunx.kernels.compiled import (
    Bytes,
    Ints,
    Shorts,
    bit_count,
    compiled,
    compress,
    in_parts,
)

NO_VALUE = 127
PARTS = 32


def owners_of(sets: Iterable[int], cells: int, turn: Player) -> str:
    mine, theirs = map(int, sets)
    return "".join(
        turn if mine >> cell & 1 else turn.other if theirs >> cell & 1 else "-"
        for cell in range(cells)
    )


@compiled
def features_of_owners(mine: int, theirs: int, features: Shorts) -> None:
    """Each cell: 1 mine, -1 theirs, 0 empty; into an array, from its beginning."""
    for cell in range(len(features)):
        features[cell] = (mine >> cell & 1) - (theirs >> cell & 1)


@compiled
def solve_sets(
    sets: Ints, ranks: Ints, turns: Ints, above: Bytes, layer: Bytes, low: int, high: int
) -> int:
    """The positions of a layer whose filled cells are these sets, from the layer above; how many
    they are."""
    cells, most = turns.shape
    total = 0
    for number in range(low, high):
        filled = sets[number]
        count = bit_count(filled)
        size = 1 << count
        total += size
        values = layer[number * size : (number + 1) * size]
        values[:] = NO_VALUE
        for cell in range(cells):
            if filled >> cell & 1:
                continue
            more = filled | 1 << cell
            base = ranks[more] << (count + 1)
            below = (1 << bit_count(filled & ((1 << cell) - 1))) - 1
            for option in range(most):
                turned = turns[cell, option]
                if turned < 0 or (option and not turned & filled):
                    continue
                kept = ~compress(turned, more)
                # The other player's cells are the next mover's, less those that were turned.
                for theirs in range(size):
                    spread = (theirs & ~below) << 1 | (theirs & below)
                    value = above[base + (spread & kept)]
                    mine = size - 1 - theirs
                    values[mine] = min(value, values[mine])
        for mine in range(size):
            values[mine] = -values[mine]
    return total


def as_table(options: list[list[int]]) -> Ints:
    """The sets that a placement may turn, by cell; -1 where there are fewer."""
    most = max(map(len, options))
    return np.array([row + [-1] * (most - len(row)) for row in options])


def sets_by_count(cells: int) -> tuple[list[Ints], Ints]:
    """The sets of so many cells in order, for each count; and the rank of each set in its list."""
    everything = np.arange(1 << cells, dtype=np.int64)
    counts = np.bitwise_count(everything.astype(np.uint64))
    sets = [everything[counts == count] for count in range(cells + 1)]
    ranks = np.empty(1 << cells, dtype=np.int64)
    for layer in sets:
        ranks[layer] = np.arange(len(layer))
    return sets, ranks


def solve_layers(
    options: list[list[int]], above: Bytes, held: int, progress: Callable[[int], None]
) -> Iterator[Bytes]:
    """The layers below `above`, which holds so many filled cells, down to the empty grid."""
    turns = as_table(options)
    sets, ranks = sets_by_count(len(options))
    done = 0
    for filled in range(held - 1, -1, -1):
        layer: Bytes = np.empty(len(sets[filled]) << filled, dtype=np.int8)

        work = partial(solve_sets, sets[filled], ranks, turns, above, layer)
        done += in_parts(len(sets[filled]), PARTS, work, progress, done)
        above = layer
        yield above
