"""What the actions of many lanes are worth, looked up in tables of every position.

A position's number writes its cells in base 3: 0 empty, 1 mine, 2 theirs; `base3` has the sets of
cells as digits 1. What a table holds is above 0 where the player to move wins, below where lost.
"""

import numpy as np

from quincunx.kernels.compiled import Bytes, Flags, Ints, bit_count, compiled, compress
from quincunx.kernels.filling import solve_sets
from quincunx.kernels.grid_clash import Facts, payoffs, smaller_around

UNKNOWN, NOT_LEGAL = -2, -3
FORBIDDEN, TAKEN = 1, 2
"""What is remembered of an attack in Zone Conquest, and then twice the zone; 0 for nothing (see
`oracle/zone_conquest`)."""


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
    """Swap Nine and Grid Clash: an action fills a place and turns cells. What it turns, and the
    table, stand in the slot of each lane."""
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


@compiled
def conquest_values(
    wins: int,
    base3: Ints,
    table: Bytes,
    states: Ints,
    masks: Flags,
    values: Bytes,
    low: int,
    high: int,
) -> None:
    cells = values.shape[1] // 2
    for lane in range(low, high):
        # The other player's last attack is what that player remembers as its own.
        mine, theirs, own = states[lane, 0], states[lane, 1], states[lane, 3]
        for action in range(2 * cells):
            zone = action % cells
            more, less = mine | 1 << zone, theirs & ~(1 << zone)
            memory = 0
            if own and more >> (own - 1) & 1:
                memory = FORBIDDEN + 2 * (own - 1)
            elif action >= cells:
                memory = TAKEN + 2 * zone
            if not masks[lane, action]:
                values[lane, action] = NOT_LEGAL
            elif bit_count(more) >= wins:
                values[lane, action] = 1
            else:
                values[lane, action] = -table[base3[less] + 2 * base3[more], memory]


@compiled
def solve_numberings(
    facts: Facts,
    known: tuple[Ints, Ints, Ints, Ints],
    numberings: Ints,
    turned: Ints,
    tables: Bytes,
    low: int,
    high: int,
) -> int:
    """For each numbering of Grid Clash its table, by the layers of `filling`, and what the actions
    turn. `known` are all sets of cells by their count, where each count begins, the ranks of the
    sets, and `base3`. Tells how many were solved."""
    sets, begins, ranks, base3 = known
    cells = numberings.shape[1]
    turns, ends = np.empty((cells, 1), dtype=np.int64), np.empty(1 << cells, dtype=np.int8)
    for number in range(low, high):
        for cell in range(cells):
            turns[cell] = smaller_around(facts[0], facts[1], numberings[number], cell)
            turned[number, cell] = turns[cell, 0]
        payoffs(numberings[number], ends)
        above = ends
        for filled in range(cells, -1, -1):
            some = sets[begins[filled] : begins[filled + 1]]
            layer = np.empty(len(some) << filled, dtype=np.int8)
            if filled < cells:
                solve_sets(some, ranks, turns, above, layer, 0, len(some))
                above = layer
            for rank in range(len(some)):
                mine = every = some[rank]
                while True:
                    payoff = above[rank << filled | compress(mine, every)]
                    tables[number, 2 * base3[every] - base3[mine]] = payoff
                    if not mine:
                        break
                    mine = (mine - 1) & every
    return high - low


@compiled
def numberings_of(states: Ints, ranks: Ints, low: int, high: int) -> None:
    """The place of each lane's numbering among all of them in order."""
    cells = states.shape[1] - 2
    for lane in range(low, high):
        rank, left = 0, (1 << cells) - 1
        for cell in range(cells):
            bit = 1 << states[lane, 2 + cell] - 1
            rank = rank * (cells - cell) + bit_count(left & (bit - 1))
            left ^= bit
        ranks[lane] = rank
