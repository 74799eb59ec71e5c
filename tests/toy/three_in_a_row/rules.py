"""Three in a Row

1. Objective
   Fill a row, a column or a long diagonal of the 3x3 grid with your marker.

2. Rulings
   - A full grid without such a line is a draw.
"""

import re
from dataclasses import dataclass, field

from quincunx.core import Board, Cell, Game, Move, Outcome, Player, Position, Refusal
from quincunx.core.grid import Symmetry
from quincunx.core.text import NUMBER

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True, slots=True, repr=False)
class ThreePosition(Position[Move]):
    game: "ThreeInARow" = field(hash=False)
    cells: str
    turn: Player

    @property
    def outcome(self) -> Outcome | None:
        for a, b, c in LINES:
            if self.cells[a] == self.cells[b] == self.cells[c] != "-":
                winner = Player(self.cells[a])
                return Outcome(winner, f"{winner} has three in a row")
        return None if "-" in self.cells else Outcome(None, "the grid is full")

    def legal_moves(self) -> list[Move]:
        if self.outcome:
            return []
        return [self.game.placements[i] for i, cell in enumerate(self.cells) if cell == "-"]

    def why_not(self, move: Move) -> Refusal | None:
        owner = self.cells[move.action]
        if owner == "-":
            return None
        return Refusal("occupied", f"Cell {move} is taken by {owner}: choose an empty cell.")

    def after(self, move: Move) -> "ThreePosition":
        i = move.action
        return ThreePosition(
            self.game, self.cells[:i] + self.turn.value + self.cells[i + 1 :], self.turn.other
        )

    def board(self) -> Board:
        cells = (
            Cell(str(i), None if cell == "-" else Player(cell))
            for i, cell in enumerate(self.cells, 1)
        )
        return Board(3, 3, tuple(cells))

    def features(self) -> tuple[int, ...]:
        return tuple({"-": 0, self.turn.value: 1}.get(cell, -1) for cell in self.cells)

    def mapped(self, symmetry: Symmetry) -> "ThreePosition":
        cells = symmetry.colours(symmetry.moved(self.cells))
        return ThreePosition(self.game, cells, symmetry.player(self.turn))

    def __str__(self) -> str:
        return f"{self.game.write_grid(self.cells)} {self.turn}"


class ThreeInARow(Game[ThreePosition]):
    title = "Three in a Row"
    summary = "Get three of your markers in a row."
    default_size = (3, 3)
    smallest = largest = (3, 3)
    example = "XX-/-X-/--- O"
    cell_form = re.compile("[-XO]")
    cell_words = "a cell is -, X or O"
    move_form = re.compile(NUMBER)
    move_words = "a cell, as in 5"

    def __init__(self, rows: int, columns: int) -> None:
        super().__init__(rows, columns)
        self.placements = tuple(Move(cell, str(cell + 1)) for cell in range(9))

    def start(self, first: str = Player.X, seed: int | None = None) -> ThreePosition:
        return ThreePosition(self, "-" * 9, Player(first))

    def parse(self, text: str) -> ThreePosition:
        cells, turn, _ = self.read_fields(text)
        return ThreePosition(self, "".join(cells), turn)

    def all_moves(self) -> tuple[Move, ...]:
        return self.placements

    def why_never(self, *parts: str) -> Refusal:
        return Refusal("no-cell", f"There is no cell {parts[0]}: cells are numbered 1 to 9.")

    def mapped_move(self, move: Move, symmetry: Symmetry) -> Move:
        return self.placements[symmetry.target[move.action]]
