"""Batches show whose turn it is, hold lanes, and begin from given positions; and a learner against
an opponent in many games at once plays by the rules."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import quincunx
import quincunx.envs
from helpers import WITH_KERNEL, random_position
from quincunx.core import AnyPosition, GameError, IllegalMoveError
from quincunx.envs import vector
from quincunx.envs.gymnasium_env import environment_id


@pytest.mark.parametrize("game_id", WITH_KERNEL)
def test_lanes_that_are_held_stay_as_they_are(game_id: str) -> None:
    games = quincunx.batch(game_id, 30, seed=1)
    hold = np.arange(30) % 3 == 0
    finished = 0
    for _ in range(60):
        before = [games.position(lane) for lane in range(30)]
        masks, actions = games.masks.copy(), games.sample().copy()
        step = games.step(np.where(hold, -7, actions), hold)
        for lane in range(30):
            if hold[lane]:
                assert games.position(lane) == before[lane]
                assert (games.masks[lane] == masks[lane]).all()
                assert (step.rewards[lane], step.ended[lane], step.truncated[lane]) == (0, 0, 0)
            elif step.ended[lane] or step.truncated[lane]:
                finished += 1
                assert games.turns[lane] == 0
            else:
                move = games.game.move_of_action[int(actions[lane])]
                assert games.position(lane) == before[lane].after(move)
            assert games.turns[lane] == "XO".index(games.position(lane).turn)
    assert finished
    with pytest.raises(IllegalMoveError, match="in lane 1"):
        games.step(np.full(30, -1), hold)


@pytest.mark.parametrize("game_id", WITH_KERNEL)
def test_lanes_begin_from_given_positions(game_id: str) -> None:
    game = quincunx.game(game_id)
    given = [random_position(game, seed, seed % 9) for seed in range(40)]
    given = [one if not one.outcome else game.start(seed=1) for one in given]
    games = quincunx.batch(game_id, 40, seed=1)
    games.begin(given)
    assert [games.position(lane) for lane in range(40)] == given
    assert games.turns.tolist() == ["XO".index(one.turn) for one in given]
    for mask, one in zip(games.masks, given, strict=True):
        assert np.flatnonzero(mask).tolist() == [move.action for move in one.legal_moves()]
    some = np.arange(40) < 2
    games.begin([str(given[5]), given[6]], some)
    assert [games.position(lane) for lane in (0, 1, 2)] == [given[5], given[6], given[2]]
    games.reset(lanes=some)
    assert not any(cell.owner for lane in (0, 1) for cell in games.position(lane).board().cells)
    assert games.position(2) == given[2]


def test_where_no_lane_can_begin() -> None:
    games = quincunx.batch("swap-nine", 2)
    start = quincunx.game("swap-nine").start()
    for positions, flags, reason in (
        ([start], None, "2 lanes are to begin, but positions are 1"),
        ([start, "XXX/XXX/XXO X"], None, "that game is over"),
        ([start, quincunx.game("swap-nine", (2, 2)).start()], None, "of another game or size"),
        ([start], np.array([0]), "named by 2 flags"),
    ):
        with pytest.raises(GameError, match=reason):
            games.begin(positions, flags)
    with pytest.raises(GameError, match="named by 2 flags"):
        games.step([0, 0], np.array([True]))
    assert games.position(0) == games.position(1) == start


# A learner against an opponent.


def first_move(position: AnyPosition) -> Any:
    return position.legal_moves()[0]


def first_action(features: Any, masks: Any) -> Any:
    return np.eye(masks.shape[1])[masks.argmax(axis=1)]


def made(game_id: str, **options: Any) -> Any:
    quincunx.envs.register()
    envs = gymnasium.make_vec(environment_id(game_id), num_envs=12, **options)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    return envs


def steps(envs: Any, count: int) -> Any:
    """Random play; what each step was given and brought."""
    random = np.random.default_rng(5)
    observations, infos = envs.reset(seed=5)
    for _ in range(count):
        mask = infos["action_mask"]
        actions = (random.random(mask.shape) * mask).argmax(axis=1)
        before = [envs.unwrapped.batch.position(lane) for lane in range(envs.num_envs)]
        result = envs.step(actions)
        yield before, observations, actions, result
        observations, *_, infos = result


@pytest.mark.parametrize("game_id", WITH_KERNEL)
@pytest.mark.parametrize("seat", ["X", "O", "toss"])
@pytest.mark.parametrize("opponent", [first_move, first_action])
def test_every_step_is_by_the_rules(game_id: str, seat: str, opponent: Callable[..., Any]) -> None:
    """The learner's move, then the opponent's first legal one, as the plain rules have them."""
    envs = made(game_id, seat=seat, opponent=opponent)
    over = np.zeros(12, np.bool_)
    ends, seats = 0, set()
    for before, shown, actions, (after, rewards, ended, truncated, infos) in steps(envs, 40):
        assert envs.observation_space.contains(after)
        for lane, position in enumerate(before):
            if over[lane]:  # begins anew: the action is left aside
                assert (rewards[lane], ended[lane], truncated[lane]) == (0, False, False)
                owned = sum(
                    cell.owner is not None for cell in envs.batch.position(lane).board().cells
                )
                assert owned == envs.seats[lane]
                continue
            assert shown[lane].tolist() == list(position.features())
            seats.add(position.turn)
            mover = position.turn
            position = position.play(int(actions[lane]))
            if not position.outcome:
                position = position.after(position.legal_moves()[0])
            assert after[lane].tolist() == list(position.features())
            outcome = position.outcome
            assert ended[lane] == (outcome is not None)
            if outcome:
                winner = outcome.winner
                assert rewards[lane] == (0 if winner is None else 1 if winner is mover else -1)
                ends += 1
            else:
                assert rewards[lane] == 0
                legal = [move.action for move in position.legal_moves()]
                assert np.flatnonzero(infos["action_mask"][lane]).tolist() == legal
        over = ended | truncated
    assert ends > 5
    assert seats == ({"X", "O"} if seat == "toss" else {seat})


def test_an_action_that_is_not_legal_forfeits() -> None:
    envs = made("swap-nine")
    shown, _ = envs.reset(seed=1)
    actions = np.full(12, 40)
    actions[:4] = [1, -1, 90, 11]
    after, rewards, ended, truncated, infos = envs.step(actions)
    assert rewards.tolist() == [-1] * 4 + [0] * 8
    assert ended.tolist() == [True] * 4 + [False] * 8
    assert not truncated.any()
    assert (after[:4] == shown[:4]).all()
    _, rewards, ended, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert not rewards.any()
    assert not ended.any()
    assert (envs.batch.features()[:4] == 0).all()


def test_the_same_seed_plays_the_same_games_and_starts_can_be_given() -> None:
    def rewards(seed: int) -> list[Any]:
        envs = made("swap-nine", opponent="beginner", seat="toss")
        _, infos = envs.reset(seed=seed)
        found = []
        for _ in range(12):
            *_, infos = result = envs.step(infos["action_mask"].argmax(axis=1))
            found.append(result[1].tolist())
        return found

    assert rewards(4) == rewards(4)
    assert rewards(4) != rewards(5)
    envs = made("zone-conquest")
    shown, _ = envs.reset(options={"position": "---/-O-/-X- X - -"})
    position = quincunx.parse("zone-conquest", "---/-O-/-X- X - -")
    assert shown.tolist() == [list(position.features())] * 12


def test_what_a_batch_cannot_do_is_done_by_single_games(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    envs = made("zone-conquest", exact=True, render_mode="rgb_array")
    assert isinstance(envs, SyncVectorEnv)
    _, infos = envs.reset(seed=1)
    assert infos["value"].tolist() == ["draw"] * 12
    images: Any = envs.render()
    assert images[0].shape == (144, 144, 3)
    file = tmp_path / "mine.py"
    file.write_text("def first(position):\n    return position.legal_moves()[0]\n")
    assert isinstance(made("swap-nine", opponent=f"policy:{file}:first"), vector.VectorVersus)
    assert isinstance(made("swap-nine", opponent="cmd:cat"), SyncVectorEnv)
    monkeypatch.setattr(vector, "find_spec", lambda name: None)
    assert isinstance(made("swap-nine"), SyncVectorEnv)
