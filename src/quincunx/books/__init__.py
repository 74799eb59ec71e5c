"""A match in the words of its rule book: the board in characters, a sentence for each move, the
announcement of the end.

A game's `book.py` uses the wording of that book; a game without one gets this generic version. The
output is text: a function that is passed in colours the markers. Questions are asked elsewhere.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, ClassVar

from quincunx.core import AnyPosition, Board, Cell, Outcome, Player
from quincunx.core.board import changed_cells, draw_board
from quincunx.games import part_of
from quincunx.play.match import Match


@dataclass
class Book:
    """Lines of text about a match. It knows no rule: the positions show what happened."""

    match: Match
    names: dict[Player, str] = field(default_factory=dict)
    """Those that players chose."""
    markers: dict[Player, str] = field(default_factory=dict)
    """Those that players chose."""
    computers: dict[Player, str] = field(default_factory=dict)
    """The names of the sides that no person plays; sentences speak of them in the third person."""
    mark: Callable[[str, Player, bool], str] | None = None
    """Return a marker as it is shown, by its player and whether it is new or decided the game."""
    columns: Callable[[], int | None] = lambda: None
    """Return how wide a board may be; None for any width."""
    markers_can_be_chosen: ClassVar[bool] = False

    # What a book may word differently.

    def welcome(self) -> list[str]:
        return [f"Welcome to {self.position.game.title}!", "", *self.show()]

    def show(self) -> list[str]:
        """Return the board before a turn, where no move has just been reported."""
        return [self.board(), ""]

    def board(self) -> str:
        return draw_board(self.position.board(), self.sign)

    def show_all(self) -> list[str]:
        """Return the board and what else counts, for somebody who asks to see it."""
        return [self.board()]

    def imperative(self, move: Any) -> str:
        """Return a move as an instruction, in the words of the questions: 'attack zone 5'."""
        return f"play {move}"

    def sentences(self, move: Any, before: AnyPosition) -> list[str]:
        """Describe a move that was played in the position `before`."""
        return [f"{self.subject(before.turn)} played {move}."]

    def report_move(self) -> list[str]:
        """Return what the last move did, then the board."""
        return [*self.describe_last(), "", *self.show()]

    def end(self, outcome: Outcome) -> list[str]:
        if outcome.winner is None:
            return [f"The game is a draw: {outcome.reason}."]
        winner, loser = self.name(outcome.winner), self.name(outcome.winner.other)
        if termination := self.match.termination:
            deed = "resigned" if termination == "resignation" else "forfeited"
            return [f"{winner} wins: {loser} {deed}."]
        return [f"{winner} wins: {outcome.reason}."]

    # What all books use.

    @property
    def position(self) -> AnyPosition:
        return self.match.position

    def rows(self, board: Board, width: int = 1) -> list[list[str]]:
        """Return the cells row by row: a marker, else the label, else a point, right-aligned."""
        texts = [
            " " * (width - 1) + self.sign(cell.owner, cell)
            if cell.owner
            else (cell.label or ".").rjust(width)
            for cell in board.cells
        ]
        return [texts[i : i + board.columns] for i in range(0, len(texts), board.columns)]

    def describe_last(self) -> list[str]:
        """Describe the last move."""
        return self.sentences(self.match.moves[-1], self.match.positions[-2])

    def plain_name(self, player: Player) -> str:
        default = self.computers.get(player) or f"Player {1 if player is Player.X else 2}"
        return self.names.get(player) or default

    def name(self, player: Player) -> str:
        """Return a player's name for an announcement; both sides may be the same computer."""
        plain = player in self.names or player not in self.computers
        return self.plain_name(player) if plain else self.addressed(player)

    def addressed(self, player: Player) -> str:
        """Return a player's name and marker, as in a question."""
        return f"{self.plain_name(player)} ({self.sign(player)})"

    def subject(self, player: Player) -> str:
        """Return the subject of a sentence about a player's move."""
        return self.addressed(player) if player in self.computers else "You"

    def for_onlookers(self) -> "Book":
        """Return the same book for somebody who watches: it calls neither side You."""
        names = {side: self.plain_name(side) for side in Player}
        return replace(self, computers=names)

    def with_markers(self, words: str) -> str:
        """Replace X and O in a text by the markers that the players chose."""
        return re.sub(
            r"\b[XO]\b", lambda found: self.markers.get(Player(found[0]), found[0]), words
        )

    def sign(self, player: Player, cell: Cell | None = None) -> str:
        """Return a player's marker as it is shown in a cell of the board or in a sentence."""
        marker = self.markers.get(player, player.value)
        if self.mark is None:
            return marker
        if cell is None or not self.match.ply:
            return self.mark(marker, player, False)
        new = bool(cell.highlight) or cell.key in _new(*self.match.positions[-2:])
        return self.mark(marker, player, new)


@lru_cache(maxsize=1)
def _new(before: AnyPosition, after: AnyPosition) -> set[str]:
    """Return the cells that a move changed, computed once for all cells of a board."""
    return changed_cells(before.board(), after.board())


def book_of(match: Match) -> Book:
    """Return the book of a match's game, for this match."""
    special = part_of(type(match.start.game), "book")
    found: type[Book] = special.Book if special else Book
    return found(match)
