"""Crossed Paths: where its book says what, and how else it can be read."""

from quincunx.arena.referees import Reading
from quincunx.core.grid import ALL_ROUND, ray
from quincunx.games.crossed_paths.rules import CrossedPathsPosition, Placement

SECTIONS = {
    "unreadable": "Prohibited Moves",
    "forbids start": "First Move",
    "forbids": "Subsequent Moves",
    "rest": "Subsequent Moves",
    "cell": "Turns",
    "turn": "Turns",
    "on": "Inability to Move",
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
        lambda right: right.reread(Blocked)
    ),
}
