"""Crossed Paths, as its rule book speaks."""

from quincunx import books
from quincunx.core import AnyPosition, Outcome
from quincunx.games.crossed_paths.rules import CrossedPathsPosition, Placement


class Book(books.Book):
    markers_can_be_chosen = True

    def welcome(self) -> list[str]:
        begun = any(cell.owner for cell in self.position.board().cells)
        return ["Welcome to Crossed Paths!", "", *(self.show() if begun else [])]

    def board(self) -> str:
        board, columns = self.position.board(), self.columns()
        side = max(2, *map(len, board.row_names))
        narrow = columns is not None and side + 2 * board.columns > columns
        between = "" if narrow else " "
        rows = zip(board.row_names, self.rows(board), strict=True)
        lines = (f"{name.rjust(side)} {between.join(row)}" for name, row in rows)
        return "\n".join([" " * (side + 1) + between.join(board.column_names), *lines])

    def imperative(self, move: Placement) -> str:
        return f"place your marker at {move}"

    def sentences(self, move: Placement, before: AnyPosition) -> list[str]:
        """Of a person's move the book shows the board alone."""
        if before.turn not in self.computers:
            return []
        return [f"{self.subject(before.turn)} placed a marker at {move}."]

    def end(self, outcome: Outcome) -> list[str]:
        position = self.position
        assert isinstance(position, CrossedPathsPosition)
        if position.outcome is None or outcome.winner is None or position.last is None:
            return super().end(outcome)
        last = position.game.placements[position.last]
        loser = outcome.winner.other
        return [
            f"{self.addressed(loser)} has no valid move: no empty cell "
            f"is in the same row, column, or diagonal as {last}.",
            f"{self.name(outcome.winner)} wins!",
        ]
