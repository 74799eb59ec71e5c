"""Exact values: what a position is worth with best play from both, and how that is known.

A game's `oracle.py` holds its own solver: `oracle(game)` returns its Oracle, or None for a size
that it leaves to the generic solver; on grids of up to
MAX_CELLS cells it knows every position, else as far as a second goes. So does the generic solver
for all other games, or as far as a table goes that `quincunx solve` has kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache, cached_property, lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from quincunx.core import AnyGame, AnyPosition, Move
from quincunx.core.extras import needs
from quincunx.games import part_of
from quincunx.oracle.base import Oracle as Oracle
from quincunx.oracle.verdicts import Proof as Proof
from quincunx.oracle.verdicts import Value as Value
from quincunx.oracle.verdicts import Verdict as Verdict

if TYPE_CHECKING:
    from quincunx.kernels.batch import Batch
    from quincunx.kernels.compiled import Bytes


def new_oracle(game: AnyGame) -> Oracle:
    """The best oracle that there is for a game and size, made anew."""
    special = part_of(type(game), "oracle")
    found: Oracle | None = special.oracle(game) if special else None
    if found:
        return found
    from quincunx.oracle.listed import Listed

    return Listed(game)


oracle_of = cache(new_oracle)


def own_sizes(kind: type[AnyGame]) -> list[str]:
    """The sizes on which an oracle of its own knows every position of a game."""
    special = part_of(kind, "oracle")
    most = special.MAX_CELLS if special else 0
    low, high = kind.smallest, kind.largest
    rows, columns = (range(low[side], high[side] + 1) for side in (0, 1))
    return [f"{r}x{c}" for r in rows for c in columns if r * c <= most]


class _Judged:
    """What can be asked of a position or a move that has a verdict: all that the verdict says."""

    verdict: Verdict
    value: Value
    distance: int | None
    distance_exact: bool
    margin: int | None
    proof: Proof


for _asked in fields(Verdict):
    setattr(_Judged, _asked.name, property(attrgetter(f"verdict.{_asked.name}")))


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
        if not self.moves or self.value is Value.UNKNOWN:
            return None if self.moves else ()
        return oracle_of(self.position.game).line(self.position)


@lru_cache(maxsize=512)
def analyze(position: AnyPosition, hurried: bool = False) -> Analysis:
    """The verdict of a position and of every legal move. What was asked lately is remembered.
    Hurried, where a search is needed it ends once the soonest wins are known: to choose a move."""
    oracle = oracle_of(position.game)
    if outcome := position.outcome:
        return Analysis(position, oracle.judge_end(position, outcome), ())
    verdict, verdicts = oracle.judge_all(position, hurried)
    moves = sorted(verdicts, key=lambda move: (*verdicts[move].order(), move.action))
    return Analysis(
        position,
        verdict,
        tuple(MoveAnalysis(move, verdicts[move]) for move in moves),
    )


def values(games: "Batch") -> "Bytes":
    """A row for each lane of a batch: what each action is worth to the player to move with best
    play from both, 1 won, 0 drawn, -1 lost; -2 where nothing is proved, and -3 for what may not be
    played. Endless play is a draw."""
    with needs("fast"):
        from quincunx.oracle.lanes import values_of
    return values_of(games)
