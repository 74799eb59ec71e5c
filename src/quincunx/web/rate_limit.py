"""What each request costs, and what one address may spend: a bucket that fills again with time."""

import json
import re
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from time import monotonic

MOST_BUCKETS = 20_000
MINUTE = 60.0
LIGHT = 0.01
"""So little that nobody who plays, however fast, meets a refusal."""
HEAVY = 0.1
LIGHT_AT_ONCE = 1.0
"""What can be spent at once on what is light; more is held back until it is there."""
LONGEST_HOLD = 3.0
"""Seconds."""

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
    "GET /api/puzzle/answer": 1,
    "GET /api/puzzle/solution": 1,
}
"""Of routes, in games begun: the unit of `--limit`. Whatever is not here costs LIGHT."""
OFFERS = "POST /api/games/{game}/offers"
REMATCH = PRICES["POST /api/games"]
"""An offer of a rematch, which opens a game."""

_PATTERNS = [
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


class Limit:
    def __init__(self, a_minute: int, clock: Callable[[], float] = monotonic) -> None:
        """0 for no limit."""
        self.a_minute, self.clock = a_minute, clock
        self._buckets: OrderedDict[tuple[str, bool], tuple[float, float]] = OrderedDict()
        """What is left, and when that was so. Each address has two, one for what is light: who has
        spent all on analyses still plays."""

    def take(self, address: str, price: float) -> tuple[float, int]:
        """Spends the price, and says how long to hold the request back: what is light is spent in
        advance. Or says how many seconds later to ask again; then nothing was spent."""
        if not self.a_minute:
            return 0.0, 0
        now, light, rate = self.clock(), price < HEAVY, self.a_minute / MINUTE
        most = LIGHT_AT_ONCE if light else float(self.a_minute)
        price = min(price, most)
        left, then = self._buckets.pop((address, light), (most, now))
        left = min(most, left + (now - then) * rate)
        hold = max(0.0, (price - left) / rate - 1e-6)
        refused = hold > (LONGEST_HOLD if light else 0)
        self._buckets[address, light] = (left if refused else left - price, now)
        if len(self._buckets) > MOST_BUCKETS:
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
            plain = IPv6Address(int(address))  # without a zone
            return str(ip_network((plain, 64), strict=False))
        address = address.ipv4_mapped
    return str(address)


def trusted(named: str) -> list[str] | str:
    """The proxies that somebody named, each with the other way to write an IPv4 address."""
    if named.strip() == "*":
        return "*"
    found = []
    for host in re.split(r"[,\s]+", named.strip()):
        found.append(host)
        address, _, bits = host.partition("/")
        try:
            read = ip_address(address)
        except ValueError:
            continue
        if isinstance(read, IPv6Address):
            if read.ipv4_mapped and (not bits or int(bits) >= 96):
                found.append(f"{read.ipv4_mapped}/{int(bits or 128) - 96}")
        else:
            found.append(f"::ffff:{read}/{int(bits or 32) + 96}")
    return found
