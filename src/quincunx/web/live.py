"""A game on the server, as its events tell it: the match, its seats, what is offered."""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from quincunx.core import Player
from quincunx.games import parse
from quincunx.match import Match
from quincunx.record import write
from quincunx.web.positions import state_document
from quincunx.web.store import Event

SEATS = {"x": Player.X, "o": Player.O}
HUMAN, COMPUTER, OPEN = "human", "computer", "open"


def hashed(token: str) -> str:
    """What is stored of a seat's token."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass
class Seat:
    kind: str
    name: str
    level: str | None = None
    token: str | None = None
    """The hash of the secret that opens it."""

    def opens_to(self, token: str) -> bool:
        return self.token is not None and hmac.compare_digest(self.token, hashed(token))

    def document(self) -> dict[str, Any]:
        return {"kind": self.kind, "name": self.name, "level": self.level}


@dataclass
class Offer:
    number: int
    kind: str
    by: Player
    ply: int


@dataclass
class LiveGame:
    id: str
    setup: dict[str, Any]
    event: int = 0
    """The number of the last event that is in here."""
    offer: Offer | None = None
    next: str | None = None
    """The game that a rematch led to."""
    offers: Counter[str] = field(default_factory=Counter)
    """How often each kind of thing was offered to a person since it was last agreed to."""
    match: Match = field(init=False)
    seats: dict[Player, Seat] = field(init=False)
    _encoded: bytes | None = field(default=None, init=False)
    _record: str | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        setup = self.setup
        start = parse(setup["game"], setup["start"])
        # The computers' dice need a seed always; a record shows one that gives its start.
        drawn = start == start.game.start(start.turn, setup["seed"])
        self.match = Match(start, setup["repetition"], setup["seed"] if drawn else None)
        self.match.tags["Date"] = setup["date"]
        self.seats = {side: Seat(**setup[key]) for key, side in SEATS.items()}
        self._name()

    def _name(self) -> None:
        for side, seat in self.seats.items():
            self.match.names[side] = seat.name or f"Player {1 if side is Player.X else 2}"

    def follow(self, events: Iterable[Event]) -> Iterator[Event]:
        """Takes in the events that are new, one after the other."""
        for event in events:
            if event.number == self.event + 1:
                getattr(self, f"_on_{event.kind}")(event)
                self.event = event.number
                self._encoded = self._record = None
                yield event

    def _on_seat(self, event: Event) -> None:
        seat = self.seats[SEATS[event.data["seat"]]]
        seat.kind, seat.name, seat.token = HUMAN, event.data["name"], event.data["token"]
        self._name()

    def _on_move(self, event: Event) -> None:
        self.match.play(event.data["move"])
        if self.offer and self.offer.kind == "undo":
            self.offer = None

    def _on_undo(self, event: Event) -> None:
        self.match.undo(event.data["ply"])
        self.offer = None
        self.offers["undo"] = 0

    def _on_offer(self, event: Event) -> None:
        data = event.data
        if "answer" in data:
            self.offer = None
            self.next = data.get("next") or self.next
        else:
            self.offers[data["kind"]] += 1
            self.offer = Offer(event.number, data["kind"], Player(data["by"]), self.match.ply)

    def _on_resign(self, event: Event) -> None:
        self.match.resign(Player(event.data["by"]))
        self.offer = None

    def _on_end(self, event: Event) -> None:
        """The result follows from what came before; the event tells that it is final."""

    def last_turn_of(self, side: Player) -> int | None:
        """The ply of a side's last move, to which an undo goes back."""
        plies = range(self.match.ply - 1, -1, -1)
        return next((p for p in plies if self.match.positions[p].turn is side), None)

    def encoded(self) -> bytes:
        if self._encoded is None:
            self._encoded = json.dumps(self.document(), separators=(",", ":")).encode()
        return self._encoded

    def record(self) -> str:
        if self._record is None:
            self._record = write(self.match)
        return self._record

    def weight(self) -> int:
        """About how many bytes it takes in memory, with its texts."""
        game = self.match.start.game
        history = (self.match.ply + 1) * (1_000 + game.rows * game.columns)
        return 4_000 + history + len(self._encoded or b"") + len(self._record or "")

    def document(self) -> dict[str, Any]:
        match, offer = self.match, self.offer
        return {
            "id": self.id,
            "event": self.event,
            "ply": match.ply,
            "start": str(match.start),
            "moves": [str(move) for move in match.moves],
            "players": {key: self.seats[side].document() for key, side in SEATS.items()},
            "offer": offer and {"number": offer.number, "kind": offer.kind, "by": offer.by},
            "next": self.next,
            **state_document(match),
        }
