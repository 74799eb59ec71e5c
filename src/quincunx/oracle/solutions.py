"""What is known of each game: who wins from the start, how far off, and how to check it."""

from collections.abc import Iterator
from dataclasses import dataclass

from quincunx.core import AnyGame, AnyPosition
from quincunx.games import game, game_ids, parse
from quincunx.oracle import Oracle, Proof, Verdict, new_oracle, oracle_of
from quincunx.oracle.verdicts import Value

# Grid Clash is a different game for every numbering; this is the one of its rule book.
STARTS = {"grid-clash": "5,3,8/2,7,4/9,1,6 X"}


@dataclass(frozen=True, slots=True)
class Solution:
    start: AnyPosition
    verdict: Verdict
    """What whoever moves first gets."""
    positions: int | None
    """How many positions were solved, where a table holds them."""

    @property
    def winner(self) -> str | None:
        """`first` or `second`, for the player who moves so; None if nobody is known to win."""
        return {Value.WIN: "first", Value.LOSS: "second"}.get(self.verdict.value)

    def in_words(self) -> str:
        if self.winner is None:
            return "a draw" if self.verdict.value is Value.DRAW else "not known"
        words = f"the {self.winner} player wins"
        if self.verdict.margin is not None:
            return f"{words} by {abs(self.verdict.margin)}"
        if self.verdict.distance is None:
            return words
        bound = "" if self.verdict.distance_exact else "at most "
        return f"{words} in {bound}{self.verdict.distance} plies"

    @property
    def known_by(self) -> str:
        if self.verdict.proof is Proof.TABLE and self.positions:
            return f"table of {self.positions:,} positions"
        return self.verdict.proof

    @property
    def check(self) -> str:
        """The command that checks it."""
        return f"quincunx verify {self.start.game.id()}"


def default_start(which: AnyGame) -> AnyPosition:
    """Where the solution of a game begins."""
    text = STARTS.get(which.id())
    if text and which.size == "3x3":
        return parse(which.id(), text)
    position: AnyPosition = which.start(seed=0)
    return position


def solution(start: AnyPosition, anew: bool = False) -> Solution:
    """What is known of a game from a position on; worked out again from nothing if asked."""
    oracle: Oracle = new_oracle(start.game) if anew else oracle_of(start.game)
    verdict = oracle.solve(start) if anew else oracle.judge(start)
    return Solution(start, verdict, oracle.positions)


def solutions() -> Iterator[Solution]:
    for game_id in game_ids():
        yield solution(default_start(game(game_id)))
