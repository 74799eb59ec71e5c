"""Grid Clash, as its rule book speaks."""

from quincunx import books
from quincunx.core import AnyPosition, Board, Outcome, Player
from quincunx.core.text import counted
from quincunx.games.grid_clash.rules import Claim, GridClashPosition


class Book(books.Book):
    markers_can_be_chosen = True

    def welcome(self) -> list[str]:
        one, two = (f"{self.plain_name(player)} is '{self.sign(player)}'" for player in Player)
        return ["Welcome to Grid Clash!", f"{one}, {two}.", "", *self.show()]

    def show(self) -> list[str]:
        begun = any(cell.owner for cell in self.position.board().cells)
        return ["Current Grid:" if begun else "Initial Grid:", self.board(), ""]

    def board(self) -> str:
        return self._grid(self.position.board())

    def show_all(self) -> list[str]:
        """The grid hides the numbers of claimed cells, which decide what can be captured."""
        board = self.position.board()
        bare = board._replace(cells=tuple(cell._replace(owner=None) for cell in board.cells))
        return [self.board(), "Numbers:", self._grid(bare)]

    def _grid(self, board: Board) -> str:
        width = len(str(self.position.game.cells))
        rule = "+" + f"{'-' * (width + 2)}+" * board.columns
        lines = (f"| {' | '.join(row)} |\n{rule}" for row in self.rows(board, width))
        return "\n".join([rule, *lines])

    def imperative(self, move: Claim) -> str:
        return "claim row {}, column {}".format(*str(move).split(","))

    def sentences(self, move: Claim, before: AnyPosition) -> list[str]:
        assert isinstance(before, GridClashPosition)
        who = self.subject(before.turn)
        captures = [before.game.claims[cell] for cell in before.captures(move)]
        return [
            f"{who} claimed cell ({move}) with number {before.numbers[move.cell]}.",
            *(f"{who} captured an opponent's cell at ({claim})!" for claim in captures),
        ]

    def report_move(self) -> list[str]:
        grid = [] if self.position.outcome else ["Updated Grid:", self.board(), ""]
        return [*self.describe_last(), "", *grid]

    def end(self, outcome: Outcome) -> list[str]:
        if not outcome.counts:
            return super().end(outcome)
        cells, points = outcome.counts
        assert outcome.winner
        name = self.name(outcome.winner)
        lines = [
            *("All cells have been claimed.", ""),
            *("Final Grid:", self.board(), ""),
            f"{self.name(Player.X)} controls {counted(cells.x, 'cell')}.",
            f"{self.name(Player.O)} controls {counted(cells.o, 'cell')}.",
            "",
        ]
        if not cells.leader:
            decided = (
                f"the numbers of the cells add up to {points.x} and {points.o}"
                if points.leader
                else f"the sums are equal too, and {name} holds the {self.position.game.cells}"
            )
            lines.append(f"Both control as many cells: {decided}.")
        return [*lines, f"{name} wins the game!"]
