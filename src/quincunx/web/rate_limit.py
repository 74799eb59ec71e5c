"""What each request costs, and what one address may spend: a bucket that fills again with time."""

import json
import re
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from math import ceil, inf
from time import monotonic
from typing import NamedTuple

MAX_BUCKETS = 20_000
MINUTE = 60.0
LIGHT = 0.01
"""So little that nobody who plays, however fast, meets a refusal."""
HEAVY = 0.1
MAX_HOLD_S = 3.0

PRICES = {
    "POST /api/games": 1,
    "GET /api/games/{game}/events": 0.05,
    "POST /api/games/{game}/moves": 0.05,
    "GET /api/catalogue": 0.02,
    "GET /api/solutions": 0.02,
    "GET /api/position": 0.2,
    "POST /api/replay": 0.5,
    "GET /api/refusal": 0.05,
    "GET /api/analysis": 1,
    "GET /api/reasons": 1,
    "POST /api/review": 4,
    "GET /api/puzzle": 1,
    "GET /api/puzzle/kinds": 0.02,
    "POST /api/puzzle/streak": 0.02,
    "GET /api/puzzle/answer": 1,
    "GET /api/puzzle/solution": 1,
    "GET /readyz": 0.2,
}
"""Of routes, in games begun: the unit of `--limit`. Whatever is not here costs LIGHT."""
CONNECTION = 0.02
PIECE = 0.001
"""Of a request as it is read: its head, every part in which its body comes, its end."""
UNREADABLE = 0.05
STREAMED_BYTE = 1 / 1_000_000
OFFERS = "POST /api/games/{game}/offers"
REMATCH = PRICES["POST /api/games"]
"""An offer of a rematch, which opens a game."""

_PATTERNS = [
    # pattern: our own routes, their parameters without slashes
    (route, re.compile(re.sub(r"\{\w+\}", "[^/]+", route)))
    for route in (*PRICES, OFFERS)
    if "{" in route
]


def price(method: str, path: str, body: bytes) -> float:
    asked = f"{'GET' if method == 'HEAD' else method} {path}"
    if asked not in PRICES:
        asked = next((route for route, pattern in _PATTERNS if pattern.fullmatch(asked)), "")
    if asked == OFFERS and _kind(body) == "rematch":
        return REMATCH
    return PRICES.get(asked, LIGHT)


def _kind(body: bytes) -> object:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found.get("kind") if isinstance(found, dict) else None


class Purse(NamedTuple):
    """What an address may spend at once, in games, and for how long it may be held back until the
    rest is paid for. Each address has one of every kind: who has spent all on analyses still plays,
    and who is sent a lot still asks."""

    at_once: float
    max_hold_s: float


LIGHT_PURSE = Purse(1.0, MAX_HOLD_S)
CONNECTION_PURSE = Purse(6.0, 0.0)
"""For what comes before a request is read."""
STREAM_PURSE = Purse(2.0, inf)
"""For what is sent to those who watch."""


class Limit:
    def __init__(self, a_minute: int, clock: Callable[[], float] = monotonic) -> None:
        """0 for no limit."""
        self.a_minute, self.clock = a_minute, clock
        self._buckets: OrderedDict[tuple[str, Purse], tuple[float, float]] = OrderedDict()
        """What is left, and when that was so."""

    def take(self, address: str, price: float, purse: Purse | None = None) -> tuple[float, int]:
        """Spend the price, and return how long to hold back what is paid in advance. Or return how
        many seconds later to ask again; then nothing was spent."""
        if not self.a_minute:
            return 0.0, 0
        now, rate = self.clock(), self.a_minute / MINUTE
        purse = purse or (LIGHT_PURSE if price < HEAVY else Purse(float(self.a_minute), 0.0))
        price = min(price, purse.at_once)
        left, then = self._buckets.pop((address, purse), (purse.at_once, now))
        left = min(purse.at_once, left + (now - then) * rate)
        hold = max(0.0, (price - left) / rate - 1e-6)
        refused = hold > purse.max_hold_s
        self._buckets[address, purse] = (left if refused else left - price, now)
        if len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return (0.0, ceil(hold)) if refused else (hold, 0)


@lru_cache(4_096)
def counted_as(host: str) -> str:
    """The address that a visitor counts as. An IPv4 address stays itself however it is written;
    of IPv6, where everybody has a whole network, the network counts."""
    try:
        address = ip_address(host[:64])
    except ValueError:
        return host[:64]
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            return str(IPv6Network((int(address), 64), strict=False))  # without a zone
        address = address.ipv4_mapped
    return str(address)
