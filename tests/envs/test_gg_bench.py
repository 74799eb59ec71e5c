"""gg-bench's interface: its numbers, shapes and rewards, with the rule books' rules.

The forms were read from its five environments; what is expected here is taken from the drawn board,
not from the features. The positions of docs/gg-bench.md are tried at the end.
"""

import re
from copy import deepcopy
from functools import partial
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import quincunx
from envs.playing import (
    CIRCLE,
    CIRCLING,
    _with_the_toy,  # noqa: F401 - a fixture
    every_game,
    legal_actions,
    random_match,
    score,
)
from helpers import OTHER_SIZES, ROOT
from quincunx import Match
from quincunx.core import AnyPosition
from quincunx.envs import GGBench

# actions, shape, type, lowest and highest value of an observation
FORMS: dict[str, tuple[int, tuple[int, ...], type, int, int]] = {
    "swap-nine": (90, (9,), np.int8, -1, 1),
    "numeral-nexus": (525, (34,), np.int32, -9, 9),
    "grid-clash": (9, (18,), np.int32, 0, 9),
    "zone-conquest": (18, (9,), np.int8, -1, 1),
    "crossed-paths": (49, (7, 7), np.int8, -1, 1),
}


def shown(position: AnyPosition) -> list[int]:
    """What gg-bench shows of a position, flat."""
    board, game_id = position.board(), position.game.id()
    owners = [{None: 0, "X": 1, "O": -1}[cell.owner] for cell in board.cells]
    if game_id == "numeral-nexus":
        grid = [sign * int(cell.label or 0) for sign, cell in zip(owners, board.cells, strict=True)]
        return grid + [int(thing.label[2]) for thing in board.beside]
    if game_id == "grid-clash":
        return [int(cell.label) for cell in board.cells] + [owner % 3 for owner in owners]
    return owners


@pytest.mark.parametrize("game_id", FORMS)
def test_spaces_are_gg_benchs(game_id: str) -> None:
    env = GGBench(game_id)
    actions, shape, kind, low, high = FORMS[game_id]
    assert isinstance(env.action_space, gymnasium.spaces.Discrete)
    assert env.action_space.n == actions
    space = env.observation_space
    assert isinstance(space, gymnasium.spaces.Box)
    assert (space.shape, space.dtype) == (shape, np.dtype(kind))
    assert (space.low.min(), space.high.max()) == (low, high)


@every_game
def test_gymnasiums_own_checker(game_id: str) -> None:
    for complete in (False, True):
        check_env(GGBench(game_id, complete=complete), skip_render_check=True)


@pytest.mark.parametrize(("game_id", "size"), OTHER_SIZES)
def test_gymnasiums_own_checker_on_another_size(game_id: str, size: tuple[int, int]) -> None:
    check_env(GGBench(game_id, size=size), skip_render_check=True)


@every_game
def test_every_step_is_a_step_of_a_match(game_id: str) -> None:
    env, complete = GGBench(game_id), GGBench(game_id, complete=True)
    for seed in range(5):
        played = random_match(game_id, seed)
        options = {"position": str(played.start)}
        observation, info = env.reset(options=options)
        full, _ = complete.reset(options=options)
        match = Match(played.start)
        assert info == {"outcome": "", "refused": ""}
        for move in played.moves:
            if game_id in FORMS:
                assert observation.reshape(-1).tolist() == shown(match.position)
            assert full.tolist() == list(match.position.features())
            assert env.valid_moves() == legal_actions(match)
            mover = match.position.turn
            observation, reward, over, truncated, info = env.step(move.action)
            full = complete.step(move.action)[0]
            match.play(move)
            assert (reward, over) == (score(match, mover), match.outcome is not None)
            assert (truncated, info["refused"]) == (False, "")
        assert env.valid_moves() == []
        if game_id in FORMS:
            assert observation.reshape(-1).tolist() == shown(match.position)


@pytest.mark.parametrize("game_id", FORMS)
def test_it_stands_where_gg_benchs_class_stood(game_id: str) -> None:
    """As its evaluation uses one: made without arguments, wrapped, copied in mid-game."""
    custom_env = partial(GGBench, game_id)
    env: Any = gymnasium.Wrapper(custom_env())
    env.reset(seed=1)
    env.step(Random(1).choice(env.unwrapped.valid_moves()))
    copy = deepcopy(env)
    moves = env.unwrapped.valid_moves()
    _, reward, *_ = copy.step(moves[0])
    assert reward in (-10, -1, 0, 1)
    assert env.unwrapped.valid_moves() == moves != copy.unwrapped.valid_moves()
    assert isinstance(env.render(), str)
    assert env.render().endswith(str(env.unwrapped.episode.position))


@pytest.mark.parametrize("action", [0, 18, -1])
def test_an_illegal_action_costs_ten_and_ends_the_episode(action: int) -> None:
    """Zone 1 is O's; the others are no actions."""
    env = GGBench("zone-conquest")
    before, _ = env.reset(options={"position": "OX-/XXO/-O- X 4 -"})
    observation, reward, over, truncated, info = env.step(action)
    assert (reward, over, truncated) == (-10, True, False)
    assert observation.tolist() == before.tolist()
    assert info["refused"]
    assert env.valid_moves() == []
    assert env.step(2)[1:4] == (-10, True, False)
    env.reset()
    assert env.step(4)[1:4] == (0, False, False)


# The positions of docs/gg-bench.md.


def after(game_id: str, position: str, *moves: str, **options: Any) -> tuple[GGBench, Any]:
    """The environment after moves in notation, and what the last step returned."""
    env = GGBench(game_id, **options)
    result: Any = env.reset(options={"position": position})
    for move in moves:
        result = env.step(env.game.read_move(move).action)
    return env, result


def test_every_diagonal_counts() -> None:
    env, result = after("numeral-nexus", "-X4---/--X5--/-----/-----/O1O2--- X XO", "6@C4")
    assert result[1:3] == (1, True)
    assert env.episode.outcome is not None
    assert env.episode.outcome.reason == "X has 4-5-6 diagonally from A2 to C4"


def test_a_swap_needs_two_numbers() -> None:
    env, _ = after("numeral-nexus", "-----/-----/-----/-----/----- X XO")
    assert env.valid_moves() == list(range(225))
    one, result = after("numeral-nexus", "-----/-----/--X5--/-----/----- O XO", "C3~D4")
    assert result[1:3] == (-10, True)
    assert len(one.game.parse("-----/-----/--X5--/-----/----- O XO").legal_moves()) == 9 * 24


@pytest.mark.parametrize("swaps", ["XO", "-"])
def test_a_full_grid_is_the_end(swaps: str) -> None:
    grid = "X7O2O1X4X5/O7X4X3X5O5/X9O6O6X1O3/O8O2X8X3O9/X6X1O7O4-"
    env, result = after("numeral-nexus", f"{grid} X {swaps}", "2@E5")
    assert result[1:3] == (1, True)
    assert env.episode.outcome is not None
    assert env.episode.outcome.reason == "15 pairs to 12"
    assert result[0][25:].sum() == 2  # gg-bench waits for an empty pool


def test_a_swap_can_complete_the_opponents_line() -> None:
    _, result = after("numeral-nexus", "X1X3X2--/-----/-----/-----/O5O9--- O XO", "A2~A3")
    assert result[1:3] == (-1, True)


def differ_unseen(game_id: str, one: str, two: str) -> None:
    """Two positions that gg-bench shows alike, and that allow different moves."""
    (first, seen), (second, same) = after(game_id, one), after(game_id, two)
    assert seen[0].tolist() == same[0].tolist()
    assert first.valid_moves() != second.valid_moves()
    first, seen = after(game_id, one, complete=True)
    second, other = after(game_id, two, complete=True)
    assert seen[0].tolist() != other[0].tolist()


def test_who_has_the_swap_is_part_of_the_position() -> None:
    grid = "-----/-----/--X5--/---O7-/-----"
    differ_unseen("numeral-nexus", f"{grid} X XO", f"{grid} X -")


def test_the_last_attack_is_part_of_the_position() -> None:
    differ_unseen("zone-conquest", "XO-/XO-/--- X 2 2", "XO-/XO-/--- X - -")


def test_the_last_cell_is_part_of_the_position() -> None:
    grid = "-------/-------/-------/---X--X/-------/-------/------O"
    differ_unseen("crossed-paths", f"{grid} O D4", f"{grid} O G4")
    for order in (["D4", "G7", "G4"], ["G4", "G7", "D4"]):
        position: AnyPosition = quincunx.game("crossed-paths").start()
        for move in order:
            position = position.play(move)
        assert str(position) == f"{grid} O {order[-1]}"


def test_the_second_player_of_grid_clash_can_win() -> None:
    env, result = after("grid-clash", "9O,8O,7O/6O,5O,4X/3X,2X,1 X", "3,3")
    assert result[1:3] == (-1, True)
    assert env.episode.outcome is not None
    assert env.episode.outcome.winner == "O"


def test_endless_play_is_a_draw() -> None:
    env, _ = after("zone-conquest", CIRCLING)
    ends = [env.step(action)[1:4] for action in CIRCLE * 2]
    assert ends == [(0, False, False)] * 7 + [(0, True, False)]


def test_when_the_game_is_over_nothing_is_legal() -> None:
    env, result = after("zone-conquest", "XXX/X--/OO- X - -", "5")
    assert result[1:3] == (1, True)
    assert env.valid_moves() == []


def test_a_refused_action_stays_refused() -> None:
    env, result = after(
        "crossed-paths", "-------/-------/-------/---X---/-------/-------/------- O D4", "D4"
    )
    assert result[1:3] == (-10, True)
    assert env.step(env.game.read_move("G7").action)[1:3] == (-10, True)


def test_a_refused_swap_leaves_no_marker_and_numbers_do_not_count_from_the_end() -> None:
    env = GGBench("swap-nine")
    for action in (3, -10):  # cell 1 taking cell 3, which does not touch it; cell "-1"
        env.reset()
        observation, reward, *_ = env.step(action)
        assert reward == -10
        assert not observation.any()


def test_what_the_starter_can_get() -> None:
    """The values that docs/gg-bench.md tells."""
    values = {
        game_id: quincunx.analyze(quincunx.game(game_id).start()).value
        for game_id in ("swap-nine", "numeral-nexus", "zone-conquest", "crossed-paths")
    }
    drawn = values.pop("zone-conquest")
    assert drawn == "draw"
    assert set(values.values()) == {"win"}


def test_every_claim_of_the_page_names_a_test_here() -> None:
    page = (ROOT / "docs" / "gg-bench.md").read_text(encoding="utf-8")
    named = re.findall(r"`(test_[a-z_]+)`", page)
    assert len(set(named)) > 10
    assert set(named) <= globals().keys()
