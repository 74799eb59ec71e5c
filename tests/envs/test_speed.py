"""What makes the environments fast is not to be seen: the same seeds give the same games."""

from copy import deepcopy
from random import Random

import numpy as np
import pyspiel  # type: ignore[import-not-found]  # OpenSpiel has no types
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


def test_a_stock_of_lots_belongs_to_its_generator_and_is_copied_with_the_environment() -> None:
    env = Versus("grid-clash")
    env.reset(seed=1)
    copy = deepcopy(env)
    for _ in range(STOCK_RESETS + 1):
        assert copy.reset()[0].tolist() == env.reset()[0].tolist()
    env.np_random = np.random.default_rng(5)
    env.reset()
    other = Versus("grid-clash")
    other.reset(seed=9)
    other.np_random = np.random.default_rng(5)
    assert other.reset()[0].tolist() == env.episode.observation().tolist()


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


@pytest.mark.parametrize("name", ["quincunx_swap_nine", "quincunx_grid_clash"])
def test_open_spiel_is_told_in_python_what_it_would_find_by_asking(name: str) -> None:
    state, random = pyspiel.load_game(name).new_initial_state(), Random(1)
    asked = pyspiel.State.legal_actions
    while True:
        assert state.legal_actions() == asked(state)
        assert state.is_chance_node() == (state.current_player() == pyspiel.PlayerId.CHANCE)
        for player in (0, 1):
            assert state.legal_actions(player) == asked(state, player)
        state.chance_outcomes().clear()
        if state.is_terminal():
            return
        state.apply_action(random.choice(state.legal_actions()))
        assert state.clone().current_player() == state.current_player()
