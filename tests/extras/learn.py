"""An episode of each game with Gymnasium, PettingZoo and gg-bench's interface."""

from random import Random

import gymnasium

import quincunx
import quincunx.envs
from quincunx.envs.gymnasium_env import environment_id

RANDOM = Random(1)


def with_gymnasium(game: str) -> None:
    env = gymnasium.make(environment_id(game), opponent="casual")
    _, info = env.reset(seed=1)
    over = False
    while not over:
        action = RANDOM.choice(info["action_mask"].nonzero()[0])
        _, _, ended, truncated, info = env.step(action)
        over = ended or truncated
    assert info["refused"] == ""
    env.close()


def with_pettingzoo(game: str) -> None:
    env = quincunx.envs.aec(game)
    env.reset(seed=1)
    rewards = []
    for _ in env.agent_iter():
        observation, reward, ended, truncated, _ = env.last()
        if ended or truncated:
            rewards.append(reward)
            env.step(None)
        else:
            env.step(RANDOM.choice(observation["action_mask"].nonzero()[0]))
    assert sorted(rewards) in ([-1, 1], [0, 0])


def with_gg_bench(game: str) -> None:
    env = quincunx.envs.GGBench(game)
    env.reset(seed=1)
    over, reward = False, 0.0
    while not over:
        _, reward, ended, truncated, _ = env.step(RANDOM.choice(env.valid_moves()))  # type: ignore[assignment]  # a float
        over = ended or truncated
    assert reward in (-1, 0, 1)


def batch_names_what_it_needs() -> None:
    from quincunx.envs.vector import SelfPlay

    for begin in (quincunx.batch, SelfPlay):
        try:
            begin("swap-nine")
        except ImportError as error:
            assert str(error).endswith('pip install "quincunx[fast]".'), error
        else:
            raise AssertionError("Another extra is installed, too.")


if __name__ == "__main__":
    for one in quincunx.game_ids():
        with_gymnasium(one)
        with_pettingzoo(one)
        with_gg_bench(one)
    batch_names_what_it_needs()
