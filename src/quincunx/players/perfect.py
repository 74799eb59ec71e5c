"""Play that never gives away value, and sets problems where it cannot win."""

from random import Random
from typing import Any

from quincunx.oracle import Analysis, MoveAnalysis, Proof, Value, analyze
from quincunx.play.match import Match

MAX_CANDIDATES = 64
"""Moves whose replies are counted; on the largest boards there are hundreds alike."""
UNKNOWN_DISTANCE = 10**6


def perfect_ranks(
    worth: Any, distance: Any, margin: Any, wins: Any, losses: Any, replies: Any
) -> tuple[Any, ...]:
    """Rank moves that keep the value of a position, in several numbers, the smaller the better.

    Winning: the soonest win, then the better margin. Losing: the move after which the smallest
    share of replies keeps the opponent's win, of many replies rather than few (a lone forced
    reply is no problem to solve), then the better margin and the longest resistance. Drawn: where
    most replies lose.

    `worth` is the value of the position as 1, 0 or -1; `wins` and `losses` count the replies that
    win or lose for the opponent. All are numbers of one move, or NumPy arrays of many.
    """
    won, drawn, lost = (1 * (worth == value) for value in (1, 0, -1))
    share = wins / (replies + (replies == 0))
    return (
        won * distance + lost * share - drawn * losses,
        -won * margin - lost * replies,
        -lost * margin,
        -lost * distance,
    )


def perfect_moves(match: Match, analysis: Analysis) -> list[Any]:
    """Return the best moves by `perfect_ranks`, between which nothing decides. A draw is kept away
    from positions that have stood before; a loss that took a search is delayed instead."""
    position = match.position
    worth = (analysis.value is Value.WIN) - (analysis.value is Value.LOSS)

    def rank(item: MoveAnalysis) -> tuple[Any, ...]:
        distance = UNKNOWN_DISTANCE if item.distance is None else item.distance
        if worth < 0 and item.proof is Proof.SEARCH:
            return -distance, not item.distance_exact
        after, replies = position.after(item.move), list[Value]()
        if worth <= 0:
            replies = [reply.value for reply in analyze(after).moves]
        wins, losses = replies.count(Value.WIN), replies.count(Value.LOSS)
        ranks = perfect_ranks(worth, distance, item.margin or 0, wins, losses, len(replies))
        return 0 if worth else match.standings(after), *ranks

    candidates = list(analysis.best())
    needs_replies = worth == 0 or (worth < 0 and analysis.proof is not Proof.SEARCH)
    if needs_replies and len(candidates) > MAX_CANDIDATES:
        # The same ones whenever the position is asked about.
        candidates = Random(str(position)).sample(candidates, MAX_CANDIDATES)
    return lowest_ranked({item.move: rank(item) for item in candidates})


def lowest_ranked(ranks: dict[Any, Any]) -> list[Any]:
    """Return the moves with the lowest rank."""
    best = min(ranks.values())
    return [move for move, rank in ranks.items() if rank == best]
