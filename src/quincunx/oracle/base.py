"""What an oracle is: it judges the moves of a position, and so the position."""

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from quincunx.core import AnyPosition, Move, Outcome
from quincunx.oracle.solution_files import SolutionFile
from quincunx.oracle.verdicts import Proof, Value, Verdict, best_of, verdict_of_end

if TYPE_CHECKING:
    from quincunx.kernels.compiled import Bytes, Ints

Lookup = Callable[["Ints"], "Bytes"]
"""From states of a game's kernel, a row each, to what they are worth to the player to move: 1, 0 or
-1; anything where the game is over."""
Progress = Callable[[int], None]
"""Called now and then with a count of what has been done."""


class OutOfWorkError(Exception):
    """The work allowed for is used up."""


class Oracle:
    """Knows one game on one size. Positions are always of that game and not over."""

    proof: Proof
    positions: int | None = None
    """How many positions were solved, where a table holds them."""
    reachable: int | None = None
    """How many positions can be reached from the usual start on the default size, finished ones and
    all that the rules remember included, where that was counted. `verify` counts them again."""
    max_empty_for_distance: int | None = None
    """With more empty cells no distance beyond 1 is known; None where all are."""
    positions_are: str = ""
    """Which positions these are, since tables are made in different ways."""

    # An oracle defines one of the next two.

    def judge_moves(self, position: Any) -> dict[Any, Verdict]:
        """What each legal move is worth to the player who makes it."""
        moves = position.legal_moves()
        return {move: self.judge_any(position.after(move)).of_move() for move in moves}

    def judge(self, position: Any) -> Verdict:
        return best_of(list(self.judge_moves(position).values()), self.proof)

    def judge_all(self, position: Any, hurried: bool = False) -> tuple[Verdict, dict[Any, Verdict]]:
        """The position and its moves. Hurried, of a won position the soonest wins are enough."""
        moves = self.judge_moves(position)
        return best_of(list(moves.values()), self.proof), moves

    def lookup(self) -> Lookup | None:
        """Return what looks up lanes of a batch, where a table holds every position."""
        return None

    def identity(self, position: AnyPosition) -> Hashable:
        """What distinguishes positions where all are listed: those with equal ones count as one."""
        return position

    def knows(self, position: Any) -> bool:
        """Whether exact values are in reach here. Where not, it searches for about a second and
        may be left with nothing, which is too long and too little for a computer's move."""
        return True

    def prepare(self, start: Any) -> None:
        """Make what the first question would wait for: tables, or compiled code where there is
        some. For processes that ask many questions about games from this start."""
        if self.knows(start):
            self.judge(start)

    def solve(self, position: Any, progress: Progress) -> Verdict:
        """The position once more from nothing, without anything that was prepared."""
        return self.judge(position)

    def solution_file(self, position: Any) -> SolutionFile | None:
        """The solution in the user's cache folder that a position belongs to, whole or begun or
        not there yet; None where nothing is kept."""
        return None

    def judge_end(self, position: Any, outcome: Outcome) -> Verdict:
        """What a finished game is worth to the player to move."""
        return verdict_of_end(position, outcome, self.proof)

    def judge_any(self, position: Any) -> Verdict:
        """Judge a position that may be over."""
        outcome = position.outcome
        return self.judge_end(position, outcome) if outcome else self.judge(position)

    def line(self, position: Any) -> tuple[Move, ...] | None:
        """Best play from both until the end, if an end is forced and all of it is proved."""
        return None if self.judge(position).distance is None else self.follow(position)

    def follow(self, position: AnyPosition) -> tuple[Move, ...] | None:
        """The best moves of both until the end, or None where the oracle does not know."""
        line: list[Move] = []
        while not position.outcome:
            verdicts = self.judge_moves(position)
            move = min(verdicts, key=lambda one: (*verdicts[one].order(), one.action))
            if verdicts[move].value is Value.UNKNOWN:
                return None
            line.append(move)
            position = position.after(move)
        return tuple(line)
