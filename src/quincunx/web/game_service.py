"""The SQL back end of sessions: create, join, play and watch the games of a server.

The session decides what may happen; here its events are written, published, and followed by the
computers' moves. All that a game needs is in the store; what is in memory is a cache.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import TypeVarTuple

from quincunx.core import Player, QuincunxError
from quincunx.play.events import Change, ScoreDocument, Seat, SeatKey
from quincunx.play.match import Match
from quincunx.play.session import SessionError
from quincunx.players.levels import check_level, level_move
from quincunx.web.errors import RefusalError
from quincunx.web.game_cache import GameCache, Snapshot
from quincunx.web.live import MAX_EVENTS, LiveGame, new_game, new_token
from quincunx.web.store import Store, TakenError
from quincunx.web.subscriptions import Hub
from quincunx.web.worker_pool import MOVING, asker, processes
from quincunx.work.workers import WorkerError

MAX_TRIES = 20
HEARTBEAT_S = 15.0

log = logging.getLogger("quincunx.web")
Ts = TypeVarTuple("Ts")


class GameService:
    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.hub = hub
        self.cache = GameCache(store, hub)
        self.movers = processes(MOVING)
        self._moving: dict[str, asyncio.Task[None]] = {}

    def close(self) -> None:
        self.hub.close()
        for task in self._moving.values():
            task.cancel()
        self.movers.close()

    # Games.

    async def create(
        self, match: Match, seats: dict[SeatKey, Seat], series: ScoreDocument | None = None
    ) -> tuple[LiveGame, dict[SeatKey, str]]:
        """Create a game; return it with the tokens of the seats that people have from the start."""
        live, tokens = new_game(match, seats, series)
        if any(seat.level == "perfect" for seat in seats.values()):
            setup = live.setup
            await self.movers.ask(check_level, "perfect", setup.game, setup.start, who=asker.get())
        await self.store.create(live.id, live.setup)
        self.cache.apply_events(live, [])
        self._let_computer_move(live)
        return live, tokens

    async def load(self, game: str) -> LiveGame:
        """Return the game as the store has it now."""
        live = await self.cache.load(game)
        self._let_computer_move(live)
        return live

    async def change(self, game: str, decide: Callable[[LiveGame], list[Change]]) -> LiveGame:
        """Write the changes that `decide` returns for the game. If another writer was first, decide
        again. What is in memory may be stale: the store then refuses the event's number, and only
        what was just read is a reason to refuse a player."""
        live, fresh = await self.cache.get(game), False
        for _ in range(MAX_TRIES):
            try:
                new = decide(live)
            except QuincunxError:
                if fresh:
                    raise
                new = []
            if new:
                events, opened = live.number(new)
                with suppress(TakenError):
                    await self.store.append(game, events, opened)
                    self.cache.apply_events(live, events)
                    self.hub.publish(game, live.event)
                    self._let_computer_move(live)
                    return live
            elif fresh:
                return live
            live, fresh = await self.load(game), True
        raise RefusalError(
            503, "Too many requests change this game at once: try again in a moment."
        )

    # Seats.

    async def admit(self, game: str, secret: str | None) -> None:
        """Refuse who has no seat before anything else is checked; here and below, `secret` is the
        hash of a token."""
        try:
            (await self.cache.get(game)).side_of(secret)
        except SessionError:
            (await self.load(game)).side_of(secret)  # it may have been given elsewhere

    async def act(
        self,
        game: str,
        secret: str | None,
        decide: Callable[[LiveGame, Player, *Ts], list[Change]],
        *values: *Ts,
    ) -> LiveGame:
        """Carry out a command of a seat's player, unless the seat is moved away before that is
        written."""
        return await self.change(game, lambda live: decide(live, live.side_of(secret), *values))

    async def take_seat(
        self, game: str, key: SeatKey, name: str, given: str | None, held: str | None
    ) -> str:
        """Return the token of the seat: the one given, if any. Given again, it opens the seat
        again."""
        token = given or new_token()
        await self.change(game, lambda live: live.take_seat(key, name, token, held))
        return token

    # Computers.

    def _computer_moves(self, live: LiveGame) -> bool:
        """Return whether a computer is to move. Two of them play only while somebody watches."""
        turn = live.match.turn
        if not turn or live.seats[turn].kind != "computer" or live.event >= MAX_EVENTS:
            return False
        return live.seats[turn.other].kind != "computer" or self.hub.is_subscribed(live.id)

    def _let_computer_move(self, live: LiveGame) -> None:
        """Start a computer that is to move and does not think yet. Every read of a game does so,
        after a restart too."""
        if self._computer_moves(live) and live.id not in self._moving:
            task = asyncio.get_running_loop().create_task(self._computer(live.id))
            self._moving[live.id] = task
            task.add_done_callback(lambda _: self._moving.pop(live.id, None))

    async def _computer(self, game: str) -> None:
        """Move while it is a computer's turn. Failures are retried, but not for ever: the next read
        of the game starts again."""
        failures = 0
        try:
            while failures < MAX_TRIES and self._computer_moves(live := await self.load(game)):
                asked, number = live.request(), live.event
                try:
                    move = await self.movers.ask(level_move, *asked, who=asker.get())
                except WorkerError as error:
                    log.warning("computer %s", error, extra={"game": game})
                    failures += 1
                    await asyncio.sleep(1)
                    continue
                failures = 0
                await self._reply(game, number, move)
        except (RefusalError, SessionError) as refusal:  # the game is gone or too long, or the
            # database away
            log.warning("computer %s", refusal, extra={"game": game})
        except Exception:  # nobody awaits this task
            log.exception("computer", extra={"game": game})

    async def _reply(self, game: str, number: int, move: str) -> None:
        """Play the move unless something has happened since the event at which it was asked for."""
        await self.change(game, lambda live: live.play(move) if live.event == number else [])

    # Watching.

    async def states(self, live: LiveGame, after: int | None) -> AsyncIterator[Snapshot]:
        """Yield the state after every event from a number on, without end; without a number, the
        present state first. While nothing happens, yield a heartbeat without a state."""
        game = live.id
        if after is None or after > live.event:
            yield Snapshot(live.event, "", live.encoded())
            after = live.event
        with self.hub.subscribe(game) as subscription:
            while not self.hub.closing:
                self._let_computer_move(live)
                async for snapshot in self.cache.since(game, after):
                    yield snapshot
                    after = subscription.seen = snapshot.number
                while not await subscription.wait(HEARTBEAT_S):
                    self._let_computer_move(await self.cache.get(game))
                    yield Snapshot(after, "", b"")
