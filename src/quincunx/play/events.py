"""What a session is made of: how it was set up, and the numbered events since.

Back ends store both as JSON, with the fields' names as keys.
"""

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from quincunx.core import Player
from quincunx.play.match import Step

if TYPE_CHECKING:
    from quincunx.play.match import Match

SeatKey = Literal["x", "o"]
SeatKind = Literal["human", "computer", "open"]
OfferKind = Literal["undo", "rematch"]
ScoreKey = Literal["x", "o", "games"]
ScoreDocument = dict[ScoreKey, int]
SEATS: dict[SeatKey, Player] = {"x": Player.X, "o": Player.O}


class Score(NamedTuple):
    """The games of a series so far, and how many of them the player of each seat has won."""

    x: int = 0
    o: int = 0
    games: int = 0

    def after(self, winner: Player | None) -> "Score":
        """Return the score with one more game."""
        return Score(self.x + (winner is Player.X), self.o + (winner is Player.O), self.games + 1)

    def document(self) -> ScoreDocument:
        return {"x": self.x, "o": self.o, "games": self.games}

    def swapped(self) -> "Score":
        """Return the score of the same players in each other's seats."""
        return Score(self.o, self.x, self.games)


@dataclass(frozen=True)
class Seat:
    kind: SeatKind
    name: str = ""
    level: str | None = None
    """Who plays for a computer's seat: a level, or another agent by name."""
    token: str | None = None
    """The hash of the secret that opens it."""


@dataclass(frozen=True)
class Setup:
    game: str
    start: str
    repetition: bool
    seed: int
    date: str
    x: Seat
    o: Seat
    series: ScoreDocument | None = None
    """The score of the games before."""

    @classmethod
    def of(cls, match: "Match", seats: dict[Player, Seat], seed: int, date: str) -> "Setup":
        x, o = seats[Player.X], seats[Player.O]
        return cls(match.start.game.id(), str(match.start), match.repetition, seed, date, x, o)

    def text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> "Setup":
        data = json.loads(text)
        return cls(**data | {key: Seat(**data[key]) for key in SEATS})


class SeatTaken(NamedTuple):
    """By the first to come, or again by its player, from another device."""

    seat: SeatKey
    name: str
    token: str


class MovePlayed(NamedTuple):
    move: str
    step: Step | None = None
    """What the move leads to, where it was just decided; not stored."""


class MovesUndone(NamedTuple):
    ply: int


class OfferMade(NamedTuple):
    kind: OfferKind
    by: Player


class OfferAnswered(NamedTuple):
    answer: int
    accept: bool
    next: str | None = None
    """The game that a rematch leads to."""


class Resignation(NamedTuple):
    by: Player
    termination: str = "resignation"
    """As in a record."""
    reason: str = ""
    """Why a computer player forfeits."""


class GameEnd(NamedTuple):
    """The result follows from the events before; this one makes it final."""


Change = SeatTaken | MovePlayed | MovesUndone | OfferMade | OfferAnswered | Resignation | GameEnd
_KINDS: dict[type[Change], str] = {
    SeatTaken: "seat",
    MovePlayed: "move",
    MovesUndone: "undo",
    OfferAnswered: "offer",
    OfferMade: "offer",
    Resignation: "resign",
    GameEnd: "end",
}
_OF_KIND = {kind: change for change, kind in _KINDS.items()}


class Event(NamedTuple):
    number: int
    change: Change

    @property
    def kind(self) -> str:
        declined = isinstance(self.change, OfferAnswered) and not self.change.accept
        return "decline" if declined else _KINDS[type(self.change)]

    def text(self) -> str:
        """Return the fields as JSON, without defaults: earlier versions, which may share the
        database, know fewer."""
        fields, defaults = self.change._asdict(), self.change._field_defaults
        return json.dumps(
            {
                key: value
                for key, value in fields.items()
                if key != "step" and (key not in defaults or value != defaults[key])
            }
        )

    @classmethod
    def read(cls, number: int, kind: str, text: str) -> "Event":
        data: dict[str, Any] = json.loads(text)
        if "by" in data:
            data["by"] = Player(data["by"])
        change: Any = OfferAnswered if "answer" in data else _OF_KIND[kind]
        return cls(number, change(**data))
