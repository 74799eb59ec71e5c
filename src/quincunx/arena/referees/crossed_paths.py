"""Crossed Paths: where its book says what, and how else it can be read."""

from quincunx.arena.referees import Reading
from quincunx.core.grid import ALL_ROUND, ray
from quincunx.games.crossed_paths import CrossedPathsPosition, Placement

SECTIONS = {
    "Inability to Move": "says that|over:",
    "Prohibited Moves": "is taken by|no cell|is no Crossed",
    "First Move": "legal at the start",
    "Subsequent Moves": "in line with|forbids|wrong, last word",
    "Turns": "wrong, (turn|cell)",
}


class Blocked(CrossedPathsPosition):
    """Lines end before the first filled cell."""

    __slots__ = ()

    def legal_moves(self) -> list[Placement]:
        if self.last is None:
            return super().legal_moves()
        rows, columns, reached = self.game.rows, self.game.columns, []
        for step in ALL_ROUND:
            for row, column in ray(rows, columns, *divmod(self.last, columns), step):
                if self.cells[row * columns + column] != "-":
                    break
                reached.append(self.game.placements[row * columns + column])
        return reached


READINGS: dict[str, Reading] = {
    'CP1 "Subsequent Moves": a line ends before the first filled cell': (
        lambda right: right.anew(Blocked)
    ),
}
