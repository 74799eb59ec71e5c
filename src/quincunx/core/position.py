"""Move, Outcome and Position: what a game goes through.

A position is an immutable value that holds everything the rules need to go on. `read` turns text
into a legal move or says what is wrong with it; `after` trusts its caller, for search; `play` is
both.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import total_ordering
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeVar

from quincunx.core.board import Board
from quincunx.core.grid import Symmetry
from quincunx.core.player import Player
from quincunx.core.text import counted

if TYPE_CHECKING:
    from quincunx.core.game import Game

Document = dict[str, Any]
"""A JSON object, as `--json` prints it and HTTP sends it."""
OVER = "over"
"""The id of the rule that no move may be played after the end."""


@total_ordering
@dataclass(frozen=True, slots=True)
class Move:
    """One move of a game and size, as text and as an action number.

    Examples:
        >>> import quincunx
        >>> move = quincunx.game("zone-conquest").start().read("5")
        >>> str(move), move.action
        ('5', 4)
    """

    action: int
    """Its fixed number among all moves of the game and size."""
    text: str
    """Its notation."""

    @property
    def clicks(self) -> tuple[tuple[str, ...], ...]:
        """The ways to enter this move by clicks on the board, in order."""
        return ((self.text,),)

    def __str__(self) -> str:
        return self.text

    def __lt__(self, other: "Move") -> bool:
        return self.action < other.action

    def __deepcopy__(self, memo: object) -> Self:
        return self  # a value, as positions and games are


class Tally(NamedTuple):
    """A count for both players at the end of a game."""

    of: str
    x: int
    o: int

    @property
    def leader(self) -> Player | None:
        if self.x == self.o:
            return None
        return Player.X if self.x > self.o else Player.O

    def __str__(self) -> str:
        """Return '5 cells to 4' or '8 cells each'."""
        high, low = max(self.x, self.o), min(self.x, self.o)
        if high == low:
            return f"{counted(high, self.of)} each"
        return f"{counted(high, self.of)} to {low}"


class Refusal(NamedTuple):
    """Why a move is not legal."""

    rule: str
    """The id of the rule that forbids it, a key of the game's `sections`."""
    sentence: str
    """What is wrong, and what would be right."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who won (None for a draw), why, and by which rule.

    Examples:
        >>> import quincunx
        >>> outcome = quincunx.parse("swap-nine", "XXX/XXO/OOO X").outcome
        >>> str(outcome.winner), outcome.kind, outcome.score
        ('X', 'majority', (5, 4))
    """

    winner: Player | None
    reason: str
    counts: tuple[Tally, ...] = ()
    """What was counted, in the order in which it decides."""
    kind: str = ""
    """The id of the rule that ended it, a key of the game's `sections`; or `repetition`,
    `resignation`, `forfeit`."""

    @property
    def score(self) -> tuple[int, int] | None:
        """The winner's count and the other's, where counting decided."""
        won = (sorted((one.x, one.o)) for one in self.counts if self.winner is one.leader)
        return next(((high, low) for low, high in won if high > low), None)


MoveT = TypeVar("MoveT", bound=Move)


class Position(ABC, Generic[MoveT]):
    """A position of a game: an immutable value that can be compared, hashed, printed and pickled.

    `play` checks a move and returns the next position. `read` only checks; `after` only plays, and
    trusts its caller, for search. Each game has a frozen dataclass derived from this.

    Examples:
        >>> import quincunx
        >>> position = quincunx.game("swap-nine").start()
        >>> str(position.turn), len(position.legal_moves()), position.outcome
        ('X', 9, None)
        >>> str(position.play("5").play("2x5"))
        '-O-/-O-/--- X'
    """

    __slots__ = ()
    game: "Game[Any]"
    turn: Player

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def legal_moves(self) -> Sequence[MoveT]:
        """Return the legal moves in action order; none when the game is over."""

    def legal_actions(self) -> list[int]:
        """Return the action numbers of the legal moves, in order."""
        return [move.action for move in self.legal_moves()]

    @abstractmethod
    def why_not(self, move: MoveT) -> Refusal | None:
        """Return why a move of the game is not legal here, or None if it is. Called only before the
        end."""

    @abstractmethod
    def after(self, move: MoveT) -> "Position[MoveT]":
        """Return the position after a legal move, unchecked."""

    @abstractmethod
    def board(self) -> Board:
        """Return what a front end draws."""

    @abstractmethod
    def features(self) -> tuple[int, ...]:
        """Return what a learner sees: a fixed number of integers from the mover's side, none
        farther from 0 than the game's `feature_bound`."""

    @abstractmethod
    def mapped(self, symmetry: Symmetry) -> "Position[MoveT]":
        """Return the image of this position under one of the game's symmetries."""

    @abstractmethod
    def __str__(self) -> str:
        """Return the position's text, which `Game.parse` reads back."""

    def key(self) -> Hashable:
        """Return what decides the future: positions with the same key have the same one. A game may
        return less than the whole position, so that solvers have less to do. The `repr` of a key is
        unique, and the same in every process: solution files are looked up by it."""
        return self

    def clicks(self, move: MoveT) -> tuple[tuple[str, ...], ...]:
        """Return the ways to enter a legal move here by clicks on the board, in order."""
        return move.clicks

    def read(self, move: Move | str | int) -> MoveT:
        """Return the legal move with this text or action number, or this move: NotationError,
        IllegalMoveError."""
        return check_move(self, move, self.outcome)

    def play(self, move: Move | str | int) -> "Position[MoveT]":
        """Return the position after a move, checked as by `read`."""
        return self.after(self.read(move))

    def document(self) -> Document:
        """Return what every JSON document about a position begins with."""
        return {
            "game": self.game.id(),
            "size": self.game.size,
            "position": str(self),
            "to_move": self.turn,
        }

    def __repr__(self) -> str:
        return f"{self.game!r}.parse({str(self)!r})"

    def __deepcopy__(self, memo: object) -> Self:
        return self


def check_move(position: Position[MoveT], move: Move | str | int, outcome: Outcome | None) -> MoveT:
    """Return the move that `Position.read` reads, in a game with this outcome or none."""
    chosen: MoveT = position.game.find_move(move)
    if outcome:
        raise position.game.illegal(Refusal(OVER, f"The game is over: {outcome.reason}."))
    if refusal := position.why_not(chosen):
        raise position.game.illegal(refusal)
    return chosen
