"""Grid Clash: the values of a batch, with a table for each numbering that was met lately."""

from functools import partial
from math import factorial
from threading import Lock

import numpy as np

from quincunx.games.grid_clash.kernel import facts, known_sets, solve_numberings
from quincunx.games.grid_clash.rules import GridClash
from quincunx.kernels.batch import Batch
from quincunx.kernels.compiled import Bytes, Ints, bit_count, compiled, in_parts
from quincunx.kernels.lanes import Lanes
from quincunx.oracle.filling import MAX_TABLE_CELLS, places_in_layers
from quincunx.oracle.lanes import FillingJudge, Judge

MAX_NUMBERINGS = 4096
"""Whose tables are kept: 80 MB."""
PARTS = 64


def judge_lanes(game: GridClash) -> Judge | None:
    return GridClashJudge(game) if game.cells <= MAX_TABLE_CELLS else None


class GridClashJudge(FillingJudge):
    slots = MAX_NUMBERINGS

    def __init__(self, game: GridClash) -> None:
        super().__init__(game)
        sets = [(0, 0)]  # the mover's cells and the other player's, by the number of a position
        for cell in range(game.cells):
            owned = [(0, 0), (1 << cell, 0), (0, 1 << cell)]
            sets = [(m | mine, t | theirs) for m, t in owned for mine, theirs in sets]
        places = np.array(places_in_layers(game.cells, sets))
        self.known = facts(game), known_sets(game), places
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
        """Make the missing tables; where they would not fit, drop all others first."""
        new = self._new(ranks)
        if len(new) > self.slots - self.used:
            self.slot_of[:], self.used = -1, 0
            new = self._new(ranks)
        slots = slice(self.used, self.used + len(new))
        to_solve = numberings[new], self.turned[slots], self.tables[slots]
        work = partial(solve_numberings, *self.known, *to_solve)
        in_parts(len(new), PARTS, work, lambda _done: None, 0)
        self.slot_of[ranks[new]] = np.arange(slots.start, slots.stop)
        self.used = slots.stop


@compiled
def numberings_of(states: Ints, ranks: Ints, low: int, high: int) -> None:
    """The place of each lane's numbering among all of them in order."""
    cells = states.shape[1] - 2
    for lane in range(low, high):
        rank, left = 0, (1 << cells) - 1
        for cell in range(cells):
            bit = 1 << states[lane, 2 + cell] - 1
            rank = rank * (cells - cell) + bit_count(left & (bit - 1))
            left ^= bit
        ranks[lane] = rank
