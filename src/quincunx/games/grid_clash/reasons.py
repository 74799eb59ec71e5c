"""Grid Clash: claims, captures, and cells that are safe from capture."""

from quincunx.analysis.grammar import Deed, Step
from quincunx.analysis.telling import Telling
from quincunx.core.text import listed
from quincunx.games.grid_clash.rules import Claim, GridClashPosition


class Book(Telling):
    noun = "cell"

    def deeds(self, position: GridClashPosition, move: Claim) -> list[Deed]:
        captured = [f"({position.game.claims[cell]})" for cell in position.captures(move)]
        return [("claim", f"({move})"), *([("capture", listed(captured))] if captured else [])]

    def points(self, step: Step) -> list[Deed]:
        after, cell = step.after, step.move.cell
        higher = (
            after.owners[other] == "-" and after.numbers[other] > after.numbers[cell]
            for other in after.game.neighbours[cell]
        )
        safe = "" if any(higher) else f", and ({step.move}) can never be captured"
        return [(verb, words + safe) for verb, words in self.count(step)]
