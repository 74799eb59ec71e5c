"""A game with people, levels or agents in its seats.

A command (move, undo, resign, offer, take a seat) is checked and returns the changes that it leads
to; it changes nothing itself. Changes become numbered events, and folding the events gives the
match and the seats as they are now. Where events are kept is up to a back end: memory for
assistants and contests, a record file for the terminal and the full screen, a database for the
server, the browser's own for the page without one.
"""

import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import InitVar, dataclass, field, replace
from typing import TYPE_CHECKING, Literal, NamedTuple, NoReturn

from quincunx.core import AnyPosition, ForfeitError, Move, Player, QuincunxError
from quincunx.core.text import clean
from quincunx.games import parse
from quincunx.play import events
from quincunx.play.events import SEATS, Change, Event, OfferKind, Score, Seat, SeatKey, Setup
from quincunx.play.match import Match, new_seed, toss

if TYPE_CHECKING:
    from quincunx.players import Picker

MAX_OFFERS = 30
"""Of one kind, to a person who agrees to none; a computer does not mind."""
NOTHING_TO_UNDO = "You have not moved yet: there is nothing to take back."

Problem = Literal["no token", "not yours", "conflict"]


class SessionError(QuincunxError):
    """A command that is refused, however legal the move; programs decide by `problem`."""

    def __init__(self, problem: Problem, sentence: str) -> None:
        super().__init__(sentence)
        self.problem = problem


def refuse(problem: Problem, sentence: str) -> NoReturn:
    raise SessionError(problem, sentence)


def hash_token(token: str) -> str:
    """Return what is stored of a seat's token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_game_id() -> str:
    return secrets.token_urlsafe(9)


def next_start(start: AnyPosition, seed: int | None, new: int, tossed: bool) -> AnyPosition:
    """Return the start of the next game: what the seed settled is drawn again with a new one."""
    game = start.game
    if not tossed and start != game.start(start.turn, seed):
        return start
    started: AnyPosition = game.start(toss(new) if tossed else start.turn, new)
    return started


class Offer(NamedTuple):
    number: int
    kind: OfferKind
    by: Player


class MoveRequest(NamedTuple):
    """A computer's turn as plain data, for `level_move` in another process or in a browser."""

    level: str
    seed: int
    game: str
    start: str
    moves: list[str]
    repetition: bool


@dataclass
class Session:
    """A new one, or of a match that has begun."""

    setup: Setup
    begun: InitVar[Match | None] = None
    match: Match = field(init=False)
    event: int = field(default=0, init=False)
    """The number of the last event that is in here."""
    offer: Offer | None = field(default=None, init=False)
    declined: Offer | None = field(default=None, init=False)
    """The offer that was declined, if nothing has happened since."""
    next: str | None = field(default=None, init=False)
    """The game that a rematch led to."""
    offers: Counter[OfferKind] = field(default_factory=Counter, init=False)
    """How often each kind of thing was offered to a person since it was last agreed to."""
    moved: Counter[SeatKey] = field(default_factory=Counter, init=False)
    """How often each seat was moved to another device."""

    def __post_init__(self, begun: Match | None) -> None:
        setup = self.setup
        self.seats = {Player.X: setup.x, Player.O: setup.o}
        if begun:
            self.match = begun
            return
        start = parse(setup.game, setup.start)
        seeded = start == start.game.start(start.turn, setup.seed) or self.computers
        self.match = Match(start, setup.repetition, setup.seed if seeded else None)
        self.match.tags["Date"] = setup.date
        self._name()

    def _name(self) -> None:
        for side, seat in self.seats.items():
            self.match.names[side] = seat.name or f"Player {1 if side is Player.X else 2}"

    @property
    def computers(self) -> dict[Player, str]:
        """Who plays the seats that no person has."""
        return {side: seat.level for side, seat in self.seats.items() if seat.level}

    @property
    def score(self) -> Score:
        """Of the series, with this game if it is over."""
        series, over = self.setup.series, self.match.outcome
        before = Score(**series) if series else Score()
        return before.after(over.winner) if over else before

    # Events.

    def follow(self, new: Iterable[Event]) -> Iterator[Event]:
        """Fold the events that are new, one after the other."""
        for event in new:
            if event.number == self.event + 1:
                self._fold(event.change)
                self.event = event.number
                yield event

    def apply(self, changes: Iterable[Change]) -> None:
        """Fold changes as the next events, where nobody stores them."""
        for change in changes:
            self._fold(change)
            self.event += 1

    def _fold(self, change: Change) -> None:
        self.declined = None
        match change:
            case events.SeatTaken(key, name, token):
                self.moved[key] += self.seats[SEATS[key]].kind == "human"
                self.seats[SEATS[key]] = Seat("human", name, token=token)
                self._name()
            case events.MovePlayed(text, step):
                self.match.take(step or self.match.step(self.match.read(text)))
                if self.offer and self.offer.kind == "undo":
                    self.offer = None
            case events.MovesUndone(ply):
                self.match.undo(ply)
                self.offer = None
                self.offers["undo"] = 0
            case events.OfferMade(kind, by):
                self.offers[kind] += 1
                self.offer = Offer(self.event + 1, kind, by)
            case events.OfferAnswered(_, accept, following):
                self.declined = None if accept else self.offer
                self.offer = None
                self.next = following or self.next
            case events.Resignation(by, termination, reason):
                self.match.resign(by, termination)
                self.offer = None
                if reason:
                    self.match.tags["Forfeit"] = reason

    # Commands. Each returns the changes that it leads to, and changes nothing.

    def move(self, side: Player, move: str, ply: int) -> list[Change]:
        """A move by somebody who saw the game at that ply."""
        match = self.match
        if self._is_repeated(side, move, ply):
            return []
        if ply != match.ply:
            refuse("conflict", f"The game is at ply {match.ply}, not at {ply}: look at it again.")
        self._check_going()
        if match.position.turn is not side:
            refuse("not yours", f"It is {match.position.turn}'s turn: wait for the other player.")
        return self.play(move)

    def _is_repeated(self, side: Player, move: str, ply: int) -> bool:
        """Whether this very move was played at this ply by that side: a repeated request."""
        match = self.match
        if not 0 <= ply < match.ply or match.positions[ply].turn is not side:
            return False
        try:
            return bool(match.start.game.read_move(move) == match.moves[ply])
        except QuincunxError:
            return False

    def play(self, move: Move | str) -> list[Change]:
        """A move by whoever's turn it is, checked."""
        return self.advance(self.match.read(move))

    def advance(self, move: Move) -> list[Change]:
        """The same, unchecked: one that was read, or picked from the legal ones."""
        step = self.match.step(move)
        played = events.MovePlayed(str(move), step)
        return [played, events.GameEnd()] if step.outcome else [played]

    def undo(self, sides: Collection[Player]) -> list[Change]:
        """Back to the last move of these sides, or to before the game was given up; nothing where
        they have not moved."""
        ply = self._undo_target(sides)
        return [] if ply is None else [events.MovesUndone(ply)]

    def _undo_target(self, sides: Collection[Player]) -> int | None:
        match = self.match
        if match.termination:
            return match.ply
        plies = range(match.ply - 1, -1, -1)
        return next((ply for ply in plies if match.positions[ply].turn in sides), None)

    def resign(self, side: Player, termination: str = "resignation", why: str = "") -> list[Change]:
        """That side gives the game up; `forfeit` where a computer fails to move."""
        self._check_going()
        return [events.Resignation(side, termination, why), events.GameEnd()]

    def _check_going(self) -> None:
        if over := self.match.outcome:
            refuse("conflict", f"The game is over: {over.reason}.")

    def make_offer(self, side: Player, kind: OfferKind) -> list[Change]:
        """Offer an undo or a rematch to the other player; a computer agrees at once."""
        over, other, ply = (
            self.match.outcome,
            self.seats[side.other].kind,
            self._undo_target([side]),
        )
        if self.offers[kind] >= MAX_OFFERS:
            refuse("conflict", "There were too many offers in this game: play on.")
        if other == "open":
            refuse("conflict", "Nobody sits on the other side yet: wait for the other player.")
        if self.offer and self.offer.by is side and self.offer.kind == kind:
            refuse("conflict", "You have offered that already: wait for the answer.")
        if kind == "rematch":
            if not over:
                refuse("conflict", "The game is still going on: a rematch comes after its end.")
            if self.next:
                refuse("conflict", "The rematch has begun already: go on to it.")
        elif over and other != "computer":
            refuse("conflict", "The game is over: offer a rematch instead.")
        elif ply is None:
            refuse("conflict", NOTHING_TO_UNDO)
        if other != "computer":
            return [events.OfferMade(kind, side)]
        return self._agree(kind, side, self.event + 1)

    def answer_offer(self, side: Player, number: int, accept: bool) -> list[Change]:
        offer = self.offer
        if offer is None or offer.number != number:
            refuse("conflict", "This offer does not stand any more: look at the game again.")
        if offer.by is side:
            refuse("not yours", "This is your own offer: the other player answers it.")
        if not accept:
            return [events.OfferAnswered(number, False)]
        return self._agree(offer.kind, offer.by, number)

    def _agree(self, kind: OfferKind, by: Player, number: int) -> list[Change]:
        if kind == "undo":
            return self.undo([by])
        return [events.OfferAnswered(number, True, new_game_id())]

    # Seats.

    def side_of(self, secret: str | None) -> Player:
        """Return the side that plays with the token of this hash."""
        if secret is None:
            refuse("no token", "This needs a seat's token: send it as Authorization: Bearer TOKEN.")
        side = self._side_with(secret)
        if side is None:
            refuse("not yours", "This token opens no seat of this game: you can watch it.")
        return side

    def _side_with(self, secret: str) -> Player | None:
        for side, seat in self.seats.items():
            if seat.token and hmac.compare_digest(seat.token, secret):
                return side
        return None

    def take_seat(self, key: SeatKey, name: str, token: str, owned: str | None) -> list[Change]:
        """Take an open seat; or move the one that the token with the hash `owned` opens, which the
        new token alone opens from then on."""
        secret, seat = hash_token(token), self.seats[SEATS[key]]
        opened = self._side_with(secret)
        if opened is SEATS[key]:
            return []
        if owned and self._side_with(owned) is SEATS[key]:
            name = seat.name
            if self.next:
                refuse("conflict", "The rematch has begun: move your seat in that game.")
        elif seat.kind != "open":
            refuse("conflict", "This seat is taken: you can watch the game.")
        if opened:
            refuse("conflict", "This token has the other seat: take this one with another.")
        return [events.SeatTaken(key, clean(name), secret)]

    # Computer players, and the next game.

    def request(self) -> MoveRequest:
        """Return what `level_move` is asked where it is a computer's turn."""
        match, setup = self.match, self.setup
        moves = [str(move) for move in match.moves]
        level = self.seats[match.position.turn].level or ""
        return MoveRequest(level, setup.seed, setup.game, setup.start, moves, match.repetition)

    def reply(self, player: "Picker") -> list[Change]:
        """What a player that is asked here does on its turn: its move, or its forfeit."""
        side = self.match.position.turn
        try:
            return self.advance(player.pick(self.match))
        except ForfeitError as error:
            return self.resign(side, "forfeit", str(error))

    def rematch(self) -> Setup:
        """Return the same again with sides swapped. Each player's token opens the new seat too."""
        seed = new_seed()
        start = next_start(self.match.start, self.setup.seed, seed, tossed=False)
        x, o = self.seats[Player.O], self.seats[Player.X]
        series = self.score.swapped().document()
        return replace(self.setup, start=str(start), seed=seed, x=x, o=o, series=series)
