"""States of Numeral Nexus for the compiled search: those of `states` once more, since compiled code
has no integers of 450 bits, and the plain search must run without a compiler. The lanes of `kernel`
do not do: they do not hold what a side has in reach.

A set of pieces is a row of cells with a bit for each number. A placement is written as 16 times the
cell and the number, from 0 on; a swap as SWAPS, 32 times one cell, and another.
"""

from itertools import permutations
from typing import Any

import numpy as np

from quincunx.games.numeral_nexus.rules import COPIES, NumeralNexus
from quincunx.kernels.compiled import compiled

CELLS, ALL = 25, 511
SWAPS = 1 << 9
ME, YOU = 0, 1
LINE, COMPLETES = 1, 2
MAX_DEPTH, MAX_MOVES, KEPT, SLOTS = CELLS + 5, 1024, 4, 1 << 17
NUMBER = np.int64
Record = Any

FACTS = np.dtype(
    [
        ("empty", NUMBER, CELLS),  # ALL for a cell of the grid, 0 for none
        # By two cells, up to two third cells in line with them, CELLS for none; and their roles.
        ("third", NUMBER, (CELLS, CELLS, 2)),
        ("role", NUMBER, (CELLS, CELLS, 2)),
        # By the role of two cells and their numbers, the third numbers in order, and those that
        # differ but are out of order.
        ("order", NUMBER, (9, 9, 9)),
        ("disorder", NUMBER, (9, 9, 9)),
        # By the role, the second number and the pool: the first numbers that leave a third.
        ("threats", NUMBER, (9, 9, ALL + 1)),
        ("powers", NUMBER, CELLS),
        ("pairs", NUMBER, (72, 2)),
    ]
)
SIDE = np.dtype(
    [
        ("pieces", NUMBER, CELLS),
        ("reach", NUMBER, CELLS),
        ("askew", NUMBER, CELLS),  # the high half of `reach` in `states`
        ("numbers", NUMBER),
        ("swap", NUMBER),
        ("count", NUMBER),
        ("list", NUMBER, CELLS + 1),
    ]
)
STATE = np.dtype(
    [
        ("sides", SIDE, 2),
        ("empty", NUMBER, CELLS),
        ("pool", NUMBER),
        ("empties", NUMBER),
        ("counts", NUMBER),  # how often each number stands, two bits each
    ]
)
SLOT = np.dtype([("one", NUMBER), ("two", NUMBER), ("won", NUMBER), ("not_won", NUMBER)])
MEMORY = np.dtype(
    [
        ("states", STATE, MAX_DEPTH),
        ("moves", NUMBER, (MAX_DEPTH, MAX_MOVES)),
        ("good", NUMBER, (MAX_DEPTH, KEPT)),  # placements that did well, by plies left
        ("sets", NUMBER, (3, CELLS)),
        ("threats", NUMBER, CELLS + 1),
        ("work", NUMBER),
        ("done", NUMBER),
        ("remembered", NUMBER),
        ("known", SLOT, SLOTS + 1),
    ]
)


def facts(game: NumeralNexus) -> Record:
    known = np.zeros(1, FACTS)
    known["empty"][0, : game.cells] = ALL
    third, role, order, disorder = (
        known[name][0] for name in ("third", "role", "order", "disorder")
    )
    third[:] = CELLS
    ways = np.zeros((CELLS, CELLS), dtype=np.int64)
    for i, j, k in permutations(range(3)):
        for line in game.lines:
            at = line[i], line[j], ways[line[i], line[j]]
            third[at], role[at] = line[k], 3 * i + j
            ways[at[:2]] += 1
        for numbers in permutations(range(9), 3):
            rising = list(numbers) in (sorted(numbers), sorted(numbers)[::-1])
            masks = order if rising else disorder
            masks[3 * i + j, numbers[i], numbers[j]] |= 1 << numbers[k]
    left = (order[..., None] & np.arange(ALL + 1)) != 0
    known["threats"] = (left << np.arange(9)[:, None, None]).sum(axis=1)
    known["powers"] = 19 ** (np.arange(CELLS) % 13)
    known["pairs"][0, : len(game.pairs)] = game.pairs
    return known[0]


def new_memory() -> Record:
    memory = np.zeros(1, MEMORY)
    memory["good"] = -1
    return memory[0]


@compiled
def begin(facts: Record, memory: Record, pieces: Any, swaps: Any) -> None:
    """Write the state at the top from the pieces of both sides, -1 for none."""
    state = memory.states[0]
    state.pool, state.empties, state.counts = ALL, 0, 0
    for cell in range(CELLS):
        state.empty[cell] = facts.empty[cell]
        state.empties += facts.empty[cell] != 0
    for player in range(2):
        side = state.sides[player]
        clear(side, swaps[player])
        for piece in pieces[player]:
            if piece >= 0:
                add(facts, side, piece)
                take(state, piece)


@compiled
def clear(side: Record, swap: int) -> None:
    for cell in range(CELLS):
        side.pieces[cell] = side.reach[cell] = side.askew[cell] = 0
    side.numbers = side.count = 0
    side.swap = swap


@compiled
def add(facts: Record, side: Record, piece: int) -> None:
    """Give a side a piece."""
    cell, number = piece >> 4, piece & 15
    for index in range(side.count):
        other, its = side.list[index] >> 4, side.list[index] & 15
        for way in range(2):
            third, role = facts.third[cell, other, way], facts.role[cell, other, way]
            if third == CELLS:
                break
            side.reach[third] |= facts.order[role, number, its]
            side.askew[third] |= facts.disorder[role, number, its]
    side.pieces[cell] |= 1 << number
    side.numbers |= 1 << number
    side.list[side.count] = piece
    side.count += 1


@compiled
def take(state: Record, piece: int) -> None:
    """Take a number out of the pool onto a cell."""
    number = piece & 15
    state.empty[piece >> 4] = 0
    state.counts += 1 << 2 * number
    state.pool &= ~((state.counts >> 2 * number & 3 == COPIES) << number)
    state.empties -= 1


@compiled
def exchange(facts: Record, side: Record, new: Record, move: int, swap: int) -> None:
    """Write a side as it is after a swap."""
    one, two = (move - SWAPS) >> 5, move & 31
    clear(new, swap)
    for index in range(side.count):
        cell, number = side.list[index] >> 4, side.list[index] & 15
        moved = two if cell == one else one if cell == two else cell
        add(facts, new, moved << 4 | number)


@compiled
def make(facts: Record, memory: Record, depth: int, move: int, refused: int) -> int:
    """Write the state after a move, and return how deep that lies; or 0 for a state that gives the
    other player a LINE, or leaves it one that it COMPLETES, if that is to be refused."""
    state, after = memory.states[depth], memory.states[depth + 1]
    me, you = state.sides[ME], state.sides[YOU]
    for cell in range(CELLS):
        after.empty[cell] = state.empty[cell]
    after.pool, after.empties, after.counts = state.pool, state.empties, state.counts
    if move < SWAPS:
        take(after, move)
        after.sides[ME] = you
    else:
        exchange(facts, you, after.sides[ME], move, you.swap)
        if refused and has_line(after.sides[ME]):
            return 0
    if refused == COMPLETES and aims(after, ME):
        return 0
    if move < SWAPS:
        after.sides[YOU] = me
        add(facts, after.sides[YOU], move)
    else:
        exchange(facts, me, after.sides[YOU], move, 0)
    return depth + 1


@compiled
def low_aim(state: Record, side: Record, cell: int) -> int:
    """The numbers that would complete a line for a side on a cell, were it to move: from the pool,
    or by the swap."""
    empty = state.empty[cell]
    return int(side.reach[cell] & (empty & state.pool | ~empty & side.numbers * side.swap))


@compiled
def high_aim(side: Record, cell: int) -> int:
    """The number on a cell that the swap would bring into order with two others."""
    return int(side.askew[cell] & side.pieces[cell] * side.swap)


@compiled
def aims(state: Record, player: int) -> bool:
    """Whether a player would complete a line, were it to move."""
    side, met = state.sides[player], 0
    for cell in range(CELLS):
        met |= low_aim(state, side, cell) | high_aim(side, cell)
    return met != 0


@compiled
def has_line(side: Record) -> bool:
    met = 0
    for cell in range(CELLS):
        met |= side.reach[cell] & side.pieces[cell]
    return met != 0


@compiled
def is_free(state: Record, piece: int) -> bool:
    return bool(state.empty[piece >> 4] & state.pool & 1 << (piece & 15))


@compiled
def wins_now(facts: Record, memory: Record, depth: int) -> bool:
    state = memory.states[depth]
    if aims(state, ME):
        return True
    for piece in range(16 * CELLS if state.empties == 1 else 0):
        if is_free(state, piece):
            deeper = make(facts, memory, depth, piece, 0)
            if verdict(facts, memory.states[deeper]) < 0:
                return True
    return False


@compiled
def verdict(facts: Record, state: Record) -> int:
    """On a full grid, for the player to move: 1 won, -1 lost, 0 drawn."""
    score = 0
    for player, sign in ((ME, 1), (YOU, -1)):
        side = state.sides[player]
        score += sign * side.count
        for pair in range(len(facts.pairs)):
            one, two = side.pieces[facts.pairs[pair, 0]], side.pieces[facts.pairs[pair, 1]]
            if one and two and one != two:
                score += sign * 2 * CELLS
    return min(max(score, -1), 1)


@compiled
def quiet_move_is_safe(state: Record) -> bool:
    you, useful = state.sides[YOU], False
    for cell in range(CELLS):
        if state.empty[cell]:
            if not you.reach[cell] & you.numbers * you.swap:
                return True
            useful = True
    return not useful
