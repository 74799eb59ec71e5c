"""Play that never gives away value, and sets problems where it cannot win."""

from random import Random
from typing import Any

from quincunx.oracle import Analysis, MoveAnalysis, Proof, Value, analyze
from quincunx.play.match import Match

MOST_CANDIDATES = 64
"""Moves whose replies are looked into; on the largest boards there are hundreds alike."""


def perfect_moves(match: Match, analysis: Analysis) -> list[Any]:
    """Those of the moves that keep the value of the position between which nothing decides.

    Winning: the soonest win, then the better margin. Losing: the move after which the smallest
    share of replies keeps the opponent's win, of many replies rather than few (a lone forced
    reply is no problem to solve); or the longest resistance where that took a search. Drawn:
    away from positions that have stood before, then where most replies lose.
    """
    position = match.position

    def replies(item: MoveAnalysis, value: Value) -> tuple[int, int]:
        """How many replies are worth that to the opponent, and how many there are."""
        after = analyze(position.after(item.move))
        return sum(reply.value is value for reply in after.moves), len(after.moves)

    def far(item: MoveAnalysis) -> int:
        return 10**6 if item.distance is None else item.distance

    def rank(item: MoveAnalysis) -> tuple[float, ...]:
        if analysis.value is Value.WIN:
            return far(item), -(item.margin or 0)
        if analysis.value is Value.LOSS:
            if item.proof is Proof.SEARCH:
                return -far(item), not item.distance_exact
            keeping, count = replies(item, Value.WIN)
            return keeping / max(count, 1), -count, -(item.margin or 0), -far(item)
        stood = match.standings(position.after(item.move))
        return stood, -replies(item, Value.LOSS)[0]

    candidates = list(analysis.best())
    searched = analysis.value is Value.LOSS and analysis.proof is Proof.SEARCH
    looked_into = analysis.value is not Value.WIN and not searched
    if looked_into and len(candidates) > MOST_CANDIDATES:
        # The same ones whenever the position is asked about.
        candidates = Random(str(position)).sample(candidates, MOST_CANDIDATES)
    return lowest({item.move: rank(item) for item in candidates})


def lowest(ranks: dict[Any, Any]) -> list[Any]:
    """The moves with the lowest rank."""
    best = min(ranks.values())
    return [move for move, rank in ranks.items() if rank == best]
