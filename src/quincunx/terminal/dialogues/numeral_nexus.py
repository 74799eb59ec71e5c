"""Numeral Nexus, as its rule book asks."""

import re

from quincunx.core.text import quote
from quincunx.games.numeral_nexus import NUMBERS, NumeralNexusPosition, Placement, Swap
from quincunx.terminal.dialogue import Dialogue

CELL = re.compile("[A-Z][0-9]{1,2}")


class Questions(Dialogue):
    @property
    def position(self) -> NumeralNexusPosition:
        found = super().position
        assert isinstance(found, NumeralNexusPosition)
        return found

    def turn(self) -> Placement | Swap:
        self.say(f"{self.player}, it's your turn.")
        offer, also = "", ""
        if self._can_swap():
            offer = " or type 'swap' to use your swap action"
            also = "; or type swap, or two cells, as in C3~D4, to swap their numbers"
        takes = f"Type a number of the pool, or number and cell, as in 5@C3{also}."
        while True:
            answer = self.ask(f"Enter the number you want to place{offer}: ", takes)
            move: Placement | Swap | None
            if "@" in answer or "~" in answer:
                move = self.read(answer)
            else:
                move = self._swap() if answer.lower() == "swap" else self._place(answer)
            if move is not None:
                return move

    def _can_swap(self) -> bool:
        return any(isinstance(move, Swap) for move in self.position.legal_moves())

    def _place(self, number: str) -> Placement | None:
        if number not in tuple(NUMBERS):
            self.say(f"{quote(number)} is not a number of the pool: enter 1 to 9.")
            return None
        if not self.position.pool()[number]:
            self.say(f"No {number} is left in the pool: choose another number.")
            return None
        example = " (e.g., C3)" if not self.position.owners.strip("-") else ""
        while True:
            question = f"Enter the grid position{example}: "
            cell = self._cell(question, "an empty cell", self._cells("-"))
            move: Placement | None = self.read(f"{number}@{cell}")
            if move is not None:
                return move

    def _cells(self, owners: str) -> list[str]:
        """The cells of one of these owners."""
        position = self.position
        pairs = zip(position.game.names, position.owners, strict=True)
        return [name for name, owner in pairs if owner in owners]

    def _cell(self, question: str, state: str, possible: list[str]) -> str:
        """Something that reads like a cell."""
        takes = f"Type {state}, row and column, as in {possible[0]}."
        while True:
            answer = self.ask(question, takes, " ".join(possible))
            if CELL.fullmatch(answer.upper()):
                return answer.upper()
            self.say(f"{quote(answer)} is not a grid position: write row and column, as in C3.")

    def _swap(self) -> Swap | None:
        position = self.position
        if not self._can_swap():
            self.say(
                "Your swap is spent: place a number."
                if position.turn not in position.swaps
                else "A swap needs two numbers on the grid: place a number."
            )
            return None
        first = self._filled("Enter the first grid position to swap: ")
        while True:
            others = [cell for cell in self._cells("XO") if cell != first]
            question = "Enter the second grid position to swap: "
            second = self._cell(question, "another cell with a number", others)
            move: Swap | None = self.read(f"{first}~{second}")
            if move is not None:
                return move

    def _filled(self, question: str) -> str:
        """A cell that holds a number."""
        filled = self._cells("XO")
        while True:
            cell = self._cell(question, "a cell with a number", filled)
            if cell in filled:
                return cell
            self.read(f"{cell}~{filled[0]}")
