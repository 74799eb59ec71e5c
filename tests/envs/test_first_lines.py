"""What learners' libraries take for granted, so that their first lines run: pictures, the same
`info` at every step, names, opponents of every kind, starts anywhere."""

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pyspiel  # type: ignore[import-not-found]  # OpenSpiel has no types
import pytest

import quincunx
import quincunx.envs
from envs.playing import (
    _with_the_toy,  # noqa: F401 - a fixture
    every_game,
    set_bits,
)
from quincunx.core import AnyPosition, PositionError
from quincunx.envs.gymnasium_env import environment_id
from quincunx.pixels import COLOURS, FORBIDDEN, NOTICED, SIDE, pixels

# What Stable-Baselines3's make_vec_env asks for.


@every_game
def test_pictures(game_id: str) -> None:
    quincunx.envs.register()
    env = gymnasium.make(environment_id(game_id), render_mode="rgb_array")
    env.reset(seed=1)
    image: Any = env.render()
    board = env.unwrapped.episode.position.board()  # type: ignore[attr-defined]  # ours
    assert image.dtype == np.uint8
    assert image.shape[1:] == (SIDE * board.columns, 3)
    assert image.shape[0] >= SIDE * board.rows


def cell_of(image: Any, row: int, column: int) -> Any:
    return image[row * SIDE : (row + 1) * SIDE, column * SIDE : (column + 1) * SIDE]


def has(image: Any, colour: tuple[int, ...]) -> int:
    return int((image == colour).all(axis=-1).sum())


def test_a_picture_shows_who_owns_what_and_what_stands_out() -> None:
    image = pixels(quincunx.parse("zone-conquest", "OX-/XXO/-O- O 4 -"))
    for row, letters in enumerate(("OX-", "XXO", "-O-")):
        for column, letter in enumerate(letters):
            cell = cell_of(image, row, column)
            owners = {player.value for player, colour in COLOURS.items() if has(cell, colour)}
            assert owners == set(letter) - {"-"}
    assert has(cell_of(image, 1, 0), NOTICED)  # X has just attacked zone 4
    assert not has(cell_of(image, 0, 0), NOTICED)
    taken_back = pixels(quincunx.parse("zone-conquest", "XO-/XO-/--- X 2 2"))
    assert has(cell_of(taken_back, 0, 1), FORBIDDEN)


# The same names at every step, as tianshou's buffers need.


@every_game
@pytest.mark.parametrize("exact", [False, True])
def test_info_has_the_same_keys_at_every_step(game_id: str, exact: bool) -> None:
    if exact and game_id == "numeral-nexus":
        return  # half a second a step, and nothing of its own
    quincunx.envs.register()
    env = gymnasium.make(environment_id(game_id), exact=exact, disable_env_checker=True)
    _, info = env.reset(seed=2)
    env.action_space.seed(2)
    infos, over = [info], False
    while not over:
        action = env.action_space.sample(mask=info["action_mask"])
        *_, over, _, info = env.step(action)
        infos.append(info)
    assert infos[-1]["outcome"]
    assert not any(one["outcome"] for one in infos[:-1])
    env.reset(seed=2)
    *_, info = env.step(-1)
    assert info["refused"]
    assert not any(one["refused"] for one in infos)
    told = {"action_mask", "outcome", "refused"}
    names = told | {"value", "optimal_actions", "regret"} if exact else told
    for one in [*infos, info]:
        assert set(one) == names
        assert None not in [one["outcome"], one["refused"]]  # tianshou's trainers stop at None


# Opponents: a level, an agent's name, a function.


def last_move(position: AnyPosition) -> Any:
    return position.legal_moves()[-1]


def last_action(features: Any, masks: Any) -> Any:
    assert features.shape == (len(masks), 9)
    last = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
    return np.eye(masks.shape[1])[last]


@pytest.mark.parametrize("function", [last_move, last_action])
def test_a_function_is_an_opponent(function: Callable[..., Any]) -> None:
    env = gymnasium.make("quincunx/SwapNine-v1", opponent=function)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        *_, over, _, info = env.step(set_bits(info["action_mask"])[0])
    match = env.unwrapped.episode.match  # type: ignore[attr-defined]  # ours
    for position, move in zip(match.positions, match.moves, strict=False):
        legal = position.legal_moves()
        assert move == (legal[0] if position.turn == "X" else legal[-1])


# OpenSpiel from a position.

POSITIONS = {
    "swap-nine": "XX-/-X-/O-O O",
    "numeral-nexus": "-----/-----/--X5--/---O7-/----- X XO",
    "grid-clash": "5O,3,8/2,7O,4/9,1,6 X",
    "zone-conquest": "OX-/XXO/-O- X 4 -",
    "crossed-paths": "---/-X-/--- O B2",
}


@pytest.mark.parametrize("game_id", POSITIONS)
def test_open_spiel_starts_from_a_position(game_id: str) -> None:
    text, name = POSITIONS[game_id], f"quincunx_{game_id.replace('-', '_')}"
    game = pyspiel.load_game(name, {"position": text})
    state = game.new_initial_state()
    assert str(state) == text
    position = quincunx.parse(game_id, text)
    assert state.legal_actions() == [move.action for move in position.legal_moves()]
    assert state.current_player() == "XO".index(position.turn)
    state.apply_action(state.legal_actions()[0])
    after = str(position.after(position.legal_moves()[0]))
    kept = pyspiel.serialize_game_and_state(game, state)
    for same in (state, state.clone(), pyspiel.deserialize_game_and_state(kept)[1]):
        assert str(same) == after
    if position.game.size == quincunx.game(game_id).size:
        for given in (text, position):
            assert str(pyspiel.load_game(name).new_initial_state(given)) == text


def test_open_spiel_refuses_what_is_no_position() -> None:
    with pytest.raises(PositionError, match="'nonsense' is no Zone Conquest position"):
        pyspiel.load_game("quincunx_zone_conquest", {"position": "nonsense"})
    with pytest.raises(ValueError, match="that game is over"):
        pyspiel.load_game("quincunx_swap_nine").new_initial_state("XXX/XXX/XXO X")
