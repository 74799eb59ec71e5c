"""Swap Nine: every position of the grid in one table."""

from collections.abc import Iterator

from quincunx.games.swap_nine.rules import SwapNine, SwapNinePosition
from quincunx.oracle.base import Oracle
from quincunx.oracle.filling import MAX_TABLE_CELLS, Filling, FillingOracle

MAX_CELLS = MAX_TABLE_CELLS


def oracle(game: SwapNine) -> Oracle:
    return SwapNineOracle(game)


class SwapNineOracle(FillingOracle):
    reachable = 16_973

    def __init__(self, game: SwapNine) -> None:
        super().__init__(game)
        adjacent = [
            [1 << move.taken for move in placements if move.taken is not None]
            for placements in game.placements
        ]

        def turned(cell: int, theirs: int) -> Iterator[int]:
            yield 0
            for taken in adjacent[cell]:
                if theirs & taken:
                    yield taken

        # Tie-breaker: the mover did not place last, and wins.
        self.only_filling = Filling(game.cells, turned, tie_break=lambda _mine: True)

    def filling(self, numbers: tuple[int, ...]) -> Filling:
        return self.only_filling

    def cells_of(self, position: SwapNinePosition) -> tuple[str, tuple[int, ...]]:
        return position.cells, ()
