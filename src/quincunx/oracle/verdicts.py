"""What a position or a move is worth, and how that is known."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from quincunx.core import AnyPosition, Outcome, QuincunxError


class SolutionError(QuincunxError):
    """A solution does not follow from the rules."""


class Value(StrEnum):
    """What a player gets with best play from both; in order, best first."""

    reverse: "Value"
    """The same seen by the other player."""

    WIN = "win"
    DRAW = "draw"
    UNKNOWN = "unknown"
    LOSS = "loss"


for _value, _reverse in zip(Value, (Value.LOSS, Value.DRAW, Value.UNKNOWN, Value.WIN), strict=True):
    _value.reverse = _reverse
_RANK = {value: rank for rank, value in enumerate(Value)}


class Proof(StrEnum):
    """How a value is known."""

    TABLE = "table"
    """Every position was solved."""
    THEOREM = "theorem"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the player to move gets from a position, or a player from a move."""

    value: Value
    proof: Proof
    distance: int | None = None
    """Plies to the end when the winner hurries and the loser delays; None where not known."""
    distance_exact: bool = True
    """False where only "at most" is proved."""
    margin: int | None = None
    """Own count less the other's at the end, where a game is decided by counting."""

    def of_move(self) -> "Verdict":
        """What a move that leads to a position with this verdict is worth to its maker."""
        return replace(
            self,
            value=self.value.reverse,
            distance=None if self.distance is None else self.distance + 1,
            margin=None if self.margin is None else -self.margin,
        )

    def order(self) -> tuple[int, int, int]:
        """Best first: by value, then margin, then distance, wins short and losses long."""
        far = 10**6 if self.distance is None else self.distance
        distance = -far if self.value is Value.LOSS else far
        return _RANK[self.value], -(self.margin or 0), distance


def verdict_of_end(position: AnyPosition, outcome: Outcome, proof: Proof) -> Verdict:
    """A finished game, seen by the player to move."""
    if outcome.winner is None:
        value = Value.DRAW
    else:
        value = Value.WIN if outcome.winner is position.turn else Value.LOSS
    return Verdict(value, proof, distance=0)


def best_of(verdicts: Sequence[Verdict], proof: Proof) -> Verdict:
    """What a position is worth whose moves are worth these. A move of unknown worth could be
    better than any that is known not to win."""
    best = min(verdicts, key=Verdict.order)
    if best.value is not Value.WIN and any(v.value is Value.UNKNOWN for v in verdicts):
        return Verdict(Value.UNKNOWN, proof)
    if best.value is Value.DRAW and any(verdict.distance != 1 for verdict in verdicts):
        # A draw need not come to an end, even if one move would end it.
        return replace(best, distance=None)
    return best
