"""Batch play: thousands of games of one kind stepped at once on numpy arrays.

>>> from quincunx import batch
>>> games = batch("swap-nine", lanes=1000, seed=1)
>>> step = games.step(games.sample())
>>> step.masks.shape, int(step.ended.sum())
((1000, 90), 0)

Each lane is a game that X begins. A finished lane restarts in the same step. The arrays that
come out belong to the batch and are written over by its next step, those of `sample` by the step
after that: copy what you keep.

There is no history here, so no position stands for the third time: where nothing bounds a game, as
in Zone Conquest, one that has not ended after `truncate` plies is cut off without a winner.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from operator import index
from typing import Any, NamedTuple, SupportsIndex

import numpy as np

from quincunx.core import AnyPosition, GameError, IllegalMoveError, Player, Position
from quincunx.core.extras import needs
from quincunx.core.text import quote
from quincunx.games import game as find_game
from quincunx.kernels import kernel
from quincunx.kernels.compiled import (
    BLOCK,
    Bytes,
    Flags,
    Ints,
    Shorts,
    compiled,
    cores,
    share,
)
from quincunx.kernels.lanes import Lanes, new_lanes, sample_lanes

MAX_LANES, MAX_STEPS, MAX_SEED = 1 << 24, 10**12, (1 << 63) - 1
DEFAULT_TRUNCATE_PLIES = 200
"""Plies of a game that nothing bounds, unless something else is asked for."""
NO_SAMPLES: Ints = np.zeros(0, dtype=np.int64)


class BatchStep(NamedTuple):
    """What a step leads to, a row or an entry for each lane."""

    masks: Flags
    """Which actions may be played next; after a finished game, in the new one."""
    rewards: Bytes
    """For the player who has just moved: 1 won, -1 lost, 0 neither."""
    ended: Flags
    """The game came to its end by the rules."""
    truncated: Flags
    """The game was cut off."""


class Batch:
    """Many games of one kind, stepped together. Make it with `quincunx.batch`.

    A lane is one game, which X begins; a finished lane restarts in the same step. Arrays are
    overwritten by the next step: copy what you keep.

    Examples:
        >>> import quincunx
        >>> games = quincunx.batch("zone-conquest", lanes=4, seed=1)
        >>> step = games.step(games.sample())
        >>> games.turns.tolist(), games.features().shape[0]
        ([1, 1, 1, 1], 4)
        >>> masks = games.begin(["OX-/XXO/-O- X 4 -"] * 4)
        >>> str(games.position(0))
        'OX-/XXO/-O- X 4 -'
    """

    device = "cpu"

    def __init__(
        self,
        game: str,
        lanes: int,
        seed: int,
        size: tuple[int, int] | None,
        threads: int | None,
        truncate: int | None,
    ) -> None:
        self.game = find_game(game, size)
        self.lanes = lanes = whole("lanes", lanes, 1, MAX_LANES)
        seed = whole("seed", seed, 0, MAX_SEED)
        self.kernel: Any = kernel(type(self.game))
        self.truncate = None if truncate is None else whole("truncate", truncate, 1, 30_000)
        """The ply after which a game is cut off; None where every game ends by itself."""
        if truncate is None and self.game.longest is None:
            self.truncate = DEFAULT_TRUNCATE_PLIES
        wanted = cores() if threads is None else whole("threads", threads, 1, 1024)
        self.threads = min(wanted, -(-lanes // BLOCK))
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._facts = self.kernel.facts(self.game)
        start = self.game.start(seed=0)
        words, actions = len(self.kernel.pack(start)), self.game.action_count
        self._lanes = self._placed(new_lanes(lanes, words, actions, len(start.features())))
        self.masks: Flags = self._lanes.masks[:, :actions]
        self._features: Shorts = self._made(np.zeros_like(self._lanes.final))
        self._actions: Ints = self._made(np.zeros(lanes, np.int64))
        self._samples: list[Ints] = [self._made(np.zeros(lanes, np.int64)) for _ in range(2)]
        """The actions sampled for this step, and where the next ones go."""
        self._shown: list[Ints] = [self._guarded(samples) for samples in self._samples]
        self._drawn = self._sampling = False
        self._all: Flags = np.ones(lanes, dtype=np.bool_)
        self._none: Flags = ~self._all
        self.reset(seed)

    @property
    def turns(self) -> Bytes:
        """Who is to move in each lane: 0 for X, 1 for O."""
        return (self._lanes.plies & 1).astype(np.int8)

    def reset(self, seed: int | None = None, lanes: Flags | None = None) -> Flags:
        """Restart every lane, or some, and return the masks. Without a seed the random numbers
        continue."""
        if seed is not None:
            # Lanes begin far apart, so that their random numbers differ.
            random = np.random.default_rng(whole("seed", seed, 0, MAX_SEED))
            seeds = random.integers(0, 1 << 63, self.lanes, dtype=np.uint64)
            self._write(self._lanes.seeds, seeds)
        fresh = self._all if lanes is None else self._flags(lanes)
        plies = self._read(self._lanes.plies)
        plies[fresh] = 0
        self._write(self._lanes.plies, plies)
        return self._begin(fresh)

    def begin(self, positions: Sequence[AnyPosition | str], lanes: Flags | None = None) -> Flags:
        """Continue from given positions, one for each lane, or for each that a flag names. Plies
        are counted from 0 there, or from 1 where O is to move."""
        where = np.flatnonzero(self._all if lanes is None else self._flags(lanes))
        given = [
            one if isinstance(one, Position) else self.game.parse(str(one)) for one in positions
        ]
        if len(given) != len(where):
            raise GameError(f"{len(where)} lanes are to begin, but positions are {len(given)}.")
        for one in given:
            if one.game != self.game or one.outcome:
                wrong = "that game is over" if one.outcome else "that is of another game or size"
                raise GameError(f"No lane can begin from {quote(str(one))}: {wrong}.")
        states, plies = self._read(self._lanes.states), self._read(self._lanes.plies)
        for lane, one in zip(where, given, strict=True):
            states[lane] = self.kernel.pack(one)
            plies[lane] = one.turn is Player.O
        self._write(self._lanes.states, states)
        self._write(self._lanes.plies, plies)
        return self._begin(self._none)

    def _begin(self, fresh: Flags) -> Flags:
        self._write(self._lanes.fresh, fresh)
        self._drawn = self._sampling = False
        self._open()
        return self.masks

    def _flags(self, given: Any) -> Flags:
        flags = np.asarray(given)
        if flags.shape != (self.lanes,) or flags.dtype != np.bool_:
            raise GameError(f"Lanes are named by {self.lanes} flags, true or false for each lane.")
        return flags

    def step(self, actions: Any, hold: Flags | None = None) -> BatchStep:
        """Play an action in each lane except those that are held. One that is not legal is
        refused, and nothing is played."""
        if hold is None and self._drawn and actions is self._shown[0]:
            played = self._samples[0]
        else:
            played = self._taken(actions, hold)
        self._samples.reverse()
        self._shown.reverse()
        sampling, self._drawn, self._sampling = self._sampling, False, False
        self._play(played, self._samples[0] if sampling else None)
        # A caller who samples will do so again: draw the next actions while the masks are cached.
        self._drawn = sampling
        return self._led_to()

    def play(self, steps: int) -> BatchStep:
        """Play so many random steps, and return what the last one leads to."""
        for _ in range(whole("steps", steps, 1, MAX_STEPS)):
            self.step(self.sample())
        return self._led_to()

    def _led_to(self) -> BatchStep:
        lanes = self._lanes
        return BatchStep(self.masks, lanes.rewards, lanes.ended, lanes.truncated)

    def _taken(self, actions: Any, held: Any) -> Ints:
        """Check actions that were not sampled here. A lane that is held gets -1."""
        given = np.asarray(actions)
        hold = self._none if held is None else self._flags(held)
        if given.shape != (self.lanes,) or given.dtype.kind not in "iu":
            raise GameError(f"A step needs {self.lanes} whole numbers, an action for each lane.")
        self._actions[:] = given
        bad = first_illegal(self.masks, self._actions, hold)
        if bad >= 0:
            raise IllegalMoveError(
                f"Action {given[bad]} is not legal in lane {bad}: choose one of its mask."
            )
        if held is not None:
            self._actions[hold] = -1
        return self._actions

    def sample(self) -> Ints:
        """Return a random legal action for each lane, as a read-only array; another call before the
        next step overwrites it."""
        if not self._drawn or self._sampling:
            self._draw(self._samples[0])
        self._drawn = self._sampling = True
        return self._shown[0]

    def features(self) -> Shorts:
        """What learners see of each lane: `Position.features()`, a row for each."""
        self._see()
        return self._features

    def final_features(self) -> Shorts:
        """The same of the last position of the games that the last step finished; rows of other
        lanes mean nothing."""
        return self._lanes.final

    def position(self, lane: int) -> AnyPosition:
        """The position of a lane."""
        return self.positions([lane])[0]

    def positions(self, lanes: Iterable[int] | None = None) -> list[AnyPosition]:
        """The positions of all lanes, or of some."""
        states, plies = self._read(self._lanes.states), self._read(self._lanes.plies)
        return [
            self.kernel.unpack(self.game, states[lane], Player.O if plies[lane] & 1 else Player.X)
            for lane in (range(self.lanes) if lanes is None else lanes)
        ]

    # What differs where the lanes lie elsewhere (see `cuda`).

    def _placed(self, lanes: Lanes) -> Lanes:
        return lanes

    def _made(self, array: Any) -> Any:
        """The same array where the lanes lie."""
        return array

    def _guarded(self, array: Ints) -> Ints:
        """The same, not to be written into."""
        view = array.view()
        view.flags.writeable = False
        return view

    def _read(self, array: Any) -> Any:
        """What an array holds, to be looked at here, or changed and written."""
        return array

    def _write(self, array: Any, values: Any) -> None:
        array[...] = values

    def _open(self) -> None:
        self._share(self.kernel.open_lanes, self._facts, self._lanes)

    def _draw(self, sampled: Ints) -> None:
        self._share(sample_lanes, self._lanes, sampled)

    def _play(self, actions: Ints, sampled: Ints | None) -> None:
        drawn = NO_SAMPLES if sampled is None else sampled
        step = self.kernel.step_lanes
        self._share(step, self._facts, self._lanes, actions, self.truncate or 0, drawn)

    def _see(self) -> None:
        wanted, features = self._all, self._features
        self._share(self.kernel.feature_lanes, self._facts, self._lanes.states, wanted, features)

    def _share(self, work: Callable[..., object], *known: Any) -> None:
        """Call `work` on all lanes, some at a time."""
        share(self._pool, self.threads, self.lanes, partial(work, *known))


def batch_on(device: str, *asked: Any) -> Batch:
    """On the processor, or on a GPU."""
    if device == "cpu":
        return Batch(*asked)
    if device != "cuda":
        raise GameError(f"{quote(str(device))} is no device: cpu or cuda.")
    with needs("cuda"):
        from quincunx.kernels.cuda import DeviceBatch
    return DeviceBatch(*asked)


def whole(name: str, given: SupportsIndex, least: int, most: int) -> int:
    """A whole number of any kind, if it lies within bounds."""
    number = index(given) if hasattr(given, "__index__") else least - 1
    if type(given) is bool or not least <= number <= most:
        raise GameError(
            f"{name} must be a whole number from {least} to {most:,}, not {quote(str(given))}."
        )
    return number


@compiled
def first_illegal(masks: Flags, actions: Ints, hold: Flags) -> int:
    for lane in range(len(actions)):
        if not hold[lane] and not (
            0 <= actions[lane] < masks.shape[1] and masks[lane, actions[lane]]
        ):
            return lane
    return -1
