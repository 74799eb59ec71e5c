"""The proof search of Numeral Nexus, compiled: state by state that of `proof`, which explains why
it is right; so both prove the same with the same work."""

from quincunx.games.numeral_nexus.compiled_states import (
    BITS,
    COMPLETES,
    KEPT,
    LINE,
    ME,
    SLOTS,
    WORDS,
    YOU,
    Record,
    aim,
    aims,
    has_line,
    is_free,
    make,
    numbers_on,
    quiet_move_is_safe,
    verdict,
    wins_now,
)
from quincunx.games.numeral_nexus.lookups import CELLS, HALF
from quincunx.games.numeral_nexus.rules import COPIES
from quincunx.kernels.compiled import Ints, compiled, copy

ALL = 511
"""Numbers."""
MAX_REMEMBERED = 100_000
NOT_FOUND, OUT_OF_WORK = 2, -1


# Listing moves. Each returns where its list ends.


@compiled
def list_pieces(words: Ints, moves: Ints, end: int) -> int:
    for word in range(WORDS):
        bits, piece = words[word], BITS * word
        while bits:
            if bits & 1:
                moves[end] = piece
                end += 1
            bits >>= 1
            piece += 1
    return end


@compiled
def list_swaps(state: Record, moves: Ints, end: int) -> int:
    me, you = state.sides[ME], state.sides[YOU]
    for index in range((me.count + you.count) * me.swap):
        one = me.list[index] if index < me.count else you.list[index - me.count]
        for earlier in range(index):
            two = me.list[earlier] if earlier < me.count else you.list[earlier - me.count]
            moves[end] = swap_of(one, two)
            end += 1
    return end


@compiled
def swap_of(one: int, two: int) -> int:
    return HALF + CELLS * (min(one, two) // 9) + max(one, two) // 9


@compiled
def defences(facts: Record, memory: Record, depth: int) -> int:
    """List the moves that may keep the other player from completing a line."""
    state, moves = memory.states[depth], memory.moves[depth]
    danger, useful = memory.sets[0], memory.sets[1]
    me, you = state.sides[ME], state.sides[YOU]
    by_swap = last = numbers = cells = 0
    for word in range(2 * WORDS):
        danger[word] = aim(facts, state, you, word)
        by_swap |= danger[word] if word >= WORDS else danger[word] & state.occupied[word]
    for number in range(9):
        last |= (state.counts >> 2 * number & 3 == COPIES - 1) << number
    for cell in range(CELLS):
        numbers |= numbers_on(danger, cell)
        cells += numbers_on(danger, cell) != 0
    # The last copy of a number helps on cells in danger, or anywhere if no other number is.
    anywhere = 0 if numbers & numbers - 1 else last & numbers
    there = ALL if cells == 1 else last
    for word in range(WORDS):
        useful[word] = facts.copies[anywhere, word]
    for cell in range(CELLS):
        if numbers_on(danger, cell):
            word = cell // 7
            useful[word] &= ~facts.cells[cell, word]
            useful[word] |= facts.copies[there, word] & facts.cells[cell, word]
    for word in range(WORDS):
        useful[word] &= state.free[word]
    end = 0 if by_swap else list_pieces(useful, moves, 0)
    if me.swap:
        for one in makers_of(facts, you, danger):
            for index in range(me.count if one >= 0 else 0):
                moves[end] = swap_of(one, me.list[index])
                end += 1
            for index in range(you.count if one >= 0 else 0):
                if you.list[index] % 9 != one % 9:
                    moves[end] = swap_of(one, you.list[index])
                    end += 1
    return end


@compiled
def makers_of(facts: Record, side: Record, danger: Ints) -> tuple[int, int, int]:
    """The pieces of the first line in danger, -1 for one that is not there yet."""
    word = bit = 0
    while not danger[word]:
        word += 1
    while not danger[word] >> bit & 1:
        bit += 1
    for index in range(side.count):
        for earlier in range(index):
            one, two = int(side.list[index]), int(side.list[earlier])
            if facts.links[one, two, word] >> bit & 1:
                return one, two, BITS * (word - WORDS) + bit if word >= WORDS else -1
    return -1, -1, -1


@compiled
def other_moves(facts: Record, memory: Record, depth: int, plies: int, end: int) -> int:
    """List all moves that may matter behind the good ones, by what they threaten."""
    state, moves = memory.states[depth], memory.moves[depth]
    later, quiet, reach = memory.sets[0], memory.sets[1], memory.sets[2]
    me = state.sides[ME]
    skip_quiet = plies == 3 and state.empties > 3
    for word in range(WORDS):
        later[word], quiet[word] = 0, state.free[word]
    for index in range(end):
        quiet[moves[index] // BITS] &= ~(1 << moves[index] % BITS)
    for piece in range(HALF):
        place, bit = piece // BITS, 1 << piece % BITS
        if not quiet[place] & bit:
            continue
        reach_with(facts, me, piece, reach)
        threats = threatened(state, reach)
        if threats > 1:
            moves[end] = piece
            end += 1
        elif threats or (skip_quiet and me.swap and may_swap(facts, me, piece, reach)):
            later[place] |= bit
        elif not skip_quiet:
            continue
        quiet[place] &= ~bit
    end = list_swaps(state, moves, list_pieces(later, moves, end))
    return list_pieces(quiet, moves, end)


@compiled
def reach_with(facts: Record, side: Record, piece: int, reach: Ints) -> None:
    """Write what a side would have in reach with one more piece."""
    copy(side.reach, reach)
    for index in range(side.count):
        row = facts.links[piece, side.list[index]]
        for word in range(2 * WORDS):
            reach[word] |= row[word]


@compiled
def threatened(state: Record, reach: Ints) -> int:
    """On how many cells a placement would complete a line."""
    cells = 0
    for word in range(WORDS):
        threats = reach[word] & state.free[word]
        while threats:
            cells += threats & ALL != 0
            threats >>= 9
    return cells


@compiled
def may_swap(facts: Record, side: Record, piece: int, reach: Ints) -> bool:
    """Whether a placement may threaten a swap, now or once the quiet reply stands."""
    numbers, met = side.numbers | 1 << piece % 9, 0
    for word in range(WORDS):
        own = side.pieces[word]
        if word == piece // BITS:
            own |= 1 << piece % BITS
        met |= reach[word] & facts.copies[numbers, word] | reach[WORDS + word] & own
    return met != 0


# The search.


@compiled
def slot_of(memory: Record, state: Record) -> int:
    """Where a state is remembered: its key is what stands where, then whose it is and who has the
    swap, never 0."""
    me, you, key = state.sides[ME], state.sides[YOU], memory.sets[0]
    key[WORDS] = 4 + 2 * me.swap + you.swap
    for index in range(you.count):
        key[WORDS] |= 8 << you.list[index] // 9
    mixed = key[WORDS]
    for word in range(WORDS):
        key[word] = me.pieces[word] | you.pieces[word]
        mixed = (mixed ^ key[word]) * 0x1E3779B97F4A7C15
        mixed ^= mixed >> 29
    place = int(mixed & (SLOTS - 1))
    while memory.known[place].key[WORDS] and not same(memory.known[place].key, key):
        place = place + 1 & (SLOTS - 1)
    slot = memory.known[place]
    if not slot.key[WORDS]:
        if memory.remembered == MAX_REMEMBERED:
            memory.known[SLOTS].won = memory.known[SLOTS].not_won = 0
            return SLOTS
        memory.remembered += 1
        copy(key[: WORDS + 1], slot.key)
    return place


@compiled
def same(one: Ints, two: Ints) -> bool:
    different = 0
    for word in range(WORDS + 1):
        different |= one[word] ^ two[word]
    return not different


@compiled
def forced(facts: Record, memory: Record, depth: int, plies: int, winning: bool) -> int:
    """Whether the player to move can force a win within so many plies, or else whether it loses
    whatever it does: 1 or 0, or OUT_OF_WORK.

    It is called with depths that `make` returned: a constant would have numba 0.68 compile it a
    second time, for that depth, and what then calls the first one crashes when loaded from disk.
    """
    state = memory.states[depth]
    slot, empties = memory.known[SLOTS], state.empties
    if empties == 0 and not winning:
        return int(verdict(facts, state) < 0)
    if plies <= 0 and winning:
        return 0
    if wins_now(facts, memory, depth):
        return int(winning)
    if plies % 2 != winning and empties > plies:
        plies -= 1
    if plies <= winning:
        return 0
    if winning:
        slot = memory.known[slot_of(memory, state)]
        if 0 < slot.won <= plies:
            return 1
        if slot.not_won >= plies:
            return 0
    danger = aims(facts, state, YOU)
    # Only if it may lose: for a win there are three plies or more while as many cells are empty.
    if plies == 2 and not danger and empties > 2 and quiet_move_is_safe(state):
        return 0
    memory.work -= 1
    memory.done += 1
    if memory.work < 0:
        return OUT_OF_WORK
    listed = defending = danger and empties > 2
    moves, good = memory.moves[depth], memory.good[plies]
    index, end = 0, defences(facts, memory, depth) if defending else 0
    for place in range(0 if defending else KEPT):
        if good[place] >= 0 and is_free(state, good[place]):
            moves[end] = good[place]
            end += 1
    while index < end or not listed:
        if index == end:
            listed, end = True, other_moves(facts, memory, depth, plies, end)
            continue
        move = moves[index]
        index += 1
        deeper = make(facts, memory, depth, move, COMPLETES if defending else LINE)
        if not deeper:
            continue
        after = memory.states[deeper]
        if after.empties == 0 and not winning:
            good_enough = verdict(facts, after) <= 0
        else:
            below = forced(facts, memory, deeper, plies - 1, not winning)
            if below == OUT_OF_WORK:
                return OUT_OF_WORK
            good_enough = (below == 1) == winning
        if good_enough:
            remember(good, move)
            if winning:
                slot.won = plies
            return int(winning)
    if winning:
        slot.not_won = plies
    return int(not winning)


@compiled
def remember(good: Ints, move: int) -> None:
    """Put a placement before the others that did well."""
    if move < HALF:
        place = 0
        while place < KEPT - 1 and good[place] != move:
            place += 1
        for index in range(place, 0, -1):
            good[index] = good[index - 1]
        good[0] = move


@compiled
def survey(facts: Record, memory: Record, max_plies: int, worth: Ints, distances: Ints) -> int:
    """List the moves of the state at the top, and what they are worth as far as the work and so
    many plies go; distance 0 where no end is forced. Return how many there are."""
    state, after, moves = memory.states[0], memory.states[1], memory.moves[0]
    count = list_swaps(state, moves, list_pieces(state.free, moves, 0))
    for plies in range(max_plies):
        for index in range(count):
            if plies and worth[index] != NOT_FOUND:
                continue
            deeper = make(facts, memory, 0, moves[index], 0)
            me, you = after.sides[ME], after.sides[YOU]
            if plies == 0:
                worth[index], distances[index] = NOT_FOUND, 1
                if has_line(you):
                    worth[index] = 1
                elif has_line(me):
                    worth[index] = -1
                elif not after.empties:
                    worth[index] = -verdict(facts, after)
            for winning in (True, False):
                if worth[index] == NOT_FOUND and plies:
                    result = forced(facts, memory, deeper, plies, winning)
                    if result == OUT_OF_WORK:
                        return count
                    if result:
                        worth[index], distances[index] = -1 if winning else 1, plies + 1
            if worth[index] == NOT_FOUND and plies >= after.empties + me.swap + you.swap:
                worth[index], distances[index] = 0, 0
    return count
