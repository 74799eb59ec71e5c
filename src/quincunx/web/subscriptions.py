"""Notify those who watch a game of its events.

Only the number of the event is passed on; the event itself is in the database, so a subscriber that
missed a call misses nothing.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

UNSURE = 10**9
"""A number that makes every subscriber read again."""


class Subscription:
    """Wait for what comes after the events that it has seen."""

    def __init__(self) -> None:
        self.seen = 0
        self._woken = asyncio.Event()

    def notify(self, number: int) -> None:
        if number > self.seen:
            self._woken.set()

    async def wait(self, seconds: float) -> bool:
        """Return whether there may be something new; False after so many seconds without."""
        try:
            await asyncio.wait_for(self._woken.wait(), seconds)
        except TimeoutError:
            return False
        self._woken.clear()
        return True


class Hub:
    def __init__(self) -> None:
        self.closing = False
        self._subscriptions: dict[str, set[Subscription]] = defaultdict(set)

    @contextmanager
    def subscribe(self, game: str) -> Iterator[Subscription]:
        subscription = Subscription()
        self._subscriptions[game].add(subscription)
        try:
            yield subscription
        finally:
            self._subscriptions[game].discard(subscription)
            if not self._subscriptions[game]:
                del self._subscriptions[game]

    def is_subscribed(self, game: str) -> bool:
        return game in self._subscriptions

    def publish(self, game: str, number: int) -> None:
        """Notify the subscribers of a game of its latest event."""
        for subscription in self._subscriptions.get(game, ()):
            subscription.notify(number)

    def notify_all(self) -> None:
        """Make every subscriber read again."""
        for game in self._subscriptions:
            self.publish(game, UNSURE)

    def end(self, game: str) -> None:
        """Make the subscribers of a deleted game read once more, and drop them."""
        self.publish(game, UNSURE)
        self._subscriptions.pop(game, None)

    def close(self) -> None:
        """End every stream, so that the server can."""
        self.closing = True
        self.notify_all()
