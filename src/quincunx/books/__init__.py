"""What a rule book says without asking: the board in characters, a sentence for each thing that
happens, the announcement of the end.

A game's `book.py` speaks in that book's own words; a game without one gets this generic book. All
of it is text: markers are coloured by a function that is passed in, and questions are asked
elsewhere.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar

from quincunx.core import AnyPosition, Board, Cell, Outcome, Player
from quincunx.core.board import changed_cells, draw_board
from quincunx.games import part_of
from quincunx.play.match import Match


@dataclass
class Book:
    """Lines about a match. It holds no rule: what happened the positions say."""

    match: Match
    names: dict[Player, str] = field(default_factory=dict)
    """Those that were chosen."""
    markers: dict[Player, str] = field(default_factory=dict)
    """The same."""
    computers: dict[Player, str] = field(default_factory=dict)
    """What the sides are called that no person plays: they are spoken of, not to."""
    mark: Callable[[str, Player, bool], str] | None = None
    """How to show a marker, of a player, and whether the last move left it there or it is part of
    what decided the game."""
    columns: Callable[[], int | None] = lambda: None
    """How wide a board may be; None for any width."""
    markers_can_be_chosen: ClassVar[bool] = False

    # What a book says in its own way.

    def welcome(self) -> list[str]:
        return [f"Welcome to {self.position.game.title}!", "", *self.show()]

    def show(self) -> list[str]:
        """The board before a turn, where no move has just been told."""
        return [self.board(), ""]

    def board(self) -> str:
        return draw_board(self.position.board(), self.sign)

    def show_all(self) -> list[str]:
        """The board for somebody who asks to see it, with what else counts."""
        return [self.board()]

    def imperative(self, move: Any) -> str:
        """What to do, in the words of the questions: 'attack zone 5'."""
        return f"play {move}"

    def sentences(self, move: Any, before: AnyPosition) -> list[str]:
        """What a move did that `before` allowed."""
        return [f"{self.subject(before.turn)} played {move}."]

    def report_move(self) -> list[str]:
        """After a move: what it did, then the board."""
        return [*self.describe_last(), "", *self.show()]

    def end(self, outcome: Outcome) -> list[str]:
        if outcome.winner is None:
            return [f"The game is a draw: {outcome.reason}."]
        winner, loser = self.name(outcome.winner), self.name(outcome.winner.other)
        if termination := self.match.termination:
            deed = "resigned" if termination == "resignation" else "forfeited"
            return [f"{winner} wins: {loser} {deed}."]
        return [f"{winner} wins: {outcome.reason}."]

    # What all of them use.

    @property
    def position(self) -> AnyPosition:
        return self.match.position

    def rows(self, board: Board, width: int = 1) -> list[list[str]]:
        """Of each cell a marker, else its label, else a point, to the right of so many columns."""
        texts = [
            " " * (width - 1) + self.sign(cell.owner, cell)
            if cell.owner
            else (cell.label or ".").rjust(width)
            for cell in board.cells
        ]
        return [texts[i : i + board.columns] for i in range(0, len(texts), board.columns)]

    def describe_last(self) -> list[str]:
        """What the last move did."""
        return self.sentences(self.match.moves[-1], self.match.positions[-2])

    def plain_name(self, player: Player) -> str:
        default = self.computers.get(player) or f"Player {1 if player is Player.X else 2}"
        return self.names.get(player) or default

    def name(self, player: Player) -> str:
        """Whom an announcement speaks of: both sides may be the same computer."""
        plain = player in self.names or player not in self.computers
        return self.plain_name(player) if plain else self.addressed(player)

    def addressed(self, player: Player) -> str:
        """Somebody who is asked, or a computer, by name and marker."""
        return f"{self.plain_name(player)} ({self.sign(player)})"

    def subject(self, player: Player) -> str:
        """Who did something, as a sentence begins that tells it."""
        return self.addressed(player) if player in self.computers else "You"

    def with_markers(self, words: str) -> str:
        """What says X and O of the players, with the markers that they chose."""
        return re.sub(
            r"\b[XO]\b", lambda found: self.markers.get(Player(found[0]), found[0]), words
        )

    def sign(self, player: Player, cell: Cell | None = None) -> str:
        """A player's marker, as it is shown, in a cell of the board or in a sentence."""
        marker = self.markers.get(player, player.value)
        if self.mark is None:
            return marker
        if cell is None or not self.match.ply:
            return self.mark(marker, player, False)
        new = bool(cell.highlight) or cell.key in _new(*self.match.positions[-2:])
        return self.mark(marker, player, new)


@lru_cache(maxsize=1)
def _new(before: AnyPosition, after: AnyPosition) -> set[str]:
    """The cells that a move changed, looked for once for all cells of a board."""
    return changed_cells(before.board(), after.board())


def book_of(match: Match) -> Book:
    """What the book of a match's game says about it."""
    special = part_of(type(match.start.game), "book")
    found: type[Book] = special.Book if special else Book
    return found(match)
