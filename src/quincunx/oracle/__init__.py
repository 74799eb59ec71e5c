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
    """Make the best oracle that there is for a game and size."""
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
    """A position with its verdict, and every legal move with its own, best first.

    `value` is `win`, `draw`, `loss` or `unknown` for the player to move; `distance` counts plies to
    the end; `margin` is the difference where a game is counted; `proof` names how it is known.

    Examples:
        >>> import quincunx
        >>> analysis = quincunx.analyze(quincunx.game("swap-nine").start())
        >>> str(analysis.value), analysis.margin, str(analysis.proof), len(analysis.best())
        ('win', 1, 'table', 9)
    """

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
    """Return what a position and each of its legal moves are worth with best play from both.

    Recent results are cached. With `hurried`, a search ends once the soonest wins are known, which
    is enough to choose a move.

    Examples:
        >>> import quincunx
        >>> position = quincunx.parse("zone-conquest", "OX-/XXO/-O- X 4 -")
        >>> analysis = quincunx.analyze(position)
        >>> str(analysis.value), analysis.distance
        ('win', 5)
        >>> [str(move) for move in analysis.line]
        ['x1', 'x5', 'x5', '3', '7']
        >>> best = analysis.moves[0]
        >>> str(best.move), str(best.value)
        ('x1', 'win')
    """
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
    """Return what each action of each lane of a batch is worth to the player to move.

    The values are for best play from both: 1 a win, 0 a draw, -1 a loss, -2 not proved, -3 not
    legal. Endless play is a draw. Needs the extra `fast`.

    Examples:
        >>> import quincunx
        >>> games = quincunx.batch("swap-nine", lanes=2)
        >>> quincunx.values(games)[0][:10].tolist()
        [1, -3, -3, -3, -3, -3, -3, -3, -3, -3]
    """
    with needs("fast"):
        from quincunx.oracle.lanes import values_of
    return values_of(games)
