"""Gymnasium environments: one learner against an opponent, a level, an agent or a function.

    env = gymnasium.make("quincunx/ZoneConquest-v1", opponent="casual", seat="toss")

An observation is `Position.features()` with the learner to move; `info["action_mask"]` and
`action_masks()` say which actions are legal. Gymnasium tries actions without looking at a mask,
so an illegal one cannot raise: it forfeits the game, and `info["refused"]` says why.
"""

from collections.abc import Callable
from typing import Any

import gymnasium
from gymnasium import spaces

from quincunx.core import AnyGame, GameError, IllegalMoveError, Player
from quincunx.core.text import quote
from quincunx.envs.episode import (
    FEATURES,
    RENDER_MODES,
    Environment,
    Episode,
    Info,
    Mask,
    Observation,
    Options,
    Step,
)
from quincunx.games import game_ids
from quincunx.oracle import oracle_of
from quincunx.play.match import toss
from quincunx.players import Agent, LevelPlayer, Picker, player
from quincunx.players.levels import StreamPlayer
from quincunx.players.policy import policy

TOSS = "toss"
SEEDS = 2**31
MAX_STARTS = 100
STOCK_RESETS = 30  # for which seeds are drawn at once


def environment_id(game_id: str) -> str:
    """`quincunx/SwapNine-v1` for `swap-nine`."""
    return f"quincunx/{''.join(map(str.capitalize, game_id.split('-')))}-v1"


def register() -> None:
    for game_id in game_ids():
        if environment_id(game_id) not in gymnasium.registry:
            gymnasium.register(
                environment_id(game_id),
                entry_point=f"{__name__}:{Versus.__name__}",
                vector_entry_point="quincunx.envs.vector:versus",
                kwargs={"game_id": game_id},
            )


def read_seat(seat: str) -> Player | None:
    """Return the learner's seat; None where it is drawn for each game."""
    if seat not in (TOSS, *Player):
        raise GameError(f"{quote(str(seat))} is no seat: choose X, O or {TOSS}.")
    return None if seat == TOSS else Player(seat)


def read_opponent(opponent: str | Callable[..., Any], game: AnyGame, exact: bool = False) -> Agent:
    """Return an agent who can play the game, and prepare the oracle that it asks."""
    agent, start = opponent if isinstance(opponent, str) else policy(opponent), game.start(seed=0)
    if exact or agent != "random":
        oracle_of(game).prepare(start)
    player(agent, 0, start)  # refuses one who cannot play this
    return agent


class Versus(Environment, gymnasium.Env[Observation, int]):
    """A Gymnasium environment: a learner in one seat, an opponent in the other. X moves first.

    `gymnasium.make("quincunx/ZoneConquest-v1", opponent="casual")` makes the same.

    Examples:
        >>> from quincunx.envs import Versus
        >>> env = Versus("swap-nine", opponent="perfect", seat="O")
        >>> observation, info = env.reset(seed=7)
        >>> observation, reward, terminated, truncated, info = env.step(
        ...     env.action_space.sample(mask=info["action_mask"])
        ... )
        >>> reward, terminated
        (0.0, False)
    """

    metadata: Info = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        game_id: str,
        size: tuple[int, int] | None = None,
        *,
        opponent: str | Callable[..., Any] = "random",
        seat: str = "X",
        **options: Any,
    ) -> None:
        """Options are those of `Environment`."""
        super().__init__(game_id, size, **options)
        self.level = read_opponent(opponent, self.game, self.exact)
        self.wanted_seat = read_seat(seat)
        self.observation_space = FEATURES.space(self.game)
        self.action_space = spaces.Discrete(self.game.action_count)  # type: ignore[assignment]  # numpy's int is an int to us
        self.seat = Player.X
        self.opponent: Picker | None = None
        self.drawn_by: Any = None
        self.drawn: list[list[int]] = []

    def reset(
        self, *, seed: int | None = None, options: Options = None
    ) -> tuple[Observation, Info]:
        """Begin an episode, from the position that `options={"position": "…"}` names if it does. A
        game that the opponent has won before the learner's first turn is followed by another."""
        super().reset(seed=seed)
        for _ in range(1 if (options or {}).get("position") else MAX_STARTS):
            start_seed, choices, coin = self._draw_seeds()
            episode = self.new_episode(start_seed, options)
            self.seat = self.wanted_seat or toss(coin)
            opponent = player(self.level, choices, episode.position)
            if isinstance(opponent, LevelPlayer):
                opponent = StreamPlayer(opponent.level, choices)
            self.close()
            self.opponent, self.episode = opponent, episode
            self._opponent_moves(episode)
            if not episode.outcome:
                return episode.observation(), self._info(episode)
        raise GameError(
            f"The opponent ends this game before {self.seat} has moved: "
            f"take the other seat or another start."
        )

    def step(self, action: int) -> Step:
        episode = self.episode
        if episode.outcome:
            raise IllegalMoveError(f"The game is over: {episode.outcome.reason}; call reset.")
        if episode.turn is not self.seat:
            raise IllegalMoveError("The opponent failed to move, and no game goes on: call reset.")
        regret = episode.regret(action) if self.exact else None
        refused = episode.attempt(action)
        self._opponent_moves(episode)
        over, reward = episode.outcome is not None, float(episode.reward(self.seat))
        info = self._info(episode, refused, regret)
        return episode.observation(), reward, over, over and episode.truncated, info

    def _draw_seeds(self) -> list[int]:
        """Draw three seeds, many at a time: one by one NumPy takes as long as a game."""
        if self.drawn_by is not self.np_random or not self.drawn:
            self.drawn_by = self.np_random
            self.drawn = self.drawn_by.integers(SEEDS, size=(STOCK_RESETS, 3)).tolist()[::-1]
        return self.drawn.pop()

    def action_masks(self) -> Mask:
        """Return the mask under the name that sb3-contrib's maskable learners use."""
        return self.episode.mask()

    def close(self) -> None:
        """Close the opponent, where that is a program; the next reset starts another."""
        if self.opponent:
            self.opponent.close()

    def _opponent_moves(self, episode: Episode) -> None:
        """Let the opponent move until the learner is to move, or the game is over and with it the
        opponent's work."""
        assert self.opponent
        while not episode.outcome and episode.position.turn is not self.seat:
            episode.advance(self.opponent.pick(episode.match))
        if episode.outcome:
            self.close()

    def _info(self, episode: Episode, refused: str = "", regret: float | None = None) -> Info:
        info = episode.info(self.seat, self.exact, regret)
        info["action_mask"], info["refused"] = episode.mask(), refused
        return info
