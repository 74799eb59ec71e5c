"""Where a board is too large for a table: forced wins and losses by search, within a time.

Looks one ply deeper each time, so a win that is found is a shortest one. What is not proved when
the time is over stays unknown.
"""

import time
from collections.abc import Hashable

from quincunx.core import AnyPosition, Move
from quincunx.oracle.base import Oracle
from quincunx.oracle.retrograde import Limits, Retrograde, TooLargeError
from quincunx.oracle.verdicts import Proof, Value, Verdict, verdict_of_end

SECONDS = 1.0


class OutOfTimeError(Exception):
    """The search must stop now."""


class Deepening(Oracle):
    """First tries to reach every position, for half of the time; else searches."""

    proof = Proof.SEARCH

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self.table = Retrograde(Limits(seconds=seconds / 2))
        self.proved: dict[Hashable, Verdict] = {}
        """Wins and losses, for good."""
        self.looked: dict[Hashable, int] = {}
        """How deep a position was looked into without a proof."""

    def judge_moves(self, position: AnyPosition) -> dict[Move, Verdict]:
        try:
            return self.table.judge_moves(position)
        except TooLargeError:
            pass
        self.deadline = time.monotonic() + self.seconds / 2
        children = {move: position.after(move) for move in position.legal_moves()}
        depth = 0
        try:
            while any(child.key() not in self.proved for child in children.values()):
                for child in children.values():
                    self._search(child, depth)
                depth += 1
        except OutOfTimeError:
            pass
        unknown = Verdict(Value.UNKNOWN, self.proof)
        return {
            move: self.proved.get(child.key(), unknown).of_move()
            for move, child in children.items()
        }

    def _search(self, position: AnyPosition, depth: int) -> Verdict | None:
        """The verdict if the game is decided within that many plies."""
        key = position.key()
        if key in self.proved:
            return self.proved[key]
        if self.looked.get(key, -1) >= depth:
            return None
        if time.monotonic() > self.deadline:
            raise OutOfTimeError
        moves = position.legal_moves()
        if not moves:
            outcome = position.outcome
            assert outcome is not None
            self.proved[key] = verdict_of_end(position, outcome, self.proof)
            return self.proved[key]
        found: list[Verdict | None] = []
        for move in moves if depth else ():
            verdict = self._search(position.after(move), depth - 1)
            found.append(verdict and verdict.of_move())
            if verdict and verdict.value is Value.LOSS:
                self.proved[key] = verdict.of_move()
                return self.proved[key]
        if found and all(found):
            self.proved[key] = min((v for v in found if v), key=Verdict.order)
            return self.proved[key]
        self.looked[key] = depth
        return None
