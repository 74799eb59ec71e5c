"""How sure figures are: intervals hold the truth as often as they say."""

from itertools import combinations, product
from math import comb, exp
from random import Random

import pytest

from helpers import thinned
from quincunx.arena.elo import SCALE, ratings
from quincunx.arena.statistics import mean, rate, score, together

PERFECT_AGAINST_EXPERT = {"swap nine": (1.0, 0.15), "grid clash": (1.0, 0.26)}
"""What the first agent wins as X and as O, about as `python -m bench intervals` finds it."""


def chances(of: int, chance: float) -> list[float]:
    """Of each count, by the formula."""
    return [comb(of, k) * chance**k * (1 - chance) ** (of - k) for k in range(of + 1)]


@pytest.mark.parametrize(("count", "of"), [(0, 1), (0, 10), (3, 10), (10, 10), (1, 200), (57, 100)])
def test_the_ends_are_where_the_count_becomes_rare(count: int, of: int) -> None:
    found = rate(count, of)
    if count:
        assert sum(chances(of, found["low"])[count:]) == pytest.approx(0.025, abs=1e-9)
    if count < of:
        assert sum(chances(of, found["high"])[: count + 1]) == pytest.approx(0.025, abs=1e-9)
    assert found["low"] <= count / of <= found["high"]
    assert (found["low"] == 0) == (count == 0)
    assert (found["high"] == 1) == (count == of)


def covered(games: int, as_x: float, as_o: float) -> float:
    """How often the truth lies in the interval of a match without draws: over every result, none
    left to chance."""
    half, truth, share = games // 2, (as_x + as_o) / 2, 0.0
    for (x, p), (o, q) in product(enumerate(chances(half, as_x)), enumerate(chances(half, as_o))):
        if p * q > 1e-9:
            found = score([1.0] * x + [0.0] * (half - x), [1.0] * o + [0.0] * (half - o))
            share += p * q * (found["low"] - 1e-9 <= truth <= found["high"] + 1e-9)
    return share


@pytest.mark.parametrize("games", [10, 20, 100])
@pytest.mark.parametrize(
    ("as_x", "as_o"),
    [*PERFECT_AGAINST_EXPERT.values(), (1.0, 0.0), (0.9, 0.1), (0.5, 0.5), (0.7, 0.3), (0.8, 0.6)],
)
def test_a_match_is_told_as_surely_as_it_says(games: int, as_x: float, as_o: float) -> None:
    assert covered(games, as_x, as_o) >= 0.93


def test_where_seats_or_draws_decide() -> None:
    """What printed 0.50 [0.50, 0.50] before: five games in each seat are no certainty."""
    seats = score([1.0] * 5, [0.0] * 5)
    assert (seats["mean"], seats["of"]) == (0.5, 10)
    assert (seats["low"], seats["high"]) == pytest.approx((0.239, 0.761), abs=1e-3)
    drawn = score([0.5] * 50, [0.5] * 50)
    assert (drawn["low"], drawn["high"]) == pytest.approx((0.475, 0.525), abs=1e-3)


def test_figures_together_count_alike() -> None:
    """Nine choices of one game weigh no more than one of another."""
    one, other = rate(9, 10), rate(0, 1)
    both = together([one, other, rate(0, 0)], "rate")
    assert (both["rate"], both["count"], both["of"]) == (0.45, 9, 11)
    assert both["low"] == pytest.approx(0.45 - (0.9 - one["low"]) / 2)
    reach = ((one["high"] - 0.9) ** 2 + other["high"] ** 2) ** 0.5 / 2
    assert both["high"] == pytest.approx(0.45 + reach)
    assert together([rate(0, 0)], "rate")["rate"] is None
    alone = together([mean([(0.5, 1)]), mean([(0.0, 1), (1.0, 1)], 1.0)], "mean")
    assert (alone["mean"], alone["low"]) == (0.5, None), "of a single game nothing is sure"


def test_of_what_is_alike_and_without_bounds_nothing_is_claimed() -> None:
    assert mean([(0, 2), (0, 3)])["high"] is None
    assert mean([(0.7, 2), (0.7, 2), (0.7, 2)], 1.0)["high"] is None


@pytest.mark.parametrize("apart", thinned([400, 200, 600], 3))
def test_elo_of_the_best_and_the_worst_after_four_games_a_pair(apart: int) -> None:
    random, truth, held = Random(apart), [1500 + apart * place for place in (-2, -1, 0, 1, 2)], 0
    for _ in range(150):
        games = []
        for a, b in combinations(range(5), 2):
            chance = 1 / (1 + exp((truth[b] - truth[a]) / SCALE))
            games += [(str(a), str(b), float(random.random() < chance)) for _ in range(4)]
        found = ratings(games)
        held += sum(found[str(one)].low <= truth[one] <= found[str(one)].high for one in (0, 4))
    assert held / 300 >= 0.93
