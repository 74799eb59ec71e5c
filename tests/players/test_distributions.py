"""A level's choice is a distribution, and the better the level, the less it gives away."""

from collections import Counter
from functools import cache
from itertools import pairwise

import pytest

import quincunx
from helpers import random_position, toy_installed
from players.choices import (
    WAYS,
    Tree,
    cost,
    falls,
    images,
    looks,
    mixed,
    reachable,
)
from quincunx import Match
from quincunx.arena.suite import suite
from quincunx.core import AnyPosition
from quincunx.oracle import analyze
from quincunx.players import LEVELS, LevelPlayer, distribution

GAMES = quincunx.game_ids()
COUNTED = ["swap-nine", "grid-clash"]
"""Games that fill the grid: no position comes again, so scores can be computed."""


@cache
def tree(game: str) -> Tree:
    return Tree(quincunx.game(game).start(seed=0))


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_is_a_distribution_over_the_legal_moves(game: str) -> None:
    """As the parts of the level and what each way would play have it."""
    for seed in range(1 if game == "numeral-nexus" else 10):
        position = random_position(quincunx.game(game), seed, 3 + seed % 4)
        if position.outcome:
            continue
        match = Match(position)
        moves = position.legal_moves()
        ways = [way(match) for way in WAYS]
        wanted = {move: mixed([(move in w) / len(w) for w in ways], len(moves)) for move in moves}
        for number, level in enumerate(LEVELS):
            found = distribution(level, match)
            assert list(found) == list(moves)
            assert sum(found.values()) == pytest.approx(1)
            assert found == pytest.approx({m: wanted[m][number] / 100 for m in moves})


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_draws_from_its_distribution(level: str) -> None:
    position = quincunx.parse("zone-conquest", "OX-/XXO/-O- X 4 -")
    match, draws = Match(position), 2_000
    drawn = Counter(LevelPlayer(level, seed).pick(match) for seed in range(draws))
    for move, chance in distribution(level, match).items():
        deviation = (draws * chance * (1 - chance)) ** 0.5
        assert abs(drawn[move] - draws * chance) <= 4 * deviation


def test_random_is_even() -> None:
    start = quincunx.game("crossed-paths").start()
    assert set(distribution("random", Match(start)).values()) == {1 / 49}


# What choices cost, from `random` to `perfect`.


@pytest.mark.slow
@pytest.mark.parametrize("game", COUNTED)
def test_less_is_given_away_from_level_to_level_in_every_position(game: str) -> None:
    found = cost(tree(game).looks)
    assert falls(found.lost)
    assert found.lost[-1] == 0
    assert falls(found.kept)


def _conquest(size: tuple[int, int]) -> list[AnyPosition]:
    start = quincunx.game("zone-conquest", size).start()
    return [position for position in reachable(start) if not position.outcome]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(2, 3), (3, 3)], ids=["2x3", "3x3"])
def test_the_same_in_every_position_of_zone_conquest(size: tuple[int, int]) -> None:
    positions = _conquest(size)
    times = images(positions)
    assert sum(times.values()) == len(positions)
    found = cost(looks(times), times=times)
    assert falls(found.lost)
    assert found.lost[-1] == 0
    assert falls(found.kept)
    if size == (2, 3):
        plain = cost(looks(positions))
        assert found.lost == pytest.approx(plain.lost)
        assert found.kept == pytest.approx(plain.kept)


def test_the_same_in_positions_of_zone_conquest_by_the_book() -> None:
    played = [random_position(quincunx.game("zone-conquest"), s, s % 25) for s in range(1_200)]
    found = cost(looks({position for position in played if not position.outcome}))
    assert falls(found.lost)
    assert found.lost[-1] == 0
    assert falls(found.kept)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "count"),
    [("crossed-paths", 100), ("numeral-nexus", 16)],
)
def test_the_same_in_suites_of_contested_positions(game: str, count: int) -> None:
    starts = suite(quincunx.game(game), count, 0)
    found = cost(looks(start.position for start in starts), shares=False)
    assert falls(found.lost)
    assert found.lost[-1] == 0


@pytest.mark.slow
def test_problems_are_set_in_lost_positions_of_crossed_paths() -> None:
    won = (start.position for start in suite(quincunx.game("crossed-paths"), 100, 0))
    lost = [position.after(analyze(position).moves[0].move) for position in won]
    assert falls(cost(looks(position for position in lost if not position.outcome)).kept)


# What they come to in play, computed over all games that are possible.


@pytest.mark.slow
def test_neighbours_are_a_match_for_each_other() -> None:
    swap_nine = tree("swap-nine")
    for lower, upper in pairwise(LEVELS):
        score = (swap_nine.score(upper, lower) + 1 - swap_nine.score(lower, upper)) / 2
        assert 0.55 <= score <= 0.8, (upper, lower)


@pytest.mark.slow
@pytest.mark.parametrize("game", COUNTED)
def test_the_score_against_random_grows_in_each_seat(game: str) -> None:
    as_x = [1 - tree(game).score(level, "random") for level in LEVELS]
    as_o = [tree(game).score("random", level) for level in LEVELS]
    assert falls(as_x)
    assert falls(as_o)


def test_a_sixth_game_has_levels_in_order() -> None:
    with toy_installed():
        positions = reachable(quincunx.game("three-in-a-row").start())
        found = cost(looks(p for p in positions[::7] if not p.outcome), shares=False)
    assert falls(found.lost)
