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


OVER = "over"
"""The rule that nothing is played after the end."""


@total_ordering
@dataclass(frozen=True, slots=True)
class Move:
    """One move of a game and size. The games' own moves add what their rules speak of."""

    action: int
    """Its fixed number among all moves of the game and size."""
    text: str
    """Its notation."""

    @property
    def clicks(self) -> tuple[tuple[str, ...], ...]:
        """The ways to say this move by touching things on the board, in order."""
        return ((self.text,),)

    def __str__(self) -> str:
        return self.text

    def __lt__(self, other: "Move") -> bool:
        return self.action < other.action

    def __deepcopy__(self, memo: object) -> Self:
        return self  # a value, as positions and games are


class Tally(NamedTuple):
    """Something that was counted for both players at the end."""

    of: str
    x: int
    o: int

    @property
    def leader(self) -> Player | None:
        if self.x == self.o:
            return None
        return Player.X if self.x > self.o else Player.O

    def __str__(self) -> str:
        """'5 cells to 4', or '8 cells each'."""
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
    """How a game ended."""

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
    """A position of a game; concrete ones are frozen dataclasses with these fields and more."""

    __slots__ = ()
    game: "Game[Any]"
    turn: Player

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def legal_moves(self) -> Sequence[MoveT]:
        """In order of action number; empty when the game is over."""

    def legal_actions(self) -> list[int]:
        """The numbers of the legal moves, in order."""
        return [move.action for move in self.legal_moves()]

    @abstractmethod
    def why_not(self, move: MoveT) -> Refusal | None:
        """The rule that forbids this move of the game here; None if it is legal. Asked only while
        the game goes on."""

    @abstractmethod
    def after(self, move: MoveT) -> "Position[MoveT]":
        """The position after a legal move, unchecked."""

    @abstractmethod
    def board(self) -> Board:
        """What a front end draws."""

    @abstractmethod
    def features(self) -> tuple[int, ...]:
        """What a learner sees: a fixed number of integers from the mover's side, none farther from
        0 than the game's `feature_bound`."""

    @abstractmethod
    def mapped(self, symmetry: Symmetry) -> "Position[MoveT]":
        """This position seen through one of the game's symmetries."""

    @abstractmethod
    def __str__(self) -> str:
        """The position's text, which `Game.parse` reads back."""

    def key(self) -> Hashable:
        """What decides the future: positions with the same key have the same one. A game may
        give less than the whole position, and solvers have less to do. Its `repr` tells it from
        every other key, in every process: kept solutions are looked up by it."""
        return self

    def clicks(self, move: MoveT) -> tuple[tuple[str, ...], ...]:
        """The ways to say a legal move here by touching things on the board, in order."""
        return move.clicks

    def read(self, move: Move | str | int) -> MoveT:
        """The legal move with this text, of this number, or this very one: NotationError,
        IllegalMoveError."""
        return check_move(self, move, self.outcome)

    def play(self, move: Move | str | int) -> "Position[MoveT]":
        """The position after a move, checked as by `read`."""
        return self.after(self.read(move))

    def document(self) -> dict[str, Any]:
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
    """What `Position.read` reads, in a game that has ended like this or goes on."""
    chosen: MoveT = position.game.find_move(move)
    if outcome:
        raise position.game.illegal(Refusal(OVER, f"The game is over: {outcome.reason}."))
    if refusal := position.why_not(chosen):
        raise position.game.illegal(refusal)
    return chosen
