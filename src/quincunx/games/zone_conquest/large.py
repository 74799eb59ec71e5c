"""Zone Conquest on grids too large for plain Python: solved by compiled code and kept in a file,
set of filled zones by set; where there is no file yet, a search of about a second.

How states are written is said in `compiled.py`. The file begins with the sets that stand
for their images, in order of their number of zones and then as numbers, four bytes each; the
layers follow, from the full grid to the empty one.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property

from quincunx.core import GameError, Move
from quincunx.games.zone_conquest.oracle import NOT_OVER, state_of
from quincunx.games.zone_conquest.rules import ZoneConquest, ZoneConquestPosition
from quincunx.oracle.base import Progress
from quincunx.oracle.deepening import Deepening
from quincunx.oracle.layered import MAX_CELLS_TO_SOLVE, Layer, LayeredOracle
from quincunx.oracle.retrograde import verdict
from quincunx.oracle.verdicts import Proof, Value, Verdict


class LargeZones(LayeredOracle):
    positions_are = f"{NOT_OVER}mirrored sets of filled zones once"

    def __init__(self, game: ZoneConquest) -> None:
        self.game = game
        self.turnings = [s.target for s in game.symmetries if not s.exchange]
        self.search = Deepening()

    @property
    def proof(self) -> Proof:  # type: ignore[override]
        return Proof.TABLE if self.knows(self.game.start()) else Proof.SEARCH

    @cached_property
    def sets(self) -> "array[int]":
        file = self.whole_file(self.game.start())
        assert file
        return array("I", file.layer(0))

    def judge(self, position: ZoneConquestPosition) -> Verdict:
        if file := self.whole_file(position):
            return self.verdict_of(position, file.value(*self.place_of(position)))
        return self.search.judge(position)

    def judge_moves(self, position: ZoneConquestPosition) -> dict[Move, Verdict]:
        if self.knows(position):
            return super().judge_moves(position)
        return self.search.judge_moves(position)

    def verdict_of(self, position: ZoneConquestPosition, byte: int) -> Verdict:
        """A win is odd, a loss even, 0 a draw."""
        return verdict((1 if byte % 2 else -1) if byte else 0, byte)

    def place_of(self, position: ZoneConquestPosition) -> tuple[int, int]:
        if self.is_kept(self.game):
            return self.place(*state_of(position))
        if position != self.game.start(position.turn):
            raise GameError(
                f"Zone Conquest {self.game.size} is too large to be kept, so it is solved only "
                "from the empty grid: leave --position out."
            )
        return 1 + self.game.cells, 0

    def place(self, mine: int, theirs: int, memory: tuple[int, int]) -> tuple[int, int]:
        """The layer of a state, and its place there."""
        zone, kind = memory
        target = min(self.turnings, key=lambda target: _moved(mine | theirs, target))
        filled = _moved(mine | theirs, target)
        zones = [zone for zone in range(self.game.cells) if filled >> zone & 1]
        first, number = (
            bisect_left(self.sets, (len(zones), least), key=lambda some: (some.bit_count(), some))
            for least in (0, filled)
        )
        own = _moved(mine, target)
        board = sum(1 << order for order, zone in enumerate(zones) if own >> zone & 1)
        remembered = 0
        if kind and any(mine >> other & 1 for other in self.game.neighbours[zone]):
            remembered = 2 * zones.index(target[zone]) + kind
        place = (number - first << len(zones) | board) * (1 + 2 * len(zones)) + remembered
        return 1 + self.game.cells - len(zones), place

    def solve(self, position: ZoneConquestPosition, progress: Progress) -> Verdict:
        if self.game.cells > MAX_CELLS_TO_SOLVE:
            return Verdict(Value.UNKNOWN, self.proof)
        self.__dict__.pop("sets", None)
        return super().solve(position, progress)

    def layers(
        self, position: ZoneConquestPosition, done: int, above: bytes, progress: Progress
    ) -> Iterator[Layer]:
        import numpy as np

        from quincunx.games.zone_conquest.compiled_layers import images, solve_layers

        shapes, standing = images(self.game)
        if not done:
            yield np.concatenate(standing).astype(np.uint32).tobytes(), 0
        filled = self.game.cells + 1 - max(done, 1)
        # Of the layer above only the values with nothing remembered matter.
        last = np.frombuffer(above if done > 1 else b"", np.uint8)[:: 3 + 2 * filled].copy()
        keep = self.is_kept(self.game)
        for bare, layer, states in solve_layers(
            self.game, shapes, standing, keep, last, filled, progress
        ):
            yield (layer if keep else bare).data, states


def _moved(zones: int, target: tuple[int, ...]) -> int:
    return sum(1 << place for zone, place in enumerate(target) if zones >> zone & 1)
