"""A Gymnasium vector environment on batch play: thousands of games a learner plays against itself.

    envs = SelfPlay("swap-nine", num_envs=4096)

Each step plays one move in every game, for whoever is to move there. An observation is
`Position.features()` from that player's side; the reward is for the player who has just moved. A
finished game begins anew in the same step: then `infos["final_obs"]` holds its last observation,
and `infos["_final_obs"]` says which games those are. `infos["action_mask"]` tells what is legal;
an action that is not is refused with IllegalMoveError, and nothing is played.
"""

from typing import Any

from quincunx import batch
from quincunx.core.extras import needs

with needs("learn"):
    import gymnasium
    import numpy as np
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space


class SelfPlay(VectorEnv[Any, Any, Any]):
    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game_id: str,
        num_envs: int = 4096,
        size: tuple[int, int] | None = None,
        *,
        seed: int = 0,
        truncate: int | None = None,
    ) -> None:
        self.batch = batch(game_id, num_envs, seed, size, truncate=truncate)
        game = self.batch.game
        self.num_envs = num_envs
        width = self.batch.features().shape[1]
        high = game.feature_bound
        self.single_observation_space = gymnasium.spaces.Box(-high, high, (width,), np.int16)
        self.single_action_space = gymnasium.spaces.Discrete(game.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins every game anew. One seed settles all lots; a list gives its first."""
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first)
        self.batch.reset(first)
        return self.batch.features().copy(), {"action_mask": self._mask()}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        step = self.batch.step(actions)
        over = step.ended | step.truncated
        infos: dict[str, Any] = {"action_mask": self._mask()}
        if over.any():
            infos["final_obs"] = self.batch.final_features() * over[:, None]
            infos["_final_obs"] = over
        return (
            self.batch.features().copy(),
            step.rewards.astype(np.float64),
            step.ended.copy(),
            step.truncated.copy(),
            infos,
        )

    def sample(self) -> Any:
        """A legal action for each game, by lot."""
        return self.batch.sample()

    def _mask(self) -> Any:
        return self.batch.masks.astype(np.int8)
