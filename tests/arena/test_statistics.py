"""How sure figures are: intervals hold the truth as often as they say."""

from itertools import combinations, product
from math import comb, exp
from random import Random

import pytest

from quincunx.arena.elo import SCALE, ratings
from quincunx.arena.statistics import exact, mean, rate, score, together

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


def test_of_very_many() -> None:
    low, high = exact(250_000, 500_000)
    assert (low, high) == pytest.approx((0.4986, 0.5014), abs=1e-4)


def covered(games: int, as_x: float, as_o: float) -> tuple[float, float]:
    """How often the truth lies in the interval of a match without draws, and its mean width: over
    every result, none left to chance."""
    half, truth = games // 2, (as_x + as_o) / 2
    share = width = 0.0
    for (x, p), (o, q) in product(enumerate(chances(half, as_x)), enumerate(chances(half, as_o))):
        if p * q > 1e-9:
            found = score([1.0] * x + [0.0] * (half - x), [1.0] * o + [0.0] * (half - o))
            share += p * q * (found["low"] - 1e-9 <= truth <= found["high"] + 1e-9)
            width += p * q * (found["high"] - found["low"])
    return share, width


def width_alike(games: int, as_x: float, as_o: float) -> float:
    """Of Clopper and Pearson's interval over all games, whoever sat where."""
    half = games // 2
    results = product(enumerate(chances(half, as_x)), enumerate(chances(half, as_o)))
    bounds = [(p * q, exact(x + o, games)) for (x, p), (o, q) in results]
    return sum(share * (high - low) for share, (low, high) in bounds)


@pytest.mark.parametrize("games", [10, 20, 100])
@pytest.mark.parametrize(
    ("as_x", "as_o"),
    [*PERFECT_AGAINST_EXPERT.values(), (1.0, 0.0), (0.9, 0.1), (0.5, 0.5), (0.7, 0.3), (0.8, 0.6)],
)
def test_a_match_is_told_as_surely_as_it_says(games: int, as_x: float, as_o: float) -> None:
    share, width = covered(games, as_x, as_o)
    assert share >= 0.93
    assert width < 1.005 * width_alike(games, as_x, as_o)
    if abs(as_x - as_o) > 0.7:
        assert width < 0.9 * width_alike(games, as_x, as_o), "the seats decide: much is known"


def test_where_seats_or_draws_decide() -> None:
    """What printed 0.50 [0.50, 0.50] before: five games in each seat are no certainty."""
    seats = score([1.0] * 5, [0.0] * 5)
    assert (seats["mean"], seats["of"]) == (0.5, 10)
    assert (seats["low"], seats["high"]) == pytest.approx((0.239, 0.761), abs=1e-3)
    drawn = score([0.5] * 50, [0.5] * 50)
    assert (drawn["low"], drawn["high"]) == pytest.approx((0.475, 0.525), abs=1e-3)


def test_a_draw_is_never_better_than_a_win() -> None:
    for won in range(5):
        points = [1.0] * won + [0.5] * (4 - won)
        better = score([*points, 1.0], [0.0] * 5)
        worse = score([*points, 0.5], [0.0] * 5)
        assert better["low"] >= worse["low"]
        assert better["high"] >= worse["high"]


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


@pytest.mark.parametrize("apart", [200, 400, 600])
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
