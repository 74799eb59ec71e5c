"""What may happen in a live game: whose token it is, what a move leads to, what can be offered."""

from typing import Any

from quincunx.core import Player, QuincunxError
from quincunx.match import Match, new_seed
from quincunx.web.errors import refuse
from quincunx.web.live import COMPUTER, OPEN, SEATS, LiveGame

MOST_OFFERS = 30
"""Of one kind, to a person who agrees to none; a computer does not mind."""
Happening = list[tuple[str, dict[str, Any]]]
"""Events that are to be: kinds and data."""


def rematch(live: LiveGame) -> dict[str, Any]:
    """The same again with sides swapped. Each player's token opens the new seat too."""
    start, seed = live.match.start, new_seed()
    if live.match.seed is not None:
        start = start.game.start(start.turn, seed)
    setup = live.setup | {"start": str(start), "seed": seed}
    for key, other in (("x", "o"), ("o", "x")):
        seat = live.seats[SEATS[other]]
        setup[key] = seat.document() | {"token": seat.token}
    return setup


def side_of(live: LiveGame, token: str | None) -> Player:
    """The side that a token plays."""
    if token is None:
        refuse(401, "This needs a seat's token: send it as Authorization: Bearer TOKEN.")
    sides = [side for side, seat in live.seats.items() if seat.opens_to(token)]
    if not sides:
        refuse(403, "This token opens no seat of this game: you can watch it.")
    return sides[0]


def played_already(match: Match, text: str, ply: int, side: Player) -> bool:
    """Whether this very move was played at this ply by that side: a repeated request."""
    if not 0 <= ply < match.ply or match.positions[ply].turn is not side:
        return False
    try:
        return bool(match.start.game.read_move(text) == match.moves[ply])
    except QuincunxError:
        return False


def moved(match: Match, text: str) -> Happening:
    """The events of a move. The match judges it; that it was played is for the store to say."""
    move = match.read(text)
    events: Happening = [("move", {"move": str(move)})]
    return [*events, ("end", {})] if match.outcome_after(move) else events


def check_offer(live: LiveGame, side: Player, kind: str) -> None:
    over, other = live.match.outcome, live.seats[side.other]
    if live.offers[kind] >= MOST_OFFERS:
        refuse(409, "Enough was offered in this game: play on.")
    if other.kind == OPEN:
        refuse(409, "Nobody sits on the other side yet: wait for the other player.")
    if live.offer and live.offer.by is side and live.offer.kind == kind:
        refuse(409, "You have offered that already: wait for the answer.")
    if kind == "rematch":
        if not over:
            refuse(409, "The game is still going on: a rematch comes after its end.")
        if live.next:
            refuse(409, "The rematch has begun already: go on to it.")
    elif over and other.kind != COMPUTER:
        refuse(409, "The game is over: offer a rematch instead.")
    elif live.last_turn_of(side) is None:
        refuse(409, "You have not moved yet: there is nothing to take back.")
