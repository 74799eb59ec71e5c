"""Swap Nine, as its rule book speaks."""

from quincunx import books
from quincunx.core import AnyPosition, Outcome, Player
from quincunx.core.text import counted
from quincunx.games.swap_nine.rules import Placement


class Book(books.Book):
    def welcome(self) -> list[str]:
        return self.show()

    def board(self) -> str:
        """Numbers in empty cells."""
        game = self.position.game
        width = len(str(game.cells))
        rule = "-" * (game.columns * (width + 3) - 1)
        return f"\n{rule}\n".join(
            f" {' | '.join(row)}" for row in self.rows(self.position.board(), width)
        )

    def imperative(self, move: Placement) -> str:
        if move.taken is not None:
            return f"place in cell {move.cell + 1} and swap cell {move.taken + 1}"
        moves = self.position.legal_moves()
        could = any(other.cell == move.cell and other.taken is not None for other in moves)
        return f"place in cell {move}" + (" and swap none" if could else "")

    def sentences(self, move: Placement, before: AnyPosition) -> list[str]:
        """Of a person's move the book shows the board alone."""
        if before.turn not in self.computers:
            return []
        swapped = "" if move.taken is None else f" and swapped cell {move.taken + 1}"
        return [f"{self.subject(before.turn)} placed in cell {move.cell + 1}{swapped}."]

    def report_move(self) -> list[str]:
        return [*self.describe_last(), *([] if self.position.outcome else self.show())]

    def end(self, outcome: Outcome) -> list[str]:
        if not outcome.counts:
            return super().end(outcome)
        tally = outcome.counts[0]
        assert outcome.winner
        deed = (
            "wins with the majority" if tally.leader else "did not place the last marker and wins"
        )
        return [
            *("Final Grid:", self.board(), ""),
            *(
                f"{self.plain_name(player)} ('{self.sign(player)}'): {counted(count, 'marker')}."
                for player, count in ((Player.X, tally.x), (Player.O, tally.o))
            ),
            f"{self.name(outcome.winner)} {deed}.",
        ]
