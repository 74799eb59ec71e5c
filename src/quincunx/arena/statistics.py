"""How sure figures are: 95 % intervals for rates and for means.

Rates have Wilson's interval. Means are taken over games: moves of one game hang together, so a
game counts as one draw, and the interval is the normal one of a ratio of sums over games; where
every game was at the same end of the scale, it is Wilson's.
"""

from collections.abc import Iterable
from math import sqrt
from typing import Any

Z = 1.959963984540054
"""Of the standard normal distribution, 95 % lie within so many deviations."""
METHODS = "95 %: Wilson for rates, normal over games for means (Wilson if all are alike)"


def rate(count: int, of: int) -> dict[str, Any]:
    """A share of independent cases."""
    if of == 0:
        return {"count": count, "of": of, "rate": None, "low": None, "high": None}
    share = count / of
    middle = share + Z * Z / (2 * of)
    spread = Z * sqrt(share * (1 - share) / of + Z * Z / (4 * of * of))
    scale = 1 + Z * Z / of
    return {
        "count": count,
        "of": of,
        "rate": share,
        "low": 0.0 if count == 0 else (middle - spread) / scale,
        "high": 1.0 if count == of else (middle + spread) / scale,
    }


def mean(games: Iterable[tuple[float, int]], highest: float | None = None) -> dict[str, Any]:
    """The mean over all cases; a game gives its sum and how many cases it had."""
    pairs = [(total, count) for total, count in games if count]
    of = sum(count for _, count in pairs)
    middle = sum(total for total, _ in pairs) / of if pairs else None
    if middle is None or len(pairs) == 1:
        return {"mean": middle, "of": of, "low": None, "high": None}
    if highest and middle in (0, highest) and all(t == middle * c for t, c in pairs):
        # All alike at an end of the scale: the normal interval would claim certainty.
        bounds = rate(len(pairs) if middle else 0, len(pairs))
        low, high = bounds["low"] * highest, bounds["high"] * highest
        return {"mean": middle, "of": of, "low": low, "high": high}
    squares = sum((total - middle * count) ** 2 for total, count in pairs)
    spread = Z * sqrt(squares * len(pairs) / (len(pairs) - 1)) / of
    high = middle + spread
    return {
        "mean": middle,
        "of": of,
        "low": max(0.0, middle - spread),
        "high": high if highest is None else min(highest, high),
    }
