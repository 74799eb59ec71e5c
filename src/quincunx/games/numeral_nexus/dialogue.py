"""Numeral Nexus, as its rule book asks."""

import re

from quincunx.core.text import quote
from quincunx.games.numeral_nexus.rules import NUMBERS, NumeralNexusPosition, Placement, Swap
from quincunx.terminal.dialogue import BETWEEN, Dialogue, parts

CELL = re.compile("[A-Z][0-9]{1,2}")


class Questions(Dialogue):
    words = ("swap",)

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
            cells = "~".join(self._cells("XO")[:2])
            also = f"; or type swap, or two cells, as in {cells}, to swap their numbers"
        takes = f"Type a number of the pool, or number and cell, as in 5@C3{also}."
        while True:
            question = f"Enter the number you want to place{offer}: "
            answer = self.ask(question, takes, self._moves())
            move: Placement | Swap | None
            if answer.isdecimal():
                move = self._place(answer)
            elif parts(answer) == ["swap"]:
                move = self._swap()
            else:
                notation = "@" in answer or "~" in answer
                move = self.read(answer, None if notation else self._no_number(answer))
            if move is not None:
                return move

    def _moves(self) -> str:
        """What can be played, in two lines: every number can go to every empty cell."""
        numbers = " ".join(number for number, left in self.position.pool().items() if left)
        lines = [f"{numbers} on any of {' '.join(self._cells('-'))}"]
        if self._can_swap():
            lines.append(f"or swap any two of {' '.join(self._cells('XO'))}")
        return "\n".join(lines)

    def _no_number(self, answer: str) -> str:
        return f"{quote(answer)} is not a number of the pool: enter 1 to 9."

    def _can_swap(self) -> bool:
        return any(isinstance(move, Swap) for move in self.position.legal_moves())

    def _place(self, number: str) -> Placement | None:
        if number not in tuple(NUMBERS):
            self.say(self._no_number(number))
            return None
        if not self.position.pool()[number]:
            self.say(f"No {number} is left in the pool: choose another number.")
            return None
        middle = self.position.game.names[self.position.game.cells // 2]
        example = f" (e.g., {middle})" if not self.position.owners.strip("-") else ""
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
            cell = BETWEEN.sub("", " ".join(parts(answer))).upper()
            if CELL.fullmatch(cell):
                return cell
            where = "write row and column, as in C3"
            self.refuse(answer, f"{quote(answer)} is not a grid position: {where}.")

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
