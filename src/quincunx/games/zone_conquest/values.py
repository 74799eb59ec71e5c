"""Zone Conquest: the values of a batch, looked up in a table of every board with all that may be
remembered of an attack. What an action leads to is worked out here, not by the kernel: only its
place in the table is needed, and playing every action in a lane of its own would take longer."""

import numpy as np

from quincunx.games.zone_conquest.oracle import FORBIDDEN, MAX_CELLS, TAKEN, ZoneConquestOracle
from quincunx.games.zone_conquest.rules import ZoneConquest
from quincunx.kernels.batch import Batch
from quincunx.kernels.compiled import Bytes, Flags, Ints, bit_count, compiled
from quincunx.kernels.lanes import Lanes
from quincunx.kernels.values import NOT_LEGAL, base3_of
from quincunx.oracle import oracle_of
from quincunx.oracle.lanes import Judge


def judge_lanes(game: ZoneConquest) -> Judge | None:
    return ZoneConquestJudge(game) if game.cells <= MAX_CELLS else None


class ZoneConquestJudge:
    """A memory is 0, or one of the oracle's kinds and twice the zone."""

    def __init__(self, game: ZoneConquest) -> None:
        oracle = oracle_of(game)
        assert isinstance(oracle, ZoneConquestOracle)
        self.wins, cells = game.winning_count, game.cells
        self.base3 = base3_of(cells)
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


@compiled
def conquest_values(
    wins: int,
    base3: Ints,
    table: Bytes,
    states: Ints,
    masks: Flags,
    values: Bytes,
    low: int,
    high: int,
) -> None:
    cells = values.shape[1] // 2
    for lane in range(low, high):
        # The other player's last attack is what that player remembers as its own.
        mine, theirs, own = states[lane, 0], states[lane, 1], states[lane, 3]
        for action in range(2 * cells):
            zone = action % cells
            more, less = mine | 1 << zone, theirs & ~(1 << zone)
            memory = 0
            if own and more >> (own - 1) & 1:
                memory = FORBIDDEN + 2 * (own - 1)
            elif action >= cells:
                memory = TAKEN + 2 * zone
            if not masks[lane, action]:
                values[lane, action] = NOT_LEGAL
            elif bit_count(more) >= wins:
                values[lane, action] = 1
            else:
                values[lane, action] = -table[base3[less] + 2 * base3[more], memory]
