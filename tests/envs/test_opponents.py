"""Programs as opponents of a learner: each game has its own, and none outlives the environment."""

from pathlib import Path
from typing import Any

import gymnasium
import pytest

import quincunx.envs
from arena.bots import (
    _ended_with_the_test,  # noqa: F401 - a fixture
    all_gone,
    family,
    members,
    runs,
)
from quincunx.envs.gymnasium_env import environment_id
from quincunx.players import ForfeitError


def begun(folder: Path, then: str = "hangs") -> gymnasium.Env[Any, Any]:
    """An environment whose opponent has made the first move and has had its family around it."""
    quincunx.envs.register()
    env: gymnasium.Env[Any, Any] = gymnasium.make(
        environment_id("swap-nine"), opponent=family(folder, then), seat="O"
    )
    env.reset(seed=1)
    assert len(members(folder)) == 4
    assert then == "leaves" or all(map(runs, members(folder).values()))
    return env


def test_the_next_game_has_another(tmp_path: Path) -> None:
    env = begun(tmp_path)
    first = members(tmp_path)
    (tmp_path / "first").mkdir()
    for file in tmp_path.glob("*.pid"):
        file.rename(tmp_path / "first" / file.name)
    env.reset(seed=2)
    assert not any(map(runs, first.values()))
    assert len(members(tmp_path)) == 4
    assert all(map(runs, members(tmp_path).values()))
    env.close()
    assert all_gone(tmp_path)


def test_the_game_is_over(tmp_path: Path) -> None:
    """With the game the opponent's work is."""
    env = begun(tmp_path)
    *_, terminated, _, info = env.step(0)  # where the opponent stands
    assert terminated
    assert "refused" in info
    assert all_gone(tmp_path)


def test_the_opponent_gives_up(tmp_path: Path) -> None:
    env = begun(tmp_path, "leaves")
    with pytest.raises(ForfeitError, match="it ended with status 0"):
        env.step(80)
    assert all_gone(tmp_path)
