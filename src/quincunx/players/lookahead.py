"""What a person sees on the board: what a move takes, what ends soon, what a few plies bring.

Where exact values are out of reach, a search to a depth is all there is: every move and reply, then
a plain evaluation, the cells that each player owns. Work is counted in positions, not in seconds,
so that the same question always has the same answer.
"""

from typing import Any

from quincunx.core import AnyPosition
from quincunx.oracle import Analysis, Value
from quincunx.oracle.base import OutOfWorkError

MAX_POSITIONS = 3_000
"""Of one search: about a tenth of a second."""
WIN_SCORE = 10_000
"""More than any count of cells."""


def count_lead(position: AnyPosition) -> int:
    """Return the cells of the player to move, less the other's."""
    # The notation's first field, which names every owner: a `Board` takes ten times as long.
    grid = str(position).partition(" ")[0]
    return grid.count(position.turn) - grid.count(position.turn.other)


def count_gains(position: AnyPosition) -> dict[Any, int]:
    """Return the lead that each move gives the player who makes it."""
    return {move: -count_lead(position.after(move)) for move in position.legal_moves()}


def rank_shallow(analysis: Analysis, plies: int) -> dict[Any, tuple[int, int]]:
    """Rank the moves for somebody who sees wins and losses within that many plies, and beyond them
    what a move takes; the smaller the better."""
    position = analysis.position
    gains = count_gains(position)
    # Where only the value is known, seeing it takes sight to the last empty cell.
    vague = any(item.distance is None for item in analysis.moves)
    empty = sum(cell.owner is None for cell in position.board().cells) if vague else 0
    ranks = {}
    for item in analysis.moves:
        distance = empty if item.distance is None else item.distance
        margin = 100 * (item.margin or 0)
        if distance > plies or item.value not in (Value.WIN, Value.LOSS):
            ranks[item.move] = 1, -gains[item.move]
        elif item.value is Value.WIN:
            ranks[item.move] = 0, distance - margin
        else:
            ranks[item.move] = 2, -distance - margin
    return ranks


def search(position: AnyPosition, plies: int | None = None) -> dict[Any, int]:
    """Return what each move is worth to the player who makes it, as far as that many plies show, or
    as many as the work allows. Moves that are not the best are only known to be worse."""
    worth = count_gains(position)
    left = MAX_POSITIONS

    def evaluate(position: AnyPosition, depth: int, alpha: int, beta: int) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise OutOfWorkError
        moves = position.legal_moves()
        if not moves:
            outcome = position.outcome
            winner = outcome and outcome.winner
            return 0 if not winner else (WIN_SCORE + depth) * (1 if winner is position.turn else -1)
        if not depth:
            return count_lead(position)
        best = -2 * WIN_SCORE
        for move in moves:
            best = max(best, -evaluate(position.after(move), depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    for depth in range(plies or position.game.cells):
        try:
            deeper: dict[Any, int] = {}
            best = -2 * WIN_SCORE
            for move in sorted(worth, key=lambda move: -worth[move]):
                # One less than the best, so that its equals are told from it.
                deeper[move] = -evaluate(position.after(move), depth, -2 * WIN_SCORE, 1 - best)
                best = max(best, deeper[move])
        except OutOfWorkError:
            break
        worth = deeper
        if abs(best) >= WIN_SCORE:
            break
    return worth
