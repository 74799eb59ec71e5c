"""Elo ratings by maximum likelihood (Bradley and Terry), with 95 % intervals.

A draw counts as half a win. Each agent is also given a part of a draw against an imagined opponent,
which keeps the rating of somebody who won everything finite. Ratings are relative to their average,
and their intervals are normal, from the curvature of the likelihood at its peak; where games are
drawn they are rather too wide.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log, sqrt

from quincunx.arena.statistics import Z

AVERAGE = 1500.0
SCALE = 400 / log(10)
"""Elo points of one natural unit."""
PRIOR_DRAWS = 0.25
"""How much of a draw. A whole one pulled the best and the worst to the middle: after 4 games a pair
their intervals held the truth four times in five (`python -m bench intervals`)."""


@dataclass(frozen=True)
class Rating:
    elo: float
    low: float
    high: float
    games: int
    points: float


def ratings(results: Iterable[tuple[str, str, float]]) -> dict[str, Rating]:
    """Return the ratings of all agents, best first, from pairs of names and what the first got."""
    games = list(results)
    names = sorted({name for a, b, _ in games for name in (a, b)})
    index = {name: place for place, name in enumerate(names)}
    played = [(index[a], index[b], points) for a, b, points in games]
    strengths = [0.0] * len(names)
    for _ in range(100):
        slope, curve = _likelihood(strengths, played)
        step = _solve(curve, slope)
        longest = max(map(abs, step), default=0.0)
        scale = min(1.0, 1.0 / longest) if longest else 1.0
        strengths = [s + scale * d for s, d in zip(strengths, step, strict=True)]
        if longest < 1e-10:
            break
    _, curve = _likelihood(strengths, played)
    average = sum(strengths) / max(1, len(names))
    found = {}
    for name, place in index.items():
        # The deviation of a strength less the average of all.
        weights = [float(other == place) - 1 / len(names) for other in range(len(names))]
        variance = sum(w * v for w, v in zip(weights, _solve(curve, weights), strict=True))
        spread = Z * sqrt(max(0.0, variance)) * SCALE
        elo = AVERAGE + SCALE * (strengths[place] - average)
        own = [points if a == place else 1 - points for a, b, points in played if place in (a, b)]
        found[name] = Rating(elo, elo - spread, elo + spread, len(own), sum(own))
    return dict(sorted(found.items(), key=lambda item: -item[1].elo))


def _likelihood(
    strengths: list[float], played: list[tuple[int, int, float]]
) -> tuple[list[float], list[list[float]]]:
    """Return the slope of the likelihood's logarithm, and its negative second derivatives."""
    count = len(strengths)
    slope, curve = [0.0] * count, [[0.0] * count for _ in range(count)]
    for place, strength in enumerate(strengths):
        chance = 1 / (1 + exp(-strength))
        slope[place] += PRIOR_DRAWS * (0.5 - chance)
        curve[place][place] += PRIOR_DRAWS * chance * (1 - chance)
    for a, b, points in played:
        chance = 1 / (1 + exp(strengths[b] - strengths[a]))
        slope[a] += points - chance
        slope[b] -= points - chance
        weight = chance * (1 - chance)
        for row, column, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
            curve[row][column] += sign * weight
    return slope, curve


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a system whose matrix is positive definite, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot, own in enumerate(rows):
        own[:] = [value / own[pivot] for value in own]
        for other in rows:
            if other is not own:
                factor = other[pivot]
                other[:] = [a - factor * b for a, b in zip(other, own, strict=True)]
    return [row[-1] for row in rows]
