"""States of Numeral Nexus for the compiled search: those of `states` once more, since compiled code
has no integers of 450 bits, and the plain search must run without a compiler. The lanes of `kernel`
do not do: they do not hold what a side has in reach.

Pieces, moves and links are those of `states` and `lookups`. A set of pieces is WORDS integers of
BITS bits, seven cells each; what is in reach is the low half of that integer there, then the high.
"""

from typing import Any

import numpy as np

from quincunx.games.numeral_nexus.lookups import (
    CELL_BITS,
    CELLS,
    HALF,
    LOW,
    ON_EVERY_CELL,
    links_of,
)
from quincunx.games.numeral_nexus.rules import COPIES, NumeralNexus
from quincunx.kernels.compiled import Ints, compiled

WORDS, BITS = 4, 63
ME, YOU = 0, 1
LINE, COMPLETES = 1, 2
MAX_DEPTH, MAX_MOVES, KEPT, SLOTS = CELLS + 5, 1024, 4, 1 << 17
NUMBER = np.int64
Record = Any

FACTS = np.dtype(
    [
        ("links", NUMBER, (HALF, HALF, 2 * WORDS)),
        ("cells", NUMBER, (CELLS, WORDS)),  # all pieces of each cell
        ("copies", NUMBER, (512, WORDS)),  # a set of numbers on every cell
        ("grid", NUMBER, WORDS),
        ("pairs", NUMBER, (72, 2)),
    ]
)
SIDE = np.dtype(
    [
        ("pieces", NUMBER, WORDS),
        ("reach", NUMBER, 2 * WORDS),
        ("numbers", NUMBER),
        ("swap", NUMBER),
        ("count", NUMBER),
        ("list", NUMBER, CELLS + 1),
    ]
)
STATE = np.dtype(
    [
        ("sides", SIDE, 2),
        ("free", NUMBER, WORDS),  # the pieces that can be placed
        ("occupied", NUMBER, WORDS),  # all pieces of occupied cells
        ("empties", NUMBER),
        ("counts", NUMBER),  # how often each number stands, two bits each
    ]
)
SLOT = np.dtype([("key", NUMBER, WORDS + 1), ("won", np.int8), ("not_won", np.int8)])
MEMORY = np.dtype(
    [
        ("states", STATE, MAX_DEPTH),
        ("moves", NUMBER, (MAX_DEPTH, MAX_MOVES)),
        ("good", NUMBER, (MAX_DEPTH, KEPT)),  # placements that did well, by plies left
        ("sets", NUMBER, (3, 2 * WORDS)),
        ("work", NUMBER),
        ("done", NUMBER),
        ("remembered", NUMBER),
        ("known", SLOT, SLOTS + 1),
    ]
)


def in_words(pieces: int) -> list[int]:
    return [pieces >> BITS * word & (1 << BITS) - 1 for word in range(WORDS)]


def facts(game: NumeralNexus) -> Record:
    known = np.zeros(1, FACTS)
    for one, row in enumerate(links_of(game)):
        for two, linked in enumerate(row):
            if linked:
                known["links"][0, one, two] = in_words(linked & LOW) + in_words(linked >> HALF)
    known["cells"] = [*map(in_words, CELL_BITS)]
    known["copies"] = [*map(in_words, ON_EVERY_CELL)]
    known["grid"] = in_words(sum(CELL_BITS[: game.cells]))
    known["pairs"][0, : len(game.pairs)] = game.pairs
    return known[0]


def new_memory() -> Record:
    memory = np.zeros(1, MEMORY)
    memory["good"] = -1
    return memory[0]


@compiled
def begin(facts: Record, memory: Record, pieces: Ints, swaps: Ints) -> None:
    """Write the state at the top from the pieces of both sides, -1 for none."""
    state = memory.states[0]
    state.empties = state.counts = 0
    for word in range(WORDS):
        state.free[word], state.occupied[word] = facts.grid[word], 0
    for cell in range(CELLS):
        state.empties += numbers_on(facts.grid, cell) != 0
    for player in range(2):
        side = state.sides[player]
        clear(side, swaps[player])
        for piece in pieces[player]:
            if piece >= 0:
                add(facts, side, piece)
                take(facts, state, piece)


@compiled
def numbers_on(words: Ints, cell: int) -> int:
    """The pieces of a set on one cell, as a set of numbers."""
    return int(words[cell // 7] >> 9 * (cell % 7) & 511)


@compiled
def clear(side: Record, swap: int) -> None:
    for word in range(WORDS):
        side.pieces[word] = side.reach[word] = side.reach[WORDS + word] = 0
    side.numbers = side.count = 0
    side.swap = swap


@compiled
def add(facts: Record, side: Record, piece: int) -> None:
    """Give a side a piece."""
    for index in range(side.count):
        row = facts.links[piece, side.list[index]]
        for word in range(2 * WORDS):
            side.reach[word] |= row[word]
    side.pieces[piece // BITS] |= 1 << piece % BITS
    side.numbers |= 1 << piece % 9
    side.list[side.count] = piece
    side.count += 1


@compiled
def take(facts: Record, state: Record, piece: int) -> None:
    """Take a number out of the pool onto a cell."""
    cell, number = divmod(piece, 9)
    state.counts += 1 << 2 * number
    gone = (state.counts >> 2 * number & 3 == COPIES) << number
    for word in range(WORDS):
        state.occupied[word] |= facts.cells[cell, word]
        state.free[word] &= ~(facts.cells[cell, word] | facts.copies[gone, word])
    state.empties -= 1


@compiled
def exchange(facts: Record, side: Record, new: Record, move: int, swap: int) -> None:
    """Write a side as it is after a swap."""
    one, two = divmod(move - HALF, CELLS)
    clear(new, swap)
    for index in range(side.count):
        cell, number = divmod(side.list[index], 9)
        moved = two if cell == one else one if cell == two else cell
        add(facts, new, 9 * moved + number)


@compiled
def make(facts: Record, memory: Record, depth: int, move: int, refused: int) -> int:
    """Write the state after a move, and return how deep that lies; or 0 for a state that gives the
    other player a LINE, or leaves it one that it COMPLETES, if that is to be refused."""
    state, after = memory.states[depth], memory.states[depth + 1]
    me, you = state.sides[ME], state.sides[YOU]
    for word in range(WORDS):
        after.free[word], after.occupied[word] = state.free[word], state.occupied[word]
    after.empties, after.counts = state.empties, state.counts
    if move < HALF:
        take(facts, after, move)
        after.sides[ME] = you
    else:
        exchange(facts, you, after.sides[ME], move, you.swap)
        if refused and has_line(after.sides[ME]):
            return 0
    if refused == COMPLETES and aims(facts, after, ME):
        return 0
    if move < HALF:
        after.sides[YOU] = me
        add(facts, after.sides[YOU], move)
    else:
        exchange(facts, me, after.sides[YOU], move, 0)
    return depth + 1


@compiled
def aim(facts: Record, state: Record, side: Record, word: int) -> int:
    """What of a side's reach would complete a line, were it to move: in the low half from the pool
    or by the swap, in the high half by the swap."""
    if word >= WORDS:
        return int(side.reach[word] & side.pieces[word - WORDS] * side.swap)
    brought = state.occupied[word] & facts.copies[side.numbers, word] * side.swap
    return int(side.reach[word] & (state.free[word] | brought))


@compiled
def aims(facts: Record, state: Record, player: int) -> bool:
    """Whether a player would complete a line, were it to move."""
    met = 0
    for word in range(2 * WORDS):
        met |= aim(facts, state, state.sides[player], word)
    return met != 0


@compiled
def has_line(side: Record) -> bool:
    met = 0
    for word in range(WORDS):
        met |= side.reach[word] & side.pieces[word]
    return met != 0


@compiled
def is_free(state: Record, piece: int) -> bool:
    return bool(state.free[piece // BITS] >> piece % BITS & 1)


@compiled
def wins_now(facts: Record, memory: Record, depth: int) -> bool:
    state = memory.states[depth]
    if aims(facts, state, ME):
        return True
    for piece in range(HALF if state.empties == 1 else 0):
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
            one = numbers_on(side.pieces, facts.pairs[pair, 0])
            two = numbers_on(side.pieces, facts.pairs[pair, 1])
            if one and two and one != two:
                score += sign * 2 * CELLS
    return min(max(score, -1), 1)


@compiled
def quiet_move_is_safe(state: Record) -> bool:
    you, useful = state.sides[YOU], False
    for cell in range(CELLS):
        if numbers_on(state.free, cell):  # the pool outlasts the empty cells
            if not numbers_on(you.reach, cell) & you.numbers * you.swap:
                return True
            useful = True
    return not useful
