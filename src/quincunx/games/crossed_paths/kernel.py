"""Crossed Paths, compiled. A lane is the last cell played, from 1 on and 0 for none, and two sets
of cells, the mover's and the other player's, as so many integers of WIDTH bits each."""

import numpy as np

from quincunx.core import Player
from quincunx.core.grid import sets_of
from quincunx.games.crossed_paths.rules import CrossedPaths, CrossedPathsPosition
from quincunx.kernels.compiled import (
    ON,
    WON,
    Flags,
    Ints,
    Shorts,
    bit_count,
    compiled,
    fill,
    spread,
)
from quincunx.kernels.filling import owners_of
from quincunx.kernels.lanes import Lanes, is_held, new_step

WIDTH = 60


def _pieces(game: CrossedPaths, cells: int) -> list[int]:
    return [cells >> low & (1 << WIDTH) - 1 for low in range(0, game.cells, WIDTH)]


def facts(game: CrossedPaths) -> Ints:
    """The cells in line with each cell, the last cell from 1 on; with none, every cell."""
    lines = [range(game.cells), *game.lines]
    return np.array([_pieces(game, sum(1 << cell for cell in cells)) for cells in lines])


def pack(position: CrossedPathsPosition) -> list[int]:
    mine, theirs = (_pieces(position.game, s) for s in sets_of(position.cells, position.turn))
    return [position.features()[-1], *mine, *theirs]


def unpack(game: CrossedPaths, lane: Ints, turn: Player) -> CrossedPathsPosition:
    last, pieces = int(lane[0]), lane[1:].reshape(2, -1).tolist()
    sets = (sum(bits << WIDTH * i for i, bits in enumerate(some)) for some in pieces)
    cells = owners_of(sets, game.cells, turn)
    return CrossedPathsPosition(game, cells, turn, last - 1 if last else None)


@compiled
def play_lanes(facts: Ints, lanes: Lanes, actions: Ints, low: int, high: int) -> None:
    states, results = lanes.states, lanes.results
    pieces = facts.shape[1]
    for lane in range(low, high):
        if is_held(lanes, actions, lane):
            continue
        state, cell = states[lane], actions[lane]
        state[0] = cell + 1
        state[1 + cell // WIDTH] |= 1 << cell % WIDTH
        results[lane] = WON
        for piece in range(pieces):
            mine, theirs = state[1 + piece], state[1 + pieces + piece]
            state[1 + piece], state[1 + pieces + piece] = theirs, mine
            if facts[cell + 1, piece] & ~(mine | theirs):
                results[lane] = ON


@compiled
def open_lanes(facts: Ints, lanes: Lanes, low: int, high: int) -> None:
    states, fresh, masks = lanes.states, lanes.fresh, lanes.masks
    cells, pieces = len(facts) - 1, facts.shape[1]
    for lane in range(low, high):
        state = states[lane]
        if fresh[lane]:
            fill(state, 0)
        count = 0
        for piece in range(pieces):
            taken = state[1 + piece] | state[1 + pieces + piece]
            legal = facts[state[0], piece] & ~taken
            spread(legal, masks[lane, WIDTH * piece : min(WIDTH * (piece + 1), cells)])
            count += bit_count(legal)
        lanes.counts[lane] = count


@compiled
def feature_lanes(
    facts: Ints, states: Ints, wanted: Flags, features: Shorts, low: int, high: int
) -> None:
    pieces = facts.shape[1]
    cells = features.shape[1] - 1
    for lane in range(low, high):
        if wanted[lane]:
            for cell in range(cells):
                piece, place = 1 + cell // WIDTH, cell % WIDTH
                mine, theirs = states[lane, piece], states[lane, piece + pieces]
                features[lane, cell] = (mine >> place & 1) - (theirs >> place & 1)
            features[lane, cells] = states[lane, 0]


step_lanes = new_step(globals())
