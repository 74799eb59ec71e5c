"""What the actions of many lanes are worth, looked up in tables of every position.

A position's number writes its cells in base 3: 0 empty, 1 mine, 2 theirs; `base3` has the sets of
cells as digits 1. What a table holds is above 0 where the player to move wins, below where lost.
"""

import numpy as np

from quincunx.kernels.compiled import Bytes, Flags, Ints, compiled

UNKNOWN, NOT_LEGAL = -2, -3


@compiled
def filling_values(
    known: tuple[Ints, Ints, Ints, Bytes],
    slots: Ints,
    states: Ints,
    masks: Flags,
    values: Bytes,
    low: int,
    high: int,
) -> None:
    """For games in which an action fills a place and turns cells. What it turns, and the table, are
    in the slot of each lane."""
    base3, places, turned, tables = known
    for lane in range(low, high):
        mine, theirs, slot = states[lane, 0], states[lane, 1], slots[lane]
        for action in range(values.shape[1]):
            if not masks[lane, action]:
                values[lane, action] = NOT_LEGAL
                continue
            taken = turned[slot, action] & theirs
            after = base3[theirs ^ taken] + 2 * base3[mine | places[action] | taken]
            payoff = tables[slot, after]
            values[lane, action] = -np.sign(payoff)


def base3_of(cells: int) -> Ints:
    """Sets of cells as digits 1 in base 3."""
    return np.array([int(f"{cells:b}", 3) for cells in range(1 << cells)])
