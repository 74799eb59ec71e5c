"""What is known of each game: who wins from the start, how far off, and how to check it."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TypeVar

from quincunx.core import AnyGame, AnyPosition
from quincunx.core.text import counted
from quincunx.games import each, game, parse
from quincunx.oracle import Proof, Verdict, new_oracle, oracle_of
from quincunx.oracle.base import Progress
from quincunx.oracle.verdicts import Value

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Solution:
    start: AnyPosition
    verdict: Verdict
    """What the player who moves first gets."""
    positions: int | None
    """How many positions were solved, where a table holds them."""
    positions_are: str = "all that can be reached, those with the same future once"
    """Which positions these are."""

    @property
    def reachable(self) -> int | None:
        """How many positions can be reached, where that is known."""
        at_home = self.start == default_start(game(self.start.game.id()))
        return oracle_of(self.start.game).reachable if at_home else None

    @property
    def winner(self) -> str | None:
        """`first` or `second`, for the player who moves so; None if nobody is known to win."""
        return {Value.WIN: "first", Value.LOSS: "second"}.get(self.verdict.value)

    def in_words(self) -> str:
        if self.winner is None:
            return "a draw" if self.verdict.value is Value.DRAW else "not known"
        begun = any(cell.owner for cell in self.start.board().cells)
        side = self.start.turn if self.winner == "first" else self.start.turn.other
        words = f"{side if begun else f'the {self.winner} player'} wins"
        if self.verdict.margin == 0:
            return f"{words} by the tie-break"
        if self.verdict.margin is not None:
            return f"{words} by {abs(self.verdict.margin)}"
        if self.verdict.distance is None:
            return words
        bound = "" if self.verdict.distance_exact else "at most "
        return f"{words} in {bound}{counted(self.verdict.distance, 'move')}"

    @property
    def known_by(self) -> str:
        if self.verdict.proof is Proof.TABLE and self.positions:
            return f"table of {self.positions:,} positions: {self.positions_are}"
        return self.verdict.proof

    @property
    def check(self) -> str:
        """The command that checks it."""
        return f"quincunx verify {self.start.game.id()}"


def default_start(which: AnyGame) -> AnyPosition:
    """Where the solution of a game begins."""
    if which.usual_start and which.default_size == (which.rows, which.columns):
        return parse(which.id(), which.usual_start)
    position: AnyPosition = which.start(seed=0)
    return position


def solution(start: AnyPosition) -> Solution:
    """Return what is known of a game from a position on."""
    oracle = oracle_of(start.game)
    verdict, kept = oracle.judge_any(start), oracle.solution_file(start)
    positions = sum(kept.counts) if kept and kept.whole else oracle.positions
    return Solution(start, verdict, positions, oracle.positions_are)


def solve_from_nothing(
    start: AnyPosition, progress: Progress, waits: Callable[[], None] = lambda: None
) -> Solution:
    """Work the same out from nothing, one process at a time where the solution is kept. A second
    one calls `waits`, and returns what it waited for."""
    oracle = new_oracle(start.game)
    kept = oracle.solution_file(start)
    with kept.alone(waits) if kept else nullcontext(False) as is_there:
        if is_there:
            return solution(start)
        verdict = oracle.judge_any(start) if start.outcome else oracle.solve(start, progress)
        return Solution(start, verdict, oracle.positions, oracle.positions_are)


def solve_by_listing(start: AnyPosition, progress: Progress) -> Solution:
    """Solve by the generic solver, as long as the positions fit into memory."""
    from quincunx.oracle.listed import all_from

    table = all_from(start, progress)
    return Solution(start, table[start.key()], len(table))


def solutions(describe: Callable[[Solution], T]) -> Iterator[T]:
    """Yield the description of each game's solution."""
    return each(lambda kind: describe(solution(default_start(game(kind.id())))))
