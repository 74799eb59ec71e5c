"""A game on the server, as its events tell it: the match, its seats, what is offered; and what
happens, or why not, when a player does something."""

import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import NamedTuple

from quincunx.core import Move, Player, QuincunxError
from quincunx.core.text import clean
from quincunx.games import parse
from quincunx.play.match import Match, new_seed
from quincunx.play.record import write
from quincunx.players import LevelPlayer
from quincunx.web import events
from quincunx.web.documents import encoded, state_document
from quincunx.web.errors import refuse
from quincunx.web.events import SEATS, Event, Happening, OfferKind, Seat, SeatKey, Setup

MOST_EVENTS = 5_000
MOST_OFFERS = 30
"""Of one kind, to a person who agrees to none; a computer does not mind."""


def hashed(token: str) -> str:
    """What is stored of a seat's token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_game_id() -> str:
    return secrets.token_urlsafe(9)


def new_token() -> str:
    return secrets.token_urlsafe(16)


def new_game(match: Match, seats: dict[SeatKey, Seat]) -> "tuple[LiveGame, dict[SeatKey, str]]":
    """A game that begins where a match does, and the tokens of the seats that people have."""
    for key, seat in seats.items():
        if (seat.kind == "computer") != bool(seat.level):
            refuse(422, f"Seat {key}: a computer has a level, and nobody else has.")
        if seat.level is not None:
            LevelPlayer(seat.level, 0)  # refuses what is no level
    if not match.repetition and all(seat.kind == "computer" for seat in seats.values()):
        refuse(422, "Two computers could play on for ever: leave repetition on.")
    tokens = {key: new_token() for key, seat in seats.items() if seat.kind == "human"}
    setup = Setup(
        game=match.start.game.id(),
        start=str(match.start),
        repetition=match.repetition,
        seed=new_seed() if match.seed is None else match.seed,
        date=datetime.now(UTC).strftime("%Y-%m-%d"),
        x=_named(seats["x"], tokens.get("x")),
        o=_named(seats["o"], tokens.get("o")),
    )
    return LiveGame(new_game_id(), setup), tokens


def _named(seat: Seat, token: str | None) -> Seat:
    name = clean(seat.name or seat.level or "")
    return replace(seat, name=name, token=hashed(token) if token else None)


class Offer(NamedTuple):
    number: int
    kind: OfferKind
    by: Player


@dataclass
class LiveGame:
    id: str
    setup: Setup
    event: int = 0
    """The number of the last event that is in here."""
    offer: Offer | None = None
    declined: Offer | None = None
    """The offer that was declined, if nothing has happened since."""
    next: str | None = None
    """The game that a rematch led to."""
    offers: Counter[OfferKind] = field(default_factory=Counter)
    """How often each kind of thing was offered to a person since it was last agreed to."""
    moved: Counter[SeatKey] = field(default_factory=Counter)
    """How often each seat was moved to another device."""
    match: Match = field(init=False)
    seats: dict[Player, Seat] = field(init=False)
    _encoded: bytes | None = field(default=None, init=False)
    _record: str | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        setup = self.setup
        start = parse(setup.game, setup.start)
        self.drawn = start == start.game.start(start.turn, setup.seed)
        """Whether the seed gives the start."""
        computers = "computer" in (setup.x.kind, setup.o.kind)
        self.match = Match(start, setup.repetition, setup.seed if self.drawn or computers else None)
        self.match.tags["Date"] = setup.date
        self.seats = {Player.X: setup.x, Player.O: setup.o}
        self._name()

    def _name(self) -> None:
        for side, seat in self.seats.items():
            self.match.names[side] = seat.name or f"Player {1 if side is Player.X else 2}"

    def follow(self, new: Iterable[Event]) -> Iterator[Event]:
        """Takes in the events that are new, one after the other."""
        for event in new:
            if event.number == self.event + 1:
                self._take(event)
                self.event = event.number
                self._encoded = self._record = None
                yield event

    def _take(self, event: Event) -> None:
        self.declined = None
        match event.what:
            case events.SeatTaken(key, name, token):
                self.moved[key] += self.seats[SEATS[key]].kind == "human"
                self.seats[SEATS[key]] = Seat("human", name, token=token)
                self._name()
            case events.Moved(text, step):
                self.match.take(step or self.match.step(self.match.read(text)))
                if self.offer and self.offer.kind == "undo":
                    self.offer = None
            case events.Undone(ply):
                self.match.undo(ply)
                self.offer = None
                self.offers["undo"] = 0
            case events.Offered(kind, by):
                self.offers[kind] += 1
                self.offer = Offer(event.number, kind, by)
            case events.Answered(_, accept, following):
                self.declined = None if accept else self.offer
                self.offer = None
                self.next = following or self.next
            case events.Resigned(by, termination):
                self.match.resign(by, termination)
                self.offer = None

    def happened(self, new: list[Happening]) -> tuple[list[Event], list[tuple[str, Setup]]]:
        """What happens now as events, and the games that it opens."""
        if new and self.event >= MOST_EVENTS:
            refuse(409, "This game has gone on for too long: begin another.")
        opened = [
            (what.next, self.rematch())
            for what in new
            if isinstance(what, events.Answered) and what.next
        ]
        return [Event(self.event + i, what) for i, what in enumerate(new, 1)], opened

    # What players do. Each answers with what happens then, and changes nothing.

    def side_of(self, secret: str | None) -> Player:
        """The side that plays with the token of this hash."""
        if secret is None:
            refuse(401, "This needs a seat's token: send it as Authorization: Bearer TOKEN.")
        found = self._opened_by(secret)
        if found is None:
            refuse(403, "This token opens no seat of this game: you can watch it.")
        return found

    def _opened_by(self, secret: str) -> Player | None:
        for side, seat in self.seats.items():
            if seat.token and hmac.compare_digest(seat.token, secret):
                return side
        return None

    def take_seat(self, key: SeatKey, name: str, token: str, held: str | None) -> list[Happening]:
        """An open seat is taken; one that the token with the hash `held` opens is moved, and opened
        by the new token alone from then on."""
        secret, seat = hashed(token), self.seats[SEATS[key]]
        opened = self._opened_by(secret)
        if opened is SEATS[key]:
            return []
        if held and self._opened_by(held) is SEATS[key]:
            name = seat.name
            if self.next:
                refuse(409, "The rematch has begun: move your seat in that game.")
        elif seat.kind != "open":
            refuse(409, "This seat is taken: you can watch the game.")
        if opened:
            refuse(409, "This token has the other seat: take this one with another.")
        return [events.SeatTaken(key, clean(name), secret)]

    def move(self, side: Player, move: str, ply: int) -> list[Happening]:
        match = self.match
        if self._moved_already(side, move, ply):
            return []
        if ply != match.ply:
            refuse(409, f"The game is at ply {match.ply}, not at {ply}: look at it again.")
        self._goes_on()
        if match.position.turn is not side:
            refuse(403, f"It is {match.position.turn}'s turn: wait for the other player.")
        return self.play(move)

    def _moved_already(self, side: Player, move: str, ply: int) -> bool:
        """Whether this very move was played at this ply by that side: a repeated request."""
        match = self.match
        if not 0 <= ply < match.ply or match.positions[ply].turn is not side:
            return False
        try:
            return bool(match.start.game.read_move(move) == match.moves[ply])
        except QuincunxError:
            return False

    def play(self, move: Move | str) -> list[Happening]:
        """A move by whoever's turn it is: read, judged and computed here, once."""
        step = self.match.step(self.match.read(move))
        moved = events.Moved(str(step.move), step)
        return [moved, events.Ended()] if step.outcome else [moved]

    def resign(self, side: Player) -> list[Happening]:
        self._goes_on()
        return [events.Resigned(side), events.Ended()]

    def _goes_on(self) -> None:
        if over := self.match.outcome:
            refuse(409, f"The game is over: {over.reason}.")

    def make_offer(self, side: Player, kind: OfferKind) -> list[Happening]:
        """An undo or a rematch is offered to the other player; a computer agrees at once."""
        over, other, ply = self.match.outcome, self.seats[side.other].kind, self._last_turn_of(side)
        if self.offers[kind] >= MOST_OFFERS:
            refuse(409, "Enough was offered in this game: play on.")
        if other == "open":
            refuse(409, "Nobody sits on the other side yet: wait for the other player.")
        if self.offer and self.offer.by is side and self.offer.kind == kind:
            refuse(409, "You have offered that already: wait for the answer.")
        if kind == "rematch":
            if not over:
                refuse(409, "The game is still going on: a rematch comes after its end.")
            if self.next:
                refuse(409, "The rematch has begun already: go on to it.")
        elif over and other != "computer":
            refuse(409, "The game is over: offer a rematch instead.")
        elif ply is None:
            refuse(409, "You have not moved yet: there is nothing to take back.")
        if other != "computer":
            return [events.Offered(kind, side)]
        return self._agreed(kind, ply, self.event + 1)

    def answer_offer(self, side: Player, number: int, accept: bool) -> list[Happening]:
        offer = self.offer
        if offer is None or offer.number != number:
            refuse(409, "This offer does not stand any more: look at the game again.")
        if offer.by is side:
            refuse(403, "This is your own offer: the other player answers it.")
        if not accept:
            return [events.Answered(number, False)]
        return self._agreed(offer.kind, self._last_turn_of(offer.by), number)

    def _agreed(self, kind: OfferKind, ply: int | None, number: int) -> list[Happening]:
        if kind == "undo" and ply is not None:
            return [events.Undone(ply)]
        return [events.Answered(number, True, new_game_id())]

    def _last_turn_of(self, side: Player) -> int | None:
        """The ply of a side's last move, to which an undo goes back."""
        plies = range(self.match.ply - 1, -1, -1)
        return next((p for p in plies if self.match.positions[p].turn is side), None)

    def rematch(self) -> Setup:
        """The same again with sides swapped. Each player's token opens the new seat too."""
        start, seed = self.match.start, new_seed()
        if self.drawn:
            start = start.game.start(start.turn, seed)
        x, o = self.seats[Player.O], self.seats[Player.X]
        won = Counter[str](self.setup.series)
        if (over := self.match.outcome) and over.winner:
            won[over.winner.lower()] += 1
        series: events.Series = {"x": won["o"], "o": won["x"], "games": won["games"] + 1}
        return replace(self.setup, start=str(start), seed=seed, x=x, o=o, series=series)

    def computer_asked(self) -> tuple[str, int, str, str, list[str], bool]:
        """What `level_move` is asked where it is a computer's turn."""
        setup, match, turn = self.setup, self.match, self.match.position.turn
        moves = [str(move) for move in match.moves]
        level = self.seats[turn].level or ""
        return level, setup.seed, setup.game, setup.start, moves, match.repetition

    # How it is told.

    def encoded(self) -> bytes:
        if self._encoded is None:
            self._encoded = encoded(state_document(self))
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
