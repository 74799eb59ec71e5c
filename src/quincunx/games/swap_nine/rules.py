"""Swap Nine

1. Objective
   Hold more cells than your opponent when the grid is full.

2. Setup
   The grid of 3x3 cells starts empty. Player 1 is X, Player 2 is O. X begins unless you agree
   otherwise or toss for it.

3. Components
   Cells are numbered from 1, row by row. An empty cell shows its number.

4. Turns
   First place your marker in any empty cell. Then, if you like, take one marker of your
   opponent that stands directly above, below, left or right of the marker you just placed.
   Diagonal neighbours cannot be taken.

5. Taking
   A taken marker becomes yours where it stands; nothing else moves. You take at most one a
   turn, only right after placing, and you may decline.

6. The end
   The game ends when every cell is filled. Whoever holds more cells wins. If both hold the same
   number, the player who did not place last wins, so there is never a draw.

7. Rulings
   - "Swap" means replace: the two markers do not change places.
   - The book's tie of four markers each cannot happen on nine cells; its tie-breaker is kept
     for grids with an even number of cells.
   - The placement that fills the last cell still lets you take; then the cells are counted.
   - A wrong answer to the question what to take leaves the placement standing; answer again,
     or decline.
   - Other sizes, from 2x2 to 6x6, are played by the same rules.
"""

import re
from dataclasses import dataclass, field
from itertools import chain
from operator import attrgetter

from quincunx.core import Board, Cell, Count, Game, Move, Outcome, Player, Position, Refusal, Tally
from quincunx.core.grid import STRAIGHT, Symmetry, count_owners, neighbours
from quincunx.core.quick import cached_by, fast_constructor
from quincunx.core.text import NUMBER


@dataclass(frozen=True, slots=True)
class Placement(Move):
    """`5` places in cell 5; `2x5` places in cell 2 and takes cell 5."""

    cell: int
    taken: int | None = None

    @property
    def clicks(self) -> tuple[tuple[str, ...], ...]:
        return (tuple(self.text.split("x")),)


@dataclass(frozen=True, slots=True, repr=False)
class SwapNinePosition(Position[Placement]):
    """The markers, and who is to move."""

    game: "SwapNine" = field(hash=False)
    cells: str
    turn: Player

    # Turns: place a marker, then swap if you like.

    @cached_by(attrgetter("cells", "turn"))
    def legal_moves(self) -> list[Placement]:
        cells, rival = self.cells, self.turn.other.letter
        return [
            move
            for cell, owner in enumerate(cells)
            if owner == "-"
            for move in self.game.placements[cell]
            if move.taken is None or cells[move.taken] == rival
        ]

    legal_actions = cached_by(attrgetter("cells", "turn"))(Position.legal_actions)

    def why_not(self, move: Placement) -> Refusal | None:
        owner = self.cells[move.cell]
        if owner != "-":
            words = f"Cell {move.cell + 1} is occupied by {owner}: choose an empty cell."
            return Refusal("occupied", words)
        if move.taken is None or self.cells[move.taken] == self.turn.other:
            return None
        empty = self.cells[move.taken] == "-"
        return Refusal(
            "empty" if empty else "own",
            f"Cell {move.taken + 1} is {'empty' if empty else 'your own'}: only a marker of "
            f"{self.turn.other} next to cell {move.cell + 1} can be taken.",
        )

    def after(self, move: Placement) -> "SwapNinePosition":
        cells, mover = self.cells, self.turn
        cells = cells[: move.cell] + mover + cells[move.cell + 1 :]
        if move.taken is not None:
            cells = cells[: move.taken] + mover + cells[move.taken + 1 :]
        return made(self.game, cells, self.turn.other)

    # End of game conditions.

    @property
    def outcome(self) -> Outcome | None:
        if "-" in self.cells:
            return None
        tally = Tally("marker", *count_owners(self.cells))
        if tally.leader:
            return Outcome(tally.leader, str(tally), (tally,), "majority")
        # Tie-breaker: the turn has passed to the player who did not place last.
        reason = f"{tally}, and {self.turn} did not place last"
        return Outcome(self.turn, reason, (tally,), "tie-break")

    def board(self) -> Board:
        cells = tuple(
            Cell(str(number), label=str(number)) if cell == "-" else Cell(str(number), Player(cell))
            for number, cell in enumerate(self.cells, 1)
        )
        counts = (Count("markers", *count_owners(self.cells)),)
        return Board(self.game.rows, self.game.columns, cells, finish="take nothing", counts=counts)

    def features(self) -> tuple[int, ...]:
        """Each cell: 1 mine, -1 theirs, 0 empty."""
        return tuple(map(self.turn.signs.__getitem__, self.cells))

    def mapped(self, symmetry: Symmetry) -> "SwapNinePosition":
        cells = symmetry.moved_owners(self.cells)
        return SwapNinePosition(self.game, cells, symmetry.player(self.turn))

    def __str__(self) -> str:
        return f"{self.game.write_grid(self.cells)} {self.turn}"


made = fast_constructor(SwapNinePosition)


class SwapNine(Game[SwapNinePosition]):
    title = "Swap Nine"
    summary = "Place a marker, take a neighbouring one, and hold the majority at the end."
    default_size = (3, 3)
    smallest, largest = (2, 2), (6, 6)
    example = "XX-/-X-/--- O"
    cell_form = re.compile("[-XO]")
    cell_words = "a cell is -, X or O"
    move_form = re.compile(f"{NUMBER}(?:[xX]{NUMBER})?")
    move_words = "a cell, as in 5, or two to take the second, as in 2x5"
    sections = {
        "occupied": "Placing Markers",
        "no-cell": "Placing Markers",
        "empty": "Swapping Markers",
        "own": "Swapping Markers",
        "not-adjacent": "Adjacency Rules",
        "over": "End of Game Conditions",
        "majority": "Majority Rule",
        "tie-break": "Tie-Breaker Rule",
    }
    sign = "M4 8.5h13l-4-4M20 15.5H7l4 4"

    def __init__(self, rows: int, columns: int) -> None:
        super().__init__(rows, columns)
        # Adjacency rules: directly above, below, left or right.
        self.neighbours = neighbours(rows, columns, STRAIGHT)
        self.placements = tuple(
            tuple(self._placement(cell, taken) for taken in (None, *self.neighbours[cell]))
            for cell in range(self.cells)
        )

    def _placement(self, cell: int, taken: int | None) -> Placement:
        action = (self.cells + 1) * cell
        if taken is None:
            return Placement(action, f"{cell + 1}", cell)
        return Placement(action + taken + 1, f"{cell + 1}x{taken + 1}", cell, taken)

    def start(self, first: str = Player.X, seed: int | None = None) -> SwapNinePosition:
        return SwapNinePosition(self, "-" * self.cells, Player(first))

    def parse(self, text: str) -> SwapNinePosition:
        cells, turn, _ = self.read_fields(text)
        return SwapNinePosition(self, "".join(cells), turn)

    @property
    def longest(self) -> int:
        return self.cells

    def all_moves(self) -> tuple[Placement, ...]:
        return tuple(chain.from_iterable(self.placements))

    @property
    def action_count(self) -> int:
        return self.cells * (self.cells + 1)

    def why_never(self, *parts: str) -> Refusal:
        for number in filter(None, parts):
            if not 1 <= int(number) <= self.cells:
                words = f"There is no cell {number}: cells are numbered 1 to {self.cells}."
                return Refusal("no-cell", words)
        cell, taken = parts
        return Refusal(
            "not-adjacent",
            f"Cell {taken} is not next to cell {cell}: only a marker directly above, below, left "
            "or right of the one placed can be taken.",
        )

    def mapped_move(self, move: Placement, symmetry: Symmetry) -> Placement:
        return self._placement(symmetry.target[move.cell], symmetry.moved_cell(move.taken))
