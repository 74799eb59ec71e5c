"""The games for OpenSpiel: `pyspiel.load_game("quincunx_swap_nine")`.

Player 0 is X and moves first. Parameters: `repetition`; `rows` and `columns`, where a game has more
than one size; `position`, to start there instead of at the beginning; and `seed` where a game draws
lots: that draw, or by default a chance node with one outcome a seed. `new_initial_state` takes a
position too. The state's `episode` holds the match, so `quincunx.analyze(state.episode.position)`
knows more.
"""

from functools import partial
from typing import Any, ClassVar

import numpy as np
import pyspiel  # type: ignore[import-not-found]  # OpenSpiel has no types

from quincunx.core import AnyGame, AnyPosition, GameError, Player
from quincunx.envs.episode import Episode, Options
from quincunx.games import each, game, game_class, game_ids, parse

SEATS = (Player.X, Player.O)
DRAWS = 1_000
CHANCES = [(seed, 1 / DRAWS) for seed in range(DRAWS)]
"""The draws that the chance node holds, alike."""
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
BY_CHANCE = -1
UNBOUNDED = 1_000_000
"""OpenSpiel wants a number of moves that no game exceeds, even where only repetition ends one."""


def short_name(game_id: str) -> str:
    return f"quincunx_{game_id.replace('-', '_')}"


def register() -> None:
    new = [one for one in game_ids() if short_name(one) not in pyspiel.registered_names()]
    for kind, described in each(lambda kind: (kind, _game_type(kind, kind.has_random_start)), new):
        # A class each: OpenSpiel drops anything lighter when Python is gone, and crashes.
        maker = type(f"{kind.__name__}Game", (BoardGame,), {"game_id": kind.id()})
        pyspiel.register_game(described, maker)


def load_game(text: str) -> Any:
    """A game from its text, wherever that is read."""
    register()
    return pyspiel.load_game(text)


def _game_type(kind: type[AnyGame], by_chance: bool) -> Any:
    rows, columns = kind.default_size
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=short_name(kind.id()),
        long_name=kind.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if by_chance else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            **({} if kind.smallest == kind.largest else {"rows": rows, "columns": columns}),
            "repetition": True,
            "position": "",
            **({"seed": BY_CHANCE} if kind.has_random_start else {}),
        },
    )


class BoardGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One of the games, on one size; `register` makes a class of it for each."""

    game_id: ClassVar[str]

    def __init__(self, parameters: Options = None) -> None:
        given = parameters or {}
        rows, columns = game_class(self.game_id).default_size
        self.rules = game(self.game_id, (given.get("rows", rows), given.get("columns", columns)))
        # OpenSpiel writes parameters side by side, so a comma in one is kept as a semicolon.
        self.position = given.get("position", "").replace(";", ",")
        given = given | {"position": self.position.replace(",", ";")}
        if self.position:
            own = (self.rules.rows, self.rules.columns) != (rows, columns)
            start = self.rules.parse if own else partial(parse, self.game_id)
            self.rules = start(self.position).game  # a position brings its size
        self.repetition = given.get("repetition", True)
        seed = given.get("seed", BY_CHANCE)
        if seed < BY_CHANCE:
            raise GameError(f"{seed} is no seed: give 0 or more, or {BY_CHANCE} for chance.")
        self.by_chance = self.rules.has_random_start and seed == BY_CHANCE and not self.position
        self.seed = max(seed, 0)
        information = pyspiel.GameInfo(
            num_distinct_actions=self.rules.action_count,
            max_chance_outcomes=DRAWS if self.by_chance else 0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.longest or UNBOUNDED,
        )
        super().__init__(_game_type(type(self.rules), self.by_chance), information, given)

    def __reduce__(self) -> tuple[Any, ...]:
        return load_game, (str(self),)

    def new_initial_state(self, position: AnyPosition | str = "") -> "BoardState":
        return BoardState(self, str(position) or self.position)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Any:
        if kind is None or (kind.public_info and not kind.perfect_recall):
            return FeaturesObserver(self.rules)
        from open_spiel.python.observation import (  # type: ignore[import-untyped]  # as above
            IIGObserverForPublicInfoGame,
        )

        return IIGObserverForPublicInfoGame(kind, parameters)


class BoardState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A match, or the moment before its start is drawn."""

    def __init__(self, spiel_game: BoardGame, position: str) -> None:
        super().__init__(spiel_game)
        self.rules = spiel_game.rules
        self.repetition = spiel_game.repetition
        self.episode: Episode | None = None
        self.player = CHANCE
        if position or not spiel_game.by_chance:
            self._start(spiel_game.seed, position or None)

    def _start(self, seed: int, position: str | None = None) -> None:
        self.episode = Episode(self.rules, seed, repetition=self.repetition, position=position)
        self.player = SEATS.index(self.episode.turn)

    def current_player(self) -> int:
        return self.player

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [*CHANCES]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What OpenSpiel's own says in the end, after asking through C++ whose turn it is."""
        if player not in (None, self.player):
            return super().legal_actions(player)  # type: ignore[no-any-return]  # as above
        return self.episode.actions() if self.episode else [*range(DRAWS)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.actions() if self.episode else []

    def _apply_action(self, action: int) -> None:
        if self.episode is None:
            self._start(action)
            return
        self.episode.play(action)
        self.player = TERMINAL if self.episode.outcome else SEATS.index(self.episode.turn)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        move = self.rules.move_of_action.get(action)
        return str(move) if move else f"unused {action}"

    def is_terminal(self) -> bool:
        return self.player == TERMINAL

    def returns(self) -> list[float]:
        return [float(self.episode.reward(seat)) if self.episode else 0.0 for seat in SEATS]

    def __str__(self) -> str:
        return str(self.episode.position) if self.episode else "the start is not drawn yet"


class FeaturesObserver:
    """`Position.features()` as OpenSpiel's tensor; all 0 before the start is drawn."""

    def __init__(self, rules: AnyGame) -> None:
        self.tensor = np.zeros(len(rules.start(seed=0).features()), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: BoardState, player: int) -> None:
        self.tensor[:] = state.episode.position.features() if state.episode else 0

    def string_from(self, state: BoardState, player: int) -> str:
        return str(state)
