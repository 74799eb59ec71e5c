"""Numeral Nexus, as its rule book speaks."""

import re

from quincunx.core import AnyPosition, Outcome, Player
from quincunx.core.grid import LETTERS
from quincunx.core.text import counted, quote
from quincunx.games.numeral_nexus import NUMBERS, Line, NumeralNexusPosition, Placement, Swap
from quincunx.terminal.dialogue import Dialogue

CELL_WIDTH = 4
CELL = re.compile("[A-Z][0-9]{1,2}")


class Book(Dialogue):
    @property
    def position(self) -> NumeralNexusPosition:
        found = super().position
        assert isinstance(found, NumeralNexusPosition)
        return found

    def welcome(self) -> None:
        self.say("Welcome to Numeral Nexus!")
        self.say()
        self.show()

    def show(self) -> None:
        pool = ", ".join(thing.label for thing in self.position.board().beside)
        self.say(f"Available Numbers: {pool}")
        self.say(self.board())

    def board(self) -> str:
        board = self.position.board()
        rows = ["  " + "".join(name.ljust(CELL_WIDTH) for name in board.column_names).rstrip()]
        for row in range(board.rows):
            line = LETTERS[row]
            for cell in board.cells[row * board.columns : (row + 1) * board.columns]:
                text = f"[{self.sign(cell.owner, cell)}{cell.label}]" if cell.owner else "[ ] "
                line += text
            rows.append(line.rstrip())
        return "\n".join(rows)

    def turn(self) -> Placement | Swap:
        self.say(f"{self.player} ({self.marker}), it's your turn.")
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

    def answers(self, move: Placement | Swap) -> list[str]:
        if isinstance(move, Placement):
            return str(move).split("@")
        return ["swap", *str(move).split("~")]

    def deed(self, move: Placement | Swap) -> str:
        if isinstance(move, Placement):
            return "place number {} at {}".format(*str(move).split("@"))
        return "swap positions {} and {}".format(*str(move).split("~"))

    def told(self, move: Placement | Swap, before: AnyPosition) -> None:
        self.say()
        if isinstance(move, Placement):
            number, cell = str(move).split("@")
            self.say(f"You placed number {number} at {cell}.")
        else:
            self.say("You swapped positions {} and {}.".format(*str(move).split("~")))
        self.say()
        self.show()

    def end(self, outcome: Outcome) -> None:
        self.say()
        if isinstance(outcome, Line) and outcome.winner:
            name = self.session.name(outcome.winner)
            numbers = "-".join(map(str, outcome.numbers))
            self.say(
                f"{name} forms a sequence: {numbers} {outcome.direction} from "
                f"{outcome.cells[0]} to {outcome.cells[-1]}. {name} wins!"
            )
            return
        if outcome.counts:
            pairs, numbers_held = outcome.counts
            self.say("All grid cells are filled.")
            for player, some, many in (
                (Player.X, pairs.x, numbers_held.x),
                (Player.O, pairs.o, numbers_held.o),
            ):
                sequences = "sequence" if some == 1 else "sequences"
                self.say(
                    f"{self.session.name(player)} has {some} potential {sequences} of two "
                    f"and {counted(many, 'number')} on the grid."
                )
            winner = outcome.winner
            self.say(f"{self.session.name(winner)} wins!" if winner else "The game is a draw.")
            return
        super().end(outcome)
