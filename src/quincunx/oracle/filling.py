"""Games in which every move fills one empty cell and may turn some of the other player's.

Such a game ends when the grid is full, so a position is decided by the positions with one empty
cell less, and its distance is the number of empty cells. One pass over all ways to share out the
cells between "mine", "theirs" and "empty" solves every position of a numbering or grid, for both
players at once, since everything is seen from the mover's side.

A grid is two sets of cells, each as the bits of an integer. A position's number writes its cells
in base 3: 0 empty, 1 mine, 2 theirs.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from math import comb
from typing import Any

from quincunx.core import AnyGame, AnyPosition, Move, Outcome
from quincunx.core.grid import sets_of
from quincunx.oracle.base import Lookup, OutOfWorkError, Progress
from quincunx.oracle.layered import MAX_CELLS_TO_SOLVE, Layer, LayeredOracle
from quincunx.oracle.verdicts import Proof, Value, Verdict

MAX_TABLE_CELLS = 9
MAX_STATES = 60_000
"""Of a search on a larger grid: about a second."""
MAX_STATES_TO_SOLVE = 1_000_000
MAX_EMPTY_TO_SEARCH = 8
"""With no more cells to fill, solving takes no table of the whole grid."""
MAX_TABLES = 4096
"""Of numberings that were looked up lately: 80 MB."""


@cache
def base3_of(cells: int) -> list[int]:
    """Sets of cells as digits 1 in base 3."""
    numbers = [0]
    for cell in range(cells):
        numbers += [number + 3**cell for number in numbers]
    return numbers


@dataclass(frozen=True)
class Filling:
    """A game of this kind on a grid, and on a numbering if it has one."""

    cells: int
    turned: Callable[[int, int], Iterable[int]]
    """The sets of cells that a placement may turn, from the cell and the other player's cells."""
    tie_break: Callable[[int], bool]
    """Whether the player to move wins a full grid with equal counts, from that player's cells."""

    def end(self, mine: int) -> int:
        """The payoff of a full grid to the player to move: twice the margin, or 1 or -1 where
        the tie-break decides."""
        margin = 2 * mine.bit_count() - self.cells
        return 2 * margin if margin else (1 if self.tie_break(mine) else -1)

    @cached_property
    def table(self) -> list[int]:
        """The payoff of every position to its mover."""
        everything, base3 = (1 << self.cells) - 1, base3_of(self.cells)
        payoffs = [0] * 3**self.cells
        for mine in range(everything + 1):
            payoffs[base3[mine] + 2 * base3[everything ^ mine]] = self.end(mine)
        kept = [[~turned for turned in self.turned(cell, everything)] for cell in range(self.cells)]
        for filled in sorted(range(everything), key=int.bit_count, reverse=True):
            sets = [0]
            for cell in range(self.cells):
                if filled >> cell & 1:
                    sets += [theirs | 1 << cell for theirs in sets]
            # The position after a move is the other player's: their payoff is our loss.
            after = [
                [payoffs[more - base3[theirs & rest]] for theirs in sets]
                for cell in range(self.cells)
                if not filled >> cell & 1
                for more in [2 * base3[filled | 1 << cell]]
                for option, rest in enumerate(kept[cell])
                if not option or ~rest & filled
            ]
            for theirs, payoff in zip(sets, map(min, *after, after[0]), strict=True):
                payoffs[base3[filled] + base3[theirs]] = -payoff
        return payoffs

    def search(
        self, mine: int, theirs: int, known: dict[tuple[int, int], int], most: int = MAX_STATES
    ) -> int:
        """The payoff of one position, by all that can follow; OutOfWorkError beyond the limit."""
        found = known.get((mine, theirs))
        if found is None:
            if len(known) >= most:
                raise OutOfWorkError
            empty = [cell for cell in range(self.cells) if not (mine | theirs) >> cell & 1]
            if not empty:
                found = self.end(mine)
            else:
                found = -min(
                    self.search(theirs ^ taken, mine | 1 << cell | taken, known, most)
                    for cell in empty
                    for taken in self.turned(cell, theirs)
                )
            known[mine, theirs] = found
        return found


class FillingOracle(LayeredOracle):
    """Reads verdicts out of tables of payoffs; on larger grids, searches what is left to fill."""

    proof = Proof.TABLE
    positions_are = "every way to share out the cells, reachable or not"
    min_cells_kept = MAX_TABLE_CELLS + 1

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        if game.cells <= MAX_TABLE_CELLS:
            self.positions = 3**game.cells
        else:
            self.proof = Proof.SEARCH

    @abstractmethod
    def filling(self, numbers: tuple[int, ...]) -> Filling:
        """The game on a numbering; () where a game has none."""

    @abstractmethod
    def cells_of(self, position: Any) -> tuple[str, tuple[int, ...]]:
        """Who owns the cells of a position, and its numbering."""

    def solve(self, position: AnyPosition, progress: Progress) -> Verdict:
        cells, empty = self.game.cells, self.cells_of(position)[0].count("-")
        few = cells <= MAX_TABLE_CELLS or empty <= MAX_EMPTY_TO_SEARCH
        if few or cells > MAX_CELLS_TO_SOLVE:
            return self.judge(position, {}, MAX_STATES_TO_SOLVE)
        return super().solve(position, progress)

    def layers(
        self, position: AnyPosition, done: int, above: bytes, progress: Progress
    ) -> Iterator[Layer]:
        import numpy as np

        from quincunx.kernels.filling import solve_layers

        filling, everything = self.filling(self.cells_of(position)[1]), (1 << self.game.cells) - 1
        options = [[*filling.turned(cell, everything)] for cell in range(self.game.cells)]
        last = np.frombuffer(above, np.int8)
        if not done:
            last = np.fromiter(map(filling.end, range(everything + 1)), np.int8)
            yield last.data.cast("B"), len(last)
        for layer in solve_layers(options, last, self.game.cells + 1 - max(done, 1), progress):
            yield layer.data.cast("B"), len(layer)

    def place_of(self, position: AnyPosition) -> tuple[int, int]:
        owners, _ = self.cells_of(position)
        return place_of(self.game.cells, *sets_of(owners, position.turn))

    def verdict_of(self, position: AnyPosition, byte: int) -> Verdict:
        empty = self.cells_of(position)[0].count("-")
        return _verdict(byte - 256 if byte > 127 else byte, empty, Proof.TABLE)

    def knows(self, position: AnyPosition) -> bool:
        return self.game.cells <= MAX_TABLE_CELLS or super().knows(position)

    def lookup(self) -> Lookup | None:
        if self.game.cells > MAX_TABLE_CELLS:
            return None
        import numpy as np

        base3 = np.array(base3_of(self.game.cells))
        table_of = lru_cache(MAX_TABLES)(self.payoffs)

        def look_up(states: Any) -> Any:
            mine, theirs, *numbers = states.T
            numbering = sum(row * 10**cell for cell, row in enumerate(numbers)) + 0 * mine
            _, first, which = np.unique(numbering, return_index=True, return_inverse=True)
            tables = np.stack([table_of(tuple(states[lane, 2:].tolist())) for lane in first])
            return np.sign(tables[which, base3[mine] + 2 * base3[theirs]])

        return look_up

    def payoffs(self, numbers: tuple[int, ...]) -> Any:
        """The table of a numbering as an array."""
        import numpy as np

        return np.array(self.filling(numbers).table, np.int8)

    def judge_end(self, position: AnyPosition, outcome: Outcome) -> Verdict:
        return self.judge(position)

    def judge_moves(self, position: AnyPosition) -> dict[Move, Verdict]:
        known: dict[tuple[int, int], int] = {}
        moves = position.legal_moves()
        return {move: self.judge(position.after(move), known).of_move() for move in moves}

    def judge(
        self,
        position: AnyPosition,
        known: dict[tuple[int, int], int] | None = None,
        most: int = MAX_STATES,
    ) -> Verdict:
        owners, numbers = self.cells_of(position)
        filling, empty = self.filling(numbers), owners.count("-")
        mine, theirs = sets_of(owners, position.turn)
        if filling.cells <= MAX_TABLE_CELLS:
            base3 = base3_of(filling.cells)
            return _verdict(filling.table[base3[mine] + 2 * base3[theirs]], empty, Proof.TABLE)
        if file := self.whole_file(position):
            return self.verdict_of(position, file.value(*place_of(filling.cells, mine, theirs)))
        try:
            payoff = filling.search(mine, theirs, {} if known is None else known, most)
        except OutOfWorkError:
            return Verdict(Value.UNKNOWN, Proof.SEARCH)
        return _verdict(payoff, empty, Proof.SEARCH)


def _verdict(payoff: int, empty: int, proof: Proof) -> Verdict:
    value = Value.WIN if payoff > 0 else Value.LOSS
    return Verdict(value, proof, distance=empty, margin=int(payoff / 2))


# Where the layers of a large grid keep a position; see `kernels/filling.py`.


@cache
def layer_sizes(cells: int) -> tuple[int, ...]:
    """From the full grid to the empty one."""
    return tuple(comb(cells, filled) << filled for filled in range(cells, -1, -1))


def place_of(cells: int, mine: int, theirs: int) -> tuple[int, int]:
    """The number of a position's layer, and its place there."""
    filled = [cell for cell in range(cells) if (mine | theirs) >> cell & 1]
    rank = sum(comb(cell, order) for order, cell in enumerate(filled, 1))
    own = sum(1 << order for order, cell in enumerate(filled) if mine >> cell & 1)
    return cells - len(filled), rank << len(filled) | own


def places_in_layers(cells: int, positions: Iterable[Sequence[int]]) -> list[int]:
    """Where positions stand, by the sets of both players, in all layers one behind the other."""
    sizes = layer_sizes(cells)
    begins = [sum(sizes[:number]) for number in range(cells + 1)]
    places = (place_of(cells, *sets) for sets in positions)
    return [begins[number] + place for number, place in places]
