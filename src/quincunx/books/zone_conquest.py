"""Zone Conquest, as its rule book speaks."""

from quincunx import books
from quincunx.core import AnyPosition, Outcome, Player
from quincunx.core.text import in_words
from quincunx.games.zone_conquest import Action


class Book(books.Book):
    def welcome(self) -> list[str]:
        """The book begins with the first turn."""
        return []

    def show(self) -> list[str]:
        """Every turn of a person begins with the grid."""
        return []

    def addressed(self, player: Player) -> str:
        return self.names.get(player) or f"Player {self.sign(player)}"

    def board(self) -> str:
        rows = self.rows(self.position.board(), len(str(self.position.game.cells)))
        return "\n".join("".join(f"[{text}]" for text in row) for row in rows)

    def deed(self, move: Action) -> str:
        return f"{'attack' if move.attack else 'occupy'} zone {move.zone + 1}"

    def sentences(self, move: Action, before: AnyPosition) -> list[str]:
        verb = "attacked" if move.attack else "occupied"
        return [f"{self.subject(before.turn)} {verb} zone {move.zone + 1}."]

    def told(self) -> list[str]:
        """The grid too, where no turn of a person follows."""
        grid = ["Current Grid:", self.board(), ""] if self.match.turn in self.computers else []
        return [*self.last(), "", *grid]

    def end(self, outcome: Outcome) -> list[str]:
        if not outcome.counts or outcome.winner is None:
            return [self.board(), *super().end(outcome)]
        count = in_words(max(outcome.counts[0].x, outcome.counts[0].o))
        words = f"now controls {count} zones and wins the game!"
        return [self.board(), f"{self.addressed(outcome.winner)} {words}"]
