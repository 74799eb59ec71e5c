"""The interface of gg-bench's environments, with the rule books' rules behind it.

    CustomEnv = functools.partial(quincunx.envs.GGBench, "zone-conquest")

Both players' moves go through `step`, X first. Actions, shapes and types are gg-bench's; so is
the reward, seen by the player who moved: 1 for a win, -1 for a loss, 0 otherwise. An action that
is not legal changes nothing on the board, brings -10 and ends the episode; `info["refused"]` says
why. Its observations leave out what some games need to go on; `complete=True` gives the features
of the position instead.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from quincunx.core import AnyGame
from quincunx.envs.episode import (
    FEATURES,
    Environment,
    Form,
    Info,
    Observation,
    Options,
    Step,
    draw,
)
from quincunx.envs.gymnasium_env import SEEDS
from quincunx.games import part_of

PENALTY = -10
SIGNS = bytes.maketrans(b"-XO", np.array([0, 1, -1], np.int8).tobytes())


def owners(name: str) -> Callable[[Any], Observation]:
    """Return what shows 1 (X), -1 (O) and 0, whoever is to move, from the letters of that name."""
    letters, array, kind = attrgetter(name), np.frombuffer, np.dtype(np.int8)
    return lambda one: array(bytearray(letters(one).encode().translate(SIGNS)), kind)


def form_of(kind: type[AnyGame]) -> Form:
    """Return gg-bench's own form, from the game's `gg_bench.py`; a game that gg-bench does not have
    is shown by its features."""
    special = part_of(kind, "gg_bench")
    return special.FORM if special else FEATURES


class GGBench(Environment, gymnasium.Env[Observation, int]):
    """A game with the interface of gg-bench's environments and the rules of the rule books.

    Both players' moves go through `step`. An illegal action brings -10 and ends the episode.

    Examples:
        >>> from quincunx.envs import GGBench
        >>> env = GGBench("zone-conquest")
        >>> observation, info = env.reset()
        >>> env.valid_moves()
        [0, 1, 2, 3, 4, 5, 6, 7, 8]
        >>> observation, reward, terminated, truncated, info = env.step(99)
        >>> reward, terminated
        (-10, True)
    """

    def __init__(
        self,
        game_id: str,
        size: tuple[int, int] | None = None,
        *,
        complete: bool = False,
        repetition: bool = True,
        exact: bool = False,
    ) -> None:
        super().__init__(game_id, size, repetition=repetition, exact=exact)
        form = FEATURES if complete else form_of(type(self.game))
        self.show = form.show
        self.action_space = spaces.Discrete(self.game.action_count)  # type: ignore[assignment]  # numpy's int is an int to us
        self.observation_space = form.space(self.game)
        self.reset()

    def reset(
        self, *, seed: int | None = None, options: Options = None
    ) -> tuple[Observation, Info]:
        """Begin an episode, from the position that `options={"position": "…"}` names if it does."""
        super().reset(seed=seed)
        start_seed = int(self.np_random.integers(SEEDS)) if self.game.has_random_start else 0
        self.episode = self.new_episode(start_seed, options)
        info = self.episode.info(self.episode.turn, self.exact)
        return self.show(self.episode.position), info | {"refused": ""}

    def step(self, action: int) -> Step:
        """Play an action; gg-bench reads only `terminated`, so every end is one."""
        episode = self.episode
        mover = episode.position.turn
        regret = episode.regret(action) if self.exact else None
        refused = episode.attempt(action)
        reward = PENALTY if refused else episode.reward(mover)
        over, observation = episode.outcome is not None, self.show(episode.position)
        info = episode.info(episode.position.turn, self.exact, regret)
        info["refused"] = refused
        return observation, reward, over, False, info

    def valid_moves(self) -> list[int]:
        """Return the legal actions in order; none when the episode is over."""
        return self.episode.actions()

    def render(self) -> str:
        return draw(self.episode.position)
