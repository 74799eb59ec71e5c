"""Zone Conquest on grids too large for plain Python: solved by compiled code and kept in a file,
set of filled zones by set; where there is no file yet, a search of about a second.

How states are written is said in `compiled.py`. The file begins with the sets that stand
for their images, in order of their number of zones and then as numbers, four bytes each; the
layers follow, from the full grid to the empty one.
"""

from array import array
from bisect import bisect_left
from functools import cached_property

from quincunx.core import GameError, Move
from quincunx.games.zone_conquest.oracle import NOT_OVER, of_moves, state_of
from quincunx.games.zone_conquest.rules import ZoneConquest, ZoneConquestPosition
from quincunx.kernels import require
from quincunx.oracle.base import Oracle, Progress
from quincunx.oracle.deepening import Deepening
from quincunx.oracle.retrograde import verdict
from quincunx.oracle.solution_files import PART, SolutionFile, find, keeps, whole_or_begun
from quincunx.oracle.verdicts import Proof, Value, Verdict

MAX_CELLS_TO_SOLVE = 20


class LargeZones(Oracle):
    proof = Proof.SEARCH
    positions_are = f"{NOT_OVER}mirrored sets of filled zones once"

    def __init__(self, game: ZoneConquest) -> None:
        self.game = game
        self.name = f"{game.id()}-{game.size}"
        self.turnings = [s.target for s in game.symmetries if not s.exchange]
        self.search = Deepening()

    @cached_property
    def counts(self) -> list[int]:
        """How many sets of so many zones stand for their images: Burnside's count, by the sets
        that each symmetry leaves as they are, which are whole cycles of zones."""
        total = [0] * (self.game.cells + 1)
        for target in self.turnings:
            same = [1] + [0] * self.game.cells
            for cycle in _cycles(target):
                for zones in range(self.game.cells, cycle - 1, -1):
                    same[zones] += same[zones - cycle]
            total = [one + two for one, two in zip(total, same, strict=True)]
        return [number // len(self.turnings) for number in total]

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Of the parts of the file."""
        layers = ((1 + 2 * filled) * count << filled for filled, count in enumerate(self.counts))
        return 4 * sum(self.counts), *reversed(list(layers))

    @property
    def is_kept(self) -> bool:
        return self.game.cells <= MAX_CELLS_TO_SOLVE and keeps(self.sizes)

    @cached_property
    def file(self) -> SolutionFile | None:
        """The solution, if it is there."""
        return find(self.name, self.sizes) if self.is_kept else None

    @cached_property
    def sets(self) -> "array[int]":
        assert self.file
        return array("I", self.file.layer(0))

    def solution_file(self, _position: ZoneConquestPosition) -> SolutionFile | None:
        return whole_or_begun(self.name, self.sizes) if self.is_kept else None

    def knows(self, _position: ZoneConquestPosition) -> bool:
        return self.file is not None

    def judge(self, position: ZoneConquestPosition) -> Verdict:
        if self.file is None:
            return super().judge(position)
        far = self.file.value(*self.place_of(*state_of(position)))
        return _verdict(far)

    def judge_moves(self, position: ZoneConquestPosition) -> dict[Move, Verdict]:
        if self.file is None:
            return self.search.judge_moves(position)
        return of_moves(position, self.judge)

    def place_of(self, mine: int, theirs: int, memory: tuple[int, int]) -> tuple[int, int]:
        """The part of the file that holds a state, and its place there."""
        zone, kind = memory
        target = min(self.turnings, key=lambda target: _moved(mine | theirs, target))
        filled = _moved(mine | theirs, target)
        zones = [zone for zone in range(self.game.cells) if filled >> zone & 1]
        begin = sum(self.counts[: len(zones)])
        rank = bisect_left(self.sets, filled, begin, begin + self.counts[len(zones)]) - begin
        own = _moved(mine, target)
        board = sum(1 << order for order, zone in enumerate(zones) if own >> zone & 1)
        remembered = 0
        if kind and any(mine >> other & 1 for other in self.game.neighbours[zone]):
            remembered = 2 * zones.index(target[zone]) + kind
        place = (rank << len(zones) | board) * (1 + 2 * len(zones)) + remembered
        return 1 + self.game.cells - len(zones), place

    def solve(self, position: ZoneConquestPosition, progress: Progress) -> Verdict:
        """By compiled code; what an earlier attempt has finished is not done again."""
        game = self.game
        if game.cells > MAX_CELLS_TO_SOLVE:
            return Verdict(Value.UNKNOWN, self.proof)
        if not self.is_kept and position != game.start(position.turn):
            raise GameError(
                f"Zone Conquest {game.size} is too large to be kept, so it is solved only from "
                "the empty grid: leave --position out."
            )
        require()
        import numpy as np

        from quincunx.games.zone_conquest.compiled_layers import images, solve_layers

        shapes, standing = images(game)
        file, above, left = None, None, game.cells
        if self.is_kept:
            file = SolutionFile(self.name + PART, self.sizes)
            if not file.sums:
                file.begin()
                file.add(np.concatenate(standing).astype(np.uint32).tobytes(), 0)
            done = len(file.sums) - 1
            left -= done
            if done:
                values = np.frombuffer(file.layer(done), dtype=np.uint8)
                above = np.ascontiguousarray(values[:: 3 + 2 * left])
        total = sum(file.counts) if file else 0
        far = 0
        for bare, layer, states in solve_layers(
            game, shapes, standing, self.is_kept, above, left, progress
        ):
            total += states
            far = int(bare[0])
            if file:
                file.add(layer.data, states)
        self.positions = total
        if file is None:
            return _verdict(far)
        file.finish()
        self.__dict__.pop("file", None)
        return self.judge(position)


def _verdict(far: int) -> Verdict:
    """By a byte of the table: a win is odd, a loss even, 0 a draw."""
    return verdict((1 if far % 2 else -1) if far else 0, far)


def _moved(zones: int, target: tuple[int, ...]) -> int:
    return sum(1 << place for zone, place in enumerate(target) if zones >> zone & 1)


def _cycles(target: tuple[int, ...]) -> list[int]:
    """The lengths of the cycles in which a symmetry moves the zones."""
    lengths, seen = [], set[int]()
    for zone in range(len(target)):
        length = 0
        while zone not in seen:
            seen.add(zone)
            zone, length = target[zone], length + 1
        if length:
            lengths.append(length)
    return lengths
