"""The games that a server has in memory, and their latest states for those who watch. All of it is
in the store too: the cache is bounded by bytes and can be dropped at any time."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import NamedTuple, NoReturn
from weakref import WeakValueDictionary

from quincunx.play.events import Event
from quincunx.web.cache import MAX_CACHE_BYTES, ByteCache
from quincunx.web.errors import refuse
from quincunx.web.live import LiveGame
from quincunx.web.store import EVENTS_PER_PAGE, Store
from quincunx.web.subscriptions import Hub

ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
CACHED_STATES = 8
"""States that are cached of a game that is read from the store."""
MAX_EVENTS_BEHIND = 100
"""A reader that has missed more gets the present state alone."""
PAUSE = 0.02
"""Seconds between two states that are rebuilt, each of which takes some milliseconds."""
MAX_EVENTS_AT_ONCE = 25
"""Events of an old game that are folded before others have a turn."""
MAX_WAITING_BYTES = 1_000_000
"""Bytes that wait for one reader."""


class Snapshot(NamedTuple):
    """What is sent to those who watch."""

    number: int
    kind: str
    """Of the event; empty where it is the present state, whatever led to it."""
    state: bytes


class GameCache:
    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.hub = hub
        self._games: ByteCache[str, LiveGame] = ByteCache(MAX_CACHE_BYTES // 2)
        self._states: ByteCache[tuple[str, int], Snapshot] = ByteCache(MAX_CACHE_BYTES // 4)
        self._missing: ByteCache[str, bool] = ByteCache(MAX_CACHE_BYTES // 64)
        """Ids that no game has, and so none will have: each is random."""
        self._rebuilding = asyncio.Lock()
        self._pending_reads: dict[str, asyncio.Task[LiveGame]] = {}
        """Reads of the store that are about to start."""
        self._active_reads: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Held by the read of a game that is under way."""

    async def get(self, game: str) -> LiveGame:
        """Return the game as it is known here; other servers may know more."""
        return self._games.get(game) or await self.load(game)

    async def load(self, game: str) -> LiveGame:
        """Return the game as the store has it now; RefusalError 404 if it has none. Concurrent
        callers share one read, which starts after they have asked."""
        if self._missing.get(game):
            self._gone(game)
        look = self._pending_reads.get(game)
        if look is None:
            look = self._pending_reads[game] = asyncio.create_task(self._read_next(game))
            look.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(look)

    async def _read_next(self, game: str) -> LiveGame:
        """Read one after the other; who asks after the start of one waits for the next."""
        async with self._active_reads.setdefault(game, asyncio.Lock()):
            del self._pending_reads[game]
            return await self._load(game)

    async def _load(self, game: str) -> LiveGame:
        live = self._games.get(game)
        if live is None:
            setup = await self.store.setup(game) if ID.fullmatch(game) else None
            if setup is None:
                self._gone(game)
            live = self._games.get(game) or LiveGame(game, setup)
        while len(events := await self._read(game, known := live.event)) == EVENTS_PER_PAGE:
            for event in live.follow(events):
                if not event.number % MAX_EVENTS_AT_ONCE and live is not self._games.get(game):
                    await asyncio.sleep(0)
            if live.event == known:
                break
        self.apply_events(live, events)
        return live

    async def _read(self, game: str, after: int) -> list[Event]:
        events = await self.store.events(game, after)
        if events is None:
            self._gone(game)
        return events

    def _gone(self, game: str) -> NoReturn:
        self.forget(game)
        self._missing.put(game, True, len(game) + 100)
        refuse(404, "There is no such game: it may have expired.")

    def forget(self, game: str) -> None:
        """Drop a deleted game and notify its subscribers."""
        live = self._games.get(game)
        self._games.drop(game)
        for number in range(1, live.event + 1 if live else 1):
            self._states.drop((game, number))
        self.hub.end(game)

    def apply_events(self, live: LiveGame, events: list[Event]) -> None:
        """Fold events into the game, and cache it with its latest states."""
        last = events[-1].number if events else 0
        for event in live.follow(events):
            if event.number > last - CACHED_STATES:
                self._remember(live, event)
        self._games.put(live.id, live, live.weight())

    def _remember(self, live: LiveGame, event: Event) -> Snapshot:
        snapshot = Snapshot(event.number, event.kind, live.encoded())
        self._states.put((live.id, event.number), snapshot, len(snapshot.state) + 500)
        return snapshot

    async def since(self, game: str, after: int) -> AsyncIterator[Snapshot]:
        """Yield the states after the events from a number on, from memory or rebuilt; to a reader
        that is far behind, the present one alone."""
        live = await self.get(game)
        if live.event <= after:
            live = await self.load(game)
        while after < live.event:
            if live.event - after > MAX_EVENTS_BEHIND:
                yield Snapshot(live.event, "", live.encoded())
                return
            known = self._states.get((game, after + 1))
            found = [known] if known else await self._rebuild(live, after)
            if not found:
                return
            for snapshot in found:
                yield snapshot
                after = snapshot.number

    async def _rebuild(self, live: LiveGame, after: int) -> list[Snapshot]:
        """Return the states after an event, from the store: as many as may wait for a reader. One
        game at a time and with pauses, so that no move waits for it; and cached, so that others
        who ask for the same find it."""
        async with self._rebuilding:
            if known := self._states.get((live.id, after + 1)):
                return [known]
            found: list[Snapshot] = []
            size, again = 0, LiveGame(live.id, live.setup)
            while again.event < live.event and (events := await self._read(live.id, again.event)):
                for event in again.follow(events):
                    if event.number > after:
                        snapshot = self._remember(again, event)
                        size += len(snapshot.state)
                        if size <= MAX_WAITING_BYTES or not found:
                            found.append(snapshot)
                        await asyncio.sleep(PAUSE)
                    elif not event.number % MAX_EVENTS_AT_ONCE:
                        await asyncio.sleep(0)
            return found
