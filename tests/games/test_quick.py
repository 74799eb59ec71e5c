"""What is made quick changes nothing: made positions, remembered moves, numbers drawn by hand."""

from random import Random
from typing import Any

import pytest

import quincunx
from helpers import OTHER_SIZES
from quincunx.core import quick
from quincunx.core.game import random_play

REMEMBERING = ["swap-nine", "zone-conquest"]


def positions(game_id: str, games: int, size: tuple[int, int] | None = None) -> list[Any]:
    game, random = quincunx.game(game_id, size), Random(f"{game_id} {size}")
    starts = (game.start("XO"[seed % 2], seed) for seed in range(games))
    return [position for start in starts for position in random_play(start, random)]


def unremembered(position: Any) -> list[Any]:
    """What the rule says, without what is kept."""
    answer: list[Any] = type(position).legal_moves.__wrapped__(position)
    return answer


@pytest.mark.parametrize(
    ("game_id", "size"),
    [*((one, None) for one in REMEMBERING), *(c for c in OTHER_SIZES if c[0] in REMEMBERING)],
)
def test_remembered_moves_are_those_of_the_rule(game_id: str, size: tuple[int, int] | None) -> None:
    for position in positions(game_id, 100, size):
        moves = unremembered(position)
        assert position.legal_moves() == position.legal_moves() == moves
        actions = [move.action for move in moves]
        assert position.legal_actions() == position.legal_actions() == actions


@pytest.mark.parametrize("game_id", REMEMBERING)
def test_whoever_asks_may_change_the_answer(game_id: str) -> None:
    position = quincunx.game(game_id).start(seed=1)
    position.legal_moves().clear()
    position.legal_actions().clear()
    assert position.legal_moves() == unremembered(position) != []
    assert len(position.legal_actions()) == len(position.legal_moves())


def test_only_so_much_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    game = type(quincunx.game("swap-nine"))(3, 3)  # with nothing remembered yet
    monkeypatch.setattr(quick, "MAX_CACHED_POSITIONS", 20)
    seen = list(random_play(game.start(), Random(1))) * 2
    for first in range(20):
        seen += random_play(game.start(), Random(first))
    assert all(position.legal_moves() == unremembered(position) for position in seen)
    assert list(map(len, game.cache.values())) == [20]
    large = quincunx.game("swap-nine", (4, 4))
    assert large.start().legal_moves()
    assert not any(large.cache.values())
