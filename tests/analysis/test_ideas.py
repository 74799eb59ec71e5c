"""Ideas and strategies: what is published is computed again, and proved in two ways."""

import os
import tomllib
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import quincunx
from helpers import BOOKS, TOY, call, toy_installed
from quincunx.analysis.strategies import FILE, document, guarantee, in_words
from quincunx.core import Player
from quincunx.core.grid import grid_symmetries
from quincunx.games import data_file
from quincunx.oracle import Value
from quincunx.oracle.solutions import default_start
from quincunx.players.ideas import PREFIX, Strategy, strategies_of, strategy_of
from tools.ideas import published

CASES = [
    pytest.param(game_id, strategy, id=f"{game_id}-{strategy.id}")
    for game_id in BOOKS
    for strategy in strategies_of(quincunx.games.game_class(game_id))
]
MAX_IDEAS = 5
EVERY_NUMBERING = bool(os.environ.get("EVERY_NUMBERING"))


def stored(game_id: str) -> dict[str, Any]:
    file = data_file(game_id, FILE)
    assert file
    return tomllib.loads(Path(file).read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "strategy"), CASES)
def test_every_published_figure(game_id: str, strategy: Strategy) -> None:
    game = quincunx.game(game_id)
    figures = published(strategy, default_start(game))
    assert stored(game_id)[f"{strategy.id} {game.size}"] == figures


@pytest.mark.parametrize("game_id", BOOKS)
def test_a_strategy_fits_on_a_card_and_secures_the_value(game_id: str) -> None:
    """The best one: wherever the start is not lost, it gets what the start is worth."""
    game = quincunx.game(game_id)
    start, strategies = default_start(game), strategies_of(type(game))
    figures = [stored(game_id)[f"{strategy.id} {game.size}"] for strategy in strategies]
    assert all(len(strategy.ideas) <= MAX_IDEAS for strategy in strategies)
    value = quincunx.analyze(start).value
    wanted = {"first": value, "second": value.reverse}
    secured = {seat: worth for seat, worth in wanted.items() if worth is not Value.LOSS}
    assert figures[0]["guarantee"] == secured


@pytest.mark.parametrize(
    ("game_id", "name"), [("swap-nine", "safe-lead"), ("grid-clash", "largest")]
)
def test_a_best_response_gets_no_more_than_the_guarantee_leaves(game_id: str, name: str) -> None:
    """Proved a second time, over every position."""
    start = default_start(quincunx.game(game_id))
    strategy = strategy_of(type(start.game), name)
    assert guarantee(strategy, start, Player.X)[0] is Value.WIN
    assert quincunx.exploit(f"{PREFIX}{name}", start).best_response["O"] == pytest.approx(-1)


def is_least(numbers: tuple[int, ...]) -> bool:
    """Whether a numbering is the first of its images."""
    symmetries = grid_symmetries(3, 3)
    return all(numbers <= tuple(one.moved_list(list(numbers))) for one in symmetries)


@pytest.mark.parametrize("first", range(1, 10))
def test_grid_clash_is_won_on_every_numbering(first: int) -> None:
    """On a sample; `make millions` tries all 45,360, images once."""
    game, rest = quincunx.game("grid-clash"), [n for n in range(1, 10) if n != first]
    numberings = ((first, *others) for others in permutations(rest))
    if not EVERY_NUMBERING:
        numberings = ((first, *Random(seed).sample(rest, 8)) for seed in range(5))
    for numbers in numberings:
        if not EVERY_NUMBERING or is_least(numbers):
            rows = (numbers[row : row + 3] for row in (0, 3, 6))
            start = game.parse("/".join(",".join(map(str, row)) for row in rows) + " X")
            for strategy in strategies_of(type(game)):
                assert guarantee(strategy, start, Player.X)[0] is Value.WIN


def test_dominoes_lie_on_every_board() -> None:
    for rows in range(1, 27):
        for columns in range(1, 27):
            start = quincunx.game("crossed-paths", (rows, columns)).start()
            (strategy,) = strategies_of(type(start.game))
            assert strategy.prove
            assert strategy.prove(strategy, start, Player.X)[0] is Value.WIN


@pytest.mark.parametrize("size", [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3), (1, 7)])
def test_dominoes_win_against_everybody(size: tuple[int, int]) -> None:
    start = quincunx.game("crossed-paths", size).start()
    (strategy,) = strategies_of(type(start.game))
    winner = Player.X if start.game.cells % 2 else Player.O
    assert guarantee(strategy, start, winner)[0] is Value.WIN


def test_a_strategy_is_a_player() -> None:
    played = quincunx.play_match("strategy:safe-lead", "perfect", "swap-nine", games=4)
    assert (played["as_x"], played["as_o"]) == (2, 0)
    refused = call("match", "swap-nine", "strategy:safe-leed", "random")
    assert refused.returncode == 2
    assert "did you mean safe-lead?" in refused.stderr


def test_a_game_without_ideas_of_its_own_has_the_generic_ones() -> None:
    with toy_installed():
        described = document(quincunx.game(*TOY))
    (strategy,) = described["strategies"]
    assert strategy["accuracy"]["positions"]
    assert strategy["guarantee"]
    assert "Keeps the value in " in in_words(described)
