"""Zone Conquest, as its rule book speaks."""

from quincunx import books
from quincunx.core import AnyPosition, Outcome, Player
from quincunx.core.text import counted, in_words
from quincunx.games.zone_conquest.rules import Action


class Book(books.Book):
    def welcome(self) -> list[str]:
        """The book begins with the first turn."""
        return []

    def show(self) -> list[str]:
        """Every turn of a person begins with the grid."""
        return []

    def name(self, player: Player) -> str:
        """A chosen one with the marker, by which the book calls its players."""
        return self.addressed(player) if player in self.names else super().name(player)

    def addressed(self, player: Player) -> str:
        named = player in self.names or player in self.computers
        return super().addressed(player) if named else f"Player {self.sign(player)}"

    def board(self) -> str:
        rows = self.rows(self.position.board(), len(str(self.position.game.cells)))
        return "\n".join("".join(f"[{text}]" for text in row) for row in rows)

    def show_all(self) -> list[str]:
        cells = self.position.board().cells
        lines = [self.board(), "Zone Control Count:"]
        for player in Player:
            zones = [cell.key for cell in cells if cell.owner is player]
            which = f"{', '.join(zones) or 'none'} ({counted(len(zones), 'zone')})"
            lines.append(f"{self.name(player)} controls zones: {which}.")
        return lines

    def imperative(self, move: Action) -> str:
        return f"{'attack' if move.attack else 'occupy'} zone {move.zone + 1}"

    def sentences(self, move: Action, before: AnyPosition) -> list[str]:
        verb = "attacked" if move.attack else "occupied"
        return [f"{self.subject(before.turn)} {verb} zone {move.zone + 1}."]

    def report_move(self) -> list[str]:
        """The grid too, where no turn of a person follows."""
        grid = ["Current Grid:", self.board(), ""] if self.match.turn in self.computers else []
        return [*self.describe_last(), "", *grid]

    def end(self, outcome: Outcome) -> list[str]:
        if not outcome.counts or outcome.winner is None:
            return [self.board(), *super().end(outcome)]
        count = in_words(max(outcome.counts[0].x, outcome.counts[0].o))
        words = f"now controls {count} zones and wins the game!"
        return [self.board(), f"{self.addressed(outcome.winner)} {words}"]
