"""Crossed Paths

1. Objective
   Leave your opponent without a move.

2. Setup
   The grid of 7x7 cells starts empty: columns A to G from left to right, rows 1 to 7 from top to
   bottom. Each player has a marker, X and O unless they choose others. X begins unless you agree
   otherwise or toss for it.

3. Components
   A cell is named by its column's letter and its row's number, as in D4.

4. Turns
   On your turn place your marker on one cell. You may not pass.

5. Where you may place
   - The first marker of the game goes on any cell.
   - Every later one goes on an empty cell in the same row, column or diagonal as the cell that
     your opponent has just taken.
   A filled cell never takes another marker.

6. The end
   Whoever has no such empty cell on their turn loses.

7. Rulings
   - A line runs on over filled cells: any empty cell of the row, column or diagonal will do.
     The book's example lists fewer cells; the rule stands.
   - The first placement is free for whoever begins, also when that is O.
   - Nobody needs to declare that they cannot move: the game sees it and ends at once.
   - Other sizes, from 1x1 to 26x26, are played by the same rules; on 1x1 the first marker wins.
"""

import re
from dataclasses import dataclass, field

from quincunx.core import (
    Board,
    Cell,
    Count,
    Game,
    Move,
    Outcome,
    Player,
    Position,
    PositionError,
    Refusal,
)
from quincunx.core.board import numbers_to
from quincunx.core.grid import ALL_ROUND, LETTERS, Symmetry, ray
from quincunx.core.quick import fast_constructor
from quincunx.core.text import NUMBER, quote


@dataclass(frozen=True, slots=True)
class Placement(Move):
    """`D4` places on column D, row 4."""

    @property
    def cell(self) -> int:
        return self.action


@dataclass(frozen=True, slots=True, repr=False)
class CrossedPathsPosition(Position[Placement]):
    """The markers, who is to move, and the last cell played."""

    game: "CrossedPaths" = field(hash=False)
    cells: str
    turn: Player
    last: int | None = None
    """The cell that the other player has just taken; None before the first move."""

    # Core rules: first move, subsequent moves.

    def legal_moves(self) -> list[Placement]:
        cells, placements = self.cells, self.game.placements
        if self.last is None:
            return list(placements)
        return [placements[cell] for cell in self.game.lines[self.last] if cells[cell] == "-"]

    def why_not(self, move: Placement) -> Refusal | None:
        owner = self.cells[move.action]
        if self.last is None:
            return None
        last = self.game.placements[self.last]
        if owner != "-":
            words = f"{move} is taken by {owner}: choose an empty cell in line with {last}."
            return Refusal("occupied", words)
        if move.action not in self.game.lines[self.last]:
            return Refusal(
                "not-in-line",
                f"{move} is not in line with {last}: choose an empty cell of its row, "
                "column or diagonals.",
            )
        return None

    def after(self, move: Placement) -> "CrossedPathsPosition":
        cell, cells = move.action, self.cells
        cells = cells[:cell] + self.turn + cells[cell + 1 :]
        return made(self.game, cells, self.turn.other, cell)

    # Inability to move.

    @property
    def outcome(self) -> Outcome | None:
        if self.legal_moves() or self.last is None:
            return None
        last = self.game.placements[self.last]
        reason = f"{self.turn} has no empty cell in line with {last}"
        return Outcome(self.turn.other, reason, kind="no-move")

    def board(self) -> Board:
        cells = tuple(
            Cell(
                placement.text,
                None if owner == "-" else Player(owner),
                highlight="align" if placement.action == self.last else None,
            )
            for placement, owner in zip(self.game.placements, self.cells, strict=True)
        )
        rows, columns = self.game.rows, self.game.columns
        ways = {self.turn: len(self.legal_moves())}
        return Board(
            rows,
            columns,
            cells,
            row_names=numbers_to(rows),
            column_names=tuple(LETTERS[:columns]),
            counts=(Count("possible moves", ways.get(Player.X), ways.get(Player.O)),),
        )

    def features(self) -> tuple[int, ...]:
        """Each cell: 1 mine, -1 theirs, 0 empty; then the last cell from 1 on, 0 for none."""
        last = 0 if self.last is None else self.last + 1
        return (*map(self.turn.signs.__getitem__, self.cells), last)

    def mapped(self, symmetry: Symmetry) -> "CrossedPathsPosition":
        cells, last = symmetry.moved_owners(self.cells), symmetry.moved_cell(self.last)
        return CrossedPathsPosition(self.game, cells, symmetry.player(self.turn), last)

    def __str__(self) -> str:
        last = "-" if self.last is None else self.game.placements[self.last]
        return f"{self.game.write_grid(self.cells)} {self.turn} {last}"


made = fast_constructor(CrossedPathsPosition)


class CrossedPaths(Game[CrossedPathsPosition]):
    title = "Crossed Paths"
    summary = "Always place in line with your opponent's last marker, and leave them no way out."
    default_size = (7, 7)
    smallest, largest = (1, 1), (26, 26)
    example = "-------/-------/-------/---X---/-------/-------/------- O D4"
    cell_form = re.compile("[-XO]")
    cell_words = "a cell is -, X or O"
    fields = 3
    move_form = re.compile(f"([A-Za-z]){NUMBER}")
    move_words = "column and row, as in D4"
    sections = {
        "occupied": "Prohibited Moves",
        "no-cell": "Prohibited Moves",
        "not-in-line": "Subsequent Moves",
        "over": "Inability to Move",
        "no-move": "Inability to Move",
    }
    sign = "M3.5 6h4c7 0 6 12 13 12M3.5 18h4c7 0 6-12 13-12M17.5 3l3 3-3 3M17.5 15l3 3-3 3"

    def __init__(self, rows: int, columns: int) -> None:
        super().__init__(rows, columns)
        self.placements = tuple(
            Placement(row * columns + column, f"{LETTERS[column]}{row + 1}")
            for row in range(rows)
            for column in range(columns)
        )
        # Rows, columns and diagonals through each cell, without the cell.
        self.lines = tuple(
            tuple(
                sorted(
                    r * columns + c
                    for step in ALL_ROUND
                    for r, c in ray(rows, columns, row, column, step)
                )
            )
            for row in range(rows)
            for column in range(columns)
        )

    def start(self, first: str = Player.X, seed: int | None = None) -> CrossedPathsPosition:
        return CrossedPathsPosition(self, "-" * self.cells, Player(first))

    def parse(self, text: str) -> CrossedPathsPosition:
        grid, turn, (last_text,) = self.read_fields(text)
        cells, rival = "".join(grid), turn.other
        if cells.count(rival) - cells.count(turn) not in (0, 1):
            raise PositionError(
                f"{rival} has placed {cells.count(rival)} and {turn} {cells.count(turn)}: with "
                f"{turn} to move, {rival} must have as many or one more."
            )
        if last_text == "-":
            if cells.strip("-"):
                raise PositionError(
                    f"The last cell is missing: name the cell that {rival} has just taken."
                )
            return CrossedPathsPosition(self, cells, turn)
        last = self.move_of_text.get(last_text.lower())
        if last is None or last_text != last.text:
            raise PositionError(
                f"{quote(last_text)} is no cell of a {self.size} grid: name the last one as in D4."
            )
        if cells[last.cell] != rival:
            raise PositionError(
                f"The last cell {last_text} is not a cell of {rival}, who has just moved: "
                "name one that is."
            )
        return CrossedPathsPosition(self, cells, turn, last.cell)

    @property
    def longest(self) -> int:
        return self.cells

    def all_moves(self) -> tuple[Placement, ...]:
        return self.placements

    def why_never(self, *parts: str) -> Refusal:
        return Refusal(
            "no-cell",
            f"There is no cell {''.join(parts).upper()}: columns are A to "
            f"{LETTERS[self.columns - 1]}, rows 1 to {self.rows}.",
        )

    def mapped_move(self, move: Placement, symmetry: Symmetry) -> Placement:
        return self.placements[symmetry.target[move.action]]
