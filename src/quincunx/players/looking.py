"""How far a person looks: at what is taken now, at what ends soon, or a few moves ahead.

Where exact values are out of reach, looking ahead is all there is: every move and reply to a
depth, then a plain evaluation, the cells that each player owns. Work is counted in positions,
not in seconds, so that the same question always has the same answer.
"""

from typing import Any

from quincunx.core import AnyPosition
from quincunx.oracle import Analysis, Value
from quincunx.oracle.base import OutOfWorkError

MOST_POSITIONS = 3_000
"""Of a look ahead: a tenth of a second or so."""
WON = 10_000
"""More than any count of cells."""


def owned(position: AnyPosition) -> int:
    """The cells of the player to move, less the other's."""
    grid = str(position).partition(" ")[0]
    return grid.count(position.turn) - grid.count(position.turn.other)


def taken(position: AnyPosition) -> dict[Any, int]:
    """What each move takes now, as whoever makes it counts."""
    return {move: -owned(position.after(move)) for move in position.legal_moves()}


def soon(analysis: Analysis, sight: int) -> dict[Any, tuple[int, int]]:
    """What each move looks like to somebody who sees wins and losses within that many plies, and
    beyond them what is taken now; the smaller the better."""
    position = analysis.position
    gains = taken(position)
    # Where only the value is known, seeing it takes sight to the last empty cell.
    vague = any(item.distance is None for item in analysis.moves)
    empty = sum(cell.owner is None for cell in position.board().cells) if vague else 0
    looks = {}
    for item in analysis.moves:
        distance = empty if item.distance is None else item.distance
        if distance > sight or item.value not in (Value.WIN, Value.LOSS):
            looks[item.move] = 1, -gains[item.move]
        elif item.value is Value.WIN:
            looks[item.move] = 0, distance - 100 * (item.margin or 0)
        else:
            looks[item.move] = 2, -distance - 100 * (item.margin or 0)
    return looks


def ahead(position: AnyPosition, plies: int | None = None) -> dict[Any, int]:
    """What each move is worth to whoever makes it, as far as that many plies tell, or as many as
    the work allows. Of moves that are not the best only that is certain."""
    worth = taken(position)
    left = MOST_POSITIONS

    def look(position: AnyPosition, depth: int, alpha: int, beta: int) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise OutOfWorkError
        moves = position.legal_moves()
        if not moves:
            outcome = position.outcome
            winner = outcome and outcome.winner
            return 0 if not winner else (WON + depth) * (1 if winner is position.turn else -1)
        if not depth:
            return owned(position)
        best = -2 * WON
        for move in moves:
            best = max(best, -look(position.after(move), depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    for depth in range(plies or position.game.cells):
        try:
            found: dict[Any, int] = {}
            best = -2 * WON
            for move in sorted(worth, key=lambda move: -worth[move]):
                # One less than the best, so that its equals are told from it.
                found[move] = -look(position.after(move), depth, -2 * WON, 1 - best)
                best = max(best, found[move])
        except OutOfWorkError:
            break
        worth = found
        if abs(best) >= WON:
            break
    return worth
