"""States of Numeral Nexus for the compiled search: `states` once more, since compiled code has no
integers of 450 bits, and the plain search must run without a compiler.

All that a search works on lies in one array, `rows`, and what it knows of the size in another,
since long lists of arrays would be handed from call to call; sides and states are told by where
they begin there. A set of pieces is four words of seven cells, nine bits each. A placement is 16
times the cell and the number, from 0 on; a swap is SWAPS, 32 times one cell, and another.
"""

from itertools import permutations

import numpy as np

from quincunx.games.numeral_nexus.rules import COPIES, NumeralNexus
from quincunx.kernels.compiled import Ints, compiled

WORDS, ACROSS, CELLS = 4, 7, 25
REPEAT = sum(1 << 9 * cell for cell in range(ACROSS))
SWAPS = 1 << 9
LINE, COMPLETES = 1, 2

# What is known of the size: where a cell lies, 64 times the word and the bit. By 64 times a cell
# and twice another, two of each: a third cell in line with them, or one off the grid; where it
# lies; how the three do. By 256 times that, 16 times a number and another: the third numbers in
# order, and those that differ but are out of order. By 16 times that and the second number, and
# the pool: the first numbers that leave a third to place. Powers of 19, and pairs of neighbours.
LIES, THIRD, PLACE, ROLE, ORDER, DISORDER, THREATS = 0, 32, 1632, 3232, 4832, 7392, 9952
POWERS = THREATS + 160 * 512
PAIRS = POWERS + 32
# A side: the sets of its pieces, of its reach and of what would be out of order, that of its
# numbers, whether it has the swap, how many pieces there are, and these.
PIECES, REACH, ASKEW, NUMBERS, SWAP, COUNT, LIST, SIDE = 0, 4, 8, 12, 13, 14, 15, 41
# A state: the two sides, the empty cells, the pool, how often each number stands, how many cells
# are empty, what was last asked of `aims`, and where sides and moves of its own may lie.
ME, YOU, EMPTY, POOL, COUNTS, EMPTIES, DANGER, NEW, MOVES, STATE = 0, 1, 2, 6, 7, 8, 9, 17, 18, 19
# The rows: sides, states, and the moves tried in each; the placements that did well with so many
# plies left; how many states may still be looked at, how many were and how many are remembered;
# and these: two words of key, within how many plies won, and within how many not.
DEEPEST, LISTED, KEPT, SLOTS = CELLS + 5, 1024, 4, 1 << 17
TOP = 2 * DEEPEST * SIDE
FIRST = TOP + DEEPEST * STATE
GOOD = FIRST + DEEPEST * LISTED
WORK, DONE, REMEMBERED, KNOWN = (GOOD + DEEPEST * KEPT + index for index in range(4))


def facts(game: NumeralNexus) -> Ints:
    lies = np.arange(32) // ACROSS * 64 + np.arange(32) % ACROSS * 9
    third, role = np.full((CELLS, 32, 2), CELLS), np.full((CELLS, 32, 2), 9)
    order, disorder = np.zeros((2, 10, 16, 16), dtype=np.int64)
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
    left = (order[..., None] & np.arange(512)) != 0
    threats = (left << np.arange(16)[:, None, None]).sum(axis=1)
    powers, pairs = 19 ** (np.arange(32) % 13), np.array(game.pairs)
    parts = lies, third, lies[third], role, order, disorder, threats, powers, pairs
    return np.concatenate([np.ravel(part) for part in parts])


def new_rows() -> Ints:
    rows: Ints = np.zeros(KNOWN + 4 * (SLOTS + 1), dtype=np.int64)
    rows[GOOD:WORK] = -1
    states = rows[TOP:FIRST].reshape(DEEPEST, STATE)
    states[:, NEW] = 2 * SIDE * np.arange(DEEPEST)
    states[:, MOVES] = FIRST + LISTED * np.arange(DEEPEST)
    return rows


@compiled
def add(facts: Ints, rows: Ints, side: int, piece: int) -> None:
    """Gives a side a piece."""
    cell, number = piece >> 4, piece & 15
    for index in range(LIST, LIST + rows[side + COUNT]):
        pair, its = cell << 6 | rows[side + index] >> 4 << 1, rows[side + index] & 15
        for way in range(pair, pair + 2):
            if facts[THIRD + way] == CELLS:
                break
            place, kind = facts[PLACE + way], facts[ROLE + way] << 8 | number << 4 | its
            rows[side + REACH + (place >> 6)] |= facts[ORDER + kind] << (place & 63)
            rows[side + ASKEW + (place >> 6)] |= facts[DISORDER + kind] << (place & 63)
    place = facts[LIES + cell]
    rows[side + PIECES + (place >> 6)] |= 1 << (place & 63) + number
    rows[side + NUMBERS] |= 1 << number
    rows[side + LIST + rows[side + COUNT]] = piece
    rows[side + COUNT] += 1


@compiled
def exchange(facts: Ints, rows: Ints, side: int, new: int, move: int) -> None:
    """A side after a swap."""
    one, two = (move - SWAPS) >> 5, move & 31
    for index in range(LIST):
        rows[new + index] = 0
    rows[new + SWAP] = rows[side + SWAP]
    for index in range(LIST, LIST + rows[side + COUNT]):
        cell, number = rows[side + index] >> 4, rows[side + index] & 15
        moved = two if cell == one else one if cell == two else cell
        add(facts, rows, new, moved << 4 | number)


@compiled
def make(facts: Ints, rows: Ints, state: int, move: int, refused: int) -> int:
    """Where the state after a move lies, one below; or 0 for one that gives the other player a
    LINE, or leaves it one that it COMPLETES, if that is to be refused."""
    after, number = state + STATE, move & 15
    me, you, mine = rows[state + ME], rows[state + YOU], rows[state + STATE + NEW]
    for index in range(DANGER):
        rows[after + index] = rows[state + index]
    rows[after + ME], rows[after + YOU] = you, mine
    if move < SWAPS:
        place = facts[LIES + (move >> 4)]
        rows[after + EMPTY + (place >> 6)] &= ~(511 << (place & 63))
        rows[after + COUNTS] += 1 << 2 * number
        rows[after + POOL] &= ~((rows[after + COUNTS] >> 2 * number & 3 == COPIES) << number)
        rows[after + EMPTIES] -= 1
    else:
        rows[after + ME] = mine + SIDE
        exchange(facts, rows, you, mine + SIDE, move)
        if refused and has_line(rows, mine + SIDE):
            return 0
    if refused == COMPLETES and aims(rows, after, ME):
        return 0
    if move < SWAPS:
        for index in range(LIST + rows[me + COUNT]):
            rows[mine + index] = rows[me + index]
        add(facts, rows, mine, move)
    else:
        exchange(facts, rows, me, mine, move)
        rows[mine + SWAP] = 0
    return after


@compiled
def aims(rows: Ints, state: int, player: int) -> bool:
    """What a player would complete, were it to move, is then in DANGER; whether it is anything."""
    side, met = rows[state + player], 0
    swap = rows[side + SWAP]
    pool, numbers = REPEAT * rows[state + POOL], REPEAT * rows[side + NUMBERS] * swap
    for word in range(WORDS):
        empty = rows[state + EMPTY + word]
        low = rows[side + REACH + word] & (empty & pool | ~empty & numbers)
        high = rows[side + ASKEW + word] & rows[side + PIECES + word] * swap
        rows[state + DANGER + word], rows[state + DANGER + WORDS + word] = low, high
        met |= low | high
    return met != 0


@compiled
def has_line(rows: Ints, side: int) -> bool:
    met = 0
    for word in range(WORDS):
        met |= rows[side + REACH + word] & rows[side + PIECES + word]
    return met != 0


@compiled
def at(facts: Ints, rows: Ints, words: int, cell: int) -> int:
    """The nine bits of a cell in a set, and what lies behind them."""
    place = facts[LIES + cell]
    return int(rows[words + (place >> 6)] >> (place & 63))


@compiled
def is_free(facts: Ints, rows: Ints, state: int, piece: int) -> bool:
    left = rows[state + POOL] >> (piece & 15)
    return bool(at(facts, rows, state + EMPTY, piece >> 4) & left & 1)


@compiled
def wins_now(facts: Ints, rows: Ints, state: int) -> bool:
    if aims(rows, state, ME):
        return True
    for piece in range(16 * CELLS if rows[state + EMPTIES] == 1 else 0):
        if is_free(facts, rows, state, piece):
            after = make(facts, rows, state, piece, 0)
            if verdict(facts, rows, after) < 0:
                return True
    return False


@compiled
def verdict(facts: Ints, rows: Ints, state: int) -> int:
    """On a full grid, for the player to move: 1 won, -1 lost, 0 drawn."""
    numbers, score = np.zeros(CELLS, dtype=np.int64), 0
    for player, sign in ((ME, 1), (YOU, -1)):
        side = rows[state + player]
        score += sign * rows[side + COUNT]
        for index in range(LIST, LIST + rows[side + COUNT]):
            numbers[rows[side + index] >> 4] = sign * ((rows[side + index] & 15) + 1)
    for pair in range(PAIRS, len(facts), 2):
        one, two = numbers[facts[pair]], numbers[facts[pair + 1]]
        if one != two and one * two > 0:
            score += 2 * CELLS if one > 0 else -2 * CELLS
    return min(max(score, -1), 1)


@compiled
def quiet_move_is_safe(facts: Ints, rows: Ints, state: int) -> bool:
    you, useful = rows[state + YOU], False
    numbers = rows[you + NUMBERS] * rows[you + SWAP]
    for cell in range(CELLS):
        if at(facts, rows, state + EMPTY, cell) & 1:
            if not at(facts, rows, you + REACH, cell) & numbers:
                return True
            useful = True
    return not useful
