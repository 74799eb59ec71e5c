"""What an oracle is: it judges the moves of a position, and so the position."""

from abc import ABC, abstractmethod
from typing import Any

from quincunx.core import AnyPosition, Move
from quincunx.oracle.verdicts import Proof, Value, Verdict, best_of


class Oracle(ABC):
    """Knows one game on one size. Positions are always of that game and not over."""

    proof: Proof

    @abstractmethod
    def judge_moves(self, position: Any) -> dict[Any, Verdict]:
        """What each legal move is worth to the player who makes it."""

    def judge(self, position: Any) -> Verdict:
        return best_of(list(self.judge_moves(position).values()), self.proof)

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
