"""The interface of gg-bench's environments, with the rule books' rules behind it.

    CustomEnv = functools.partial(quincunx.envs.GGBench, "zone-conquest")

Both players' moves go through `step`, X first. Actions, shapes and types are gg-bench's; so is
the reward, seen by whoever made the move: 1 for a win, -1 for a loss, 0 otherwise. An action that
is not legal changes nothing on the board, brings -10 and ends the episode; `info["refused"]` says
why. Its observations leave out what some games need to go on; `complete=True` gives the features
of the position instead.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, NamedTuple, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces

from quincunx.core import AnyGame, IllegalMoveError
from quincunx.envs.episode import Episode, Info, Observation, Playing, draw
from quincunx.envs.gymnasium_env import SEEDS
from quincunx.games import game, part_of

PENALTY = -10
SIGNS = bytes.maketrans(b"-XO", np.array([0, 1, -1], np.int8).tobytes())


class Form(NamedTuple):
    """How gg-bench shows a position of one game, and within which bounds."""

    show: Callable[[Any], Observation]
    bounds: Callable[[AnyGame], tuple[Any, Any]] = lambda _game: (-1, 1)

    def space(self, game: AnyGame) -> spaces.Box:
        shown = self.show(game.start(seed=0))
        return spaces.Box(*self.bounds(game), shown.shape, shown.dtype.type)


def owners(name: str) -> Callable[[Any], Observation]:
    """1 (X), -1 (O) and 0, whoever is to move, from the letters of that name."""
    letters, array, kind = attrgetter(name), np.frombuffer, np.dtype(np.int8)
    return lambda one: array(bytearray(letters(one).encode().translate(SIGNS)), kind)


FEATURES = Form(
    lambda position: np.array(position.features(), np.int16),
    lambda game: (-game.feature_bound, game.feature_bound),
)
"""All that the game's rules need to go on, seen by the mover."""


def form_of(kind: type[AnyGame]) -> Form:
    """gg-bench's own, from the game's `gg_bench.py`; a game that it does not have is shown by its
    features."""
    special = part_of(kind, "gg_bench")
    return special.FORM if special else FEATURES


class GGBench(Playing, gymnasium.Env[Observation, int]):
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
        self.game = game(game_id, size)
        form = FEATURES if complete else form_of(type(self.game))
        self.show = form.show
        self.repetition = repetition
        self.exact = exact
        self.action_space = spaces.Discrete(self.game.action_count)  # type: ignore[assignment]  # numpy's int is an int to us
        self.observation_space = form.space(self.game)
        self.reset()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """`options={"position": "…"}` starts there instead of at the beginning of a game."""
        super().reset(seed=seed)
        start_seed = int(self.np_random.integers(SEEDS)) if self.game.has_random_start else 0
        position = (options or {}).get("position")
        self.episode = Episode(self.game, start_seed, repetition=self.repetition, position=position)
        info = self.episode.info(self.episode.turn, self.exact)
        return self.show(self.episode.position), info | {"refused": ""}

    def step(self, action: int) -> tuple[Observation, SupportsFloat, bool, bool, Info]:
        """gg-bench reads only `terminated`, so every end is one."""
        episode = self.episode
        mover = episode.position.turn
        regret, refused, reward = episode.regret(action) if self.exact else None, "", 0
        try:
            episode.play(action)
        except IllegalMoveError as refusal:
            refused, reward = str(refusal), PENALTY
            if not episode.outcome:
                episode.forfeit()
        else:
            if episode.outcome:
                reward = episode.reward(mover)
        over, observation = episode.outcome is not None, self.show(episode.position)
        info = episode.info(episode.position.turn, self.exact, regret)
        info["refused"] = refused
        return observation, reward, over, False, info

    def valid_moves(self) -> list[int]:
        """In order; none when the episode is over."""
        return self.episode.actions()

    def render(self) -> str:
        return draw(self.episode.position)
