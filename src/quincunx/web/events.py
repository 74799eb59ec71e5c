"""What a game on the server is made of: how it was set up, and what has happened in it since. The
database keeps both as JSON, with the fields' names as keys."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple

from quincunx.core import Player
from quincunx.play.match import Step

SeatKey = Literal["x", "o"]
SeatKind = Literal["human", "computer", "open"]
OfferKind = Literal["undo", "rematch"]
Series = dict[Literal["x", "o", "games"], int]
"""What a rematch follows on: the games won by who now has each seat, and how many there were."""
SEATS: dict[SeatKey, Player] = {"x": Player.X, "o": Player.O}


@dataclass(frozen=True)
class Seat:
    kind: SeatKind
    name: str = ""
    level: str | None = None
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
    series: Series | None = None

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


class Moved(NamedTuple):
    move: str
    step: Step | None = None
    """What the move leads to, where it was just decided; the database does not keep it."""


class Undone(NamedTuple):
    ply: int


class Offered(NamedTuple):
    kind: OfferKind
    by: Player


class Answered(NamedTuple):
    answer: int
    accept: bool
    next: str | None = None
    """The game that a rematch leads to."""


class Resigned(NamedTuple):
    by: Player
    termination: str = "resignation"
    """As in a record."""


class Ended(NamedTuple):
    """The result follows from what came before; this tells that it is final."""


Happening = SeatTaken | Moved | Undone | Offered | Answered | Resigned | Ended
_KINDS: dict[type[Happening], str] = {
    SeatTaken: "seat",
    Moved: "move",
    Undone: "undo",
    Answered: "offer",
    Offered: "offer",
    Resigned: "resign",
    Ended: "end",
}
_OF_KIND = {kind: happening for happening, kind in _KINDS.items()}


class Event(NamedTuple):
    number: int
    what: Happening

    @property
    def kind(self) -> str:
        declined = isinstance(self.what, Answered) and not self.what.accept
        return "decline" if declined else _KINDS[type(self.what)]

    def text(self) -> str:
        """Defaults are left out: earlier versions, which may share the database, know fewer."""
        fields, defaults = self.what._asdict(), self.what._field_defaults
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
        happening: Any = Answered if "answer" in data else _OF_KIND[kind]
        return cls(number, happening(**data))
