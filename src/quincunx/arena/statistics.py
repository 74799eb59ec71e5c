"""95 % intervals for rates, for means, and for several of them together.

Rates have the exact interval of Clopper and Pearson. A score is taken seat by seat, since in many
games the seat decides: a seat's share of wins and of losses has its exact interval, and what is
least and most of both bounds what the seat scores. Means are taken over games: moves of one game
hang together, so a game counts as one draw, and the interval is the normal one of a ratio of sums
over games. Seats, and games, are combined with equal weight: the mean of their figures, off by the
root of the squares of what each may be off (Zou and Donner). `python -m bench intervals` compares
this with matches whose truth is known.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp, hypot, inf, lgamma, log, log1p, sqrt
from typing import Any

from quincunx.core import Document

Z = 1.959963984540054
"""Of the standard normal distribution, 95 % lie within so many deviations."""
TAIL = 0.025
METHODS = (
    "95 %: Clopper-Pearson for rates, by seat for scores, normal over games for other means"
    " (Clopper-Pearson if all are alike)"
)


@lru_cache(10_000)
def exact(count: int, of: int) -> tuple[float, float]:
    """Return the least and the greatest chance under which such a count would not be rare."""
    return _lowest(count, of), 1 - _lowest(of - count, of)


def rate(count: int, of: int) -> Document:
    """Return a share of independent cases."""
    low, high = exact(count, of) if of else (None, None)
    return {"count": count, "of": of, "rate": count / of if of else None, "low": low, "high": high}


def score(*seats: Sequence[float]) -> Document:
    """Return the mean of the points in each seat: 1, a half or 0 a game."""
    return together([_seat(points) for points in seats if points], "mean")


def _seat(points: Sequence[float]) -> Document:
    of = len(points)
    won, lost = exact(points.count(1), of), exact(points.count(0), of)
    low, high = (1 + won[0] - lost[1]) / 2, (1 + won[1] - lost[0]) / 2
    return {"mean": sum(points) / of, "of": of, "low": low, "high": high}


def together(figures: Sequence[Document], key: str) -> Document:
    """Return the mean of independent figures with equal weight; of those that are known."""
    known = [one for one in figures if one[key] is not None]
    counts = {
        name: sum(one[name] for one in figures)
        for name in ("count", "of")
        if any(name in one for one in figures)
    }
    counts |= {
        name: average([one[name] for one in known if one[name] is not None])
        for name in ("random", "best")
        if any(name in one for one in known)
    }
    middle = average([one[key] for one in known])
    figure = counts | {key: middle, "low": None, "high": None}
    if middle is None or any(one["low"] is None for one in known):
        return figure
    below = hypot(*(one[key] - one["low"] for one in known)) / len(known)
    above = hypot(*(one["high"] - one[key] for one in known)) / len(known)
    return figure | {"low": middle - below, "high": middle + above}


def average(numbers: Sequence[Any]) -> float | None:
    """Return the mean of numbers, None if there are none."""
    return sum(numbers) / len(numbers) if numbers else None


def mean(games: Iterable[tuple[float, int]], highest: float = inf) -> Document:
    """Return the mean over all cases; a game gives its sum and how many cases it had."""
    pairs = [(total, count) for total, count in games if count]
    of = sum(count for _, count in pairs)
    middle = sum(total for total, _ in pairs) / of if pairs else None
    figure = {"mean": middle, "of": of, "low": None, "high": None}
    if middle is None or len(pairs) == 1:
        return figure
    if highest < inf and middle in (0, highest) and all(t == middle * c for t, c in pairs):
        # All alike at an end of the scale: the normal interval would claim certainty.
        low, high = exact(len(pairs) if middle else 0, len(pairs))
        return figure | {"low": low * highest, "high": high * highest}
    squares = sum((total - middle * count) ** 2 for total, count in pairs)
    if squares < 1e-12:  # alike, and nothing says how far off others might be
        return figure
    spread = Z * sqrt(squares * len(pairs) / (len(pairs) - 1)) / of
    return figure | {"low": max(0.0, middle - spread), "high": min(highest, middle + spread)}


def _lowest(count: int, of: int) -> float:
    """Return the chance under which so many or more come once in forty times."""
    low, high = 0.0, count / of
    while count and high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (low, middle) if _at_least(count, of, middle) > TAIL else (middle, high)
    return low


def _at_least(count: int, of: int, chance: float) -> float:
    """Return how likely so many or more of independent cases are, where fewer are expected."""
    ways = lgamma(of + 1) - lgamma(count + 1) - lgamma(of - count + 1)
    term, total = exp(ways + count * log(chance) + (of - count) * log1p(-chance)), 0.0
    while term > 1e-15 * total:
        total += term
        term *= (of - count) / (count + 1) * chance / (1 - chance)
        count += 1
    return total


def format_figure(figure: Document, form: str) -> str:
    """Return a mean or a rate for people, with its interval if there is one."""
    middle = figure["mean" if "mean" in figure else "rate"]
    if middle is None:
        return "-"
    if figure["low"] is None:
        return f"{middle:{form}}"
    return f"{middle:{form}} [{figure['low']:{form}}, {figure['high']:{form}}]"


def aligned(rows: Sequence[Sequence[str]], right: bool = False) -> list[str]:
    """Return the lines of a table: its first column is flush left, the others left or right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        [
            cell.rjust(width) if right and column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        for row in rows
    ]
    return ["  ".join(line).rstrip() for line in lines]
