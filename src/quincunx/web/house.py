"""The games of a server: begun, joined, played, given up. Every decision is here; the routes only
carry it. All that a game needs is in the store; what is kept in memory is a cache."""

import asyncio
import logging
import secrets
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from quincunx.core import Player, QuincunxError
from quincunx.core.text import clean
from quincunx.match import Match, new_seed
from quincunx.web.errors import RefusalError, refuse
from quincunx.web.hub import Hub
from quincunx.web.live import COMPUTER, HUMAN, OPEN, SEATS, LiveGame, hashed
from quincunx.web.store import Event, Store, TakenError
from quincunx.web.thinking import Thinkers, check_level, computer_move

MOST_CACHED = 4_000
MOST_EVENTS = 5_000
REMEMBERED = 8
IDLE = timedelta(days=30)
HEARTBEAT = 15.0

Happening = list[tuple[str, dict[str, Any]]]
"""Events that are to be: kinds and data."""

log = logging.getLogger("quincunx.web")


class House:
    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.hub = hub
        self.movers = Thinkers()
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._recent: dict[str, deque[tuple[Event, bytes]]] = {}
        """The last states of each game, for those who watch it."""
        self._moving: dict[str, asyncio.Task[None]] = {}

    def close(self) -> None:
        self.hub.close()
        for task in self._moving.values():
            task.cancel()
        self.movers.close()

    # Games.

    async def create(
        self, match: Match, seats: dict[str, dict[str, Any]]
    ) -> tuple[LiveGame, dict[str, str]]:
        """A new game, and the tokens of the seats that people have from the start."""
        kinds = [seat["kind"] for seat in seats.values()]
        if kinds == [COMPUTER, COMPUTER] and not match.repetition:
            refuse(422, "Two computers could play on for ever: leave repetition on.")
        for seat in seats.values():
            if seat["kind"] == COMPUTER:
                await self.movers.ask(check_level, match, seat["level"])
        tokens = {key: _token() for key, seat in seats.items() if seat["kind"] == HUMAN}
        seed = new_seed() if match.seed is None else match.seed
        setup: dict[str, Any] = {
            "game": match.start.game.id(),
            "start": str(match.start),
            "repetition": match.repetition,
            "seed": seed,
            "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        }
        for key, seat in seats.items():
            name = clean(seat.get("name") or seat.get("level") or "")
            setup[key] = {"kind": seat["kind"], "name": name, "level": seat.get("level")}
            setup[key]["token"] = hashed(tokens[key]) if key in tokens else None
        return await self._open(setup), tokens

    async def _open(self, setup: dict[str, Any]) -> LiveGame:
        game = secrets.token_urlsafe(9)
        await self.store.create(game, setup)
        live = self._keep(LiveGame(game, setup))
        self._let_computer_move(live)
        return live

    async def load(self, game: str) -> LiveGame:
        """The game as the store has it now."""
        live = self._games.get(game)
        if live is None:
            setup = await self.store.setup(game) if len(game) <= 40 else None
            if setup is None:
                refuse(404, "There is no such game: it may have expired.")
            live = self._keep(self._games.get(game) or LiveGame(game, setup))
        self._take_in(live, await self.store.events(game, live.event))
        self._let_computer_move(live)
        return live

    def _keep(self, live: LiveGame) -> LiveGame:
        self._games[live.id] = live
        self._games.move_to_end(live.id)
        while len(self._games) > MOST_CACHED:
            old, _ = self._games.popitem(last=False)
            self._recent.pop(old, None)
        return live

    def _take_in(self, live: LiveGame, events: list[Event]) -> None:
        recent = self._recent.setdefault(live.id, deque(maxlen=REMEMBERED))
        recent.extend(live.follow(events))

    async def _change(self, game: str, decide: Callable[[LiveGame], Happening]) -> LiveGame:
        """Lets `decide` look at the game and say what happens. If somebody else was quicker, it
        looks again. What is in memory may be old: the store then refuses the event's number, and
        only what was looked up is a reason to refuse a player."""
        live = self._games.get(game) or await self.load(game)
        fresh = False
        while True:
            try:
                new = decide(live)
            except QuincunxError:
                if fresh:
                    raise
                new = []
            if not new:
                if fresh:
                    return live
                live, fresh = await self.load(game), True
                continue
            if live.event >= MOST_EVENTS:
                refuse(409, "This game has gone on for too long: begin another.")
            events = [Event(live.event + i, *what) for i, what in enumerate(new, 1)]
            try:
                await self.store.append(game, events)
            except TakenError:
                live = await self.load(game)
                continue
            self._take_in(live, events)
            self.hub.tell(game, live.event)
            self._let_computer_move(live)
            return live

    # What players do.

    async def take_seat(self, game: str, key: str, name: str) -> str:
        token = _token()

        def decide(live: LiveGame) -> Happening:
            if live.seats[SEATS[key]].kind != OPEN:
                refuse(409, "This seat is taken: you can watch the game.")
            return [("seat", {"seat": key, "name": clean(name), "token": hashed(token)})]

        await self._change(game, decide)
        return token

    async def move(self, game: str, token: str | None, text: str, ply: int) -> LiveGame:
        def decide(live: LiveGame) -> Happening:
            side, match = _side(live, token), live.match
            if _played_already(match, text, ply, side):
                return []
            if ply != match.ply:
                refuse(409, f"The game is at ply {match.ply}, not at {ply}: look at it again.")
            if match.outcome:
                refuse(409, f"The game is over: {match.outcome.reason}.")
            if match.position.turn is not side:
                refuse(403, f"It is {match.position.turn}'s turn: wait for the other player.")
            return _moved(match, text)

        return await self._change(game, decide)

    async def resign(self, game: str, token: str | None) -> LiveGame:
        def decide(live: LiveGame) -> Happening:
            side = _side(live, token)
            if live.match.outcome:
                refuse(409, f"The game is over: {live.match.outcome.reason}.")
            return [("resign", {"by": side}), ("end", {})]

        return await self._change(game, decide)

    async def make_offer(self, game: str, token: str | None, kind: str) -> LiveGame:
        """An undo or a rematch is offered to the other player; a computer agrees at once."""
        following: str | None = None

        def decide(live: LiveGame) -> Happening:
            side = _side(live, token)
            _check_offer(live, side, kind)
            if live.seats[side.other].kind != COMPUTER:
                return [("offer", {"kind": kind, "by": side})]
            if kind == "undo":
                return [("undo", {"ply": live.last_turn_of(side)})]
            return [("offer", {"answer": live.event + 1, "accept": True, "next": following})]

        live = await self.load(game)
        if decide(live)[0][1].get("accept") and kind == "rematch":
            following = await self._rematch(live)
        return await self._change(game, decide)

    async def answer_offer(
        self, game: str, token: str | None, number: int, accept: bool
    ) -> LiveGame:
        following: str | None = None

        def decide(live: LiveGame) -> Happening:
            side, offer = _side(live, token), live.offer
            if offer is None or offer.number != number:
                refuse(409, "This offer does not stand any more: look at the game again.")
            if offer.by is side:
                refuse(403, "This is your own offer: the other player answers it.")
            if accept and offer.kind == "undo":
                return [("undo", {"ply": live.last_turn_of(offer.by)})]
            return [("offer", {"answer": number, "accept": accept, "next": following})]

        live = await self.load(game)
        if decide(live)[0][0] == "offer" and accept:
            following = await self._rematch(live)
        return await self._change(game, decide)

    async def _rematch(self, live: LiveGame) -> str:
        """The same again with sides swapped. Each player's token opens the new seat too."""
        start, seed = live.match.start, new_seed()
        if start == start.game.start(start.turn, live.setup["seed"]):
            start = start.game.start(start.turn, seed)
        setup = live.setup | {"start": str(start), "seed": seed}
        for key, other in (("x", "o"), ("o", "x")):
            seat = live.seats[SEATS[other]]
            setup[key] = seat.document() | {"token": seat.token}
        return (await self._open(setup)).id

    # Computers.

    def _let_computer_move(self, live: LiveGame) -> None:
        """If a computer is to move and does not think yet, it begins to. Whoever looks at a game
        brings it on again, after a restart too."""
        turn = live.match.turn
        if turn and live.seats[turn].kind == COMPUTER and live.id not in self._moving:
            task = asyncio.get_running_loop().create_task(self._computer(live.id))
            self._moving[live.id] = task
            task.add_done_callback(lambda _: self._moving.pop(live.id, None))

    async def _computer(self, game: str) -> None:
        try:
            while True:
                live = await self.load(game)
                match = live.match
                if not match.turn or live.seats[match.turn].kind != COMPUTER:
                    return
                seat, number = live.seats[match.turn], live.event + 1
                seed = (live.setup["seed"] * 1_000 + match.ply) * 2 + (match.turn is Player.O)
                move = await self.movers.ask(computer_move, match, seat.level or "", seed)
                if live.event + 1 == number:
                    new = [Event(number + i, *w) for i, w in enumerate(_moved(match, move))]
                    try:
                        await self.store.append(game, new)
                    except TakenError:
                        continue
                    self._take_in(live, new)
                    self.hub.tell(game, live.event)
        except RefusalError as refusal:
            log.warning("computer %s", refusal, extra={"game": game})
        except Exception:
            log.exception("computer", extra={"game": game})

    # Watching.

    async def states(self, game: str, after: int | None) -> AsyncIterator[tuple[Event, bytes]]:
        """The state after every event from a number on, without end; without a number, the
        present state first. While nothing happens, a heartbeat now and then."""
        live = await self.load(game)
        if after is None or after > live.event:
            yield Event(live.event, "", {}), live.encoded()
            after = live.event
        with self.hub.watch(game) as watcher:
            while not self.hub.closing:
                for event, state in await self._since(game, after):
                    yield event, state
                    after = watcher.seen = event.number
                if not await watcher.wait(HEARTBEAT):
                    yield Event(after, "heartbeat", {}), b""

    async def _since(self, game: str, after: int) -> list[tuple[Event, bytes]]:
        live = self._games.get(game) or await self.load(game)
        if live.event <= after:
            live = await self.load(game)
        known = [item for item in self._recent.get(game, ()) if item[0].number > after]
        if len(known) == live.event - after:
            return known
        again = LiveGame(game, live.setup)
        states = again.follow(await self.store.events(game))
        return [item for item in states if item[0].number > after]

    async def sweep(self) -> None:
        """Lets games expire, for as long as the server runs."""
        while True:
            try:
                gone = await self.store.expire(datetime.now(UTC) - IDLE)
                log.info("expired", extra={"games": gone})
            except (SQLAlchemyError, OSError) as error:
                log.warning("nothing expired: %s", type(error).__name__)
            await asyncio.sleep(3600)


def _token() -> str:
    return secrets.token_urlsafe(16)


def _side(live: LiveGame, token: str | None) -> Player:
    """The side that a token plays."""
    if token is None:
        refuse(401, "This needs a seat's token: send it as Authorization: Bearer TOKEN.")
    sides = [side for side, seat in live.seats.items() if seat.opens_to(token)]
    if not sides:
        refuse(403, "This token opens no seat of this game: you can watch it.")
    return sides[0]


def _played_already(match: Match, text: str, ply: int, side: Player) -> bool:
    """Whether this very move was played at this ply by that side: a repeated request."""
    if not 0 <= ply < match.ply or match.positions[ply].turn is not side:
        return False
    try:
        return bool(match.start.game.read_move(text) == match.moves[ply])
    except QuincunxError:
        return False


def _moved(match: Match, text: str) -> Happening:
    """The events of a move. The match judges it; that it was played is for the store to say."""
    match.play(text)
    move, over = match.moves[-1], match.outcome
    match.undo()
    events: Happening = [("move", {"move": str(move)})]
    return [*events, ("end", {})] if over else events


def _check_offer(live: LiveGame, side: Player, kind: str) -> None:
    over, other = live.match.outcome, live.seats[side.other]
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
