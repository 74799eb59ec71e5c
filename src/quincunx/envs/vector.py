"""Gymnasium vector environments on batch play: thousands of games at once.

    envs = SelfPlay("swap-nine", num_envs=4096)
    envs = gymnasium.make_vec("quincunx/SwapNine-v1", num_envs=64, opponent="casual", seat="toss")

The second is a learner against an opponent; `VectorVersus` describes it. The first is a
learner against itself: each step plays one move in every game, for the player to move there. An
observation is `Position.features()` from that player's side; the reward is for the player who has
just moved. A finished game is followed by a new one in the same step: then `infos["final_obs"]`
holds its last observation, and `infos["_final_obs"]` says which games those are.
`infos["action_mask"]` shows what is legal; an action that is not is refused with IllegalMoveError,
and nothing is played.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from importlib.util import find_spec
from typing import Any

from quincunx import batch
from quincunx.core import AnyPosition, GameError, IllegalMoveError, NotationError, Player
from quincunx.core.extras import needs
from quincunx.core.text import quote
from quincunx.games import game_class
from quincunx.kernels import has_kernel
from quincunx.play.match import Match
from quincunx.players import distribution
from quincunx.players.external import AgentError
from quincunx.players.policy import PREFIX, policy

with needs("learn"):
    import gymnasium
    import numpy as np
    from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
    from gymnasium.vector.utils import batch_space

    from quincunx.envs.episode import FEATURES, Info, Options
    from quincunx.envs.gymnasium_env import MAX_STARTS, SEEDS, Versus, read_opponent, read_seat

Seeds = int | list[int | None] | None
VectorStep = tuple[Any, Any, Any, Any, Info]


class SelfPlay(VectorEnv[Any, Any, Any]):
    """Batch play as a Gymnasium vector environment: one learner moves for both sides.

    Examples:
        >>> from quincunx.envs.vector import SelfPlay
        >>> envs = SelfPlay("swap-nine", num_envs=8)
        >>> observations, infos = envs.reset(seed=1)
        >>> observations.shape[0], infos["action_mask"].shape
        (8, (8, 90))
    """

    metadata: Info = {"autoreset_mode": AutoresetMode.SAME_STEP}

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
        self.num_envs = num_envs
        self.single_observation_space = FEATURES.space(self.batch.game)
        self.single_action_space = gymnasium.spaces.Discrete(self.batch.game.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: Seeds = None, options: Options = None) -> tuple[Any, Info]:
        """Restart every game. One seed decides everything random; of a list the first counts."""
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first)
        self.batch.reset(first)
        return self.batch.features().copy(), {"action_mask": self._mask()}

    def step(self, actions: Any) -> VectorStep:
        step = self.batch.step(actions)
        over = step.ended | step.truncated
        infos: Info = {"action_mask": self._mask()}
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
        """Return a random legal action for each game."""
        return self.batch.sample()

    def _mask(self) -> Any:
        return self.batch.masks.astype(np.int8)


def versus(game_id: str, num_envs: int = 1, **options: Any) -> VectorEnv[Any, Any, Any]:
    """What `gymnasium.make_vec` makes: many games in one batch, or single ones side by side where
    no kernel plays them or more is asked for than a batch can do."""
    name = options.get("opponent")
    program = isinstance(name, str) and ":" in name and not name.startswith(PREFIX)
    known = options.keys() <= {"size", "opponent", "seat", "truncate", "autoreset_mode"}
    if known and not program and find_spec("numba") and has_kernel(game_class(game_id)):
        return VectorVersus(game_id, num_envs, **options)
    if "truncate" in options:
        raise GameError(
            "Only games in one batch are cut off: leave truncate out, or give only size, opponent "
            "and seat with it, and install the extra fast."
        )
    mode = _mode(options.pop("autoreset_mode", AutoresetMode.NEXT_STEP))
    single = partial(Versus, game_id, **options)
    return SyncVectorEnv([single] * num_envs, autoreset_mode=mode)


def _mode(given: Any) -> AutoresetMode:
    if given not in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        raise GameError(
            f"{quote(str(given))} is no autoreset mode here: choose NEXT_STEP or SAME_STEP."
        )
    return AutoresetMode(given)


class VectorVersus(SelfPlay):
    """A learner in one seat of each game, an opponent in the other: a level, or a function of a
    position or of features and masks.

    Observations, rewards and masks are the learner's. A finished game shows its last position, and
    begins again in the next step, whose action is ignored (Gymnasium's usual autoreset); with
    `autoreset_mode=AutoresetMode.SAME_STEP` in the same step, as in `SelfPlay`. An
    action that is not legal forfeits the game. There is no history: no position stands for the
    third time, and what nothing bounds is cut off, as batch play does.
    """

    def __init__(
        self,
        game_id: str,
        num_envs: int = 1,
        size: tuple[int, int] | None = None,
        *,
        opponent: str | Callable[..., Any] = "random",
        seat: str = "X",
        truncate: int | None = None,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        super().__init__(game_id, num_envs, size, truncate=truncate)
        self.metadata = self.metadata | {"autoreset_mode": _mode(autoreset_mode)}
        agent = read_opponent(opponent, self.batch.game)
        self.level = agent if isinstance(agent, str) and not agent.startswith(PREFIX) else None
        self.policy = None if self.level else policy(agent)
        self.wanted_seat = read_seat(seat)
        self.seats = np.zeros(num_envs, np.int8)
        """The learner's in each game: 0 for X, 1 for O."""
        self._over = np.zeros(num_envs, np.bool_)

    def reset(self, *, seed: Seeds = None, options: Options = None) -> tuple[Any, Info]:
        """`options={"position": "…"}` starts all games there."""
        position = (options or {}).get("position")
        starts = [] if position is None else [position] * self.num_envs
        if starts:
            self.batch.begin(starts)  # refused while nothing else has changed
        super().reset(seed=seed)
        every = self._over | True
        self.batch.reset(int(self.np_random.integers(SEEDS)))
        if starts:
            self.batch.begin(starts)
        self._over = ~every
        self._sit(every)
        self._begin(every, starts)
        return self.batch.features().copy(), {"action_mask": self._mask()}

    def step(self, actions: Any) -> VectorStep:
        begun, given = self._over, np.asarray(actions)
        if (~begun & (self.batch.turns != self.seats)).any():
            raise IllegalMoveError("The opponent failed to move, and no game goes on: call reset.")
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise GameError(f"A step needs {self.num_envs} whole numbers, an action for each game.")
        known = (given >= 0) & (given < self.batch.masks.shape[1])
        given = np.where(known, given, 0)
        bad = ~begun & ~(known & np.take_along_axis(self.batch.masks, given[:, None], 1)[:, 0])
        step = self.batch.step(given, begun | bad)
        rewards = step.rewards.astype(np.float64) - bad
        ended, truncated = step.ended | bad, step.truncated.copy()
        forfeited = self.batch.features()[bad]
        if bad.any():
            self.batch.reset(lanes=bad)
        step = self._reply(~(ended | truncated))
        late = begun & (step.ended | step.truncated)  # over before the learner's first turn
        rewards -= step.rewards * ~late
        ended, truncated = ended | step.ended & ~late, truncated | step.truncated & ~late
        self._begin(late)
        self._over = ended | truncated
        self._sit(self._over)
        observations = self.batch.features().copy()
        observations[self._over] = self.batch.final_features()[self._over]
        observations[bad] = forfeited
        infos: Info = {}
        if self.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP and self._over.any():
            over, self._over = self._over, self._over & False
            infos = {"final_obs": observations * over[:, None], "_final_obs": over}
            self._begin(over)
            observations[over] = self.batch.features()[over]
        return observations, rewards, ended, truncated, infos | {"action_mask": self._mask()}

    def _sit(self, lanes: Any) -> None:
        """Who takes which seat in games that are about to begin."""
        drawn = self.np_random.integers(2, size=self.num_envs)
        sits = self.wanted_seat is Player.O if self.wanted_seat else drawn
        self.seats = np.where(lanes, sits, self.seats).astype(np.int8)

    def _begin(self, lanes: Any, starts: Sequence[Any] = ()) -> None:
        """Let the opponent move first where it does; a game that this ends is followed by another,
        from the same start if one was given."""
        for _ in range(MAX_STARTS):
            if not (lanes & (self.batch.turns != self.seats)).any():
                return
            step = self._reply(lanes)
            if starts and (over := step.ended | step.truncated).any():
                self.batch.begin(starts[: over.sum()], over)
        raise GameError(
            "The opponent ends this game before the learner has moved: "
            "take the other seat or another start."
        )

    def _reply(self, lanes: Any) -> Any:
        """The opponent moves in those of the lanes where it is to."""
        lanes = lanes & (self.batch.turns != self.seats)
        if self.level == "random":
            return self.batch.step(self.batch.sample(), ~lanes)
        chosen, where = np.zeros(self.num_envs, np.int64), np.flatnonzero(lanes)
        draws = self.np_random.random(len(where))
        if self.policy and self.policy.many and len(where):
            features, masks = self.batch.features()[where], self.batch.masks[where]
            upto = self.policy.probabilities(features, masks).cumsum(axis=1)
            chosen[where] = (upto > (draws * upto[:, -1])[:, None]).argmax(axis=1)
        else:
            for lane, draw in zip(where.tolist(), draws, strict=True):
                position = self.batch.position(lane)
                if self.policy:
                    chosen[lane] = self._answer(position)
                else:
                    actions, upto = _chances(self.level, position)
                    chosen[lane] = actions[np.searchsorted(upto, draw * upto[-1], "right")]
        return self.batch.step(chosen, ~lanes)

    def _answer(self, position: AnyPosition) -> int:
        assert self.policy
        try:
            return int(self.policy.move(position).action)
        except (NotationError, IllegalMoveError) as error:
            raise AgentError(
                f"{self.policy} cannot play, asked about {position}: {error}"
            ) from error


@lru_cache(maxsize=1 << 17)
def _chances(level: str, position: AnyPosition) -> tuple[Any, Any]:
    """The actions that a level may choose, and how likely it is one up to each."""
    chances = {m.action: p for m, p in distribution(level, Match(position)).items() if p}
    return np.array([*chances]), np.cumsum([*chances.values()])
