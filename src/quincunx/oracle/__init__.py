"""Exact values: what a position is worth with best play from both, and how that is known.

A file here with the name of a game's file holds what is special to that game: an `oracle(game)`
that returns its Oracle, or None for a size that it does not cover. All other games and sizes are
solved by the generic solver, as far as a second goes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from quincunx.core import AnyGame, AnyPosition, Move
from quincunx.oracle.base import Oracle
from quincunx.oracle.verdicts import Proof, Value, Verdict, best_of, verdict_of_end


@cache
def oracle_of(game: AnyGame) -> Oracle:
    """The best oracle that there is for a game and size."""
    special = f"{__name__}.{game.id().replace('-', '_')}"
    if find_spec(special):
        found: Oracle | None = import_module(special).oracle(game)
        if found:
            return found
    from quincunx.oracle.deepening import Deepening

    return Deepening()


class _Judged:
    """What can be asked of a position or a move that has a verdict."""

    verdict: Verdict

    @property
    def value(self) -> Value:
        return self.verdict.value

    @property
    def distance(self) -> int | None:
        return self.verdict.distance

    @property
    def distance_exact(self) -> bool:
        return self.verdict.distance_exact

    @property
    def margin(self) -> int | None:
        return self.verdict.margin

    @property
    def proof(self) -> Proof:
        return self.verdict.proof


@dataclass(frozen=True)
class MoveAnalysis(_Judged):
    move: Any
    verdict: Verdict


@dataclass(frozen=True)
class Analysis(_Judged):
    """A position with its verdict and that of every legal move, best first."""

    position: AnyPosition
    verdict: Verdict
    moves: tuple[MoveAnalysis, ...]

    def best(self) -> Sequence[MoveAnalysis]:
        """The moves that keep the value of the position."""
        return [move for move in self.moves if move.value is self.value]

    @cached_property
    def line(self) -> tuple[Move, ...] | None:
        """Best play to the end, where it is proved and there is an end."""
        if not self.moves:
            return ()
        return oracle_of(self.position.game).line(self.position)


def analyze(position: AnyPosition) -> Analysis:
    """The verdict of a position and of every legal move."""
    oracle = oracle_of(position.game)
    if outcome := position.outcome:
        return Analysis(position, verdict_of_end(position, outcome, oracle.proof), ())
    verdicts = oracle.judge_moves(position)
    moves = sorted(verdicts, key=lambda move: (*verdicts[move].order(), move.action))
    return Analysis(
        position,
        best_of(list(verdicts.values()), oracle.proof),
        tuple(MoveAnalysis(move, verdicts[move]) for move in moves),
    )


__all__ = [
    "Analysis",
    "MoveAnalysis",
    "Oracle",
    "Proof",
    "Value",
    "Verdict",
    "analyze",
    "oracle_of",
]
