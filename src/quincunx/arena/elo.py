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


def ratings(results: Iterable[tuple[str, str, float]]) -> dict[str, Rating]:
    """Return the ratings of all agents, best first, from pairs of names and what the first got."""
    games = list(results)
    names = sorted({name for a, b, _ in games for name in (a, b)})
    count, index = len(names), {name: place for place, name in enumerate(names)}
    played = [(index[a], index[b], points, 1.0) for a, b, points in games]
    played += [(place, count, 0.5, PRIOR_DRAWS) for place in range(count)]
    strengths = [0.0] * (count + 1)
    for _ in range(100):
        slope, curve = _likelihood(strengths, played)
        step = _solve(curve, slope)
        longest = max(map(abs, step))
        strengths = [s + d / max(1.0, longest) for s, d in zip(strengths, step, strict=True)]
        if longest < 1e-10:
            break
    _, curve = _likelihood(strengths, played)
    average = sum(strengths) / max(1, count)
    found = {}
    for name, place in index.items():
        # The deviation of a strength less the average of all.
        weights = [float(other == place) - 1 / count for other in range(count)] + [0.0]
        variance = sum(w * v for w, v in zip(weights, _solve(curve, weights), strict=True))
        spread = Z * sqrt(max(0.0, variance)) * SCALE
        elo = AVERAGE + SCALE * (strengths[place] - average)
        found[name] = Rating(elo, elo - spread, elo + spread)
    return dict(sorted(found.items(), key=lambda item: -item[1].elo))


def _likelihood(
    strengths: list[float], played: list[tuple[int, int, float, float]]
) -> tuple[list[float], list[list[float]]]:
    """Return the slope of the likelihood's logarithm, and its negative second derivatives. The
    last strength, that of the imagined opponent, stays 0."""
    size = len(strengths)
    slope, curve = [0.0] * size, [[0.0] * size for _ in range(size)]
    for a, b, points, weight in played:
        chance = 1 / (1 + exp(strengths[b] - strengths[a]))
        slope[a] += weight * (points - chance)
        slope[b] -= weight * (points - chance)
        bend = weight * chance * (1 - chance)
        for row, column, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
            curve[row][column] += sign * bend
    slope[-1], curve[-1] = 0.0, [0.0] * (size - 1) + [1.0]
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
