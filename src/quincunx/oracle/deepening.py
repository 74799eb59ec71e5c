"""Where a board is too large for a table: forced wins and losses by search, about a second long.

Looks one ply deeper each time, so a win that is found is a shortest one. What is not proved when
the work is done stays unknown. Work is counted in positions, not in seconds, so that the same
question always has the same answer.
"""

from collections.abc import Hashable
from contextlib import suppress

from quincunx.core import AnyPosition, Move
from quincunx.oracle.base import Oracle, OutOfWorkError
from quincunx.oracle.retrograde import Retrograde
from quincunx.oracle.verdicts import Proof, Value, Verdict, best_of, verdict_of_end

MAX_POSITIONS = 40_000
MAX_LOOKS = 10_000


class Deepening(Oracle):
    """First tries to list every position that can be reached; else searches."""

    proof = Proof.SEARCH

    def __init__(self, positions: int = MAX_POSITIONS, looks: int = MAX_LOOKS) -> None:
        self.table = Retrograde(positions)
        self.most_looks = looks

    def judge_moves(self, position: AnyPosition) -> dict[Move, Verdict]:
        with suppress(OutOfWorkError):
            return self.table.judge_moves(position)
        search = Search(self.most_looks)
        children = {move: position.after(move) for move in position.legal_moves()}
        depth = 0
        with suppress(OutOfWorkError):
            while any(child.key() not in search.proved for child in children.values()):
                for child in children.values():
                    search.within(child, depth)
                depth += 1
        unknown = Verdict(Value.UNKNOWN, self.proof)
        return {
            move: search.proved.get(child.key(), unknown).of_move()
            for move, child in children.items()
        }


class Search:
    """Of one position: several threads may ask at once."""

    proof = Deepening.proof

    def __init__(self, looks: int) -> None:
        self.looks = looks
        self.proved: dict[Hashable, Verdict] = {}
        """Wins and losses that were found."""
        self.looked: dict[Hashable, int] = {}
        """How deep a position was looked into without a proof."""

    def within(self, position: AnyPosition, depth: int) -> Verdict | None:
        """The verdict if the game is decided within that many plies, looking deeper by one each
        time, so that no shorter win is missed."""
        key = position.key()
        while key not in self.proved and self.looked.get(key, -1) < depth:
            self._look(position, key, self.looked.get(key, -1) + 1)
        found = self.proved.get(key)
        return found if found and (found.distance or 0) <= depth else None

    def _look(self, position: AnyPosition, key: Hashable, depth: int) -> None:
        self.looks -= 1
        if self.looks < 0:
            raise OutOfWorkError
        moves = position.legal_moves()
        if not moves:
            outcome = position.outcome
            assert outcome is not None
            self.proved[key] = verdict_of_end(position, outcome, self.proof)
            return
        found: list[Verdict] = []
        for move in moves if depth else ():
            verdict = self.within(position.after(move), depth - 1)
            if verdict:
                found.append(verdict.of_move())
                if verdict.value is Value.LOSS:
                    self.proved[key] = found[-1]
                    return
        if len(found) == len(moves):
            self.proved[key] = best_of(found, self.proof)
            return
        self.looked[key] = depth
