"""Grid Clash, compiled. A lane is two sets of cells, the mover's and the other player's, and then
the number of each cell."""

from functools import cache

import numpy as np

from quincunx.core import Player
from quincunx.core.grid import sets_of
from quincunx.games.grid_clash.rules import GridClash, GridClashPosition
from quincunx.kernels.compiled import (
    LOST,
    ON,
    WON,
    Bytes,
    Flags,
    Ints,
    Shorts,
    bit_count,
    compiled,
    copy,
    draw,
    fill,
    spread,
)
from quincunx.kernels.filling import features_of_owners, owners_of, sets_by_count, solve_sets
from quincunx.kernels.lanes import Lanes, is_held, new_step

Facts = tuple[Ints, Ints]
Sets = tuple[Ints, Ints, Ints]


@cache
def facts(game: GridClash) -> Facts:
    """The neighbours of each cell, -1 where there are fewer than eight; how many there are."""
    rows = [[*around, *[-1] * (8 - len(around))] for around in game.neighbours]
    return np.array(rows), np.array([len(around) for around in game.neighbours])


def pack(position: GridClashPosition) -> list[int]:
    return [*sets_of(position.owners, position.turn), *position.numbers]


def unpack(game: GridClash, lane: Ints, turn: Player) -> GridClashPosition:
    numbers = tuple(map(int, lane[2:]))
    return GridClashPosition(game, numbers, owners_of(lane[:2], game.cells, turn), turn)


@compiled
def payoff(numbers: Ints, mine: int) -> int:
    """What a full grid is worth to the holder of these cells: twice the margin, or 1 or -1 where
    the sum of the numbers or the highest decides."""
    cells = len(numbers)
    margin = 2 * bit_count(mine) - cells
    if margin:
        return 2 * margin
    points, highest = 0, 0
    for cell in range(cells):
        own = mine >> cell & 1
        points += numbers[cell] if own else -numbers[cell]
        if numbers[cell] == cells:
            highest = own
    if points:
        return 1 if points > 0 else -1
    return 1 if highest else -1


@cache
def known_sets(game: GridClash) -> Sets:
    """All sets of cells by their count, where each count begins, and the ranks of the sets."""
    sets, ranks = sets_by_count(game.cells)
    return np.concatenate(sets), np.cumsum([0, *map(len, sets)]), ranks


def solve_numberings(game: GridClash, numberings: Ints, places: Ints) -> Bytes:
    """A row for each numbering: the payoffs at these places of its layers."""
    payoffs: Bytes = np.empty((len(numberings), len(places)), dtype=np.int8)
    layers: Bytes = np.empty(3**game.cells, dtype=np.int8)
    for numbers, row in zip(numberings, payoffs, strict=True):
        solve_numbering(facts(game), known_sets(game), numbers, layers)
        row[:] = layers[places]
    return payoffs


@compiled
def solve_numbering(facts: Facts, known: Sets, numbers: Ints, layers: Bytes) -> None:
    """All layers of `filling`, one behind the other from the full grid to the empty one."""
    sets, begins, ranks = known
    cells = len(numbers)
    turns = np.empty((cells, 1), dtype=np.int64)
    for cell in range(cells):
        turns[cell, 0] = smaller_around(facts[0], facts[1], numbers, cell)
    begin, end = 0, 1 << cells
    for mine in range(end):
        layers[mine] = payoff(numbers, mine)
    for filled in range(cells - 1, -1, -1):
        some = sets[begins[filled] : begins[filled + 1]]
        above, layer = layers[begin:end], layers[end : end + (len(some) << filled)]
        solve_sets(some, ranks, turns, above, layer, 0, len(some))
        begin, end = end, end + len(layer)


@compiled
def smaller_around(neighbours: Ints, counts: Ints, numbers: Ints, cell: int) -> int:
    """The neighbours that a claim captures if they are the opponent's."""
    smaller = 0
    for direction in range(counts[cell]):
        other = neighbours[cell, direction]
        smaller |= (numbers[other] < numbers[cell]) << other
    return smaller


@compiled
def play_lanes(facts: Facts, lanes: Lanes, actions: Ints, low: int, high: int) -> None:
    states, results = lanes.states, lanes.results
    neighbours, counts = facts
    cells = len(counts)
    everything = (1 << cells) - 1
    for lane in range(low, high):
        if is_held(lanes, actions, lane):
            continue
        cell = actions[lane]
        numbers = states[lane, 2:]
        captured = smaller_around(neighbours, counts, numbers, cell) & states[lane, 1]
        mine = states[lane, 0] | 1 << cell | captured
        theirs = states[lane, 1] & ~captured
        states[lane, 0], states[lane, 1] = theirs, mine
        if mine | theirs != everything:
            results[lane] = ON
        else:
            results[lane] = WON if payoff(numbers, mine) > 0 else LOST


@compiled
def open_lanes(facts: Facts, lanes: Lanes, low: int, high: int) -> None:
    states, fresh, seeds, masks = lanes.states, lanes.fresh, lanes.seeds, lanes.masks
    cells = len(facts[1])
    everything = (1 << cells) - 1
    for lane in range(low, high):
        if fresh[lane]:
            fill(states[lane, :2], 0)
            # Number assignment: at random.
            for cell in range(cells):
                other = draw(seeds, lane, cell + 1)
                states[lane, 2 + cell] = states[lane, 2 + other]
                states[lane, 2 + other] = cell + 1
        unclaimed = everything & ~(states[lane, 0] | states[lane, 1])
        spread(unclaimed, masks[lane, :cells])
        lanes.counts[lane] = bit_count(unclaimed)


@compiled
def feature_lanes(
    _facts: Facts, states: Ints, wanted: Flags, features: Shorts, low: int, high: int
) -> None:
    for lane in range(low, high):
        if wanted[lane]:
            cells = states.shape[1] - 2
            copy(states[lane, 2:], features[lane])
            features_of_owners(states[lane, 0], states[lane, 1], features[lane, cells:])


step_lanes = new_step(globals())
