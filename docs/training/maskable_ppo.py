"""MaskablePPO learns Swap Nine against a level, and is graded exactly as it goes.

pip install "quincunx[fast,learn]" sb3-contrib
python maskable_ppo.py 200000
"""

import sys
from collections.abc import Callable
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import quincunx
import quincunx.envs


def policy_of(model: Any) -> Callable[[Any, Any], Any]:
    """What the model would do in many positions at once."""

    def policy(features: Any, masks: Any) -> Any:
        with torch.no_grad():
            observations, _ = model.policy.obs_to_tensor(features)
            found = model.policy.get_distribution(observations, action_masks=masks)
        return found.distribution.probs.double().numpy()

    return policy


def train(steps: int, points: int = 10) -> list[tuple[int, float]]:
    """The learning curve: steps, and the exact exploitability after them."""
    options = {"opponent": "casual", "seat": "toss"}
    envs = make_vec_env("quincunx/SwapNine-v1", n_envs=8, seed=1, env_kwargs=options)
    model = MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=128, seed=1, device="cpu")
    curve = []
    for _ in range(points):
        model.learn(steps // points, reset_num_timesteps=False)
        found = quincunx.exploit(policy_of(model), "swap-nine")
        curve.append((model.num_timesteps, found.exploitability))
        print(f"{model.num_timesteps:9,} steps: exploitability {found.exploitability:.4f}, "
              f"value lost a position {found.value_lost:.4f}")  # fmt: skip
    return curve


if __name__ == "__main__":
    train(int(sys.argv[1]) if sys.argv[1:] else 200_000)
