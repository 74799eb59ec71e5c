"""Tells those who watch a game that something happened in it.

Only the number of the event is passed on; what happened is in the database, so a watcher that
missed a call misses nothing.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager


class Hub:
    def __init__(self) -> None:
        self.closing = False
        self._watchers: dict[str, set[asyncio.Event]] = defaultdict(set)

    @contextmanager
    def watch(self, game: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever something happened in the game, or the server stops."""
        woken = asyncio.Event()
        self._watchers[game].add(woken)
        try:
            yield woken
        finally:
            self._watchers[game].discard(woken)
            if not self._watchers[game]:
                del self._watchers[game]

    def tell(self, game: str) -> None:
        for woken in self._watchers.get(game, ()):
            woken.set()

    def tell_all(self) -> None:
        for game in self._watchers:
            self.tell(game)

    def close(self) -> None:
        """Lets every stream end, so that the server can."""
        self.closing = True
        self.tell_all()
