"""The proof search of Numeral Nexus, compiled: state by state that of `proof`, which explains why
it is right; so both prove the same with the same work."""

from typing import Any

from quincunx.games.numeral_nexus.compiled_states import (
    ALL,
    CELLS,
    COMPLETES,
    KEPT,
    LINE,
    ME,
    SLOTS,
    SWAPS,
    YOU,
    Record,
    aims,
    has_line,
    high_aim,
    is_free,
    low_aim,
    make,
    quiet_move_is_safe,
    verdict,
    wins_now,
)
from quincunx.games.numeral_nexus.rules import COPIES
from quincunx.kernels.compiled import Ints, compiled

MAX_REMEMBERED = 100_000
NOT_FOUND, OUT_OF_WORK = 2, -1


# Listing moves. Each returns where its list ends.


@compiled
def list_pieces(sets: Any, moves: Any, end: int) -> int:
    for cell in range(CELLS):
        for number in range(9 if sets[cell] else 0):
            if sets[cell] >> number & 1:
                moves[end] = cell << 4 | number
                end += 1
    return end


@compiled
def list_swaps(state: Record, moves: Any, end: int) -> int:
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
    return SWAPS + (min(one, two) >> 4 << 5) + (max(one, two) >> 4)


@compiled
def defences(facts: Record, memory: Record, depth: int) -> int:
    """List the moves that may keep the other player from completing a line."""
    state, moves, useful = memory.states[depth], memory.moves[depth], memory.sets[0]
    me, you = state.sides[ME], state.sides[YOU]
    last, by_swap, cells, numbers = 0, 0, 0, 0
    for number in range(9):
        last |= (state.counts >> 2 * number & 3 == COPIES - 1) << number
    for cell in range(CELLS):
        useful[cell] = low_aim(state, you, cell)
        by_swap |= useful[cell] & ~state.empty[cell] | high_aim(you, cell)
        cells += useful[cell] != 0
        numbers |= useful[cell]
    # The last copy of a number helps on cells in danger, or anywhere if no other number is.
    anywhere = 0 if numbers & numbers - 1 else last & numbers
    there = ALL if cells == 1 else last
    for cell in range(CELLS):
        useful[cell] = (there if useful[cell] else anywhere) & state.pool & state.empty[cell]
    end = 0 if by_swap else list_pieces(useful, moves, 0)
    if me.swap:
        for one in makers_of(facts, state):
            for index in range(me.count if one >= 0 else 0):
                moves[end] = swap_of(one, me.list[index])
                end += 1
            for index in range(you.count if one >= 0 else 0):
                if you.list[index] & 15 != one & 15:
                    moves[end] = swap_of(one, you.list[index])
                    end += 1
    return end


@compiled
def makers_of(facts: Record, state: Record) -> tuple[int, int, int]:
    """The pieces of the first line in danger, -1 for one that is not there yet."""
    you = state.sides[YOU]
    for place in range(2 * CELLS):
        cell, high = place % CELLS, place >= CELLS
        bits = high_aim(you, cell) if high else low_aim(state, you, cell)
        masks = facts.disorder if high else facts.order
        number = 0
        while bits and not bits >> number & 1:
            number += 1
        for index in range(you.count if bits else 0):
            for earlier in range(index):
                one, two = int(you.list[index]), int(you.list[earlier])
                for way in range(2):
                    role = facts.role[one >> 4, two >> 4, way]
                    if (
                        facts.third[one >> 4, two >> 4, way] == cell
                        and masks[role, one & 15, two & 15] >> number & 1
                    ):
                        return one, two, cell << 4 | number if high else -1
    return -1, -1, -1


@compiled
def other_moves(facts: Record, memory: Record, depth: int, plies: int, end: int) -> int:
    """List all moves that may matter behind the good ones, by what they threaten."""
    state, moves, threats = memory.states[depth], memory.moves[depth], memory.threats
    several, one, quiet = memory.sets[0], memory.sets[1], memory.sets[2]
    me, pool = state.sides[ME], state.pool
    skip_quiet = plies == 3 and state.empties > 3
    any_reach, askew = 0, 0
    for cell in range(CELLS):
        any_reach |= me.reach[cell]
        askew |= me.askew[cell] & me.pieces[cell]
    # With which numbers a swap may be threatened, now or once the quiet reply stands.
    always = ALL if askew or any_reach & me.numbers else any_reach
    for cell in range(CELLS):
        several[cell] = one[cell] = quiet[cell] = 0
        if not state.empty[cell]:
            continue
        swapping = always | me.askew[cell]
        once = twice = 0
        for index in range(me.count):
            other, its = me.list[index] >> 4, me.list[index] & 15
            for way in range(2):
                third, role = facts.third[cell, other, way], facts.role[cell, other, way]
                if third == CELLS:
                    break
                swapping |= facts.threats[role, its, me.numbers]
                threats[third] |= facts.threats[role, its, pool] & state.empty[third]
                bits = me.pieces[third]
                for number in range(9 if bits else 0):
                    swapping |= (facts.disorder[role, number, its] & bits != 0) << number
        for index in range(me.count):
            for way in range(2):
                third = facts.third[cell, me.list[index] >> 4, way]
                twice |= once & threats[third]
                once |= threats[third]
                threats[third] = 0
        left = pool
        for index in range(end):
            if moves[index] >> 4 == cell:
                left &= ~(1 << (moves[index] & 15))
        several[cell] = left & twice
        one[cell] = left & ~twice & (once | swapping * me.swap if skip_quiet else once)
        quiet[cell] = 0 if skip_quiet else left & ~once & ~twice
    end = list_pieces(one, moves, list_pieces(several, moves, end))
    return list_pieces(quiet, moves, list_swaps(state, moves, end))


# The search.


@compiled
def slot_of(facts: Record, memory: Record, state: Record) -> int:
    """Where a state is remembered. Its cells are written in base 19, so no two share a key."""
    one, two = 0, 1
    for player in range(2):
        side = state.sides[player]
        two += (side.swap + 1) << player
        for index in range(side.count):
            cell, code = side.list[index] >> 4, (side.list[index] & 15) + 1 + 9 * player
            if cell < 13:
                one += code * facts.powers[cell]
            else:
                two += 8 * code * facts.powers[cell]
    mixed = one * 0x1E3779B97F4A7C15 ^ two * 0x3F58476D1CE4E5B9
    place = (mixed ^ mixed >> 29) & (SLOTS - 1)
    while memory.known[place].two and not (
        memory.known[place].one == one and memory.known[place].two == two
    ):
        place = place + 1 & (SLOTS - 1)
    slot = memory.known[place]
    if not slot.two:
        if memory.remembered == MAX_REMEMBERED:
            memory.known[SLOTS].won = memory.known[SLOTS].not_won = 0
            return SLOTS
        memory.remembered += 1
        slot.one, slot.two = one, two
    return place


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
        slot = memory.known[slot_of(facts, memory, state)]
        if 0 < slot.won <= plies:
            return 1
        if slot.not_won >= plies:
            return 0
    danger = aims(state, YOU)
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
def remember(good: Any, move: int) -> None:
    """Put a placement before the others that did well."""
    if move < SWAPS:
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
    for cell in range(CELLS):
        memory.sets[0, cell] = state.empty[cell] & state.pool
    count = list_swaps(state, moves, list_pieces(memory.sets[0], moves, 0))
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
