"""Exact values of every action of every lane of a batch.

>>> import quincunx
>>> games = quincunx.batch("grid-clash", lanes=2, seed=1)
>>> quincunx.values(games)[0].tolist()
[1, -1, 1, 1, 1, 1, 1, -1, -1]

The game's kernel plays each legal action in a lane of its own, and the oracle looks up what follows
(`Oracle.lookup`). Where an oracle has no table to look in, it judges every different position.
"""

from functools import cache, partial

import numpy as np

from quincunx.core import AnyGame, AnyPosition, GameError
from quincunx.core.text import listed
from quincunx.kernels.batch import Batch
from quincunx.kernels.compiled import DRAWN, ON, Bytes, Flags, Ints
from quincunx.kernels.lanes import play_copies
from quincunx.oracle import analyze, oracle_of, own_sizes
from quincunx.oracle.base import Lookup
from quincunx.oracle.verdicts import Value

UNKNOWN, NOT_LEGAL = -2, -3
WORTH = {Value.WIN: 1, Value.DRAW: 0, Value.LOSS: -1, Value.UNKNOWN: UNKNOWN}


def values_of(batch: Batch) -> Bytes:
    """A row for each lane, an entry for each action: 1, 0 or -1 to the player to move, or UNKNOWN
    or NOT_LEGAL. Lanes on a device are copied to this machine first."""
    if not isinstance(batch, Batch):
        raise GameError("Values belong to a batch: make one with quincunx.batch.")
    values: Bytes = np.full((batch.lanes, batch.game.action_count), NOT_LEGAL, dtype=np.int8)
    if lookup := lookup_of(batch.game):
        states, masks = batch._read(batch._lanes.states), batch._read(batch._lanes.masks)
        batch._share(partial(_look_up, batch, lookup, states, masks, values))
    else:
        _judge_each(batch, values)
    return values


@cache
def lookup_of(game: AnyGame) -> Lookup | None:
    return oracle_of(game).lookup()


def _look_up(
    batch: Batch, lookup: Lookup, states: Ints, masks: Flags, values: Bytes, low: int, high: int
) -> None:
    lanes, actions = np.nonzero(masks[low:high])  # what fills up the rows is never legal
    after = play_copies(batch.kernel, batch._facts, states[low:high], lanes, actions)
    ended = np.where(after.results == DRAWN, 0, after.results)
    values[low + lanes, actions] = np.where(after.results == ON, -lookup(after.states), ended)


def _judge_each(batch: Batch, values: Bytes) -> None:
    oracle, rows = oracle_of(batch.game), dict[AnyPosition, int]()
    for lane, position in enumerate(batch.positions()):
        if position in rows:
            values[lane] = values[rows[position]]
            continue
        if not oracle.knows(position):
            raise GameError(
                f"The exact values of {batch.game.title} {batch.game.size} are out of reach: "
                f"choose {listed(own_sizes(type(batch.game)), 'or')}."
            )
        rows[position] = lane
        for item in analyze(position).moves:
            values[lane, item.move.action] = WORTH[item.value]
