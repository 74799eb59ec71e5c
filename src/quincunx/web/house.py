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
from quincunx.players import LevelPlayer
from quincunx.players.levels import check_level, level_move
from quincunx.web.deciding import Happening, check_offer, moved, played_already, rematch, side_of
from quincunx.web.errors import RefusalError, refuse
from quincunx.web.hub import Hub
from quincunx.web.live import COMPUTER, HUMAN, OPEN, SEATS, LiveGame, hashed
from quincunx.web.store import Event, Store, TakenError
from quincunx.web.thinking import MOVING, Thinkers

MOST_CACHED = 4_000
MOST_EVENTS = 5_000
REMEMBERED = 8
IDLE = timedelta(days=30)
HEARTBEAT = 15.0

log = logging.getLogger("quincunx.web")


class House:
    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.hub = hub
        self.movers = Thinkers(MOVING)
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
                LevelPlayer(seat["level"], 0)  # refuses what is no level
                if seat["level"] == "perfect":
                    start = match.start
                    await self.movers.ask(check_level, seat["level"], start.game.id(), str(start))
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
        game = _game_id()
        await self.store.create(game, setup)
        live = self._keep(LiveGame(game, setup))
        self._let_computer_move(live)
        return live, tokens

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
        last = events[-1].number if events else 0
        for event in live.follow(events):
            if event.number > last - REMEMBERED:
                recent.append((event, live.encoded()))

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
            opens = next((data["next"] for _, data in new if data.get("next")), None)
            try:
                await self.store.append(game, events, opens and (opens, rematch(live)))
            except TakenError:
                live = await self.load(game)
                continue
            self._take_in(live, events)
            self.hub.tell(game, live.event)
            self._let_computer_move(live)
            return live

    # What players do.

    async def admit(self, game: str, token: str | None) -> None:
        """Refuses what is not the token of a seat, before anything else is looked at."""
        live = self._games.get(game) or await self.load(game)
        try:
            side_of(live, token)
        except RefusalError:
            side_of(await self.load(game), token)  # it may have been given elsewhere

    async def take_seat(self, game: str, key: str, name: str, given: str | None = None) -> str:
        """The token of the seat: the one given, if any. Given again, it opens the seat again."""
        token = given or _token()

        def decide(live: LiveGame) -> Happening:
            seat = live.seats[SEATS[key]]
            if seat.opens_to(token):
                return []
            if seat.kind != OPEN:
                refuse(409, "This seat is taken: you can watch the game.")
            return [("seat", {"seat": key, "name": clean(name), "token": hashed(token)})]

        await self._change(game, decide)
        return token

    async def move(self, game: str, token: str | None, text: str, ply: int) -> LiveGame:
        def decide(live: LiveGame) -> Happening:
            side, match = side_of(live, token), live.match
            if played_already(match, text, ply, side):
                return []
            if ply != match.ply:
                refuse(409, f"The game is at ply {match.ply}, not at {ply}: look at it again.")
            if match.outcome:
                refuse(409, f"The game is over: {match.outcome.reason}.")
            if match.position.turn is not side:
                refuse(403, f"It is {match.position.turn}'s turn: wait for the other player.")
            return moved(match, text)

        return await self._change(game, decide)

    async def resign(self, game: str, token: str | None) -> LiveGame:
        def decide(live: LiveGame) -> Happening:
            side = side_of(live, token)
            if live.match.outcome:
                refuse(409, f"The game is over: {live.match.outcome.reason}.")
            return [("resign", {"by": side}), ("end", {})]

        return await self._change(game, decide)

    async def make_offer(self, game: str, token: str | None, kind: str) -> LiveGame:
        """An undo or a rematch is offered to the other player; a computer agrees at once."""

        def decide(live: LiveGame) -> Happening:
            side = side_of(live, token)
            check_offer(live, side, kind)
            if live.seats[side.other].kind != COMPUTER:
                return [("offer", {"kind": kind, "by": side})]
            if kind == "undo":
                return [("undo", {"ply": live.last_turn_of(side)})]
            return [("offer", {"answer": live.event + 1, "accept": True, "next": _game_id()})]

        return await self._change(game, decide)

    async def answer_offer(
        self, game: str, token: str | None, number: int, accept: bool
    ) -> LiveGame:
        def decide(live: LiveGame) -> Happening:
            side, offer = side_of(live, token), live.offer
            if offer is None or offer.number != number:
                refuse(409, "This offer does not stand any more: look at the game again.")
            if offer.by is side:
                refuse(403, "This is your own offer: the other player answers it.")
            if accept and offer.kind == "undo":
                return [("undo", {"ply": live.last_turn_of(offer.by)})]
            following = _game_id() if accept else None
            return [("offer", {"answer": number, "accept": accept, "next": following})]

        return await self._change(game, decide)

    # Computers.

    def _let_computer_move(self, live: LiveGame) -> None:
        """If a computer is to move and does not think yet, it begins to. Whoever looks at a game
        brings it on again, after a restart too; two computers play only while somebody looks."""
        turn = live.match.turn
        if not turn or live.seats[turn].kind != COMPUTER or live.id in self._moving:
            return
        if live.seats[turn.other].kind != COMPUTER or self.hub.is_watched(live.id):
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
                if live.seats[match.turn.other].kind == COMPUTER and not self.hub.is_watched(game):
                    return
                seat, number = live.seats[match.turn], live.event + 1
                seed = (live.setup["seed"] * 1_000 + match.ply) * 2 + (match.turn is Player.O)
                try:
                    told = live.setup["game"], live.setup["start"], [str(m) for m in match.moves]
                    move = await self.movers.ask(
                        level_move, seat.level or "", seed, *told, match.repetition
                    )
                except RefusalError as refusal:
                    log.warning("computer %s", refusal, extra={"game": game})
                    await asyncio.sleep(1)
                    continue
                if live.event + 1 == number:
                    new = [Event(number + i, *w) for i, w in enumerate(moved(match, move))]
                    try:
                        await self.store.append(game, new)
                    except TakenError:
                        continue
                    self._take_in(live, new)
                    self.hub.tell(game, live.event)
        except Exception:  # nobody awaits this task; whoever looks at the game begins it anew
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
            self._let_computer_move(live)
            while not self.hub.closing:
                async for event, state in self._since(game, after):
                    yield event, state
                    after = watcher.seen = event.number
                if not await watcher.wait(HEARTBEAT):
                    yield Event(after, "heartbeat", {}), b""

    async def _since(self, game: str, after: int) -> AsyncIterator[tuple[Event, bytes]]:
        """The states after the events from a number on: from memory, or the game once more."""
        # Whoever leaves in the middle of a look does not tear the database's answer.
        live, events = await asyncio.shield(self._look(game, after))
        if events is None:
            for item in list(self._recent.get(game, ())):
                if item[0].number > after:
                    yield item
            return
        again = LiveGame(game, live.setup)
        for event in again.follow(events):
            if event.number > after:
                yield event, again.encoded()
                await asyncio.sleep(0)  # others have their turn

    async def _look(self, game: str, after: int) -> tuple[LiveGame, list[Event] | None]:
        """The game, and all of its events if memory does not reach back so far."""
        live = self._games.get(game) or await self.load(game)
        if live.event <= after:
            live = await self.load(game)
        known = sum(event.number > after for event, _ in self._recent.get(game, ()))
        return live, None if known == live.event - after else await self.store.events(game)

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


def _game_id() -> str:
    return secrets.token_urlsafe(9)
