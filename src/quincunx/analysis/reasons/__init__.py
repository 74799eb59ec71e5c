"""Why a move is good or bad, in one to three sentences made from the exact solution.

A file here with the name of a game's file holds that game's own words: a `Book` derived from
`analysis.telling.Telling`, which tells every other game.
"""

from quincunx.analysis.telling import Reason, Telling
from quincunx.core import AnyPosition, Move, Player
from quincunx.games import own_file
from quincunx.oracle import Value, analyze

Asked = Move | str


def explain(position: AnyPosition, move: Asked | None = None, you: Player | None = None) -> Reason:
    """Why a move is what it is; without one, the best: in a lost position that which sets the
    hardest problem. Players are called X and O, but `you` is addressed."""
    chosen = None if move is None else position.read(move)
    if outcome := position.outcome:
        return Reason(None, (f"The game is over: {outcome.reason}.",))
    return _telling(position, you).explain(chosen)


def hint(position: AnyPosition) -> tuple[Reason, bool]:
    """What the player to move may try, and whether it is known to be as good as any."""
    known = analyze(position).moves[0].value is not Value.UNKNOWN
    return explain(position, you=position.turn), known


def compare(position: AnyPosition, move: Asked, other: Asked, you: Player | None = None) -> Reason:
    """Why one of two moves is better, if it is."""
    one, two = position.read(move), position.read(other)
    telling = _telling(position, you)
    return telling.compare(one, two) if one != two else telling.explain(one)


def _telling(position: AnyPosition, you: Player | None) -> Telling:
    special = own_file(type(position.game), __name__)
    book: type[Telling] = special.Book if special else Telling
    return book(analyze(position), you)


__all__ = ["Reason", "compare", "explain", "hint"]
