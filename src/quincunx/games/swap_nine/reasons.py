"""Swap Nine: markers placed, taken and counted."""

from quincunx.analysis import explainer
from quincunx.analysis.grammar import Clause
from quincunx.games.swap_nine.rules import Placement, SwapNinePosition


class Explainer(explainer.Explainer):
    noun = "marker"

    def describe(self, position: SwapNinePosition, move: Placement) -> list[Clause]:
        placed = ("place", f"in {move.cell + 1}")
        return [placed] if move.taken is None else [placed, ("take", str(move.taken + 1))]
