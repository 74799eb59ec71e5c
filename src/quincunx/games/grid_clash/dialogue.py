"""Grid Clash, as its rule book asks."""

import re

from quincunx.games.grid_clash.rules import Claim
from quincunx.terminal.dialogue import Dialogue

PAIR = re.compile(r"\(? ?([0-9]+) ?[ ,] ?([0-9]+) ?\)?")
DIGITS = re.compile("([1-9])([1-9])")
"""No grid has ten rows or columns."""


class Questions(Dialogue):
    def turn(self) -> Claim:
        game = self.position.game
        self.say(f"{self.book.name(self.position.turn)}'s Turn.")
        claim: Claim = self.asked(
            f"Enter the row (1-{game.rows}) and column (1-{game.columns}) of the cell "
            "you want to claim: ",
            "Type the row and the column of a cell that shows a number, as in 1 2 or 1,2.",
        )
        return claim

    def notation(self, answer: str) -> str:
        found = PAIR.fullmatch(" ".join(answer.split())) or DIGITS.fullmatch(answer)
        return f"{found[1]},{found[2]}" if found else super().notation(answer)
