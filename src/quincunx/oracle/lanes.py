"""Exact values of every action of every lane of a batch.

>>> import quincunx
>>> games = quincunx.batch("grid-clash", lanes=2, seed=1)
>>> quincunx.values(games)[0].tolist()
[1, -1, 1, 1, 1, 1, 1, -1, -1]

A game's `values.py` looks them up in tables by compiled code: `judge_lanes(game)` returns a
`Judge`, or None for a size without tables. Elsewhere the oracle judges every position that differs.
"""

from collections.abc import Callable
from functools import cache, partial

import numpy as np

from quincunx.core import AnyGame, AnyPosition, GameError
from quincunx.core.text import listed
from quincunx.games import part_of
from quincunx.kernels.batch import Batch
from quincunx.kernels.compiled import Bytes, Ints, share
from quincunx.kernels.lanes import Lanes
from quincunx.kernels.values import NOT_LEGAL, UNKNOWN, base3_of, filling_values
from quincunx.oracle import analyze, oracle_of, own_sizes
from quincunx.oracle.verdicts import Value

WORTH = {Value.WIN: 1, Value.DRAW: 0, Value.LOSS: -1, Value.UNKNOWN: UNKNOWN}
Judge = Callable[[Batch, Lanes, Bytes], None]
"""Write the values of a batch's lanes into an array."""


def values_of(batch: Batch) -> Bytes:
    """A row for each lane, an entry for each action: 1, 0 or -1 to the player to move, or UNKNOWN
    or NOT_LEGAL. Lanes on a device are copied to this machine first."""
    if not isinstance(batch, Batch):
        raise GameError("Values are told of a batch: make one with quincunx.batch.")
    found: Bytes = np.empty((batch.lanes, batch.game.action_count), dtype=np.int8)
    lanes, read = batch._lanes, batch._read
    lanes = lanes._replace(states=read(lanes.states), masks=read(lanes.masks))
    judge_of(batch.game)(batch, lanes, found)
    return found


@cache
def judge_of(game: AnyGame) -> Judge:
    special = part_of(type(game), "values")
    found: Judge | None = special.judge_lanes(game) if special else None
    return found or _each


def _each(batch: Batch, _lanes: Lanes, found: Bytes) -> None:
    """By the oracle, position by position."""
    rows: dict[AnyPosition, Bytes] = {}
    for lane, position in enumerate(batch.positions()):
        if position not in rows:
            if not oracle_of(batch.game).knows(position):
                sizes = listed(own_sizes(type(batch.game)), "or")
                raise GameError(
                    f"The exact values of {batch.game.title} {batch.game.size} are out of reach: "
                    f"choose {sizes}."
                )
            rows[position] = np.full(found.shape[1], NOT_LEGAL, dtype=np.int8)
            for item in analyze(position).moves:
                rows[position][item.move.action] = WORTH[item.value]
        found[lane] = rows[position]


class FillingJudge:
    """Looks up tables of a game in which every move fills a cell and may turn others."""

    slots = 1
    """How many tables there are."""

    def __init__(self, game: AnyGame) -> None:
        self.base3 = base3_of(game.cells)
        self.places: Ints = np.zeros(game.action_count, dtype=np.int64)
        self.turned: Ints = np.zeros((self.slots, game.action_count), dtype=np.int64)
        self.tables: Bytes = np.zeros((self.slots, 3**game.cells), dtype=np.int8)

    def __call__(self, batch: Batch, lanes: Lanes, found: Bytes) -> None:
        self.look_up(batch, lanes, found, np.zeros(batch.lanes, dtype=np.int64), 0)

    def look_up(self, batch: Batch, lanes: Lanes, found: Bytes, slots: Ints, low: int) -> None:
        some = slice(low, low + len(slots))
        known = self.base3, self.places, self.turned, self.tables
        of_lanes = slots, lanes.states[some], lanes.masks[some], found[some]
        share(batch._pool, batch.threads, len(slots), partial(filling_values, known, *of_lanes))
