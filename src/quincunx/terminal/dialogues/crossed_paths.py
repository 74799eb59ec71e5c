"""Crossed Paths, as its rule book speaks."""

from quincunx.core import AnyPosition, Outcome
from quincunx.games.crossed_paths import CrossedPathsPosition, Placement
from quincunx.terminal.dialogue import Dialogue


class Book(Dialogue):
    markers_can_be_chosen = True

    def welcome(self) -> None:
        self.say("Welcome to Crossed Paths!")
        self.say()
        if any(cell.owner for cell in self.position.board().cells):
            self.show()

    def board(self) -> str:
        board = self.position.board()
        side = max(2, *map(len, board.row_names))
        columns = self.session.console.columns
        narrow = columns is not None and side + 2 * board.columns > columns
        between = "" if narrow else " "
        lines = [" " * (side + 1) + between.join(board.column_names)]
        for row, name in enumerate(board.row_names):
            cells = board.cells[row * board.columns : (row + 1) * board.columns]
            signs = [self.sign(cell.owner, cell) if cell.owner else "." for cell in cells]
            lines.append(f"{name.rjust(side)} {between.join(signs)}")
        return "\n".join(lines)

    def turn(self) -> Placement:
        position = self.position
        assert isinstance(position, CrossedPathsPosition)
        self.say(f"{self.player} ({self.marker}), it's your turn.")
        example, where = " (e.g., D4)", ""
        if position.last is not None:
            example, where = "", " in line with the opponent's last move"
            last = position.game.placements[position.last]
            self.say(
                "Your move must be in the same row, column, or diagonal as the opponent's last "
                f"move at {last}."
            )
        takes = f"Type column and row of an empty cell{where}, as in {position.legal_moves()[0]}."
        while True:
            answer = self.ask(f"Enter the cell to place your marker{example}: ", takes)
            move: Placement | None = self.read(answer)
            if move is not None:
                return move

    def deed(self, move: Placement) -> str:
        return f"place your marker at {move}"

    def told(self, move: Placement, before: AnyPosition) -> None:
        self.say()
        self.show()

    def end(self, outcome: Outcome) -> None:
        position = self.position
        assert isinstance(position, CrossedPathsPosition)
        if position.outcome is None or outcome.winner is None or position.last is None:
            super().end(outcome)
            return
        last = position.game.placements[position.last]
        loser = self.session.name(outcome.winner.other)
        self.say(
            f"{loser} ({self.sign(outcome.winner.other)}) has no valid move: no empty cell "
            f"is in the same row, column, or diagonal as {last}."
        )
        self.say(f"{self.session.name(outcome.winner)} wins!")
