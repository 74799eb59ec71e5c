"""Grid Clash, as its rule book asks."""

import re

from quincunx.games.grid_clash import Claim
from quincunx.terminal.dialogue import Dialogue

PAIR = re.compile(r"^([0-9]+)\s*[ ,]\s*([0-9]+)$")


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

    def read(self, text: str) -> Claim | None:
        claim: Claim | None = super().read(PAIR.sub(r"\1,\2", text))
        return claim
