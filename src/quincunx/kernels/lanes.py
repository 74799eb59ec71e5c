"""Batch play: thousands of games of one kind stepped at once on numpy arrays.

>>> from quincunx import batch
>>> games = batch("swap-nine", lanes=1000, seed=1)
>>> step = games.step(games.sample())
>>> step.masks.shape, int(step.ended.sum())
((1000, 90), 0)

Each lane is a game that X begins. A finished lane begins anew in the same step. The arrays that
come out belong to the batch and are written over by its next step, those of `sample` by the step
after that: copy what you keep.

Zone Conquest has no history here, so no position stands for the third time: a game that has not
ended after `truncate` plies is cut off without a winner. No other game can be endless.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.core import AnyPosition, GameError, IllegalMoveError, Player
from quincunx.core.text import quote
from quincunx.games import game as find_game
from quincunx.kernels import kernel
from quincunx.kernels.compiled import (
    BLOCK,
    DRAWN,
    ON,
    Bytes,
    Flags,
    Ints,
    Seeds,
    Shorts,
    compiled,
    cores,
    draw,
    share,
)

MOST_LANES = 1 << 24
ZONE_CONQUEST_TRUNCATES = 200


class Step(NamedTuple):
    """What a step leads to, a row or an entry for each lane."""

    masks: Flags
    """Which actions may be played next; after a finished game, in the new one."""
    rewards: Bytes
    """For whoever has just moved: 1 won, -1 lost, 0 neither."""
    ended: Flags
    """The game came to its end by the rules."""
    truncated: Flags
    """The game was cut off."""


def batch(
    game: str,
    lanes: int = 4096,
    seed: int = 0,
    size: tuple[int, int] | None = None,
    threads: int | None = None,
    truncate: int | None = None,
) -> "Batch":
    """Many games at once. The seed settles all lots, whatever the number of threads."""
    return Batch(game, lanes, seed, size, threads, truncate)


class Batch:
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
        for name, number, most in (
            ("lanes", lanes, MOST_LANES),
            ("threads", threads, 1024),
            ("truncate", truncate, 30_000),
        ):
            if number is not None and (type(number) is not int or not 1 <= number <= most):
                raise GameError(f"{name} must be a whole number from 1 to {most:,}, not {number}.")
        if type(seed) is not int or not 0 <= seed < 1 << 63:
            raise GameError(f"{quote(repr(seed))} is no seed: give a whole number from 0 on.")
        self.lanes = lanes
        self.kernel: Any = kernel(type(self.game))
        self.truncate = truncate
        """The ply after which a game is cut off; None where every game ends by itself."""
        if truncate is None and self.game.id() == "zone-conquest":
            self.truncate = ZONE_CONQUEST_TRUNCATES
        self.threads = min(threads or cores(), -(-lanes // BLOCK))
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._tables = self.kernel.tables(self.game)
        self._states: Ints = np.zeros((lanes, self.kernel.words(self.game)), dtype=np.int64)
        self._actions: Ints = np.zeros(lanes, dtype=np.int64)
        self._lots: list[Ints] = [np.zeros(lanes, dtype=np.int64) for _ in range(2)]
        """What was drawn for this step, and where the next draw goes."""
        self._shown = [_read_only(lots) for lots in self._lots]
        self._drawn = self._sampling = False
        self._results: Bytes = np.zeros(lanes, dtype=np.int8)
        self._plies: Ints = np.zeros(lanes, dtype=np.int64)
        self._counts: Shorts = np.zeros(lanes, dtype=np.int16)
        # Rows of a multiple of eight bytes, so that sampling can look at eight at once.
        stride = -(-self.game.action_count // 8) * 8
        self._padded: Flags = np.zeros((lanes, stride), dtype=np.bool_)
        self._words: Seeds = self._padded.view(np.uint64)
        self.masks: Flags = self._padded[:, : self.game.action_count]
        self._rewards: Bytes = np.zeros(lanes, dtype=np.int8)
        self._ended: Flags = np.zeros(lanes, dtype=np.bool_)
        self._truncated: Flags = np.zeros(lanes, dtype=np.bool_)
        self._fresh: Flags = np.ones(lanes, dtype=np.bool_)
        self._all: Flags = np.ones(lanes, dtype=np.bool_)
        width = len(self.game.start(seed=0).features())
        self._features: Shorts = np.zeros((lanes, width), dtype=np.int16)
        self._final: Shorts = np.zeros((lanes, width), dtype=np.int16)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> Flags:
        """Begins every lane anew, and tells what may be played. Without a seed the lots go on."""
        if seed is not None:
            # Lanes begin far apart, so that their lots differ.
            self._seeds: Seeds = np.random.default_rng(seed).integers(
                0, 1 << 63, self.lanes, dtype=np.uint64
            )
        self._fresh[:] = True
        self._plies[:] = 0
        self._drawn = self._sampling = False
        share(self._pool, self.threads, self.lanes, self._open)
        return self.masks

    def step(self, actions: Any) -> Step:
        """Plays an action in each lane. One that is not legal is refused, and nothing is played."""
        drawn = self._drawn and actions is self._shown[0]
        if not drawn:
            self._take(np.asarray(actions))
        played = self._lots[0] if drawn else self._actions
        self._lots.reverse()
        self._shown.reverse()
        share(self._pool, self.threads, self.lanes, partial(self._step, played))
        # Whoever samples will do so again: the next lots are drawn while the masks are at hand.
        self._drawn, self._sampling = self._sampling, False
        return Step(self.masks, self._rewards, self._ended, self._truncated)

    def _take(self, given: NDArray[Any]) -> None:
        """Checks actions that were not drawn here."""
        if given.shape != (self.lanes,) or given.dtype.kind not in "iu":
            raise GameError(f"A step needs {self.lanes} whole numbers, an action for each lane.")
        self._actions[:] = given
        bad = first_illegal(self.masks, self._actions)
        if bad >= 0:
            raise IllegalMoveError(
                f"Action {given[bad]} is not legal in lane {bad}: choose one of its mask."
            )

    def sample(self) -> Ints:
        """A legal action for each lane, by lot; it cannot be written into."""
        if not self._drawn or self._sampling:
            share(self._pool, self.threads, self.lanes, self._draw)
        self._drawn = self._sampling = True
        return self._shown[0]

    def features(self) -> Shorts:
        """What learners see of each lane: `Position.features()`, a row for each."""

        def work(low: int, high: int) -> None:
            self.kernel.feature_lanes(
                self._tables, self._states, self._all, self._features, low, high
            )

        share(self._pool, self.threads, self.lanes, work)
        return self._features

    def final_features(self) -> Shorts:
        """The same of the last position of the games that the last step finished; rows of other
        lanes mean nothing."""
        return self._final

    def position(self, lane: int) -> AnyPosition:
        """The position of a lane."""
        turn = Player.X if self._plies[lane] % 2 == 0 else Player.O
        position: AnyPosition = self.kernel.unpack(self.game, self._states[lane], turn)
        return position

    def _step(self, actions: Ints, low: int, high: int) -> None:
        self.kernel.play_lanes(self._tables, self._states, actions, self._results, low, high)
        settle(
            self._results,
            self._plies,
            self.truncate or 0,
            self._rewards,
            self._ended,
            self._truncated,
            self._fresh,
            low,
            high,
        )
        self.kernel.feature_lanes(self._tables, self._states, self._fresh, self._final, low, high)
        self._open(low, high)
        if self._sampling:
            self._draw(low, high)

    def _draw(self, low: int, high: int) -> None:
        choose(self._words, self._counts, self._seeds, self._lots[0], low, high)

    def _open(self, low: int, high: int) -> None:
        self.kernel.open_lanes(
            self._tables,
            self._states,
            self._fresh,
            self._seeds,
            self._padded,
            self._counts,
            low,
            high,
        )


def _read_only(array: Ints) -> Ints:
    view = array.view()
    view.flags.writeable = False
    return view


@compiled
def first_illegal(masks: Flags, actions: Ints) -> int:
    for lane in range(len(actions)):
        if not (0 <= actions[lane] < masks.shape[1] and masks[lane, actions[lane]]):
            return lane
    return -1


@compiled
def settle(
    results: Bytes,
    plies: Ints,
    truncate: int,
    rewards: Bytes,
    ended: Flags,
    truncated: Flags,
    fresh: Flags,
    low: int,
    high: int,
) -> None:
    """Counts plies and tells who has won."""
    for lane in range(low, high):
        result = results[lane]
        ended[lane] = result != ON
        plies[lane] += 1
        truncated[lane] = result == ON and plies[lane] == truncate
        rewards[lane] = 0 if result == DRAWN else result
        fresh[lane] = ended[lane] or truncated[lane]
        if fresh[lane]:
            plies[lane] = 0


@compiled
def choose(masks: Seeds, counts: Shorts, seeds: Seeds, actions: Ints, low: int, high: int) -> None:
    """The masks are looked at eight actions at a time, a byte each."""
    ones, highs = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
    for lane in range(low, high):
        wanted = np.uint64(draw(seeds, lane, counts[lane]))
        mask = masks[lane]
        word = 0
        # Each byte of the product counts the legal actions up to its own.
        upto = mask[0] * ones
        while wanted >= upto >> np.uint64(56):
            wanted -= upto >> np.uint64(56)
            word += 1
            upto = mask[word] * ones
        # The bytes that count more than wanted are the chosen action's and those behind it.
        behind = ((upto | highs) - (wanted + np.uint64(1)) * ones) & highs
        actions[lane] = 8 * (word + 1) - np.int64(
            ((behind >> np.uint64(7)) * ones) >> np.uint64(56)
        )
