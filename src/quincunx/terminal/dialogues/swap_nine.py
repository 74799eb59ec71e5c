"""Swap Nine, as its rule book asks."""

from quincunx.core.text import listed, quote
from quincunx.games.swap_nine import Placement
from quincunx.terminal.dialogue import Dialogue


class Questions(Dialogue):
    def turn(self) -> Placement:
        where = "enter the number of the cell where you want to place your marker"
        takes = (
            "Type the number of an empty cell, or two numbers, as in 2x5, to place in the first "
            "and swap the second."
        )
        placed: Placement = self.asked(f"{self.player}, {where}: ", takes)
        return placed if placed.taken is not None else self._swap(placed)

    def _swap(self, placed: Placement) -> Placement:
        """The swap option; a wrong answer leaves the placement standing."""
        options: dict[str, Placement] = {
            str(move.taken + 1): move
            for move in self.position.legal_moves()
            if move.cell == placed.cell and move.taken is not None
        }
        while options:
            cells = listed(list(options), "or")
            answer = self.ask(
                f"{self.player}, enter the number of the cell you want to swap ({cells}), "
                "or press Enter to swap none: ",
                f"Type {cells} to make that cell yours, or press Enter to leave all as they are.",
                f"{' '.join(options)} or Enter",
            )
            if not answer:
                return placed
            if answer in options:
                return options[answer]
            if answer.isascii() and answer.isdecimal() and len(answer) < 9:
                self.read(f"{placed}x{int(answer)}")
            else:
                self.say(f"{quote(answer)} is not a cell: enter {cells}, or press Enter.")
        return placed
