"""Tells those who watch a game that something happened in it.

Only the number of the event is passed on; what happened is in the database, so a watcher that
missed a call misses nothing.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

UNSURE = 10**9
"""A number that asks everybody to look."""


class Watcher:
    """Waits for what comes after the events that it has seen."""

    def __init__(self) -> None:
        self.seen = 0
        self._woken = asyncio.Event()

    def told(self, number: int) -> None:
        if number > self.seen:
            self._woken.set()

    async def wait(self, seconds: float) -> bool:
        """Whether there may be something new; False after so many seconds without."""
        try:
            await asyncio.wait_for(self._woken.wait(), seconds)
        except TimeoutError:
            return False
        self._woken.clear()
        return True


class Hub:
    def __init__(self) -> None:
        self.closing = False
        self._watchers: dict[str, set[Watcher]] = defaultdict(set)

    @contextmanager
    def watch(self, game: str) -> Iterator[Watcher]:
        watcher = Watcher()
        self._watchers[game].add(watcher)
        try:
            yield watcher
        finally:
            self._watchers[game].discard(watcher)
            if not self._watchers[game]:
                del self._watchers[game]

    def is_watched(self, game: str) -> bool:
        return game in self._watchers

    def tell(self, game: str, number: int) -> None:
        """The game has come to this event."""
        for watcher in self._watchers.get(game, ()):
            watcher.told(number)

    def tell_all(self) -> None:
        """Something may have happened anywhere."""
        for game in self._watchers:
            self.tell(game, UNSURE)

    def end(self, game: str) -> None:
        """The game is gone: everybody looks once more, and nobody is told of it again."""
        self.tell(game, UNSURE)
        self._watchers.pop(game, None)

    def close(self) -> None:
        """Lets every stream end, so that the server can."""
        self.closing = True
        self.tell_all()
