"""Grid Clash: every position of a numbering in one table, made when the numbering is first met."""

from functools import lru_cache

from quincunx.games.grid_clash.rules import GridClash, GridClashPosition
from quincunx.oracle.base import Oracle
from quincunx.oracle.filling import MAX_TABLE_CELLS, Filling, FillingOracle

MAX_CELLS = MAX_TABLE_CELLS


def oracle(game: GridClash) -> Oracle:
    return GridClashOracle(game)


class GridClashOracle(FillingOracle):
    reachable = 12_765

    def __init__(self, game: GridClash) -> None:
        super().__init__(game)
        self.filling = lru_cache(maxsize=256)(_filling)

    def filling_and_owners(self, position: GridClashPosition) -> tuple[Filling, str]:
        return self.filling(position.game, position.numbers), position.owners

    def file_name(self, position: GridClashPosition) -> str:
        return "-".join([super().file_name(position), *map(str, position.numbers)])


def _filling(game: GridClash, numbers: tuple[int, ...]) -> Filling:
    # The neighbours that a claim captures if they are the opponent's.
    smaller = [
        sum(1 << other for other in game.neighbours[cell] if numbers[other] < numbers[cell])
        for cell in range(game.cells)
    ]
    total = sum(numbers)
    highest = 1 << numbers.index(game.cells)

    def tie_break(mine: int) -> bool:
        own = 2 * sum(numbers[cell] for cell in range(game.cells) if mine >> cell & 1)
        return own > total or (own == total and bool(mine & highest))

    return Filling(game.cells, lambda cell, theirs: (smaller[cell] & theirs,), tie_break)
