"""Games in which every move fills one empty cell and may turn some of the other player's.

Such a game ends when the grid is full, so a position is decided by the positions with one empty
cell less, and its distance is the number of empty cells. One pass over all ways to share out the
cells between "mine", "theirs" and "empty" solves every position of a numbering or grid, for both
players at once, since everything is seen from the mover's side.

A grid is two sets of cells, each as the bits of an integer. A position's number writes its cells
in base 3: 0 empty, 1 mine, 2 theirs.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import Any

from quincunx.core import AnyPosition, Move, Outcome
from quincunx.oracle.base import Oracle
from quincunx.oracle.verdicts import Proof, Value, Verdict

Turned = Callable[[int, int], Iterable[int]]
"""The sets of cells that a placement may turn, from the cell and the other player's cells."""


def solve(cells: int, turned: Turned, tie_break: Callable[[int], bool]) -> list[int]:
    """The payoff of every position to its mover: twice the margin, or 1 or -1 if the counts are
    equal and the tie-break (from the cells of the player to move) says who wins."""
    everything = (1 << cells) - 1
    base3 = [0] * (everything + 1)
    for mask in range(1, everything + 1):
        lowest = mask & -mask
        base3[mask] = base3[mask ^ lowest] + 3 ** (lowest.bit_length() - 1)
    payoffs = [0] * 3**cells
    for mine in range(everything + 1):
        margin = 2 * mine.bit_count() - cells
        payoff = 2 * margin if margin else (1 if tie_break(mine) else -1)
        payoffs[base3[mine] + 2 * base3[everything ^ mine]] = payoff
    for filled in sorted(range(everything), key=int.bit_count, reverse=True):
        empty = [cell for cell in range(cells) if not filled >> cell & 1]
        mine = filled
        while True:
            theirs = filled ^ mine
            # The position after a move is the other player's: their payoff is our loss.
            payoffs[base3[mine] + 2 * base3[theirs]] = -min(
                payoffs[base3[theirs ^ taken] + 2 * base3[mine | 1 << cell | taken]]
                for cell in empty
                for taken in turned(cell, theirs)
            )
            if not mine:
                break
            mine = (mine - 1) & filled
    return payoffs


class FillingOracle(Oracle):
    """Reads verdicts out of tables of payoffs."""

    proof = Proof.TABLE

    @abstractmethod
    def payoffs_and_owners(self, position: Any) -> tuple[list[int], str]:
        """The table that a position is found in, and who owns its cells."""

    def judge(self, position: AnyPosition) -> Verdict:
        payoffs, owners = self.payoffs_and_owners(position)
        digit = {"-": 0, position.turn: 1, position.turn.other: 2}
        payoff = payoffs[sum(digit[owner] * 3**cell for cell, owner in enumerate(owners))]
        margin = abs(payoff) // 2
        return Verdict(
            Value.WIN if payoff > 0 else Value.LOSS,
            self.proof,
            distance=owners.count("-"),
            margin=margin if payoff > 0 else -margin,
        )

    def judge_end(self, position: AnyPosition, outcome: Outcome) -> Verdict:
        return self.judge(position)

    def judge_moves(self, position: AnyPosition) -> dict[Move, Verdict]:
        moves = position.legal_moves()
        return {move: self.judge(position.after(move)).of_move() for move in moves}
