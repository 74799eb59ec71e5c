"""Grid Clash: claims, captures, and cells that are safe from capture."""

from quincunx.analysis import explainer
from quincunx.analysis.grammar import Clause, Ply
from quincunx.core.text import listed
from quincunx.games.grid_clash.rules import Claim, GridClashPosition


class Explainer(explainer.Explainer):
    noun = "cell"

    def describe(self, position: GridClashPosition, move: Claim) -> list[Clause]:
        captured = [f"({position.game.claims[cell]})" for cell in position.captures(move)]
        return [("claim", f"({move})"), *([("capture", listed(captured))] if captured else [])]

    def list_effects(self, ply: Ply) -> list[Clause]:
        after, cell = ply.after, ply.move.cell
        higher = (
            after.owners[other] == "-" and after.numbers[other] > after.numbers[cell]
            for other in after.game.neighbours[cell]
        )
        safe = "" if any(higher) else f", and ({ply.move}) can never be captured"
        return [(verb, words + safe) for verb, words in self.count_clauses(ply)]
