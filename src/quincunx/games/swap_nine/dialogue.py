"""Swap Nine, as its rule book asks."""

from dataclasses import replace

from quincunx.books import Book
from quincunx.core.text import listed, quote
from quincunx.games.swap_nine.rules import Placement
from quincunx.play.match import Match
from quincunx.terminal.dialogue import Dialogue, parts


class Questions(Dialogue):
    def turn(self) -> Placement:
        where = "enter the number of the cell where you want to place your marker"
        below = 2 + self.position.game.columns
        takes = (
            f"Type the number of an empty cell, or two numbers, as in 2x{below}, to place in the "
            "first and swap the second."
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
                enter=True,
                book=lambda: self._with(placed),
            )
            said = [part for part in parts(answer) if part not in ("x", "swap", "take")]
            if not answer or said in (["n"], ["no"]):
                return placed
            yes = said in (["y"], ["yes"])
            number = said[0] if len(said) == 1 else ""
            if yes and len(options) == 1:
                [number] = options
            if number in options:
                return options[number]
            if yes:
                self.say(f"Which one? Enter {cells}.")
            elif number.isdecimal() and len(number) < 9:
                self.read(f"{placed}x{int(number)}")
            else:
                refusal = f"{quote(answer)} is not a cell: enter {cells}, or press Enter."
                self.refuse(answer, refusal)
        return placed

    def _with(self, placed: Placement) -> Book:
        """The book, with the marker that was just placed."""
        match = Match(self.position)
        match.advance(placed)
        return replace(self.book, match=match)
