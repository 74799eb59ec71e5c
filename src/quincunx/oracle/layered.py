"""Large grids, solved by compiled code layer by layer from the full grid down.

Each move leads to the next layer, or stays in its own where play can go in circles. A layer is a
row of bytes, one for each position. Up to MAX_CELLS_KEPT cells the layers are kept in a file.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from quincunx.core import AnyGame
from quincunx.kernels import require
from quincunx.oracle.base import Oracle, Progress
from quincunx.oracle.solution_files import PART, SolutionFile, find, whole_or_begun
from quincunx.oracle.verdicts import Verdict

MAX_CELLS_KEPT = 16
"""Files of at most 130 MB; the next larger ones would have gigabytes."""
MAX_CELLS_TO_SOLVE = 20
Layer = tuple[Any, int]
"""The bytes of a layer, and how many positions it holds."""


class LayeredOracle(Oracle, ABC):
    min_cells_kept = 0

    @abstractmethod
    def place_of(self, position: Any) -> tuple[int, int]:
        """The number of a position's layer, and its place there."""

    @abstractmethod
    def verdict_of(self, position: Any, byte: int) -> Verdict:
        """What a byte of a layer means."""

    @abstractmethod
    def layers(self, position: Any, done: int, above: bytes, progress: Progress) -> Iterator[Layer]:
        """Yield the layers that follow so many that are done; `above` is the last of those."""

    def file_name(self, position: Any) -> str:
        """The name of the solution that a position belongs to."""
        return f"{position.game.id()}-{position.game.size}"

    def is_kept(self, game: AnyGame) -> bool:
        return self.min_cells_kept <= game.cells <= MAX_CELLS_KEPT

    def solution_file(self, position: Any) -> SolutionFile | None:
        return whole_or_begun(self.file_name(position)) if self.is_kept(position.game) else None

    def whole_file(self, position: Any) -> SolutionFile | None:
        """The solution that a position belongs to, if it is there."""
        return find(self.file_name(position)) if self.is_kept(position.game) else None

    def knows(self, position: Any) -> bool:
        return self.whole_file(position) is not None

    def solve(self, position: Any, progress: Progress) -> Verdict:
        """Solve the whole grid; what an earlier attempt has finished is not done again."""
        require()
        file, done, above, byte = None, 0, b"", 0
        place = (0, 0)
        if self.is_kept(position.game):
            file = SolutionFile(self.file_name(position) + PART)
            done = len(file.sums)
            if done:
                above = file.layer(done - 1)
            else:
                file.begin()
        else:
            place = self.place_of(position)
        self.positions = sum(file.counts) if file else 0
        for number, (layer, count) in enumerate(self.layers(position, done, above, progress), done):
            self.positions += count
            if file:
                file.add(layer, count)
            elif number == place[0]:
                byte = layer[place[1]]
        if file:
            file.finish()
            return self.judge(position)
        return self.verdict_of(position, byte)
