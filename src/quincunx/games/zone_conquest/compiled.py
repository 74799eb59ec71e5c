"""Solve Zone Conquest on large grids, loops included.

Attacks are stated here once more because the lanes of `kernel.py` do not suffice: a table of
billions of states has no room for them, and is settled board by board, all memories of attacks at
once.

Zones never become empty, so the grid fills up layer by layer; and an attack changes no more than
owners. So each set of filled zones is a small game of its own, with loops, that leads to larger
sets by occupying. Sets are solved from the full one down, and of sets that are turned or mirrored
images of each other only the smallest as a number.

In a set of k zones a board is the mover's zones pushed together, and a state is a board with what
is remembered of an attack: nothing, or one zone, in one of two ways (see `oracle`).

    state = board * (1 + 2k) + (0, or FORBIDDEN + 2 * zone, or TAKEN + 2 * zone)

A state takes one byte: the distance to the end, which is odd where the mover wins and even where
the mover loses; 0 for a draw.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.core import GameError
from quincunx.games.zone_conquest.oracle import FORBIDDEN, TAKEN
from quincunx.kernels.compiled import Ints, bit_count, compiled, compress

Values = NDArray[np.uint8]
MAX_DISTANCE = 254
WIN, LOSS = 1, 0
"""Of a distance, the remainder by 2."""


class Images(NamedTuple):
    """Which set stands for each set of zones."""

    least: Ints
    """The smallest image of each set."""
    turning: Ints
    """The symmetry that leads to it."""
    targets: Ints
    """Where each symmetry moves each zone."""
    ranks: Ints
    """The place of each set that stands for others among those of its count."""


@compiled
def occupations(
    filled: int, cells: int, shapes: Images, above: Values, quickest: Values, slowest: Values
) -> int:
    """What occupying leads to, for each board: `quickest` is the shortest distance at which the
    other player is lost, or 0; `slowest` the longest at which they win, 0 for none to be had, or
    MAX_DISTANCE + 1 where they do not always win. Return the longest distance met."""
    least, turning, targets, ranks = shapes
    count = bit_count(filled)
    size = 1 << count
    image = np.zeros(size, dtype=np.int64)
    quickest[:size] = 0
    slowest[:size] = 0
    longest = 0
    for cell in range(cells):
        if filled >> cell & 1:
            continue
        more = filled | 1 << cell
        base = ranks[least[more]] << (count + 1)
        zone = 0
        for place in range(cells):
            if filled >> place & 1:
                moved = targets[turning[more], place]
                bit = 1 << bit_count(least[more] & ((1 << moved) - 1))
                for board in range(1 << zone):
                    image[board | 1 << zone] = image[board] | bit
                zone += 1
        for board in range(size):
            # The other player moves next, and holds what the mover does not.
            value = above[base + image[size - 1 - board]]
            longest = max(longest, value)
            if value == 0:
                slowest[board] = MAX_DISTANCE + 1
            elif value % 2 == LOSS:
                slowest[board] = MAX_DISTANCE + 1
                if quickest[board] == 0 or value < quickest[board]:
                    quickest[board] = value
            elif value > slowest[board]:
                slowest[board] = value
    return longest


@compiled
def nearness(filled: int, adjacent: Ints) -> Ints:
    """The neighbours of each zone of a set, all pushed together."""
    near = np.zeros(bit_count(filled), dtype=np.int64)
    zone = 0
    for place in range(len(adjacent)):
        if filled >> place & 1:
            near[zone] = compress(adjacent[place], filled)
            zone += 1
    return near


@compiled
def attackable(near: Ints, board: int) -> int:
    """The other player's zones that lie next to the mover's."""
    zones = 0
    for zone in range(len(near)):
        if not board >> zone & 1 and near[zone] & board:
            zones |= 1 << zone
    return zones


@compiled
def after_attack(values: Values, near: Ints, board: int, zone: int, kind: int) -> int:
    """The value of what follows an attack, to be remembered in this way if that can matter."""
    after = (1 << len(near)) - 1 & ~(board | 1 << zone)
    memory = kind + 2 * zone if near[zone] & after else 0
    return int(values[after * (1 + 2 * len(near)) + memory])


@compiled
def solve_set(
    filled: int,
    adjacent: Ints,
    wins: int,
    quickest: Values,
    slowest: Values,
    longest: int,
    values: Values,
) -> int:
    """Settle the states of a set in order of distance. Return how many there are."""
    near = nearness(filled, adjacent)
    count = len(near)
    width = 1 + 2 * count
    values[:] = 0
    boards = np.empty(1 << count, dtype=np.int64)
    waiting, found = 0, 0
    for board in range(1 << count):
        held = bit_count(board)
        if held >= wins or count - held >= wins:
            continue
        targets = attackable(near, board)
        found += 1 + 2 * bit_count(targets)
        if held == wins - 1:
            # Any move wins, and there is one: no single zone parts a full grid.
            values[board * width : (board + 1) * width] = 1
        else:
            boards[waiting] = board
            waiting += 1
    distance, idle = 2, 0
    while idle < 2 or distance <= longest + 1:
        if distance > MAX_DISTANCE:
            raise GameError("A win is too far off: the table holds distances up to 254 plies.")
        changed, waiting = settle(distance, boards[:waiting], near, quickest, slowest, values)
        idle = 0 if changed else idle + 1
        distance += 1
    return found


@compiled
def saves(value: int, distance: int) -> bool:
    """Whether a move to a state of this value, which the other player has, is what the mover looks
    for: at odd distances a win, at even ones anything but a loss."""
    if 0 < value < distance:
        return value % 2 == LOSS
    return distance % 2 == LOSS


@compiled
def settle(
    distance: int, boards: Ints, near: Ints, quickest: Values, slowest: Values, values: Values
) -> tuple[bool, int]:
    """The states of this distance: of those not settled yet, where some move wins, or where no move
    saves the mover. (There always is a move: boards that are full have been won at once.) Boards
    with nothing left to settle are dropped from the list. Return whether anything was settled,
    and how many are left."""
    width = 1 + 2 * len(near)
    winning = distance % 2 == WIN
    changed, left = False, 0
    for board in boards:
        if not winning and slowest[board] >= distance:  # an occupation saves the mover
            boards[left] = board
            left += 1
            continue
        row = values[board * width : (board + 1) * width]
        targets = attackable(near, board)
        # How many moves save the mover, and the last of the attacks; so that all but one can be
        # asked for.
        saving, last = int(winning and saves(quickest[board], distance)), -1
        for zone in range(len(near)):
            if targets >> zone & 1 and saves(
                after_attack(values, near, board, zone, TAKEN), distance
            ):
                saving += 1
                last = zone
        if not row[0] and (saving > 0) == winning:
            row[0] = distance
            changed = True
        undecided = not row[0]
        for zone in range(len(near)):
            if not targets >> zone & 1:
                continue
            forbidden, taken = FORBIDDEN + 2 * zone, TAKEN + 2 * zone
            others = saving > (last == zone)
            if not row[forbidden] and others == winning:
                row[forbidden] = distance
                changed = True
            if not row[taken] and winning == (
                others or saves(after_attack(values, near, board, zone, FORBIDDEN), distance)
            ):
                row[taken] = distance
                changed = True
            undecided |= not (row[forbidden] and row[taken])
        if undecided:
            boards[left] = board
            left += 1
    return changed, left


@compiled
def solve_sets(
    sets: Ints,
    adjacent: Ints,
    wins: int,
    shapes: Images,
    above: Values,
    bare: Values,
    layer: Values,
    low: int,
    high: int,
) -> int:
    """The sets of a layer from `low` to `high`, by the layer above. `above` and `bare` are the
    values with nothing remembered; `layer` holds all, or nothing if it is empty. Return how many
    states there are."""
    total = 0
    for number in range(low, high):
        filled = sets[number]
        count = bit_count(filled)
        size, width = 1 << count, 1 + 2 * count
        quickest, slowest = np.zeros(size, dtype=np.uint8), np.zeros(size, dtype=np.uint8)
        longest = occupations(filled, len(adjacent), shapes, above, quickest, slowest)
        if len(layer):
            values = layer[number * size * width : (number + 1) * size * width]
        else:
            values = np.zeros(size * width, dtype=np.uint8)
        total += solve_set(filled, adjacent, wins, quickest, slowest, longest, values)
        bare[number * size : (number + 1) * size] = values[::width]
    return total
