"""The vector environment: Gymnasium's own tools take it, and its games are those of the rules."""

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from helpers import WITH_KERNEL
from quincunx.core import IllegalMoveError
from quincunx.envs.vector import SelfPlay


@pytest.mark.parametrize("game_id", WITH_KERNEL)
def test_observations_lie_in_their_space(game_id: str) -> None:
    envs = SelfPlay(game_id, 20, seed=1)
    observations, infos = envs.reset(seed=3)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    finished = 0
    for _ in range(60):
        assert envs.observation_space.contains(observations)
        actions = envs.sample()
        assert envs.action_space.contains(actions)
        assert np.take_along_axis(infos["action_mask"], actions[:, None], 1).all()
        observations, rewards, ended, truncated, infos = envs.step(actions)
        over = ended | truncated
        assert (np.abs(rewards) <= ended).all()
        assert ("final_obs" in infos) == bool(over.any())
        if over.any():
            finished += int(over.sum())
            assert (infos["_final_obs"] == over).all()
            assert infos["final_obs"][over].any(axis=1).all()
            starts = [envs.batch.position(int(lane)) for lane in np.flatnonzero(over)]
            assert not any(cell.owner for start in starts for cell in start.board().cells)
    assert finished >= 20


def test_what_was_given_out_is_not_written_over() -> None:
    envs = SelfPlay("swap-nine", 4)
    first, infos = envs.reset()
    mask = infos["action_mask"].copy()
    envs.step(envs.sample())
    assert (first == 0).all()
    assert (infos["action_mask"] == mask).all()


def test_an_illegal_action_is_refused() -> None:
    envs = SelfPlay("swap-nine", 2)
    with pytest.raises(IllegalMoveError, match="Action 1 is not legal in lane 1"):
        envs.step(np.array([0, 1]))


def test_gymnasium_counts_its_episodes() -> None:
    envs: Any = RecordEpisodeStatistics(SelfPlay("swap-nine", 5))
    envs.reset(seed=1)
    for _ in range(9):
        *_, infos = envs.step(envs.env.sample())
    assert infos["episode"]["l"].tolist() == [9] * 5
