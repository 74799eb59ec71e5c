"""Swap Nine, compiled. A lane is two sets of cells: the mover's and the other player's."""

import numpy as np

from quincunx.core import Player
from quincunx.core.grid import sets_of
from quincunx.games.swap_nine.rules import SwapNine, SwapNinePosition
from quincunx.kernels.compiled import (
    LOST,
    ON,
    WON,
    Bits,
    Flags,
    Ints,
    Shorts,
    bit_count,
    compiled,
    fill,
)
from quincunx.kernels.filling import features_of_owners, owners_of
from quincunx.kernels.lanes import Lanes, is_held, new_step

Facts = tuple[Bits, Bits, Ints]


def facts(game: SwapNine) -> Facts:
    """By action: the bit of the place and that of what is taken, which is the lowest for nothing
    and counts the cells from the second on; no bit for a number that is no move. Then the number
    of cells."""
    kind = np.uint16 if game.cells < 16 else np.uint64
    places, takes = np.zeros((2, game.action_count), dtype=kind)
    for move in game.all_moves():
        places[move.action] = 1 << move.cell
        takes[move.action] = 1 if move.taken is None else 2 << move.taken
    return places, takes, np.array([game.cells])


def pack(position: SwapNinePosition) -> list[int]:
    return [*sets_of(position.cells, position.turn)]


def unpack(game: SwapNine, lane: Ints, turn: Player) -> SwapNinePosition:
    return SwapNinePosition(game, owners_of(lane[:2], game.cells, turn), turn)


@compiled
def play_lanes(facts: Facts, lanes: Lanes, actions: Ints, low: int, high: int) -> None:
    states, results = lanes.states, lanes.results
    cells = facts[2][0]
    everything = (1 << cells) - 1
    for lane in range(low, high):
        if is_held(lanes, actions, lane):
            continue
        place, taken = divmod(actions[lane], cells + 1)
        taken = (1 << taken) >> 1
        mine = states[lane, 0] | 1 << place | taken
        theirs = states[lane, 1] & ~taken
        states[lane, 0], states[lane, 1] = theirs, mine
        if mine | theirs != everything:
            results[lane] = ON
        else:
            # Equal counts go to the player who did not place last.
            results[lane] = WON if 2 * bit_count(mine) > cells else LOST


@compiled
def open_lanes(facts: Facts, lanes: Lanes, low: int, high: int) -> None:
    states, fresh, masks = lanes.states, lanes.fresh, lanes.masks
    places, takes, cells = facts
    everything = (1 << cells[0]) - 1
    # Narrow integers, so that one instruction looks at many actions.
    narrow = places.dtype.type
    for lane in range(low, high):
        if fresh[lane]:
            fill(states[lane], 0)
        empty = narrow(everything & ~(states[lane, 0] | states[lane, 1]))
        takeable = narrow(states[lane, 1] << 1 | 1)
        mask = masks[lane]
        action, count = np.uint64(0), 0
        while action < np.uint64(len(places)):
            place, taken = places[action], takes[action]
            legal = (np.bitwise_and(place, empty) != 0) & (np.bitwise_and(taken, takeable) != 0)
            mask[action] = legal
            count += legal
            action += np.uint64(1)
        lanes.counts[lane] = count


@compiled
def feature_lanes(
    _facts: Facts, states: Ints, wanted: Flags, features: Shorts, low: int, high: int
) -> None:
    for lane in range(low, high):
        if wanted[lane]:
            features_of_owners(states[lane, 0], states[lane, 1], features[lane])


step_lanes = new_step(globals())
