"""Solves Zone Conquest on large grids, loops included.

Zones never become empty, so the grid fills up layer by layer; and an attack changes no more than
owners. So each set of filled zones is a small game of its own, with loops, that leads to larger
sets by occupying. Sets are solved from the full one down, and of sets that are turned or mirrored
images of each other only the smallest as a number.

In a set of k zones a board is the mover's zones pushed together, and a state is a board with what
is remembered of an attack: nothing, or one zone, in one of two ways (see `oracle/zone_conquest`).

    state = board * (1 + 2k) + 0 | 1 + 2 * zone (forbidden now) | 2 + 2 * zone (just taken)

A state takes one byte: the distance to the end, which is odd where the mover wins and even where
the mover loses; 0 for a draw.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quincunx.core import GameError
from quincunx.games.zone_conquest import ZoneConquest
from quincunx.kernels.compiled import Ints, bit_count, compiled, in_parts
from quincunx.kernels.filling import sets_by_count

Values = NDArray[np.uint8]
PARTS = 256
FARTHEST = 254
WIN, LOSS = 1, 0
"""Of a distance, the remainder by 2."""


@dataclass(frozen=True)
class Images:
    """Which set stands for each set of zones."""

    least: Ints
    """The smallest image of each set."""
    turning: Ints
    """The symmetry that leads to it."""
    targets: Ints
    """Where each symmetry moves each zone."""
    sets: list[Ints]
    """The sets that stand for others, by count."""
    ranks: Ints
    """The place of each of them among those of its count."""


def images(game: ZoneConquest) -> Images:
    targets = np.array([s.target for s in game.symmetries if not s.exchange])
    sets, _ = sets_by_count(game.cells)
    mapped = np.zeros((len(targets), 1 << game.cells), dtype=np.int64)
    for zone in range(game.cells):
        mapped[:, 1 << zone : 2 << zone] = mapped[:, : 1 << zone] | (1 << targets[:, zone, None])
    least, turning = mapped.min(axis=0), mapped.argmin(axis=0)
    standing = [some[least[some] == some] for some in sets]
    ranks = np.zeros(1 << game.cells, dtype=np.int64)
    for some in standing:
        ranks[some] = np.arange(len(some))
    return Images(least, turning, targets, standing, ranks)


def states(filled: int) -> int:
    """How many states a set of so many zones has."""
    return (1 + 2 * filled) << filled


@compiled
def occupations(
    filled: int,
    cells: int,
    least: Ints,
    turning: Ints,
    targets: Ints,
    ranks: Ints,
    above: Values,
    quickest: Values,
    slowest: Values,
) -> int:
    """What occupying leads to, for each board: `quickest` is the shortest distance at which the
    other player is lost, or 0; `slowest` the longest at which they win, 0 for none to be had, or
    FARTHEST + 1 where they do not always win. Tells the longest distance met."""
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
                slowest[board] = FARTHEST + 1
            elif value % 2 == LOSS:
                slowest[board] = FARTHEST + 1
                if quickest[board] == 0 or value < quickest[board]:
                    quickest[board] = value
            elif value > slowest[board]:
                slowest[board] = value
    return longest


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
    """Settles the states of a set in order of distance. Tells how many there are, or -1 if a
    distance does not fit."""
    cells = len(adjacent)
    count = bit_count(filled)
    size, width = 1 << count, 1 + 2 * count
    near = np.zeros(count, dtype=np.int64)
    zone = 0
    for place in range(cells):
        if filled >> place & 1:
            bit = 0
            for other in range(cells):
                if filled >> other & 1:
                    near[zone] |= (adjacent[place] >> other & 1) << bit
                    bit += 1
            zone += 1
    values[: size * width] = 0
    open_boards = np.empty(size, dtype=np.int64)
    waiting, found = 0, 0
    for board in range(size):
        held = bit_count(board)
        if held >= wins or count - held >= wins:
            continue
        reach = 0
        for zone in range(count):
            if not board >> zone & 1 and near[zone] & board:
                reach |= 1 << zone
        found += 1 + 2 * bit_count(reach)
        if held < wins - 1:
            open_boards[waiting] = board
            waiting += 1
            continue
        # Any move wins.
        row = values[board * width : (board + 1) * width]
        for zone in range(count):
            if reach >> zone & 1:
                row[0] = 1
                row[2 + 2 * zone] = 1
                row[1 + 2 * zone] = count < cells or reach != 1 << zone
        if count < cells:
            row[0] = 1
    distance, idle = 2, 0
    while idle < 2 or distance <= longest + 1:
        if distance > FARTHEST:
            return -1
        boards = open_boards[:waiting]
        if distance % 2 == LOSS:
            changed = settle_losses(distance, boards, near, slowest, values, count)
        else:
            changed, waiting = settle_wins(distance, boards, near, quickest, values, count)
        idle = 0 if changed else idle + 1
        distance += 1
    return found


@compiled
def settle_wins(
    distance: int, open_boards: Ints, near: Ints, quickest: Values, values: Values, count: int
) -> tuple[bool, int]:
    """A move to a state that is lost in one ply less wins; boards with nothing left to settle are
    dropped from the list. Tells whether anything was settled, and how many are left."""
    everything, width = (1 << count) - 1, 1 + 2 * count
    changed, left = False, 0
    for board in open_boards:
        row = values[board * width : (board + 1) * width]
        occupied = 0 < quickest[board] < distance
        # How many attacks win, and the last of them; so that all but one zone can be asked.
        winning, last = 0, -1
        for zone in range(count):
            if not board >> zone & 1 and near[zone] & board:
                after = everything & ~(board | 1 << zone)
                again = near[zone] & after != 0
                value = values[after * width + (2 + 2 * zone if again else 0)]
                if 0 < value < distance and value % 2 == LOSS:
                    winning += 1
                    last = zone
        if (occupied or winning) and row[0] == 0:
            row[0] = distance
            changed = True
        undecided = row[0] == 0
        for zone in range(count):
            if not board >> zone & 1 and near[zone] & board:
                others = occupied or winning > (last == zone)
                if row[1 + 2 * zone] == 0:
                    if others:
                        row[1 + 2 * zone] = distance
                        changed = True
                    else:
                        undecided = True
                if row[2 + 2 * zone] == 0:
                    after = everything & ~(board | 1 << zone)
                    again = near[zone] & after != 0
                    value = values[after * width + (1 + 2 * zone if again else 0)]
                    if others or (0 < value < distance and value % 2 == LOSS):
                        row[2 + 2 * zone] = distance
                        changed = True
                    else:
                        undecided = True
        if undecided:
            open_boards[left] = board
            left += 1
    return changed, left


@compiled
def settle_losses(
    distance: int, open_boards: Ints, near: Ints, slowest: Values, values: Values, count: int
) -> bool:
    """If every move leads to a state that the other player wins, the mover is lost."""
    everything, width = (1 << count) - 1, 1 + 2 * count
    changed = False
    for board in open_boards:
        if slowest[board] >= distance:
            continue
        row = values[board * width : (board + 1) * width]
        # How many attacks do not lose, and the last of them.
        holding, last, attacks = 0, -1, 0
        for zone in range(count):
            if not board >> zone & 1 and near[zone] & board:
                attacks += 1
                after = everything & ~(board | 1 << zone)
                again = near[zone] & after != 0
                value = values[after * width + (2 + 2 * zone if again else 0)]
                if value % 2 != WIN or value >= distance:
                    holding += 1
                    last = zone
        moves = attacks + (slowest[board] > 0)
        if row[0] == 0 and not holding and moves:
            row[0] = distance
            changed = True
        if holding > 1:
            continue
        for zone in range(count):
            if not board >> zone & 1 and near[zone] & board and holding <= (last == zone):
                if row[1 + 2 * zone] == 0 and moves > 1:
                    row[1 + 2 * zone] = distance
                    changed = True
                if row[2 + 2 * zone] == 0:
                    after = everything & ~(board | 1 << zone)
                    again = near[zone] & after != 0
                    value = values[after * width + (1 + 2 * zone if again else 0)]
                    if value % 2 == WIN and value < distance:
                        row[2 + 2 * zone] = distance
                        changed = True
    return changed


@compiled
def solve_sets(
    sets: Ints,
    adjacent: Ints,
    wins: int,
    least: Ints,
    turning: Ints,
    targets: Ints,
    ranks: Ints,
    above: Values,
    bare: Values,
    layer: Values,
    low: int,
    high: int,
) -> int:
    """The sets of a layer from `low` to `high`, by the layer above. `above` and `bare` are the
    values with nothing remembered; `layer` holds all, or nothing if it is empty. Tells how many
    states there are, or -1 if a distance does not fit."""
    total = 0
    for number in range(low, high):
        filled = sets[number]
        count = bit_count(filled)
        size, width = 1 << count, 1 + 2 * count
        quickest, slowest = np.zeros(size, dtype=np.uint8), np.zeros(size, dtype=np.uint8)
        longest = occupations(
            filled, len(adjacent), least, turning, targets, ranks, above, quickest, slowest
        )
        if len(layer):
            values = layer[number * size * width : (number + 1) * size * width]
        else:
            values = np.zeros(size * width, dtype=np.uint8)
        found = solve_set(filled, adjacent, wins, quickest, slowest, longest, values)
        if found < 0:
            return -1
        bare[number * size : (number + 1) * size] = values[::width]
        total += found
    return total


def solve_layers(
    game: ZoneConquest,
    shapes: Images,
    keep: bool,
    above: Values | None,
    filled: int,
    progress: Callable[[int], None],
) -> Iterator[tuple[Values, Values, int]]:
    """The layers with so many filled zones and fewer, down to the empty grid: the values with
    nothing remembered, all values if they are to be kept, and how many states there are. `above`
    are the values of the layer above, with nothing remembered."""
    adjacent = np.array([sum(1 << zone for zone in around) for around in game.neighbours])
    before = np.zeros(0, dtype=np.uint8) if above is None else above
    done = 0
    for count in range(filled, -1, -1):
        sets = shapes.sets[count]
        bare: Values = np.zeros(len(sets) << count, dtype=np.uint8)
        layer: Values = np.zeros(len(sets) * states(count) if keep else 0, dtype=np.uint8)

        def work(
            low: int,
            high: int,
            sets: Ints = sets,
            before: Values = before,
            bare: Values = bare,
            layer: Values = layer,
        ) -> int:
            found = solve_sets(
                sets,
                adjacent,
                game.winning_count,
                shapes.least,
                shapes.turning,
                shapes.targets,
                shapes.ranks,
                before,
                bare,
                layer,
                low,
                high,
            )
            if found < 0:
                raise GameError(
                    f"Zone Conquest {game.size} has wins farther off than {FARTHEST} plies, "
                    "which the table cannot hold."
                )
            return found

        found = in_parts(len(sets), PARTS, work, lambda part, done=done: progress(done + part))
        done += found
        yield bare, layer, found
        before = bare
