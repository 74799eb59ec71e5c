"""A session on a server or in a browser's tab: it has an id, and texts that are made once."""

import secrets
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

from quincunx.core.text import clean
from quincunx.play import events
from quincunx.play.events import SEATS, Change, Event, ScoreDocument, Seat, SeatKey, Setup
from quincunx.play.match import Match, new_seed
from quincunx.play.record import write
from quincunx.play.session import Session, SessionError, hash_token, new_game_id
from quincunx.players import LevelPlayer
from quincunx.web.documents import encoded, state_document
from quincunx.web.errors import refuse

MAX_EVENTS = 5_000


def new_token() -> str:
    return secrets.token_urlsafe(16)


class LiveGame(Session):
    def __init__(self, game: str, setup: Setup) -> None:
        super().__init__(setup)
        self.id = game
        self._encoded: bytes | None = None
        self._record: str | None = None

    def follow(self, new: Iterable[Event]) -> Iterator[Event]:
        for event in super().follow(new):
            self._encoded = self._record = None
            yield event

    def number(self, changes: list[Change]) -> tuple[list[Event], list[tuple[str, Setup]]]:
        """Return changes as the next events, and the games that they open."""
        if changes and self.event >= MAX_EVENTS:
            raise SessionError("conflict", "This game has gone on for too long: begin another.")
        opened = [
            (change.next, self.rematch())
            for change in changes
            if isinstance(change, events.OfferAnswered) and change.next
        ]
        return [Event(self.event + i, change) for i, change in enumerate(changes, 1)], opened

    def encoded(self) -> bytes:
        if self._encoded is None:
            self._encoded = encoded(state_document(self))
        return self._encoded

    def record(self) -> str:
        if self._record is None:
            self._record = write(self.match)
        return self._record

    def weight(self) -> int:
        """Return about how many bytes it takes in memory, with its texts."""
        game = self.match.start.game
        history = (self.match.ply + 1) * (1_000 + game.rows * game.columns)
        return 4_000 + history + len(self._encoded or b"") + len(self._record or "")


def new_game(
    match: Match, seats: dict[SeatKey, Seat], series: ScoreDocument | None = None
) -> tuple[LiveGame, dict[SeatKey, str]]:
    """Return a game that begins where a match does, and the tokens of people's seats."""
    for key, seat in seats.items():
        if (seat.kind == "computer") != bool(seat.level):
            refuse(422, f"Seat {key}: a computer has a level, and nobody else has.")
        if seat.level is not None:
            LevelPlayer(seat.level, 0)  # refuses what is no level
    if not match.repetition and all(seat.kind == "computer" for seat in seats.values()):
        refuse(422, "Two computers could play on for ever: leave repetition on.")
    tokens = {key: new_token() for key, seat in seats.items() if seat.kind == "human"}
    seed = new_seed() if match.seed is None else match.seed
    named = {side: _named(seats[key], tokens.get(key)) for key, side in SEATS.items()}
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    setup = replace(Setup.of(match, named, seed, today), series=series)
    return LiveGame(new_game_id(), setup), tokens


def _named(seat: Seat, token: str | None) -> Seat:
    name = clean(seat.name or seat.level or "")
    return replace(seat, name=name, token=hash_token(token) if token else None)
