"""The proof search of Numeral Nexus, compiled: that of `proof` state by state, which
tells why it is right, so that both prove the same with the same work."""

import numpy as np

from quincunx.games.numeral_nexus.compiled_states import (
    ACROSS,
    ASKEW,
    CELLS,
    COMPLETES,
    COUNT,
    COUNTS,
    DANGER,
    DISORDER,
    DONE,
    EMPTIES,
    EMPTY,
    FIRST,
    GOOD,
    KEPT,
    KNOWN,
    LINE,
    LIST,
    LISTED,
    ME,
    MOVES,
    NUMBERS,
    ORDER,
    PIECES,
    PLACE,
    POOL,
    POWERS,
    REACH,
    REMEMBERED,
    ROLE,
    SLOTS,
    SWAP,
    SWAPS,
    THIRD,
    THREATS,
    TOP,
    WORDS,
    WORK,
    YOU,
    aims,
    at,
    has_line,
    is_free,
    make,
    quiet_move_is_safe,
    verdict,
    wins_now,
)
from quincunx.games.numeral_nexus.rules import COPIES
from quincunx.kernels.compiled import Ints, compiled

MOST_REMEMBERED = 100_000
NOT_FOUND, OUT_OF_WORK = 2, -1


# Listing moves. Each tells where its list ends.


@compiled
def defences(facts: Ints, rows: Ints, state: int, end: int) -> int:
    """The moves that may keep the other player from completing what is in danger."""
    me, you, danger = rows[state + ME], rows[state + YOU], state + DANGER
    last, by_swap, first, final, numbers = 0, 0, CELLS, 0, 0
    for number in range(9):
        last |= (rows[state + COUNTS] >> 2 * number & 3 == COPIES - 1) << number
    for word in range(WORDS):
        by_swap |= rows[danger + word] & ~rows[state + EMPTY + word] | rows[danger + WORDS + word]
        for cell in range(ACROSS * word, ACROSS * (word + 1) if rows[danger + word] else 0):
            if at(facts, rows, danger, cell) & 511:
                numbers |= at(facts, rows, danger, cell) & 511
                first, final = min(first, cell), cell
    # The last copy of a number helps on cells in danger, or anywhere if no other number is.
    anywhere = 0 if numbers & numbers - 1 else last & numbers
    there = 511 if first == final else last
    if anywhere:
        first, final = 0, CELLS - 1
    for cell in range(first, 0 if by_swap else final + 1):
        useful = there if at(facts, rows, danger, cell) & 511 else anywhere
        useful &= rows[state + POOL]
        if useful and at(facts, rows, state + EMPTY, cell) & 1:
            for number in range(9):
                if useful >> number & 1:
                    rows[end] = cell << 4 | number
                    end += 1
    if not rows[me + SWAP]:
        return end
    for one in makers_of(facts, rows, you, danger):
        if one < 0:
            continue
        for index in range(LIST, LIST + rows[me + COUNT]):
            rows[end] = swap_of(one, rows[me + index])
            end += 1
        for index in range(LIST, LIST + rows[you + COUNT]):
            if rows[you + index] & 15 != one & 15:
                rows[end] = swap_of(one, rows[you + index])
                end += 1
    return end


@compiled
def swap_of(one: int, two: int) -> int:
    return SWAPS + (min(one, two) >> 4 << 5) + (max(one, two) >> 4)


@compiled
def makers_of(facts: Ints, rows: Ints, side: int, danger: int) -> tuple[int, int, int]:
    """The pieces of the first line in danger, -1 for one that is not there yet."""
    word, bit = 0, 0
    while not rows[danger + word]:
        word += 1
    while not rows[danger + word] >> bit & 511:
        bit += 9
    while not rows[danger + word] >> bit & 1:
        bit += 1
    place, number = word % WORDS << 6 | bit // 9 * 9, bit % 9
    masks = ORDER if word < WORDS else DISORDER
    for index in range(LIST, LIST + rows[side + COUNT]):
        for earlier in range(LIST, index):
            one, two = rows[side + index], rows[side + earlier]
            for way in range(2):
                pair = one >> 4 << 6 | two >> 4 << 1 | way
                kind = facts[ROLE + pair] << 8 | (one & 15) << 4 | two & 15
                if facts[PLACE + pair] == place and facts[masks + kind] >> number & 1:
                    return one, two, -1 if word < WORDS else facts[THIRD + pair] << 4 | number
    return -1, -1, -1


@compiled
def other_moves(facts: Ints, rows: Ints, state: int, plies: int, end: int) -> int:
    """All moves that may matter behind the good ones, by what they threaten."""
    me, pool, moves, good = rows[state + ME], rows[state + POOL], rows[state + MOVES], end
    skip_quiet = plies == 3 and rows[state + EMPTIES] > 3
    later = first_later = moves + LISTED // 2 + 50
    quiet = first_quiet = moves + LISTED
    numbers, any_reach, askew = rows[me + NUMBERS], 0, 0
    for cell in range(CELLS):
        any_reach |= at(facts, rows, me + REACH, cell) & 511
        askew |= at(facts, rows, me + ASKEW, cell) & at(facts, rows, me + PIECES, cell) & 511
    # With which numbers a swap may be threatened, now or once the quiet reply stands.
    always = 511 if askew or any_reach & numbers else any_reach
    threats = np.zeros(CELLS + 1, dtype=np.int64)
    for cell in range(CELLS):
        if not at(facts, rows, state + EMPTY, cell) & 1:
            continue
        swapping = always | at(facts, rows, me + ASKEW, cell)
        once = twice = 0
        for index in range(LIST, LIST + rows[me + COUNT]):
            pair, its = cell << 6 | rows[me + index] >> 4 << 1, rows[me + index] & 15
            for way in range(pair, pair + 2):
                third, role = facts[THIRD + way], facts[ROLE + way]
                if third == CELLS:
                    break
                kind = THREATS + ((role << 4 | its) << 9)
                swapping |= facts[kind + numbers]
                if at(facts, rows, state + EMPTY, third) & 1:
                    threats[third] |= facts[kind + pool]
                bits = at(facts, rows, me + PIECES, third) & 511
                for number in range(9 if bits else 0):
                    swaps = facts[DISORDER + (role << 8 | number << 4 | its)] & bits != 0
                    swapping |= swaps << number
        for index in range(LIST, LIST + rows[me + COUNT]):
            for way in range(2):
                third = facts[THIRD + (cell << 6 | rows[me + index] >> 4 << 1 | way)]
                twice |= once & threats[third]
                once |= threats[third]
                threats[third] = 0
        left = pool
        for index in range(moves, good):
            if rows[index] >> 4 == cell:
                left &= ~(1 << (rows[index] & 15))
        then = left & (once | swapping * rows[me + SWAP] if skip_quiet else once)
        for number in range(9):
            if left & twice & 1 << number:
                rows[end] = cell << 4 | number
                end += 1
            elif then & 1 << number:
                rows[later] = cell << 4 | number
                later += 1
            elif left & 1 << number and not skip_quiet:
                quiet -= 1
                rows[quiet] = cell << 4 | number
    for index in range(first_later, later):
        rows[end] = rows[index]
        end += 1
    end = all_swaps(rows, state, end)
    for index in range(first_quiet - 1, quiet - 1, -1):
        rows[end] = rows[index]
        end += 1
    return end


@compiled
def all_swaps(rows: Ints, state: int, end: int) -> int:
    me, you = rows[state + ME], rows[state + YOU]
    own = rows[me + COUNT]
    for index in range((own + rows[you + COUNT]) * rows[me + SWAP]):
        one = rows[me + LIST + index] if index < own else rows[you + LIST + index - own]
        for earlier in range(index):
            two = rows[me + LIST + earlier] if earlier < own else rows[you + LIST + earlier - own]
            rows[end] = swap_of(one, two)
            end += 1
    return end


# The search.


@compiled
def slot_of(facts: Ints, rows: Ints, state: int) -> int:
    """Where a state is remembered. Its cells are written in base 19, so no two share a key."""
    one, two = 0, 1
    for player in range(2):
        side = rows[state + player]
        two += (rows[side + SWAP] + 1) << player
        for index in range(LIST, LIST + rows[side + COUNT]):
            cell, code = rows[side + index] >> 4, (rows[side + index] & 15) + 1 + 9 * player
            if cell < 13:
                one += code * facts[POWERS + cell]
            else:
                two += 8 * code * facts[POWERS + cell]
    mixed = one * 0x1E3779B97F4A7C15 ^ two * 0x3F58476D1CE4E5B9
    place = (mixed ^ mixed >> 29) & (SLOTS - 1)
    slot = KNOWN + 4 * place
    while rows[slot + 1] and not (rows[slot] == one and rows[slot + 1] == two):
        place = place + 1 & (SLOTS - 1)
        slot = KNOWN + 4 * place
    if not rows[slot + 1]:
        if rows[REMEMBERED] == MOST_REMEMBERED:
            slot = KNOWN + 4 * SLOTS
            rows[slot + 2] = rows[slot + 3] = 0
            return slot
        rows[REMEMBERED] += 1
        rows[slot], rows[slot + 1] = one, two
    return slot


@compiled
def forced(facts: Ints, rows: Ints, state: int, plies: int, winning: bool) -> int:
    """Whether the player to move can force a win within so many plies, or else whether it loses
    whatever it does: 1 or 0, or OUT_OF_WORK."""
    empties, slot = rows[state + EMPTIES], 0
    if empties == 0 and not winning:
        return int(verdict(facts, rows, state) < 0)
    if plies <= 0 and winning:
        return 0
    if wins_now(facts, rows, state):
        return int(winning)
    if plies % 2 != winning and empties > plies:
        plies -= 1
    if plies <= winning:
        return 0
    if winning:
        slot = slot_of(facts, rows, state)
        if 0 < rows[slot + 2] <= plies:
            return 1
        if rows[slot + 3] >= plies:
            return 0
    danger = aims(rows, state, YOU)
    # Only if it may lose: for a win there are three plies or more while as many cells are empty.
    if plies == 2 and not danger and empties > 2 and quiet_move_is_safe(facts, rows, state):
        return 0
    rows[WORK] -= 1
    rows[DONE] += 1
    if rows[WORK] < 0:
        return OUT_OF_WORK
    listed = defending = danger and empties > 2
    index = end = rows[state + MOVES]
    good = GOOD + KEPT * plies
    if defending:
        end = defences(facts, rows, state, end)
    for place in range(good, good if defending else good + KEPT):
        if rows[place] >= 0 and is_free(facts, rows, state, rows[place]):
            rows[end] = rows[place]
            end += 1
    while index < end or not listed:
        if index == end:
            listed, end = True, other_moves(facts, rows, state, plies, end)
            continue
        move = rows[index]
        index += 1
        after = make(facts, rows, state, move, COMPLETES if defending else LINE)
        if not after:
            continue
        if rows[after + EMPTIES] == 0 and not winning:
            found = verdict(facts, rows, after) <= 0
        else:
            below = forced(facts, rows, after, plies - 1, not winning)
            if below == OUT_OF_WORK:
                return OUT_OF_WORK
            found = (below == 1) == winning
        if found:
            remember(rows, good, move)
            if winning:
                rows[slot + 2] = plies
            return int(winning)
    if winning:
        rows[slot + 3] = plies
    return int(not winning)


@compiled
def remember(rows: Ints, good: int, move: int) -> None:
    """Puts a placement before the others that did well."""
    if move < SWAPS:
        place = 0
        while place < KEPT - 1 and rows[good + place] != move:
            place += 1
        for index in range(good + place, good, -1):
            rows[index] = rows[index - 1]
        rows[good] = move


@compiled
def survey(facts: Ints, rows: Ints, deepest: int, worth: Ints, distances: Ints) -> int:
    """Lists the moves of the state at the top, and what they are worth as far as the work and so
    many plies go; distance 0 where no end is forced. Tells how many they are."""
    end = FIRST
    for piece in range(16 * CELLS):
        if is_free(facts, rows, TOP, piece):
            rows[end] = piece
            end += 1
    count = all_swaps(rows, TOP, end) - FIRST
    for plies in range(deepest):
        for index in range(count):
            if plies and worth[index] != NOT_FOUND:
                continue
            after = make(facts, rows, TOP, rows[FIRST + index], 0)
            me, you = rows[after + ME], rows[after + YOU]
            if plies == 0:
                ended = has_line(rows, me) or not rows[after + EMPTIES]
                worth[index], distances[index] = NOT_FOUND, 1
                if has_line(rows, you):
                    worth[index] = 1
                elif ended:
                    worth[index] = -1 if has_line(rows, me) else -verdict(facts, rows, after)
            for winning in (True, False):
                if worth[index] == NOT_FOUND and plies:
                    found = forced(facts, rows, after, plies, winning)
                    if found == OUT_OF_WORK:
                        return count
                    if found:
                        worth[index], distances[index] = -1 if winning else 1, plies + 1
            longest = rows[after + EMPTIES] + rows[me + SWAP] + rows[you + SWAP]
            if worth[index] == NOT_FOUND and plies >= longest:
                worth[index], distances[index] = 0, 0
    return count
