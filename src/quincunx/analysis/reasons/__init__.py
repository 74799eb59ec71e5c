"""Why a move is good or bad, in one to three sentences made from the exact solution.

A game's `reasons.py` holds its own words: a `Book` derived from `analysis.telling.Telling`, which
serves every other game.
"""

from random import Random

from quincunx.analysis.telling import Reason, Telling
from quincunx.core import AnyPosition, Move, Player
from quincunx.games import part_of
from quincunx.oracle import Value, analyze
from quincunx.play.match import Match

Asked = Move | str


def explain(position: AnyPosition, move: Asked | None = None, you: Player | None = None) -> Reason:
    """Why a move is what it is; without one, the best: in a lost position that which sets the
    hardest problem, and where the value is not known the expert's choice. Players are called X and
    O, but `you` is addressed."""
    chosen = None if move is None else position.read(move)
    if outcome := position.outcome:
        return Reason(None, (f"The game is over: {outcome.reason}.",))
    if chosen is None and analyze(position).value is Value.UNKNOWN:
        chosen = _experts_choice(position)
    return _telling(position, you).explain(chosen)


def _experts_choice(position: AnyPosition) -> Move:
    """What an expert sees here, without the moves that are proved to lose; of equals always the
    same one."""
    from quincunx.players.levels import best_moves

    lost = {item.move for item in analyze(position).moves if item.value is Value.LOSS}
    for moves in (best_moves(Match(position)), position.legal_moves()):
        if choices := [move for move in moves if move not in lost]:
            break
    chosen: Move = Random(str(position)).choice(choices)
    return chosen


def compare(position: AnyPosition, move: Asked, other: Asked, you: Player | None = None) -> Reason:
    """Why one of two moves is better, if it is."""
    one, two = position.read(move), position.read(other)
    telling = _telling(position, you)
    return telling.compare(one, two) if one != two else telling.explain(one)


def _telling(position: AnyPosition, you: Player | None) -> Telling:
    special = part_of(type(position.game), "reasons")
    book: type[Telling] = special.Book if special else Telling
    return book(analyze(position), you)


__all__ = ["Reason", "compare", "explain"]
