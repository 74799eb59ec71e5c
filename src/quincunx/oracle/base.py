"""What an oracle is: it judges the moves of a position, and so the position."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from quincunx.core import AnyPosition, Move, Outcome
from quincunx.oracle.solution_files import SolutionFile
from quincunx.oracle.verdicts import Proof, Value, Verdict, best_of, verdict_of_end

Progress = Callable[[int], None]
"""Called now and then with a count of what has been done."""


class OutOfWorkError(Exception):
    """The work allowed for is used up."""


class Oracle(ABC):
    """Knows one game on one size. Positions are always of that game and not over."""

    proof: Proof
    positions: int | None = None
    """How many positions were solved, where a table holds them."""
    positions_are: str = ""
    """Which positions these are, since tables are made in different ways."""

    @abstractmethod
    def judge_moves(self, position: Any) -> dict[Any, Verdict]:
        """What each legal move is worth to the player who makes it."""

    def judge(self, position: Any) -> Verdict:
        return best_of(list(self.judge_moves(position).values()), self.proof)

    def judge_all(self, position: Any) -> tuple[Verdict, dict[Any, Verdict]]:
        """The position and its moves."""
        moves = self.judge_moves(position)
        return best_of(list(moves.values()), self.proof), moves

    def judge_hastily(self, position: Any) -> tuple[Verdict, dict[Any, Verdict]] | None:
        """The same, but of a won position no more than its soonest wins; None where that is not
        quicker."""
        return None

    def knows(self, position: Any) -> bool:
        """Whether exact values are in reach here. Where not, it searches for about a second and
        may be left with nothing, which is too long and too little for a computer's move."""
        return True

    def hasten(self) -> bool:
        """From now on has compiled code do what it can, and tells whether there is some: the
        answers stay. For those who ask much: it is compiled once, and loaded in every process."""
        return False

    def may_be_puzzle(self, position: Any) -> bool:
        """Whether to look here for a position with a single answer. Where an analysis is work, a
        quick look spares those in which two moves win, or in which it would take too long."""
        return True

    def solve(self, position: Any, progress: Progress) -> Verdict:
        """The position once more from nothing, without anything that was prepared."""
        return self.judge(position)

    def kept(self, position: Any) -> SolutionFile | None:
        """The solution in the user's cache folder that a position belongs to, whole or begun or
        not there yet; None where nothing is kept."""
        return None

    def check_prepared(self, progress: Progress) -> int | None:
        """Checks what was prepared beforehand by the rules alone, and tells how many replies were
        tried; None where nothing was. SolutionError if it does not hold."""
        return None

    def judge_end(self, position: Any, outcome: Outcome) -> Verdict:
        """What a finished game is worth to the player to move."""
        return verdict_of_end(position, outcome, self.proof)

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
