"""One game played by numbers: what all environments share.

Actions are the games' action numbers, observations are `Position.features()` as an array, rewards
are 1, 0 and -1 at the end. What is legal and how a game ends is decided by `Match`.
"""

from collections.abc import Callable
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsFloat, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from quincunx.core import (
    AnyGame,
    AnyPosition,
    GameError,
    IllegalMoveError,
    Move,
    NotationError,
    Outcome,
    Player,
)
from quincunx.core.board import draw_board
from quincunx.core.position import check_move
from quincunx.core.text import listed, quote
from quincunx.games import game
from quincunx.play.match import Match

if TYPE_CHECKING:  # OpenSpiel does without it
    from gymnasium import spaces

Info = dict[str, Any]
Options = Info | None
"""Of `reset`."""
Mask = NDArray[np.int8]
Observation = NDArray[Any]
Step = tuple[Observation, SupportsFloat, bool, bool, Info]

REWARDS = {"win": 1.0, "draw": 0.0, "loss": -1.0}
RENDER_MODES = ["ansi", "rgb_array"]


class Episode:
    """A match that is played by action numbers."""

    def __init__(
        self,
        game: AnyGame,
        seed: int,
        *,
        repetition: bool = True,
        position: AnyPosition | str | None = None,
    ) -> None:
        start: AnyPosition = game.start(seed=seed) if game.has_random_start else game.opening
        if position is not None:
            start = game.parse(str(position))
            if start.outcome:
                raise GameError(
                    f"No episode can start from {quote(str(start))}: that game is over."
                )
        self.game = game
        self.action_count = game.action_count
        self.match = Match(
            start, repetition=repetition, seed=seed if game.has_random_start else None
        )
        self.position = start
        self.outcome: Outcome | None = None

    @property
    def turn(self) -> Player:
        return self.position.turn

    @property
    def truncated(self) -> bool:
        """Whether the game ended by repetition: nothing that the last observation shows."""
        if self.game.longest or not self.outcome or self.match.termination:
            return False
        return self.position.outcome is None

    def play(self, action: SupportsIndex) -> None:
        """Play an action; IllegalMoveError if it is not legal, and then nothing changes."""
        try:
            number = index(action)
        except TypeError as error:
            raise NotationError(
                f"{quote(str(action))} is no action: give a whole number."
            ) from error
        self.advance(check_move(self.position, number, self.outcome))

    def attempt(self, action: SupportsIndex) -> str:
        """Play an action, or forfeit by one that is not legal; return why it is not."""
        try:
            self.play(action)
        except IllegalMoveError as refusal:
            if not self.outcome:
                self.match.resign(self.turn, "forfeit")
                self.outcome = self.match.outcome
            return str(refusal)
        return ""

    def advance(self, move: Move) -> None:
        """Play a legal move, unchecked."""
        self.position = self.match.advance(move)
        self.outcome = self.match.outcome

    def reward(self, player: Player) -> int:
        """Return what the episode has brought a player so far."""
        if self.outcome is None or self.outcome.winner is None:
            return 0
        return 1 if self.outcome.winner is player else -1

    def actions(self) -> list[int]:
        """Return the legal ones, in order."""
        return [] if self.outcome else self.position.legal_actions()

    def mask(self, player: Player | None = None) -> Mask:
        """Return 1 for each action that is legal now; all 0 for a player who is not to move."""
        mask = bytearray(self.action_count)
        if not self.outcome and (player is None or player is self.position.turn):
            for action in self.position.legal_actions():
                mask[action] = 1
        return np.frombuffer(mask, np.int8)

    def observation(self) -> Observation:
        return np.array(self.position.features(), np.int16)

    def exact(self, player: Player) -> Info:
        """Return the exact value for a player, and the actions that keep it if that player is to
        move; `unknown` and None where the oracle does not know."""
        if self.outcome:
            names = {points: value for value, points in REWARDS.items()}
            return {"value": names[self.reward(player)], "optimal_actions": []}
        from quincunx.oracle import Value, analyze

        analysis = analyze(self.position)
        if player is not self.turn:
            return {"value": analysis.value.reverse.value, "optimal_actions": []}
        known = analysis.value is not Value.UNKNOWN
        best = sorted(item.move.action for item in analysis.best()) if known else None
        return {"value": analysis.value.value, "optimal_actions": best}

    def info(self, player: Player, exact: bool, regret: float | None = None) -> Info:
        """Return what a player gets besides the observation, under the same names at every step.
        What there is not yet is "": learners' buffers take None for a fault."""
        info: Info = {"outcome": self.outcome.reason if self.outcome else ""}
        return info | self.exact(player) | {"regret": regret} if exact else info

    def regret(self, action: int) -> float | None:
        """Return what an action would give away, in points: 0, 1 or 2; None where that is not known
        or the action is not legal."""
        if self.outcome:
            return None
        from quincunx.oracle import analyze

        analysis = analyze(self.position)
        for item in analysis.moves:
            if item.move.action == action and {item.value, analysis.value} <= REWARDS.keys():
                return REWARDS[analysis.value] - REWARDS[item.value]
        return None


class Form(NamedTuple):
    """How learners see a position of one game, and within which bounds."""

    show: Callable[[Any], Observation]
    bounds: Callable[[AnyGame], tuple[Any, Any]] = lambda _game: (-1, 1)

    def space(self, game: AnyGame) -> "spaces.Box":
        from gymnasium import spaces

        shown = self.show(game.start(seed=0))
        return spaces.Box(*self.bounds(game), shown.shape, shown.dtype.type)


FEATURES = Form(
    lambda position: np.array(position.features(), np.int16),
    lambda game: (-game.feature_bound, game.feature_bound),
)
"""All that the game's rules need to go on, seen by the mover."""


class Environment:
    """A game that learners play, one episode after the other."""

    episode: Episode
    """The one being played, with its match."""

    def __init__(
        self,
        game_id: str,
        size: tuple[int, int] | None = None,
        *,
        repetition: bool = True,
        exact: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            known = listed([repr(mode) for mode in RENDER_MODES], "or")
            raise GameError(f"{quote(str(render_mode))} is no render mode: choose {known}.")
        self.game = game(game_id, size)
        self.repetition, self.exact, self.render_mode = repetition, exact, render_mode

    def new_episode(self, seed: int, options: Options) -> Episode:
        """Return an episode from the beginning of a game, or from `options["position"]`."""
        position = (options or {}).get("position")
        return Episode(self.game, seed, repetition=self.repetition, position=position)

    def render(self) -> Any:
        """Return the board in the render mode, if there is one."""
        if self.render_mode == "rgb_array":
            from quincunx.pixels import pixels

            return pixels(self.episode.position)
        return draw(self.episode.position) if self.render_mode else None

    def __getattr__(self, name: str) -> Any:
        """Refuse what is not there; Python asks for nothing else here."""
        if name in ("episode", "agent_selection"):
            raise IllegalMoveError("No game has been started: call reset first.")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def draw(position: AnyPosition) -> str:
    """Return the board as text, with what else a player needs, and the position in notation."""
    return f"{draw_board(position.board())}\n{position}"
