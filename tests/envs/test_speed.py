"""What makes the environments fast is not to be seen: the same seeds give the same games."""

import numpy as np
import pytest

import quincunx
from helpers import BOOKS
from quincunx.envs import GGBench, Versus
from quincunx.envs.gymnasium_env import SEEDS, STOCK_RESETS
from quincunx.play.match import toss
from quincunx.players.levels import StreamPlayer


def test_lots_drawn_in_stock_are_those_drawn_reset_by_reset() -> None:
    env, drawn = Versus("grid-clash", seat="toss"), np.random.default_rng(7)
    for reset in range(2 * STOCK_RESETS + 5):
        lots, choices, coin = map(int, drawn.integers(SEEDS, size=3))
        env.reset(seed=None if reset else 7)
        match = env.episode.match
        assert match.start == quincunx.game("grid-clash").start(seed=lots)
        assert env.seat is toss(coin)
        if env.seat == "O":
            begun = quincunx.Match(match.start)
            assert match.moves == [StreamPlayer("random", choices).pick(begun)]


@pytest.mark.parametrize("game_id", BOOKS)
def test_arrays_belong_to_the_caller(game_id: str) -> None:
    env, versus = GGBench(game_id), Versus(game_id)
    shown, (seen, info) = env.reset(seed=1)[0], versus.reset(seed=1)
    for array in (shown, seen, info["action_mask"]):
        kept = array.copy()
        array += 1
        assert (array == kept + 1).all()
    assert (env.reset(seed=1)[0] == shown - 1).all()
    assert (versus.action_masks() == info["action_mask"] - 1).all()
