"""How sure figures are: 95 % intervals for rates, for means, and for several of them together.

Rates have the exact interval of Clopper and Pearson. A score is told seat by seat, since in many
games the seat decides: a seat's share of wins and of losses has its exact interval, and what is
least and most of both bounds what the seat scores. Means are taken over games: moves of one game
hang together, so a game counts as one draw, and the interval is the normal one of a ratio of sums
over games. Seats, and games, go together with equal weight: the mean of their figures, off by the
root of the squares of what each may be off (Zou and Donner). `python -m bench intervals` holds
this against matches whose truth is known.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp, hypot, lgamma, log, log1p, sqrt
from typing import Any

Z = 1.959963984540054
"""Of the standard normal distribution, 95 % lie within so many deviations."""
TAIL = 0.025
METHODS = (
    "95 %: Clopper-Pearson for rates, by seat for scores, normal over games for other means"
    " (Clopper-Pearson if all are alike)"
)


@lru_cache(10_000)
def exact(count: int, of: int) -> tuple[float, float]:
    """The least and the greatest chance under which such a count would not be rare."""
    return _lowest(count, of), 1 - _lowest(of - count, of)


def rate(count: int, of: int) -> dict[str, Any]:
    """A share of independent cases."""
    if of == 0:
        return {"count": count, "of": of, "rate": None, "low": None, "high": None}
    low, high = exact(count, of)
    return {"count": count, "of": of, "rate": count / of, "low": low, "high": high}


def score(*seats: Sequence[float]) -> dict[str, Any]:
    """The mean of what was scored in each seat: 1, a half or 0 a game."""
    return together([_seat(points) for points in seats if points], "mean")


def _seat(points: Sequence[float]) -> dict[str, Any]:
    of = len(points)
    won, lost = exact(points.count(1), of), exact(points.count(0), of)
    low, high = (1 + won[0] - lost[1]) / 2, (1 + won[1] - lost[0]) / 2
    return {"mean": sum(points) / of, "of": of, "low": low, "high": high}


def together(figures: Sequence[dict[str, Any]], key: str) -> dict[str, Any]:
    """The mean of figures that are independent and count alike; of those that there are."""
    known = [one for one in figures if one[key] is not None]
    counts = {name: sum(one[name] for one in figures) for name in _shared(figures, "count", "of")}
    counts |= {
        name: sum(one[name] for one in known) / len(known)
        for name in _shared(known, "random", "best")
    }
    if not known:
        return counts | {key: None, "low": None, "high": None}
    middle = sum(one[key] for one in known) / len(known)
    if any(one["low"] is None for one in known):
        return counts | {key: middle, "low": None, "high": None}
    below = hypot(*(one[key] - one["low"] for one in known)) / len(known)
    above = hypot(*(one["high"] - one[key] for one in known)) / len(known)
    return counts | {key: middle, "low": middle - below, "high": middle + above}


def _shared(figures: Sequence[dict[str, Any]], *names: str) -> list[str]:
    return [name for name in names if figures and all(name in one for one in figures)]


def mean(games: Iterable[tuple[float, int]], highest: float | None = None) -> dict[str, Any]:
    """The mean over all cases; a game gives its sum and how many cases it had."""
    pairs = [(total, count) for total, count in games if count]
    of = sum(count for _, count in pairs)
    middle = sum(total for total, _ in pairs) / of if pairs else None
    if middle is None or len(pairs) == 1:
        return {"mean": middle, "of": of, "low": None, "high": None}
    if highest and middle in (0, highest) and all(t == middle * c for t, c in pairs):
        # All alike at an end of the scale: the normal interval would claim certainty.
        low, high = exact(len(pairs) if middle else 0, len(pairs))
        return {"mean": middle, "of": of, "low": low * highest, "high": high * highest}
    squares = sum((total - middle * count) ** 2 for total, count in pairs)
    if squares < 1e-12:  # alike, and nothing says how far off others might be
        return {"mean": middle, "of": of, "low": None, "high": None}
    spread = Z * sqrt(squares * len(pairs) / (len(pairs) - 1)) / of
    high = middle + spread
    return {
        "mean": middle,
        "of": of,
        "low": max(0.0, middle - spread),
        "high": high if highest is None else min(highest, high),
    }


def _lowest(count: int, of: int) -> float:
    """The chance under which so many or more come once in forty times."""
    low, high = 0.0, count / of
    while count and high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (low, middle) if _at_least(count, of, middle) > TAIL else (middle, high)
    return low


def _at_least(count: int, of: int, chance: float) -> float:
    """How likely so many or more of independent cases are, where fewer are to be expected."""
    ways = lgamma(of + 1) - lgamma(count + 1) - lgamma(of - count + 1)
    term, total = exp(ways + count * log(chance) + (of - count) * log1p(-chance)), 0.0
    while term > 1e-15 * total:
        total += term
        term *= (of - count) / (count + 1) * chance / (1 - chance)
        count += 1
    return total


def told(figure: dict[str, Any], digits: int) -> str:
    """A mean for people, with its interval if there is one."""
    if figure["mean"] is None:
        return "-"
    words = f"{figure['mean']:.{digits}f}"
    if figure["low"] is not None:
        words += f" [{figure['low']:.{digits}f}, {figure['high']:.{digits}f}]"
    return words
