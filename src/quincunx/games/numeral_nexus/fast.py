"""The search of `proof.py` by compiled code: the same answers with the same work, sooner."""

from collections.abc import Iterator

import numpy as np

from quincunx.games.numeral_nexus import compiled_states as lie
from quincunx.games.numeral_nexus.compiled_search import NOT_FOUND, OUT_OF_WORK, forced, survey
from quincunx.games.numeral_nexus.lookups import CELL_OF, CELLS, HALF, NUMBER_OF
from quincunx.games.numeral_nexus.proof import Search
from quincunx.games.numeral_nexus.states import State, States
from quincunx.kernels.compiled import Ints
from quincunx.oracle.base import OutOfWorkError

WORD = 9 * lie.ACROSS


class CompiledSearch(Search):
    def __init__(self, states: States, facts: Ints) -> None:
        super().__init__(states)
        self.facts, self.rows = facts, lie.new_rows()

    def wins(self, state: State, plies: int) -> bool:
        return self._forced(state, plies, True)

    def loses(self, state: State, plies: int) -> bool:
        return self._forced(state, plies, False)

    def survey(self, state: State, deepest: int) -> dict[int, tuple[int, int]]:
        self._begin(state)
        worth, distances = np.zeros((2, lie.LISTED), dtype=np.int64)
        count = survey(self.facts, self.rows, deepest, worth, distances)
        self._end()
        moves = map(_code, self.rows[lie.FIRST : lie.FIRST + count].tolist())
        found = zip(moves, worth.tolist(), distances.tolist(), strict=False)
        return {move: (worth, far) for move, worth, far in found if worth != NOT_FOUND}

    def ordered_moves(self, state: State, plies: int) -> Iterator[State]:
        good = self.rows[lie.GOOD : lie.WORK].reshape(-1, lie.KEPT).tolist()
        self.good_moves = [[_code(move) for move in row if move >= 0] for row in good]
        return super().ordered_moves(state, plies)

    def _forced(self, state: State, plies: int, winning: bool) -> bool:
        self._begin(state)
        found = forced(self.facts, self.rows, lie.TOP, plies, winning)
        self._end()
        if found == OUT_OF_WORK:
            raise OutOfWorkError
        return bool(found)

    def _begin(self, state: State) -> None:
        """Writes the state at the top."""
        rows, pool = self.rows, sum(1 << n for n in range(9) if state.counts >> 2 * n & 3 < 3)
        for begin, side in ((0, state.me), (lie.SIDE, state.you)):
            pieces = [CELL_OF[piece] << 4 | NUMBER_OF[piece] for piece in side.pieces]
            sets = (*_words(side.bits), *_words(side.reach), *_words(side.reach >> HALF))
            row = *sets, side.numbers, side.swap, len(pieces), *pieces
            rows[begin : begin + len(row)] = row
        top = 0, lie.SIDE, *_words(self.states.all ^ state.occupied), pool, state.counts
        rows[lie.TOP : lie.TOP + lie.DANGER] = *top, state.empties
        rows[lie.WORK], rows[lie.DONE] = self.work, self.done

    def _end(self) -> None:
        self.work, self.done = int(self.rows[lie.WORK]), int(self.rows[lie.DONE])


def _words(pieces: int) -> list[int]:
    """The lower half of a set, as the kernel has it."""
    low = pieces & (1 << HALF) - 1
    return [low >> WORD * word & (1 << WORD) - 1 for word in range(lie.WORDS)]


def _code(move: int) -> int:
    """A move of the kernel as states write it."""
    if move < lie.SWAPS:
        return 9 * (move >> 4) + (move & 15)
    return HALF + CELLS * (move - lie.SWAPS >> 5) + (move & 31)
