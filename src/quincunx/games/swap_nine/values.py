"""Swap Nine: the values of a batch, looked up in the oracle's table."""

from quincunx.games.swap_nine.oracle import SwapNineOracle
from quincunx.games.swap_nine.rules import SwapNine
from quincunx.oracle import oracle_of
from quincunx.oracle.filling import MAX_TABLE_CELLS
from quincunx.oracle.lanes import FillingJudge, Judge


def judge_lanes(game: SwapNine) -> Judge | None:
    return SwapNineJudge(game) if game.cells <= MAX_TABLE_CELLS else None


class SwapNineJudge(FillingJudge):
    def __init__(self, game: SwapNine) -> None:
        super().__init__(game)
        for move in game.all_moves():
            self.places[move.action] = 1 << move.cell
            self.turned[0, move.action] = 0 if move.taken is None else 1 << move.taken
        oracle = oracle_of(game)
        assert isinstance(oracle, SwapNineOracle)
        self.tables[0] = oracle.filling.table
