"""Swap Nine: markers placed, taken and counted."""

from quincunx.analysis.grammar import Deed
from quincunx.analysis.telling import Telling
from quincunx.games.swap_nine.rules import Placement, SwapNinePosition


class Book(Telling):
    noun = "marker"

    def deeds(self, position: SwapNinePosition, move: Placement) -> list[Deed]:
        placed = ("place", f"in {move.cell + 1}")
        return [placed] if move.taken is None else [placed, ("take", str(move.taken + 1))]
