"""What one address may ask for, and how much: a bucket that fills again with time."""

from collections import OrderedDict
from time import monotonic

from quincunx.web.errors import refuse

MOST_ADDRESSES = 10_000
MINUTE = 60.0


class Limit:
    def __init__(self, a_minute: int) -> None:
        """0 for no limit."""
        self.a_minute = a_minute
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """What is left, and when that was so."""

    def take(self, address: str) -> None:
        """One more request of this address; RefusalError 429 if it asked too often."""
        if not self.a_minute:
            return
        now = monotonic()
        left, then = self._buckets.pop(address, (float(self.a_minute), now))
        left = min(self.a_minute, left + (now - then) * self.a_minute / MINUTE)
        self._buckets[address] = (max(0.0, left - 1), now)
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        if left < 1:
            refuse(429, f"More than {self.a_minute} requests a minute: wait a little.")
