"""Three Walkers

1. Objective
   Get your three walkers next to each other in a row or a column.

2. Setup
   The walkers of both stand in turn along the top and the bottom of the grid, and nobody between.

3. Turns
   Move one of your walkers to an empty cell above, below, left or right of it.

4. Rulings
   - Whoever cannot move loses.
"""

import re
from dataclasses import dataclass, field

from quincunx.core import Board, Cell, Game, Move, Outcome, Player, Position, Refusal
from quincunx.core.grid import STRAIGHT, Symmetry, neighbours
from quincunx.core.text import NUMBER


@dataclass(frozen=True, slots=True)
class Walk(Move):
    """`4-5`: from cell 4 to cell 5."""

    source: int
    target: int

    @property
    def clicks(self) -> tuple[tuple[str, ...], ...]:
        return (tuple(self.text.split("-")),)


@dataclass(frozen=True, slots=True, repr=False)
class ThreeWalkersPosition(Position[Walk]):
    game: "ThreeWalkers" = field(hash=False)
    cells: str
    turn: Player

    def _walks(self) -> list[Walk]:
        cells, mover = self.cells, self.turn
        walks = self.game.all_moves()
        return [one for one in walks if cells[one.source] == mover and cells[one.target] == "-"]

    @property
    def outcome(self) -> Outcome | None:
        for player in Player:
            if any(all(self.cells[cell] == player for cell in line) for line in self.game.lines):
                return Outcome(player, f"{player} has three in a line")
        if self._walks():
            return None
        return Outcome(self.turn.other, f"{self.turn} cannot move")

    def legal_moves(self) -> list[Walk]:
        return [] if self.outcome else self._walks()

    def why_not(self, move: Walk) -> Refusal | None:
        source, target = self.cells[move.source], self.cells[move.target]
        if source != self.turn:
            words = f"No walker of {self.turn} stands on {move.source + 1}: move one of your own."
            return Refusal("not-yours", words)
        if target != "-":
            words = f"Cell {move.target + 1} is taken by {target}: move to an empty cell."
            return Refusal("occupied", words)
        return None

    def after(self, move: Walk) -> "ThreeWalkersPosition":
        cells = list(self.cells)
        cells[move.source], cells[move.target] = "-", self.turn.value
        return ThreeWalkersPosition(self.game, "".join(cells), self.turn.other)

    def board(self) -> Board:
        cells = (
            Cell(str(number), None if owner == "-" else Player(owner))
            for number, owner in enumerate(self.cells, 1)
        )
        return Board(self.game.rows, self.game.columns, tuple(cells))

    def features(self) -> tuple[int, ...]:
        return tuple({"-": 0, self.turn.value: 1}.get(cell, -1) for cell in self.cells)

    def mapped(self, symmetry: Symmetry) -> "ThreeWalkersPosition":
        cells = symmetry.colours(symmetry.moved(self.cells))
        return ThreeWalkersPosition(self.game, cells, symmetry.player(self.turn))

    def __str__(self) -> str:
        return f"{self.game.write_grid(self.cells)} {self.turn}"


class ThreeWalkers(Game[ThreeWalkersPosition]):
    title = "Three Walkers"
    summary = "Walk until three of yours stand in a line."
    default_size = smallest = (3, 3)
    largest = (3, 5)
    example = "XOX/---/OXO X"
    cell_form = re.compile("[-XO]")
    cell_words = "a cell is -, X or O"
    move_form = re.compile(f"{NUMBER}-{NUMBER}")
    move_words = "two cells, as in 1-4"

    def __init__(self, rows: int, columns: int) -> None:
        super().__init__(rows, columns)
        pairs = enumerate(neighbours(rows, columns, STRAIGHT))
        self._walks = tuple(
            Walk(self.cells * source + target, f"{source + 1}-{target + 1}", source, target)
            for source, targets in pairs
            for target in targets
        )
        grid = [range(row * columns, (row + 1) * columns) for row in range(rows)]
        sides = [*grid, *zip(*grid, strict=True)]
        self.lines = [tuple(side[i : i + 3]) for side in sides for i in range(len(side) - 2)]

    def start(self, first: str = Player.X, seed: int | None = None) -> ThreeWalkersPosition:
        apart = "-" * (self.columns - 3)
        cells = f"XO{apart}X{'-' * self.columns}OX{apart}O"
        return ThreeWalkersPosition(self, cells, Player(first))

    def parse(self, text: str) -> ThreeWalkersPosition:
        cells, turn, _ = self.read_fields(text)
        return ThreeWalkersPosition(self, "".join(cells), turn)

    def all_moves(self) -> tuple[Walk, ...]:
        return self._walks

    def why_never(self, *parts: str) -> Refusal:
        words = f"Cell {parts[1]} is not next to cell {parts[0]}: a walker goes one step."
        return Refusal("not-adjacent", words)

    def mapped_move(self, move: Walk, symmetry: Symmetry) -> Walk:
        cells = symmetry.target
        found: Walk = self.move_of_action[self.cells * cells[move.source] + cells[move.target]]
        return found
