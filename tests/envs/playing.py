"""What the tests of environments share."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import quincunx
from helpers import TOYS, toy_installed
from quincunx import Match

CIRCLING = "XO-/XO-/--- X 2 2"
CIRCLE = [zone + 9 - 1 for zone in (5, 5, 2, 2)]
"""A Zone Conquest position and the attacks that return to it."""

GAMES = [*dict.fromkeys([*quincunx.game_ids(), *(game_id for game_id, _ in TOYS)])]
every_game = pytest.mark.parametrize("game_id", GAMES)


@pytest.fixture(autouse=True, scope="module")
def _with_the_toy() -> Iterator[None]:
    with toy_installed():
        yield


def random_match(game_id: str, seed: int, size: tuple[int, int] | None = None) -> Match:
    """A whole game by the library alone."""
    random = Random(seed)
    match = Match(quincunx.game(game_id, size).start(seed=seed))
    while moves := match.legal_moves():
        match.play(random.choice(moves))
    return match


def legal_actions(match: Match) -> list[int]:
    return [move.action for move in match.legal_moves()]


def set_bits(mask: Any) -> list[int]:
    return [int(action) for action in np.flatnonzero(mask)]


def score(match: Match, player: str) -> int:
    """What a match that is over or not has brought a player."""
    winner = match.outcome.winner if match.outcome else None
    return 0 if winner is None else 1 if winner == player else -1
