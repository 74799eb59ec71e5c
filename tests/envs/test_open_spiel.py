"""The games in OpenSpiel: its own simulation checks, agreement with Match, and its algorithms."""

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pyspiel  # type: ignore[import-not-found]  # OpenSpiel has no types
import pytest

import quincunx
import quincunx.envs
from envs.playing import (
    CIRCLE,
    CIRCLING,
    _with_the_toy,  # noqa: F401 - a fixture
    every_game,
    legal_actions,
    score,
)
from helpers import OTHER_SIZES
from quincunx import IllegalMoveError, Match
from quincunx.core import GameError


def load(game_id: str, **parameters: Any) -> Any:
    quincunx.envs.register()
    words = ",".join(f"{name}={value}" for name, value in parameters.items())
    return pyspiel.load_game(f"quincunx_{game_id.replace('-', '_')}({words})")


@pytest.fixture
def _quiet() -> Iterator[None]:
    """OpenSpiel's check tells every move, from C++."""
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    yield
    os.dup2(kept, 1)
    os.close(kept)
    os.close(nowhere)


@pytest.mark.usefixtures("_quiet")
@every_game
def test_open_spiels_own_simulation_check(game_id: str) -> None:
    pyspiel.random_sim_test(load(game_id), 3, True, False, True)


@pytest.mark.usefixtures("_quiet")
@pytest.mark.parametrize(("game_id", "size"), OTHER_SIZES)
def test_open_spiels_own_simulation_check_on_another_size(
    game_id: str, size: tuple[int, int]
) -> None:
    pyspiel.random_sim_test(load(game_id, rows=size[0], columns=size[1]), 3, True, False, True)


@every_game
def test_every_state_is_a_position_of_a_match(game_id: str) -> None:
    game = load(game_id)
    random = Random(3)
    for _ in range(4):
        state = game.new_initial_state()
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            state.apply_action(random.choice(outcomes)[0])
        match = Match(state.episode.match.start)
        while not state.is_terminal():
            assert state.current_player() == "XO".index(str(match.turn))
            assert state.legal_actions() == legal_actions(match)
            assert str(state) == state.observation_string(0) == str(match.position)
            assert state.observation_tensor(0) == list(match.position.features())
            action = random.choice(state.legal_actions())
            word = state.action_to_string(state.current_player(), action)
            other = state.clone()
            state.apply_action(action)
            match.play(word)
            assert str(other) != str(state)  # a copy goes its own way
            assert other.history() == state.history()[:-1]
        assert match.outcome is not None
        assert state.returns() == [score(match, "X"), score(match, "O")]
        assert state.current_player() == pyspiel.PlayerId.TERMINAL


def test_how_long_games_can_be() -> None:
    """A marker a cell; in Numeral Nexus a swap each besides; Zone Conquest has no such bound."""
    lengths = {"swap-nine": 9, "grid-clash": 9, "crossed-paths": 49, "numeral-nexus": 27}
    assert {game_id: load(game_id).max_game_length() for game_id in lengths} == lengths
    assert load("zone-conquest").max_game_length() == 10**6


def test_an_illegal_action_is_refused_with_the_reason_and_changes_nothing() -> None:
    state = load("swap-nine").new_initial_state()
    state.apply_action(0)
    with pytest.raises(IllegalMoveError, match="Cell 1 is occupied by X"):
        state.apply_action(0)
    assert (str(state), state.history()) == ("X--/---/--- O", [0])
    state.apply_action(10)
    assert str(state) == "XO-/---/--- X"


def test_what_cannot_be_loaded_is_refused() -> None:
    with pytest.raises(GameError, match="is played on 2 to 6 rows"):
        load("swap-nine", rows=9)
    with pytest.raises(GameError, match="-2 is no seed"):
        load("grid-clash", seed=-2)


def test_repetition_ends_the_game_as_a_draw() -> None:
    """The circle is entered with no attack behind, so its third position is the first to have
    stood three times: after four occupations, two circles and two attacks."""
    actions = [0, 1, 3, 4, *CIRCLE * 3]
    state = load("zone-conquest").new_initial_state()
    endless = load("zone-conquest", repetition=False).new_initial_state()
    for action in actions[:14]:
        assert not state.is_terminal()
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == [0, 0]
    for action in actions:
        endless.apply_action(action)
    assert not endless.is_terminal()
    assert str(endless) == CIRCLING


def test_lots_are_drawn_by_chance_or_by_seed() -> None:
    by_chance = load("grid-clash").new_initial_state()
    assert by_chance.is_chance_node()
    assert by_chance.observation_tensor(0) == [0] * 18
    by_chance.apply_action(7)
    by_seed = load("grid-clash", seed=7).new_initial_state()
    assert str(by_chance) == str(by_seed) == str(quincunx.game("grid-clash").start(seed=7))
    kinds = pyspiel.GameType.ChanceMode
    assert load("grid-clash").get_type().chance_mode == kinds.EXPLICIT_STOCHASTIC
    assert load("grid-clash", seed=7).get_type().chance_mode == kinds.DETERMINISTIC
