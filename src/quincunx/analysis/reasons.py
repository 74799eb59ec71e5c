"""Why a move is good or bad, in one to three sentences made from the exact solution.

A game's `reasons.py` may define its own `Explainer`, derived from that of `analysis.explainer`,
which serves every other game.
"""

from random import Random

from quincunx.analysis.explainer import Explainer, Explanation
from quincunx.core import AnyPosition, Move, Player
from quincunx.games import part_of
from quincunx.oracle import Value, analyze
from quincunx.play.match import Match


def explain(
    position: AnyPosition, move: Move | str | None = None, you: Player | None = None
) -> Explanation:
    """Explain a move in one to three sentences; without a move, the best one.

    In a lost position that is the move that sets the hardest problem, and where the value is not
    known the expert's choice. The sentences call the players X and O, but address `you`.

    Examples:
        >>> import quincunx
        >>> from quincunx.analysis.reasons import explain
        >>> why = explain(quincunx.parse("swap-nine", "OOX/XXX/--O X"))
        >>> str(why.move), [str(move) for move in why.line]
        ('8x9', ['8x9', '7x4'])
    """
    chosen = None if move is None else position.read(move)
    if outcome := position.outcome:
        return Explanation(None, (f"The game is over: {outcome.reason}.",))
    if chosen is None and analyze(position).value is Value.UNKNOWN:
        chosen = _experts_choice(position)
    return _explainer(position, you).explain(chosen)


def compare(
    position: AnyPosition, move: Move | str, other: Move | str, you: Player | None = None
) -> Explanation:
    """Explain why one of two moves is better, if it is.

    Examples:
        >>> import quincunx
        >>> from quincunx.analysis.reasons import compare
        >>> position = quincunx.parse("swap-nine", "X--/XXO/OXO X")
        >>> len(compare(position, "3", "3x6").sentences) > 1
        True
    """
    one, two = position.read(move), position.read(other)
    explainer = _explainer(position, you)
    return explainer.compare(one, two) if one != two else explainer.explain(one)


def _experts_choice(position: AnyPosition) -> Move:
    """Return a move that an expert sees and that is not proved to lose, always the same one."""
    from quincunx.players.levels import best_moves

    lost = {item.move for item in analyze(position).moves if item.value is Value.LOSS}
    for moves in (best_moves(Match(position)), position.legal_moves()):
        if choices := [move for move in moves if move not in lost]:
            break
    chosen: Move = Random(str(position)).choice(choices)
    return chosen


def _explainer(position: AnyPosition, you: Player | None) -> Explainer:
    part = part_of(type(position.game), "reasons")
    kind: type[Explainer] = part.Explainer if part else Explainer
    return kind(analyze(position), you)


__all__ = ["Explanation", "compare", "explain"]
