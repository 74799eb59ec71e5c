"""Exact values of every action of every lane of a batch.

>>> import quincunx
>>> games = quincunx.batch("grid-clash", lanes=2, seed=1)
>>> quincunx.values(games)[0].tolist()
[1, -1, 1, 1, 1, 1, 1, -1, -1]

What lies in tables is looked up by compiled code: Swap Nine, Zone Conquest and Grid Clash on up to
nine cells, the last with a table for each numbering, of which some thousands are kept. Elsewhere
the oracle judges every position that differs.
"""

from collections.abc import Callable
from functools import cache, partial
from math import factorial
from threading import Lock
from typing import Any

import numpy as np

from quincunx.core import AnyGame, AnyPosition, GameError
from quincunx.core.text import listed
from quincunx.games.grid_clash import GridClash
from quincunx.kernels import kernel
from quincunx.kernels.batch import Batch
from quincunx.kernels.compiled import Bytes, Ints, in_parts, share
from quincunx.kernels.filling import sets_by_count
from quincunx.kernels.lanes import Lanes
from quincunx.kernels.values import (
    FORBIDDEN,
    NOT_LEGAL,
    TAKEN,
    UNKNOWN,
    conquest_values,
    filling_values,
    numberings_of,
    solve_numberings,
)
from quincunx.oracle import analyze, oracle_of, own_sizes
from quincunx.oracle.filling import MOST_CELLS_FOR_A_TABLE
from quincunx.oracle.grid_clash import GridClashOracle
from quincunx.oracle.swap_nine import SwapNineOracle
from quincunx.oracle.verdicts import Value
from quincunx.oracle.zone_conquest import ZoneConquestOracle

WORTH = {Value.WIN: 1, Value.DRAW: 0, Value.LOSS: -1, Value.UNKNOWN: UNKNOWN}
MOST_NUMBERINGS = 4096
"""Whose tables are kept: 80 MB."""
PARTS = 64


def values_of(batch: Batch) -> Bytes:
    """A row for each lane, an entry for each action: 1, 0 or -1 to the player to move, or UNKNOWN
    or NOT_LEGAL. Lanes that lie on a device are copied, and told here."""
    if not isinstance(batch, Batch):
        raise GameError("Values are told of a batch: make one with quincunx.batch.")
    found: Bytes = np.empty((batch.lanes, batch.game.action_count), dtype=np.int8)
    lanes, read = batch._lanes, batch._read
    lanes = lanes._replace(states=read(lanes.states), masks=read(lanes.masks))
    _judge_of(batch.game)(batch, lanes, found)
    return found


@cache
def _judge_of(game: AnyGame) -> Callable[[Batch, Lanes, Bytes], None]:
    oracle = oracle_of(game)
    if isinstance(oracle, ZoneConquestOracle):
        return _Conquest(oracle)
    if game.cells <= MOST_CELLS_FOR_A_TABLE and isinstance(oracle, SwapNineOracle):
        return _Filling(game)
    if game.cells <= MOST_CELLS_FOR_A_TABLE and isinstance(oracle, GridClashOracle):
        return _Numberings(game)
    oracle.hasten()
    return _each


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


def _base3(cells: int) -> Ints:
    """Sets of cells as digits 1 in base 3."""
    return np.array([int(f"{cells:b}", 3) for cells in range(1 << cells)])


class _Conquest:
    """Every board of Zone Conquest with all that may be remembered of an attack."""

    def __init__(self, oracle: ZoneConquestOracle) -> None:
        self.wins, cells = oracle.game.winning_count, oracle.game.cells
        self.base3 = _base3(cells)
        self.table: Bytes = np.zeros((3**cells, 1 + 2 * cells), dtype=np.int8)
        few = [zones for zones in range(1 << cells) if zones.bit_count() < self.wins]
        for mine, theirs in ((mine, theirs) for mine in few for theirs in few if not mine & theirs):
            row = self.table[self.base3[mine] + 2 * self.base3[theirs]]
            row[:] = oracle.worth(mine, theirs)
            for zone in (zone for zone in range(cells) if theirs >> zone & 1):
                for kind in (FORBIDDEN, TAKEN):
                    row[kind + 2 * zone] = oracle.worth(mine, theirs, (zone, kind))

    def __call__(self, batch: Batch, lanes: Lanes, found: Bytes) -> None:
        known = self.wins, self.base3, self.table
        batch._share(conquest_values, *known, lanes.states, lanes.masks, found)


class _Filling:
    """The table of Swap Nine."""

    slots = 1

    def __init__(self, game: AnyGame) -> None:
        self.base3 = _base3(game.cells)
        self.places: Ints = np.zeros(game.action_count, dtype=np.int64)
        self.turned: Ints = np.zeros((self.slots, game.action_count), dtype=np.int64)
        self.tables: Bytes = np.zeros((self.slots, 3**game.cells), dtype=np.int8)
        self.prepare(game)

    def prepare(self, game: Any) -> None:
        for move in game.all_moves():
            self.places[move.action] = 1 << move.cell
            self.turned[0, move.action] = 0 if move.taken is None else 1 << move.taken
        self.tables[0] = oracle_of(game).filling.table  # type: ignore[attr-defined]

    def __call__(self, batch: Batch, lanes: Lanes, found: Bytes) -> None:
        self.look_up(batch, lanes, found, np.zeros(batch.lanes, dtype=np.int64), 0)

    def look_up(self, batch: Batch, lanes: Lanes, found: Bytes, slots: Ints, low: int) -> None:
        some = slice(low, low + len(slots))
        known = self.base3, self.places, self.turned, self.tables
        of_lanes = slots, lanes.states[some], lanes.masks[some], found[some]
        share(batch._pool, batch.threads, len(slots), partial(filling_values, known, *of_lanes))


class _Numberings(_Filling):
    """A table for each numbering of Grid Clash that was met lately."""

    slots = MOST_NUMBERINGS

    def prepare(self, game: Any) -> None:
        sets, ranks = sets_by_count(game.cells)
        self.sets = np.concatenate(sets), np.cumsum([0, *map(len, sets)]), ranks, self.base3
        self.facts = kernel(GridClash).facts(game)
        self.places[:] = 1 << np.arange(game.cells)
        self.slot_of: Ints = np.full(factorial(game.cells), -1, dtype=np.int64)
        """By the place of a numbering among all of them, -1 for none."""
        self.used = 0
        self.lock = Lock()

    def __call__(self, batch: Batch, lanes: Lanes, found: Bytes) -> None:
        ranks: Ints = np.empty(batch.lanes, dtype=np.int64)
        batch._share(numberings_of, lanes.states, ranks)
        with self.lock:
            fits = len(self._new(ranks)) <= self.slots - self.used
            step = batch.lanes if fits else self.slots
            for low in range(0, batch.lanes, step):
                some = ranks[low : low + step]
                self._solve(lanes.states[low : low + step, 2:], some)
                self.look_up(batch, lanes, found, self.slot_of[some], low)

    def _new(self, ranks: Ints) -> Ints:
        """Where each numbering without a table stands first."""
        without = np.flatnonzero(self.slot_of[ranks] < 0)
        return without[np.unique(ranks[without], return_index=True)[1]]

    def _solve(self, numberings: Ints, ranks: Ints) -> None:
        """Makes the tables that are not there; where they would not fit, all begin anew."""
        new = self._new(ranks)
        if len(new) > self.slots - self.used:
            self.slot_of[:], self.used = -1, 0
            new = self._new(ranks)
        slots = slice(self.used, self.used + len(new))
        to_solve = numberings[new], self.turned[slots], self.tables[slots]
        work = partial(solve_numberings, self.facts, self.sets, *to_solve)
        in_parts(len(new), PARTS, work, lambda _done: None, 0)
        self.slot_of[ranks[new]] = np.arange(slots.start, slots.stop)
        self.used = slots.stop
