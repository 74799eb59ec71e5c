"""Crossed Paths: dominoes. Whatever the other player takes, its partner is the answer.

A1-B1  C1-D1  E1
               |     Dominoes lie across; in a last odd column they lie down, and one corner is
A2-B2  C2-D2  E2     left over where both sides are odd. The halves of a domino are in line, so
A3-B3  C3-D3  (E3)   the answer is always legal.
"""

from quincunx.core import Player
from quincunx.games.crossed_paths.rules import CrossedPathsPosition, Placement
from quincunx.oracle import Value
from quincunx.players.ideas import MOBILITY, NEXT_MOVE, Guarantee, Idea, Strategy


def partner(rows: int, columns: int, cell: int) -> int | None:
    """Return the other half of a cell's domino; None for the corner that is left over."""
    row, column = divmod(cell, columns)
    if column ^ 1 < columns:
        return row * columns + (column ^ 1)
    return (row ^ 1) * columns + column if row ^ 1 < rows else None


def _answers(before: CrossedPathsPosition, move: Placement, _after: CrossedPathsPosition) -> int:
    game = before.game
    mate = partner(game.rows, game.columns, move.cell)
    return mate == before.last


PARTNER = Idea(
    "partner",
    "Think of the board as dominoes across, those of a last odd column down. Begin on the corner "
    "that is left over, and answer every cell with the other half of its domino.",
    _answers,
)


def prove(_strategy: Strategy, start: CrossedPathsPosition, _seat: Player) -> Guarantee:
    """Prove that the strategy wins in the seat that is not lost: the corner is left over exactly
    where the first player wins, and every answer is legal, since the halves are in line and are
    taken one after the other. An answer that wins leaves no win in one, so the first idea never
    excludes it."""
    game = start.game
    mates = [partner(game.rows, game.columns, cell) for cell in range(game.cells)]
    for cell, mate in enumerate(mates):
        assert mate is None or (mates[mate] == cell and mate in game.lines[cell])
    assert mates.count(None) == game.cells % 2
    return Value.WIN, game.cells


STRATEGIES = (Strategy("dominoes", (NEXT_MOVE, PARTNER, MOBILITY), prove),)
