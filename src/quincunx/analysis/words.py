"""Verdicts of positions and moves, in words."""

from quincunx.oracle import Analysis, MoveAnalysis, Proof, Value, Verdict

KNOWN_BY = {
    Proof.TABLE: "every position has been solved",
    Proof.THEOREM: "a theorem decides it",
    Proof.SEARCH: "a search has proved it",
}

DRAWS = {Value.WIN: "gives the win away", Value.DRAW: "keeps the draw"}
"""What a move that draws does in a position of this value."""
SIGNS = {Value.WIN: "+", Value.DRAW: "=", Value.LOSS: "-", Value.UNKNOWN: "?"}


def verdict_in_words(verdict: Verdict) -> str:
    """Return 'wins in 3 moves', 'loses by 1', 'draws' or 'is not known'."""
    if verdict.value is Value.UNKNOWN:
        return "is not known"
    if verdict.value is Value.DRAW:
        return "draws"
    verb = "wins" if verdict.value is Value.WIN else "loses"
    if verdict.margin is not None:
        return f"{verb} by {abs(verdict.margin)}" if verdict.margin else f"{verb} the tie-break"
    if verdict.distance is None:
        return verb
    if verdict.distance <= 1:
        return f"{verb} at once"
    bound = "" if verdict.distance_exact else "at most "
    return f"{verb} in {bound}{verdict.distance} moves"


def position_in_words(analysis: Analysis) -> str:
    """Return 'X wins in 3 moves with best play: every position has been solved.'"""
    turn = analysis.position.turn
    if outcome := analysis.position.outcome:
        return f"The game is over: {outcome.reason}."
    if analysis.value is Value.UNKNOWN:
        return f"What {turn} gets with best play is not known: a search could not prove it."
    words = verdict_in_words(analysis.verdict)
    return f"{turn} {words} with best play: {KNOWN_BY[analysis.proof]}."


def move_in_words(item: MoveAnalysis, analysis: Analysis) -> str:
    """Return what a move does to the value of its position: 'draws, every other move loses'."""
    words = verdict_in_words(item.verdict)
    others = [other.value for other in analysis.moves if other.move != item.move]
    if item.value is Value.DRAW:
        words = DRAWS.get(analysis.value, words)
    elif item.value is Value.LOSS and analysis.value in DRAWS:
        words += f", the {analysis.value} is gone"
    if not others:
        return f"{words}, the only move"
    if item.value in DRAWS and {*others} == {Value.LOSS}:
        return f"{words}, every other move loses"
    if item.value is Value.WIN and Value.UNKNOWN not in others:
        wins = others.count(Value.WIN)
        if not wins:
            return f"{words}, the only move that wins"
        return f"{words}; {wins} other {'moves win' if wins > 1 else 'move wins'} too"
    return words
