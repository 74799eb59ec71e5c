"""Grid Clash: every position of a numbering in one table, made when the numbering is first met."""

from functools import cached_property, lru_cache
from itertools import product
from typing import Any

from quincunx.core import Player
from quincunx.core.grid import sets_of
from quincunx.games.grid_clash.rules import GridClash, GridClashPosition
from quincunx.oracle.base import Oracle
from quincunx.oracle.filling import MAX_TABLE_CELLS, Filling, FillingOracle, places_in_layers

MAX_CELLS = MAX_TABLE_CELLS


def oracle(game: GridClash) -> Oracle:
    return GridClashOracle(game)


class GridClashOracle(FillingOracle):
    game: GridClash
    reachable = 12_765

    @lru_cache(maxsize=256)  # noqa: B019 - oracles last
    def filling(self, numbers: tuple[int, ...]) -> Filling:
        cells = self.game.cells
        # The neighbours that a claim captures if they are the opponent's.
        smaller = [
            sum(1 << other for other in self.game.neighbours[cell] if numbers[other] < number)
            for cell, number in enumerate(numbers)
        ]

        def tie_break(mine: int) -> bool:
            own = 2 * sum(numbers[cell] for cell in range(cells) if mine >> cell & 1)
            return (own, mine >> numbers.index(cells) & 1) > (sum(numbers), 0)

        return Filling(cells, lambda cell, theirs: (smaller[cell] & theirs,), tie_break)

    @cached_property
    def places(self) -> Any:
        """Where positions, by their numbers in base 3, are in the compiled solver's layers."""
        import numpy as np

        cells = self.game.cells
        owners = ("".join(reversed(owners)) for owners in product("-XO", repeat=cells))
        return np.array(places_in_layers(cells, (sets_of(some, Player.X) for some in owners)))

    def payoffs(self, numbers: tuple[int, ...]) -> Any:
        """By compiled code: a batch may hold thousands of numberings."""
        import numpy as np

        from quincunx.games.grid_clash.kernel import solve_numberings

        [table] = solve_numberings(self.game, np.array([numbers]), self.places)
        return table

    def cells_of(self, position: GridClashPosition) -> tuple[str, tuple[int, ...]]:
        return position.owners, position.numbers

    def file_name(self, position: GridClashPosition) -> str:
        return "-".join([super().file_name(position), *map(str, position.numbers)])
