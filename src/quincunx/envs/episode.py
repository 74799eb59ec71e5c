"""One game played by numbers: what all environments share.

Actions are the games' action numbers, observations are `Position.features()` as an array, rewards
are 1, 0 and -1 at the end. What is legal and how a game ends is decided by `Match`.
"""

from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

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
from quincunx.core.text import quote
from quincunx.play.match import Match

if TYPE_CHECKING:  # OpenSpiel does without it
    from gymnasium import spaces

Info = dict[str, Any]
Mask = NDArray[np.int8]
Observation = NDArray[Any]

REWARDS = {"win": 1.0, "draw": 0.0, "loss": -1.0}


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

    def advance(self, move: Move) -> None:
        """Play a legal move, unchecked."""
        self.position = self.match.advance(move)
        self.outcome = self.match.outcome

    def forfeit(self) -> None:
        """The player to move gives the game up."""
        self.match.resign(self.turn, "forfeit")
        self.outcome = self.match.outcome

    def reward(self, player: Player) -> int:
        """What the episode has brought a player so far."""
        if self.outcome is None or self.outcome.winner is None:
            return 0
        return 1 if self.outcome.winner is player else -1

    def actions(self) -> list[int]:
        """The legal ones, in order."""
        return [] if self.outcome else self.position.legal_actions()

    def mask(self, player: Player | None = None) -> Mask:
        """1 for each action that is legal now; all 0 for a player who is not to move."""
        mask = bytearray(self.action_count)
        if not self.outcome and (player is None or player is self.position.turn):
            for action in self.position.legal_actions():
                mask[action] = 1
        return np.frombuffer(mask, np.int8)

    def observation(self) -> Observation:
        return np.array(self.position.features(), np.int16)

    # What the oracle knows, for those who ask.

    def exact(self, player: Player) -> Info:
        """The exact value for a player, and the actions that keep it if that player is to move;
        `unknown` and None where the oracle does not know."""
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
        """What a player is told besides the observation, under the same names at every step. What
        there is not yet is "": learners' buffers take None for a fault."""
        told: Info = {"outcome": self.outcome.reason if self.outcome else ""}
        return told | self.exact(player) | {"regret": regret} if exact else told

    def regret(self, action: int) -> float | None:
        """What an action would give away, in points: 0, 1 or 2; None where that is not known or
        the action is not legal."""
        if self.outcome:
            return None
        from quincunx.oracle import analyze

        analysis = analyze(self.position)
        for item in analysis.moves:
            if item.move.action == action and {item.value, analysis.value} <= REWARDS.keys():
                return REWARDS[analysis.value] - REWARDS[item.value]
        return None


class Playing:
    """Whatever plays one episode after the other."""

    episode: Episode
    """The one being played, with its match."""

    def __getattr__(self, name: str) -> Any:
        """Asked only for what is not there."""
        if name in ("episode", "agent_selection"):
            raise IllegalMoveError("No game has been started: call reset first.")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def observation_space(game: AnyGame) -> "spaces.Box":
    """Where `Position.features()` lie."""
    from gymnasium import spaces

    length = len(game.start(seed=0).features())
    return spaces.Box(-game.feature_bound, game.feature_bound, (length,), np.int16)


def draw(position: AnyPosition) -> str:
    """The board as text, with what else a player needs, and the position in notation."""
    return f"{draw_board(position.board())}\n{position}"


def render(position: AnyPosition, mode: str | None) -> Any:
    """The board in one of the render modes; nothing where none is read_seat."""
    if mode == "rgb_array":
        from quincunx.pixels import pixels

        return pixels(position)
    return draw(position) if mode else None
