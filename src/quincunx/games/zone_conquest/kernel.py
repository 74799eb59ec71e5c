"""Zone Conquest, compiled. A lane is two sets of zones, the mover's and the other player's, and
then the mover's last attack and the other player's, from 1 on and 0 for none."""

import numpy as np

from quincunx.core import Player
from quincunx.core.grid import sets_of
from quincunx.games.zone_conquest.rules import ZoneConquest, ZoneConquestPosition
from quincunx.kernels.compiled import (
    ON,
    WON,
    Flags,
    Ints,
    Shorts,
    bit_count,
    compiled,
    copy,
    fill,
    spread,
)
from quincunx.kernels.filling import features_of_owners, owners_of
from quincunx.kernels.lanes import Lanes, is_held, new_step


def facts(game: ZoneConquest) -> Ints:
    """The sets of all zones, of the first and of the last column; the columns, and the zones that
    win."""
    rows = range(0, game.cells, game.columns)
    first = sum(1 << zone for zone in rows)
    everything = (1 << game.cells) - 1
    last = first << (game.columns - 1)
    return np.array([everything, first, last, game.columns, game.winning_count])


def pack(position: ZoneConquestPosition) -> list[int]:
    return [*sets_of(position.zones, position.turn), *position.features()[-2:]]


def unpack(game: ZoneConquest, lane: Ints, turn: Player) -> ZoneConquestPosition:
    own, rival = (int(zone) - 1 if zone else None for zone in lane[2:])
    return ZoneConquestPosition(game, owners_of(lane[:2], game.cells, turn), turn, own, rival)


@compiled
def around(facts: Ints, zones: int) -> int:
    """The zones directly above, below, left or right of these."""
    everything, first, last, columns, _ = facts
    beside = (zones & ~last) << 1 | (zones & ~first) >> 1
    reached: int = (beside | zones << columns | zones >> columns) & everything
    return reached


@compiled
def play_lanes(facts: Ints, lanes: Lanes, actions: Ints, low: int, high: int) -> None:
    states, results = lanes.states, lanes.results
    cells, wins = bit_count(facts[0]), facts[4]
    for lane in range(low, high):
        if is_held(lanes, actions, lane):
            continue
        attack = actions[lane] >= cells
        zone = actions[lane] - cells if attack else actions[lane]
        mine = states[lane, 0] | 1 << zone
        theirs = states[lane, 1] & ~(1 << zone)
        states[lane, 0], states[lane, 1] = theirs, mine
        states[lane, 2] = states[lane, 3]
        states[lane, 3] = zone + 1 if attack else 0
        results[lane] = WON if bit_count(mine) >= wins else ON


@compiled
def open_lanes(facts: Ints, lanes: Lanes, low: int, high: int) -> None:
    states, fresh, masks = lanes.states, lanes.fresh, lanes.masks
    everything = facts[0]
    cells = bit_count(everything)
    for lane in range(low, high):
        if fresh[lane]:
            fill(states[lane], 0)
        mine, theirs = states[lane, 0], states[lane, 1]
        empty = everything & ~(mine | theirs)
        targets = around(facts, mine) & theirs & ~((1 << states[lane, 2]) >> 1)
        spread(empty, masks[lane, :cells])
        spread(targets, masks[lane, cells : 2 * cells])
        lanes.counts[lane] = bit_count(empty) + bit_count(targets)


@compiled
def feature_lanes(
    _facts: Ints, states: Ints, wanted: Flags, features: Shorts, low: int, high: int
) -> None:
    for lane in range(low, high):
        if wanted[lane]:
            cells = features.shape[1] - 2
            features_of_owners(states[lane, 0], states[lane, 1], features[lane, :cells])
            copy(states[lane, 2:], features[lane, cells:])


step_lanes = new_step(globals())
