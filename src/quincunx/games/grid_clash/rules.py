"""Grid Clash

1. Objective
   Hold the most cells when all have been claimed.

2. Setup
   Every cell of the 3x3 grid is given one of the numbers 1 to 9, each once, by lot. Each player
   has a marker, X and O unless they choose others. X begins unless you agree otherwise or toss
   for it.

3. Components
   Rows and columns are counted from 1. An unclaimed cell shows its number.

4. Turns
   On your turn claim any cell that nobody has claimed yet. Then look at its neighbours.

5. Capturing
   Every neighbouring cell of your opponent - in all eight directions - whose number is smaller
   than the number of the cell you just claimed becomes yours. Captured cells capture nothing
   themselves.

6. Scoring
   The game ends when every cell is claimed. Whoever holds more cells wins. If both hold the same
   number, the higher sum of numbers wins; if that is equal too, the holder of the highest number
   wins. There is never a draw.

7. Rulings
   - The book's sample game leaves a diagonal capture out; the rule counts diagonals, so 7 in the
     centre captures 5 in a corner.
   - The book's final grid and its capture sample show the form of the messages; they do not
     follow from the turns before.
   - The tie-breakers cannot be needed on nine cells; they serve grids with an even number.
   - Other sizes, from 2x2 to 6x6, are played by the same rules with as many numbers as cells.
"""

import re
from dataclasses import dataclass, field
from itertools import compress
from operator import index
from random import Random, getrandbits

from quincunx.core import (
    Board,
    Cell,
    Game,
    Move,
    Outcome,
    Player,
    Position,
    PositionError,
    Refusal,
    Tally,
)
from quincunx.core.board import Count, numbers_to
from quincunx.core.grid import ALL_ROUND, EMPTY, Symmetry, count_owners, neighbours
from quincunx.core.quick import fast_constructor
from quincunx.core.text import NUMBER


@dataclass(frozen=True, slots=True)
class Claim(Move):
    """`1,3` claims row 1, column 3."""

    @property
    def cell(self) -> int:
        return self.action


@dataclass(frozen=True, slots=True, repr=False)
class GridClashPosition(Position[Claim]):
    """The numbers, their owners, and who is to move."""

    game: "GridClash" = field(hash=False)
    numbers: tuple[int, ...]
    owners: str
    turn: Player

    # Turns: select an unclaimed cell.

    def legal_moves(self) -> list[Claim]:
        return [*compress(self.game.claims, self.owners.encode().translate(EMPTY))]

    def why_not(self, move: Claim) -> Refusal | None:
        owner = self.owners[move.action]
        if owner == "-":
            return None
        words = f"Cell ({move}) is taken by {owner}: choose a cell that nobody has claimed."
        return Refusal("occupied", words)

    def after(self, move: Claim) -> "GridClashPosition":
        return made(self.game, self.numbers, self._claimed(move), self.turn.other)

    def captures(self, move: Claim) -> list[int]:
        """The cells that the opponent loses by a move."""
        lost = zip(self.owners, self._claimed(move), strict=True)
        return [cell for cell, owners in enumerate(lost) if owners == (self.turn.other, self.turn)]

    def _claimed(self, move: Claim) -> str:
        """The owners after a claim."""
        owners, numbers, mover = list(self.owners), self.numbers, self.turn.letter
        rival, number = self.turn.other.letter, numbers[move.action]
        owners[move.action] = mover
        # Capture condition: the opponent's neighbouring cells with a smaller number.
        for cell in self.game.neighbours[move.action]:
            if owners[cell] == rival and numbers[cell] < number:
                owners[cell] = mover
        return "".join(owners)

    # Scoring.

    @property
    def outcome(self) -> Outcome | None:
        if "-" in self.owners:
            return None
        cells = Tally("cell", *count_owners(self.owners))
        total = Tally("point", self._sum("X"), self._sum("O"))
        if cells.leader:
            return Outcome(cells.leader, str(cells), (cells, total), "majority")
        if total.leader:
            return Outcome(total.leader, f"{cells}, {total}", (cells, total), "sum")
        holder = Player(self.owners[self.numbers.index(self.game.cells)])
        reason = f"{cells}, {total}, and {holder} holds the {self.game.cells}"
        return Outcome(holder, reason, (cells, total), "highest")

    def _sum(self, player: str) -> int:
        pairs = zip(self.owners, self.numbers, strict=True)
        return sum(number for owner, number in pairs if owner == player)

    def board(self) -> Board:
        cells = tuple(
            Cell(claim.text, None if owner == "-" else Player(owner), str(number))
            for claim, owner, number in zip(
                self.game.claims, self.owners, self.numbers, strict=True
            )
        )
        rows, columns = self.game.rows, self.game.columns
        counts = [Count("cells", *count_owners(self.owners))]
        if not self.game.cells % 2:  # as many each: the sums decide
            counts.append(Count("sum", self._sum("X"), self._sum("O")))
        return Board(
            rows,
            columns,
            cells,
            row_names=numbers_to(rows),
            column_names=numbers_to(columns),
            counts=tuple(counts),
        )

    def features(self) -> tuple[int, ...]:
        """Each cell's number; then each cell: 1 mine, -1 theirs, 0 unclaimed."""
        return (*self.numbers, *map(self.turn.signs.__getitem__, self.owners))

    def mapped(self, symmetry: Symmetry) -> "GridClashPosition":
        numbers = tuple(symmetry.moved_list(list(self.numbers)))
        owners = symmetry.moved_owners(self.owners)
        return GridClashPosition(self.game, numbers, owners, symmetry.player(self.turn))

    def __str__(self) -> str:
        cells = [
            f"{number}{owner}".rstrip("-")
            for number, owner in zip(self.numbers, self.owners, strict=True)
        ]
        return f"{self.game.write_grid(cells)} {self.turn}"


made = fast_constructor(GridClashPosition)


class GridClash(Game[GridClashPosition]):
    title = "Grid Clash"
    summary = "Claim numbered cells, capture smaller neighbours, and hold the most at the end."
    default_size = (3, 3)
    smallest, largest = (2, 2), (6, 6)
    example = "5O,3,8/2,7O,4/9,1,6 X"
    cell_form = re.compile("[1-9][0-9]*[XO]?")
    cell_words = "a cell is its number, then X or O once claimed, and a comma stands between cells"
    separator = ","
    has_random_start = True
    usual_start = "5,3,8/2,7,4/9,1,6 X"  # that of the book
    move_form = re.compile(f"{NUMBER},{NUMBER}")
    move_words = "row and column, as in 1,3"
    sections = {
        "occupied": "Restrictions",
        "no-cell": "Claiming Cells",
        "over": "Restrictions",
        "majority": "Determining the Winner",
        "sum": "Tie-Breaker",
        "highest": "Tie-Breaker",
    }
    sign = "M13.5 2.5 5 13.5h6l-.5 8 8.5-11h-6z"

    def __init__(self, rows: int, columns: int) -> None:
        super().__init__(rows, columns)
        # Adjacent cells: horizontally, vertically or diagonally next to the selected one.
        self.neighbours = neighbours(rows, columns, ALL_ROUND)
        self.draws = [(left, left.bit_length()) for left in range(self.cells, 1, -1)]
        self.claims = tuple(
            Claim(row * columns + column, f"{row + 1},{column + 1}")
            for row in range(rows)
            for column in range(columns)
        )

    def start(self, first: str = Player.X, seed: int | None = None) -> GridClashPosition:
        # Number assignment: by lot, as `Random.sample` draws, in half its time.
        bits = getrandbits if seed is None else Random(index(seed)).getrandbits
        numbers = list(range(1, self.cells + 1))
        for left, size in self.draws:
            while (place := bits(size)) >= left:
                pass
            numbers[place], numbers[left - 1] = numbers[left - 1], numbers[place]
        return made(self, tuple(numbers[::-1]), "-" * self.cells, Player(first))

    def parse(self, text: str) -> GridClashPosition:
        cells, turn, _ = self.read_fields(text)
        numbers = tuple(int(cell.rstrip("XO")) for cell in cells)
        if sorted(numbers) != list(range(1, self.cells + 1)):
            raise PositionError(
                f"The grid must hold the numbers 1 to {self.cells}, each of them once."
            )
        owners = "".join(cell[-1] if cell[-1] in "XO" else "-" for cell in cells)
        return GridClashPosition(self, numbers, owners, turn)

    @property
    def longest(self) -> int:
        return self.cells

    def all_moves(self) -> tuple[Claim, ...]:
        return self.claims

    def why_never(self, *parts: str) -> Refusal:
        return Refusal(
            "no-cell",
            f"There is no cell ({','.join(parts)}): rows are 1 to {self.rows}, "
            f"columns 1 to {self.columns}.",
        )

    def mapped_move(self, move: Claim, symmetry: Symmetry) -> Claim:
        return self.claims[symmetry.target[move.action]]
