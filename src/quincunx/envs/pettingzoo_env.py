"""A PettingZoo environment: two agents take turns, `player_1` with X and `player_2` with O.

An illegal action is refused with IllegalMoveError and the library's reason, and nothing changes:
the same agent is still to move. PettingZoo's TerminateIllegalWrapper makes a loss of it.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # PettingZoo has no types

from quincunx.core import IllegalMoveError, Player
from quincunx.envs.episode import FEATURES, RENDER_MODES, Environment, Info, Options
from quincunx.envs.gymnasium_env import SEEDS

SEATS = {"player_1": Player.X, "player_2": Player.O}
AGENTS = {seat: agent for agent, seat in SEATS.items()}


class TwoPlayers(Environment, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A PettingZoo environment: `player_1` (X) and `player_2` (O) take turns, with action masks.

    Make it with `quincunx.envs.aec`.

    Examples:
        >>> import quincunx.envs
        >>> env = quincunx.envs.aec("crossed-paths", size=(3, 3))
        >>> env.reset(seed=7)
        >>> env.step(4)
        >>> env.agent_selection, int(env.observe("player_2")["action_mask"].sum())
        ('player_2', 8)
    """

    metadata: Info = {
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
    }

    def __init__(self, game_id: str, size: tuple[int, int] | None = None, **options: Any) -> None:
        """Options are those of `Environment`."""
        super().__init__(game_id, size, **options)
        self.metadata = self.metadata | {"name": f"quincunx_{game_id.replace('-', '_')}_v1"}
        self.possible_agents = list(SEATS)
        self.agents: list[str] = []
        count = self.game.action_count
        self.action_spaces = {agent: spaces.Discrete(count) for agent in SEATS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": FEATURES.space(self.game),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in SEATS
        }
        self.random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Discrete[np.int64]":
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Options = None) -> None:
        """Begin an episode, from the position that `options={"position": "…"}` names if it does."""
        if seed is not None:
            self.random = np.random.default_rng(seed)
        start_seed = int(self.random.integers(SEEDS))
        self.episode = self.new_episode(start_seed, options)
        self.agents = list(SEATS)
        self.rewards = dict.fromkeys(SEATS, 0)
        self._cumulative_rewards = dict.fromkeys(SEATS, 0)
        self.terminations = dict.fromkeys(SEATS, False)
        self.truncations = dict.fromkeys(SEATS, False)
        self.regrets: dict[str, float | None] = {}
        self.infos: dict[str, Info] = {agent: self._info(agent) for agent in SEATS}
        self.agent_selection = AGENTS[self.episode.turn]

    def step(self, action: int | None) -> None:
        episode = self.episode
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalMoveError(f"{agent} is to move: give an action that the mask allows.")
        regret = episode.regret(action) if self.exact else None
        episode.play(action)
        self.regrets[agent] = regret
        over, truncated = episode.outcome is not None, episode.truncated
        for name, seat in SEATS.items():
            self.rewards[name] = episode.reward(seat)
            self.terminations[name] = over
            self.truncations[name] = truncated
            self.infos[name] = self._info(name)
        self.agent_selection = AGENTS[episode.turn]
        self._accumulate_rewards()

    def observe(self, agent: str) -> Info:
        """Return features seen by the player to move, whoever asks; the other's mask is all 0."""
        return {
            "observation": self.episode.observation(),
            "action_mask": self.episode.mask(SEATS[agent]),
        }

    def close(self) -> None:
        """There is nothing to close."""

    def _info(self, agent: str) -> Info:
        return self.episode.info(SEATS[agent], self.exact, self.regrets.get(agent))


aec = TwoPlayers
