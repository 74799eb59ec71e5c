"""The games of a server: begun, joined, played, given up. Every decision is here; the routes only
carry it. All that a game needs is in the store; what is kept in memory is a cache."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import Any

from quincunx.core import Player, QuincunxError
from quincunx.core.text import clean
from quincunx.match import Match, new_seed
from quincunx.players import LevelPlayer
from quincunx.players.levels import check_level, level_move
from quincunx.web.deciding import Happening, check_offer, moved, played_already, rematch, side_of
from quincunx.web.errors import RefusalError, refuse
from quincunx.web.hub import Hub
from quincunx.web.live import COMPUTER, HUMAN, OPEN, SEATS, LiveGame, hashed
from quincunx.web.shelf import Shelf, State
from quincunx.web.store import Event, Store, TakenError
from quincunx.web.thinking import MOVING, Thinkers

MOST_EVENTS = 5_000
MOST_TRIES = 20
HEARTBEAT = 15.0

log = logging.getLogger("quincunx.web")


class House:
    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.hub = hub
        self.shelf = Shelf(store, hub)
        self.movers = Thinkers(MOVING)
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
        live = LiveGame(game, setup)
        self.shelf.take_in(live, [])
        self._let_computer_move(live)
        return live, tokens

    async def load(self, game: str) -> LiveGame:
        """The game as the store has it now."""
        live = await self.shelf.load(game)
        self._let_computer_move(live)
        return live

    async def _change(self, game: str, decide: Callable[[LiveGame], Happening]) -> LiveGame:
        """Lets `decide` look at the game and say what happens. If somebody else was quicker, it
        looks again. What is in memory may be old: the store then refuses the event's number, and
        only what was looked up is a reason to refuse a player."""
        live = await self.shelf.get(game)
        fresh = False
        for _ in range(MOST_TRIES):
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
                live, fresh = await self.load(game), True
                continue
            self.shelf.take_in(live, events)
            self.hub.tell(game, live.event)
            self._let_computer_move(live)
            return live
        raise RefusalError(503, "Too many change this game at once: try again in a moment.")

    # What players do.

    async def admit(self, game: str, token: str | None) -> None:
        """Refuses what is not the token of a seat, before anything else is looked at."""
        live = await self.shelf.get(game)
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
            if live.seats[SEATS[key].other].opens_to(token):
                refuse(409, "This token has the other seat: take this one with another.")
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
        """Moves while it is a computer's turn. What fails is tried again, but not for ever: whoever
        looks at the game begins it anew."""
        failures = 0
        try:
            while failures < MOST_TRIES:
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
                    failures += 1
                    await asyncio.sleep(1)
                    continue
                if live.event + 1 == number:
                    new = [Event(number + i, *w) for i, w in enumerate(moved(match, move))]
                    try:
                        await self.store.append(game, new)
                    except TakenError:
                        failures += 1
                        continue
                    failures = 0
                    self.shelf.take_in(live, new)
                    self.hub.tell(game, live.event)
        except RefusalError as refusal:  # the game is gone, or the database away
            log.warning("computer %s", refusal, extra={"game": game})
        except Exception:  # nobody awaits this task
            log.exception("computer", extra={"game": game})

    # Watching.

    async def states(self, live: LiveGame, after: int | None) -> AsyncIterator[State]:
        """The state after every event from a number on, without end; without a number, the
        present state first. While nothing happens, a heartbeat now and then."""
        game = live.id
        if after is None or after > live.event:
            yield Event(live.event, "", {}), live.encoded()
            after = live.event
        with self.hub.watch(game) as watcher:
            while not self.hub.closing:
                self._let_computer_move(live)
                async for event, state in self.shelf.since(game, after):
                    yield event, state
                    after = watcher.seen = event.number
                while not await watcher.wait(HEARTBEAT):
                    self._let_computer_move(await self.shelf.get(game))
                    yield Event(after, "heartbeat", {}), b""


def _token() -> str:
    return secrets.token_urlsafe(16)


def _game_id() -> str:
    return secrets.token_urlsafe(9)
