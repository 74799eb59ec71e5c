"""The games that a server has at hand, and their last states for those who watch. All of it is in
the store too: what is here is bounded by bytes, and can be forgotten at any time."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import NamedTuple, NoReturn
from weakref import WeakValueDictionary

from quincunx.play.events import Event
from quincunx.web.cache import MOST_BYTES, ByteCache
from quincunx.web.errors import refuse
from quincunx.web.hub import Hub
from quincunx.web.live import LiveGame
from quincunx.web.store import PAGE, Store

ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
REMEMBERED = 8
"""States that are kept of a game that is read anew."""
MOST_BEHIND = 100
"""Whoever has missed more events gets the present state alone."""
PAUSE = 0.02
"""Seconds between two states that are made again, each of which takes some milliseconds."""
MAX_STRETCH = 25
"""Events of an old game that are taken in before others have a turn."""
MOST_AT_ONCE = 1_000_000
"""Bytes that wait for one reader."""


class Told(NamedTuple):
    """What those who watch are sent."""

    number: int
    kind: str
    """Of the event; nothing where it is the present state, whatever led to it."""
    state: bytes


class Shelf:
    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.hub = hub
        self._games: ByteCache[str, LiveGame] = ByteCache(MOST_BYTES // 2)
        self._states: ByteCache[tuple[str, int], Told] = ByteCache(MOST_BYTES // 4)
        self._missing: ByteCache[str, bool] = ByteCache(MOST_BYTES // 64)
        """Ids that no game has, and so none will have: each is made by lot when its game is."""
        self._rebuilding = asyncio.Lock()
        self._looks: dict[str, asyncio.Task[LiveGame]] = {}
        """Looks at the store that are to begin."""
        self._looking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Held by the look at a game that is under way."""

    async def get(self, game: str) -> LiveGame:
        """The game as it is known here; others may know more."""
        return self._games.get(game) or await self.load(game)

    async def load(self, game: str) -> LiveGame:
        """The game as the store has it now; RefusalError 404 if it has none. Those who ask at once
        share one look, which begins after they have asked."""
        if self._missing.get(game):
            self._gone(game)
        look = self._looks.get(game)
        if look is None:
            look = self._looks[game] = asyncio.create_task(self._look(game))
            look.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(look)

    async def _look(self, game: str) -> LiveGame:
        """One after the other; whoever asks after its beginning waits for the next."""
        async with self._looking.setdefault(game, asyncio.Lock()):
            del self._looks[game]
            return await self._load(game)

    async def _load(self, game: str) -> LiveGame:
        live = self._games.get(game)
        if live is None:
            setup = await self.store.setup(game) if ID.fullmatch(game) else None
            if setup is None:
                self._gone(game)
            live = self._games.get(game) or LiveGame(game, setup)
        while len(events := await self._read(game, known := live.event)) == PAGE:
            for event in live.follow(events):
                if not event.number % MAX_STRETCH and live is not self._games.get(game):
                    await asyncio.sleep(0)
            if live.event == known:
                break
        self.take_in(live, events)
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
        """The game was deleted; whoever watches it is told."""
        live = self._games.get(game)
        self._games.drop(game)
        for number in range(1, live.event + 1 if live else 1):
            self._states.drop((game, number))
        self.hub.end(game)

    def take_in(self, live: LiveGame, events: list[Event]) -> None:
        """Brings the game on, and keeps it and its last states."""
        last = events[-1].number if events else 0
        for event in live.follow(events):
            if event.number > last - REMEMBERED:
                self._remember(live, event)
        self._games.put(live.id, live, live.weight())

    def _remember(self, live: LiveGame, event: Event) -> Told:
        told = Told(event.number, event.kind, live.encoded())
        self._states.put((live.id, event.number), told, len(told.state) + 500)
        return told

    async def since(self, game: str, after: int) -> AsyncIterator[Told]:
        """The states after the events from a number on: from memory, or the game once more. To
        whoever is far behind, the present one alone."""
        live = await self.get(game)
        if live.event <= after:
            live = await self.load(game)
        while after < live.event:
            if live.event - after > MOST_BEHIND:
                yield Told(live.event, "", live.encoded())
                return
            known = self._states.get((game, after + 1))
            found = [known] if known else await self._rebuild(live, after)
            if not found:
                return
            for told in found:
                yield told
                after = told.number

    async def _rebuild(self, live: LiveGame, after: int) -> list[Told]:
        """The states after an event, from the store: as many as may wait for a reader. One game at
        a time and with pauses, so that nobody's move waits for it; and remembered, so that others
        who ask for the same find it."""
        async with self._rebuilding:
            if known := self._states.get((live.id, after + 1)):
                return [known]
            found: list[Told] = []
            size, again = 0, LiveGame(live.id, live.setup)
            while again.event < live.event and (events := await self._read(live.id, again.event)):
                for event in again.follow(events):
                    if event.number > after:
                        told = self._remember(again, event)
                        size += len(told.state)
                        if size <= MOST_AT_ONCE or not found:
                            found.append(told)
                        await asyncio.sleep(PAUSE)
                    elif not event.number % MAX_STRETCH:
                        await asyncio.sleep(0)
            return found
