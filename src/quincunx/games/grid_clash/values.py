"""Grid Clash: the values of a batch, with a table for each numbering that was met lately."""

from functools import partial
from math import factorial
from threading import Lock

import numpy as np

from quincunx.games.grid_clash.kernel import Facts, Sets, facts, known_sets, solve_numbering
from quincunx.games.grid_clash.rules import GridClash
from quincunx.kernels.batch import Batch
from quincunx.kernels.compiled import Bytes, Ints, bit_count, compiled, compress, in_parts
from quincunx.kernels.lanes import Lanes
from quincunx.oracle.filling import MOST_CELLS_FOR_A_TABLE
from quincunx.oracle.lanes import FillingJudge, Judge

MAX_NUMBERINGS = 4096
"""Whose tables are kept: 80 MB."""
PARTS = 64


def judge_lanes(game: GridClash) -> Judge | None:
    return GridClashJudge(game) if game.cells <= MOST_CELLS_FOR_A_TABLE else None


class GridClashJudge(FillingJudge):
    slots = MAX_NUMBERINGS

    def __init__(self, game: GridClash) -> None:
        super().__init__(game)
        self.known = facts(game), known_sets(game), self.base3
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
        work = partial(solve_numberings, *self.known, *to_solve)
        in_parts(len(new), PARTS, work, lambda _done: None, 0)
        self.slot_of[ranks[new]] = np.arange(slots.start, slots.stop)
        self.used = slots.stop


@compiled
def solve_numberings(
    facts: Facts,
    known: Sets,
    base3: Ints,
    numberings: Ints,
    turned: Ints,
    tables: Bytes,
    low: int,
    high: int,
) -> int:
    """For each numbering its table, and what the actions turn. Tells how many were solved."""
    sets, begins, _ = known
    cells = numberings.shape[1]
    layers = np.empty(3**cells, dtype=np.int8)
    for number in range(low, high):
        turns = turned[number].reshape(cells, 1)
        solve_numbering(facts, known, numberings[number], turns, layers)
        begin = 0
        for filled in range(cells, -1, -1):
            for every in sets[begins[filled] : begins[filled + 1]]:
                mine = every
                while True:
                    payoff = layers[begin + compress(mine, every)]
                    tables[number, 2 * base3[every] - base3[mine]] = payoff
                    if not mine:
                        break
                    mine = (mine - 1) & every
                begin += 1 << filled
    return high - low


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
