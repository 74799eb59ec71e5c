"""The search of `proof.py` by compiled code: the same answers with the same work, sooner."""

from collections.abc import Iterator

import numpy as np

from quincunx.games.numeral_nexus.compiled_search import NOT_FOUND, OUT_OF_WORK, forced, survey
from quincunx.games.numeral_nexus.compiled_states import MAX_MOVES, Record, begin, new_memory
from quincunx.games.numeral_nexus.lookups import CELLS
from quincunx.games.numeral_nexus.proof import Search
from quincunx.games.numeral_nexus.states import State, States
from quincunx.oracle.base import OutOfWorkError


class CompiledSearch(Search):
    def __init__(self, states: States, facts: Record) -> None:
        super().__init__(states)
        self.facts, self.memory = facts, new_memory()
        self.top: State | None = None
        """The state that the memory holds."""

    def wins(self, state: State, plies: int) -> bool:
        return self._forced(state, plies, True)

    def loses(self, state: State, plies: int) -> bool:
        return self._forced(state, plies, False)

    def survey(self, state: State, deepest: int) -> dict[int, tuple[int, int]]:
        self._begin(state)
        worth, distances = np.zeros((2, MAX_MOVES), dtype=np.int64)
        count = survey(self.facts, self.memory, deepest, worth, distances)
        self._end()
        moves = self.memory["moves"][0, :count].tolist()
        found = zip(moves, worth.tolist(), distances.tolist(), strict=False)
        return {move: (worth, far) for move, worth, far in found if worth != NOT_FOUND}

    def ordered_moves(self, state: State, plies: int) -> Iterator[State]:
        good = self.memory["good"].tolist()
        self.good_moves = [[move for move in row if move >= 0] for row in good]
        return super().ordered_moves(state, plies)

    def _forced(self, state: State, plies: int, winning: bool) -> bool:
        self._begin(state)
        found = forced(self.facts, self.memory, 0, plies, winning)
        self._end()
        if found == OUT_OF_WORK:
            raise OutOfWorkError
        return bool(found)

    def _begin(self, state: State) -> None:
        memory = self.memory
        memory["work"], memory["done"] = self.work, self.done
        if state is not self.top:
            self.top, sides = state, (state.me, state.you)
            pieces = np.full((2, CELLS + 1), -1)
            for row, side in zip(pieces, sides, strict=True):
                row[: len(side.pieces)] = side.pieces
            begin(self.facts, memory, pieces, np.array([side.swap for side in sides]))

    def _end(self) -> None:
        self.work, self.done = int(self.memory["work"]), int(self.memory["done"])
