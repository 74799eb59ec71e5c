"""Numeral Nexus, as its rule book speaks."""

from quincunx import books
from quincunx.core import AnyPosition, Outcome, Player
from quincunx.core.text import counted
from quincunx.games.numeral_nexus.rules import Line, Placement, Swap

CELL_WIDTH = 4


class Book(books.Book):
    def show(self) -> list[str]:
        pool = ", ".join(thing.label for thing in self.position.board().beside)
        return [f"Available Numbers: {pool}", self.board()]

    def board(self) -> str:
        board = self.position.board()
        rows = ["  " + "".join(name.ljust(CELL_WIDTH) for name in board.column_names).rstrip()]
        for row, name in enumerate(board.row_names):
            line = name
            for cell in board.cells[row * board.columns : (row + 1) * board.columns]:
                line += f"[{self.sign(cell.owner, cell)}{cell.label}]" if cell.owner else "[ ] "
            rows.append(line.rstrip())
        return "\n".join(rows)

    def imperative(self, move: Placement | Swap) -> str:
        if isinstance(move, Placement):
            return "place number {} at {}".format(*str(move).split("@"))
        return "swap positions {} and {}".format(*str(move).split("~"))

    def sentences(self, move: Placement | Swap, before: AnyPosition) -> list[str]:
        verb, what = self.imperative(move).split(" ", 1)
        done = {"place": "placed", "swap": "swapped"}[verb]
        return [f"{self.subject(before.turn)} {done} {what}."]

    def report_move(self) -> list[str]:
        return ["", *super().report_move()]

    def end(self, outcome: Outcome) -> list[str]:
        return ["", *self._end(outcome)]

    def _end(self, outcome: Outcome) -> list[str]:
        if isinstance(outcome, Line) and outcome.winner:
            name = self.name(outcome.winner)
            numbers = "-".join(map(str, outcome.numbers))
            return [
                f"{name} forms a sequence: {numbers} {outcome.direction} from "
                f"{outcome.cells[0]} to {outcome.cells[-1]}. {name} wins!"
            ]
        if not outcome.counts:
            return super().end(outcome)
        pairs, held = outcome.counts
        winner = outcome.winner
        return [
            "All grid cells are filled.",
            *(
                f"{self.name(player)} has {counted(some, 'potential sequence')} of two "
                f"and {counted(many, 'number')} on the grid."
                for player, some, many in ((Player.X, pairs.x, held.x), (Player.O, pairs.o, held.o))
            ),
            f"{self.name(winner)} wins!" if winner else "The game is a draw.",
        ]
