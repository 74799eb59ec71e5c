"""Numeral Nexus

1. Objective
   Be the first to have three of your own numbers in a row, strictly rising or strictly falling.

2. Setup
   The grid of 5x5 cells starts empty: rows A to E from top to bottom, columns 1 to 5 from left
   to right. Both players draw from one pool that holds each of the numbers 1 to 9 three times.
   Player 1 is X, Player 2 is O. X begins unless you agree otherwise or toss for it.

3. Components
   A cell is named by its row's letter and its column's number, as in C3. A number on the grid
   belongs to the player who placed it.

4. Turns
   On your turn do one of two things.
   - Place a number that is left in the pool on any empty cell. It becomes yours.
   - Once in the game for each player: swap any two numbers on the grid, whoever owns them.
     Each keeps its owner. The swap is your whole turn.

5. Winning
   Three cells that touch in a straight line - across, down or along any diagonal - and hold
   numbers of one owner in strictly rising or falling order win for that owner.

6. Scoring
   If the grid is full and nobody has such a line, count each player's pairs: neighbouring cells,
   in all eight directions, with different numbers of that player. More pairs win; if equal,
   more numbers on the grid win; if that is equal too, the game is a draw.

7. Rulings
   - The numbers of a line need not follow each other: 1-5-9 wins.
   - Both cells of a swap must hold numbers, and a number is placed only on an empty cell; the
     book's sample breaks both. Two equal numbers of one owner may be swapped, and that spends
     the swap.
   - A swap that makes a line for the mover wins for the mover, whatever else it makes; one that
     makes a line only for the opponent wins for the opponent.
   - A full grid ends the game at once, even if a swap is left.
   - Other sizes, from 3x3 to 5x5, are played by the same rules with the same pool.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, compress
from operator import mul
from typing import TypeVar

from quincunx.core import (
    Beside,
    Board,
    Cell,
    Count,
    Game,
    Move,
    Outcome,
    Player,
    Position,
    Refusal,
    Tally,
)
from quincunx.core.board import numbers_to
from quincunx.core.errors import PositionError
from quincunx.core.grid import (
    ALL_ROUND,
    EMPTY,
    FILLED,
    LETTERS,
    Symmetry,
    count_owners,
    grid_symmetries,
    neighbours,
    with_exchange,
)
from quincunx.core.quick import fast_constructor
from quincunx.core.text import NUMBER, quote

COPIES = 3
NUMBERS = "123456789"
WORTH = {number: worth for worth, number in enumerate("-" + NUMBERS)}
REVERSED = str.maketrans(NUMBERS, NUMBERS[::-1])
DIRECTIONS = {"across": (0, 1), "down": (1, 0), "down-right": (1, 1), "down-left": (1, -1)}
T = TypeVar("T")
Cells = tuple[int, int, int]
ADVERBS = {"across": "horizontally", "down": "vertically"}


@dataclass(frozen=True, slots=True)
class Placement(Move):
    """`5@C3` places a 5 on C3."""

    number: str
    cell: int

    @property
    def clicks(self) -> tuple[tuple[str, ...], ...]:
        number, cell = self.text.split("@")
        return (number, cell), (cell, number)


@dataclass(frozen=True, slots=True)
class Swap(Move):
    """`C3~D4` swaps what stands on C3 and D4."""

    first: int
    second: int

    @property
    def clicks(self) -> tuple[tuple[str, ...], ...]:
        first, second = self.text.split("~")
        return (first, second), (second, first)


@dataclass(frozen=True, slots=True)
class Line(Outcome):
    """A win by three in a row: cells in reading order, numbers as they stand."""

    cells: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    direction: str = ""
    """horizontally, vertically or diagonally."""


@dataclass(frozen=True, slots=True, repr=False)
class NumeralNexusPosition(Position[Placement | Swap]):
    """The numbers on the grid, their owners, who is to move, and who may still swap."""

    game: "NumeralNexus" = field(hash=False)
    owners: str
    numbers: str
    turn: Player
    swaps: str = "XO"
    """Who still has the swap; `-` for nobody."""
    filled: int | None = field(default=None, compare=False)
    """The cell that the last move filled, if it is known: all new lines run through it."""

    # Turn actions: place a number, or swap two.

    def legal_moves(self) -> list[Placement | Swap]:
        return self._legal(self.game.moves, self.game.swaps)

    def legal_actions(self) -> list[int]:
        return self._legal(self.game.actions, self.game.swap_actions)

    def _legal(self, moves: Sequence[T], swaps: Mapping[tuple[int, int], T]) -> list[T]:
        """Those of the game's moves that are legal, placements first; swaps by their cells."""
        if "-" not in self.owners or self.winning_lines():
            return []
        numbers, none = self.numbers, bytes(self.game.cells)
        empty = self.owners.encode().translate(EMPTY)
        where = [empty if numbers.count(number) < COPIES else none for number in NUMBERS]
        legal = [*compress(moves, b"".join(where))]
        if self.turn in self.swaps:
            filled = compress(self.game.actions, self.owners.encode().translate(FILLED))
            legal += map(swaps.__getitem__, combinations(filled, 2))
        return legal

    def why_not(self, move: Placement | Swap) -> Refusal | None:
        names, owners = self.game.names, self.owners
        if isinstance(move, Swap):
            if self.turn not in self.swaps:
                return Refusal("no-swap", "Your swap is spent: place a number.")
            for cell in (move.first, move.second):
                if owners[cell] == "-":
                    words = f"{names[cell]} is empty: both cells of a swap must hold numbers."
                    return Refusal("empty", words)
            return None
        if owners[move.cell] != "-":
            taken = f"{owners[move.cell]}'s {self.numbers[move.cell]}"
            words = f"{names[move.cell]} is taken by {taken}: place on an empty cell."
            return Refusal("occupied", words)
        if self.numbers.count(move.number) >= COPIES:
            words = f"No {move.number} is left in the pool: choose another number."
            return Refusal("none-left", words)
        return None

    def after(self, move: Placement | Swap) -> "NumeralNexusPosition":
        owners, numbers, swaps, filled = self.owners, self.numbers, self.swaps, None
        if isinstance(move, Placement):
            filled, end = move.cell, move.cell + 1
            owners = owners[:filled] + self.turn.letter + owners[end:]
            numbers = numbers[:filled] + move.number + numbers[end:]
        else:
            # Swapping does not change who owns a number: both go together.
            owners = swapped(owners, move.first, move.second)
            numbers = swapped(numbers, move.first, move.second)
            swaps = swaps.replace(self.turn, "") or "-"
        return made(self.game, owners, numbers, self.turn.other, swaps, filled)

    # Winning condition.

    def winning_lines(self) -> list[Cells]:
        """Three numbers of one owner, strictly ascending or descending."""
        owners, numbers = self.owners, self.numbers
        game, filled = self.game, self.filled
        return [
            (a, b, c)
            for a, b, c in (game.lines if filled is None else game.lines_through[filled])
            if owners[a] != "-"
            and owners[a] == owners[b] == owners[c]
            and (numbers[a] < numbers[b] < numbers[c] or numbers[a] > numbers[b] > numbers[c])
        ]

    # Game end conditions, scoring.

    @property
    def outcome(self) -> Outcome | None:
        if lines := self.winning_lines():
            # The line of the player who just moved comes first.
            own = [line for line in lines if self.owners[line[0]] == self.turn.other]
            return self._line(own[0] if own else lines[0])
        if "-" in self.owners:
            return None
        pairs = Tally("pair", self._pairs("X"), self._pairs("O"))
        numbers = Tally("number", *count_owners(self.owners))
        if pairs.leader:
            return Outcome(pairs.leader, str(pairs), (pairs, numbers), "pairs")
        reason = f"{pairs}, {numbers}"
        return Outcome(numbers.leader, reason, (pairs, numbers), "numbers")

    def _line(self, line: Cells) -> Line:
        winner = Player(self.owners[line[0]])
        cells = tuple(self.game.names[cell] for cell in line)
        numbers = tuple(int(self.numbers[cell]) for cell in line)
        direction = ADVERBS.get(self.game.lines[line], "diagonally")
        sequence = "-".join(map(str, numbers))
        reason = f"{winner} has {sequence} {direction} from {cells[0]} to {cells[-1]}"
        return Line(winner, reason, kind="line", cells=cells, numbers=numbers, direction=direction)

    def _pairs(self, player: str) -> int:
        """Potential sequences of two: neighbours of one owner with different numbers."""
        owners, numbers = self.owners, self.numbers
        return sum(
            owners[one] == owners[two] == player and numbers[one] != numbers[two]
            for one, two in self.game.pairs
        )

    def pool(self) -> dict[str, int]:
        """How many of each number are left."""
        return {number: COPIES - self.numbers.count(number) for number in NUMBERS}

    def board(self) -> Board:
        line = outcome.cells if isinstance(outcome := self.outcome, Line) else ()
        cells = tuple(
            Cell(name)
            if owner == "-"
            else Cell(name, Player(owner), number, highlight="line" if name in line else None)
            for name, owner, number in zip(self.game.names, self.owners, self.numbers, strict=True)
        )
        left = {"XO": "Both players have", "X": "Only X has", "O": "Only O has"}
        return Board(
            self.game.rows,
            self.game.columns,
            cells,
            row_names=tuple(LETTERS[: self.game.rows]),
            column_names=numbers_to(self.game.columns),
            beside=tuple(Beside(number, f"{number}({n})") for number, n in self.pool().items()),
            notes=(f"{left.get(self.swaps, 'Nobody has')} the swap left.",),
            counts=(
                Count("pairs", self._pairs("X"), self._pairs("O")),
                Count("swaps left", int("X" in self.swaps), int("O" in self.swaps), of=1),
            ),
        )

    def features(self) -> tuple[int, ...]:
        """Each cell: the number, negative if theirs, 0 empty; then my swap and theirs, 0 or 1."""
        signs = map(self.turn.signs.__getitem__, self.owners)
        numbers = map(WORTH.__getitem__, self.numbers)
        mine, theirs = self.turn in self.swaps, self.turn.other in self.swaps
        return (*map(mul, signs, numbers), int(mine), int(theirs))

    def mapped(self, symmetry: Symmetry) -> "NumeralNexusPosition":
        numbers = symmetry.moved(self.numbers)
        if symmetry.reverse:
            numbers = numbers.translate(REVERSED)
        swaps = self.swaps
        if symmetry.exchange and swaps in ("X", "O"):
            swaps = symmetry.colours(swaps)
        owners = symmetry.moved_owners(self.owners)
        return NumeralNexusPosition(self.game, owners, numbers, symmetry.player(self.turn), swaps)

    def __str__(self) -> str:
        cells = [
            f"{owner}{number}".replace("--", "-")
            for owner, number in zip(self.owners, self.numbers, strict=True)
        ]
        return f"{self.game.write_grid(cells)} {self.turn} {self.swaps}"


made = fast_constructor(NumeralNexusPosition)


def swapped(cells: str, one: int, two: int) -> str:
    """With the letters of two cells, the first of them before the second, swapped."""
    return cells[:one] + cells[two] + cells[one + 1 : two] + cells[one] + cells[two + 1 :]


class NumeralNexus(Game[NumeralNexusPosition]):
    title = "Numeral Nexus"
    summary = "Place numbers from a shared pool, swap two once, and get three in order in a row."
    default_size = (5, 5)
    smallest, largest = (3, 3), (5, 5)
    example = "-----/-----/--X5--/---O7-/----- X XO"
    cell_form = re.compile("-|[XO][1-9]")
    cell_words = "a cell is - or an owner and a number, as in X5"
    fields = 3
    move_form = re.compile(f"{NUMBER}@([A-Za-z]){NUMBER}|([A-Za-z]){NUMBER}~([A-Za-z]){NUMBER}")
    move_words = "a number and a cell, as in 5@C3, or two cells to swap, as in C3~D4"
    sections = {
        "occupied": "Placing Numbers",
        "no-cell": "Placing Numbers",
        "none-left": "Number Pool",
        "no-number": "Number Pool",
        "empty": "Turn Actions",
        "same-cell": "Turn Actions",
        "no-swap": "Swap Mechanic",
        "over": "Winning Condition",
        "line": "Winning Condition",
        "pairs": "Scoring",
        "numbers": "Scoring",
    }
    sign = "M5 20v-5h5v-5h5V5h5M20 5l-3-3M20 5l-3 3"

    def __init__(self, rows: int, columns: int) -> None:
        super().__init__(rows, columns)
        self.names = tuple(
            f"{LETTERS[row]}{column + 1}" for row in range(rows) for column in range(columns)
        )
        names, cells = self.names, range(self.cells)
        self.placements = {
            number: tuple(
                Placement(self.cells * index + cell, f"{number}@{names[cell]}", number, cell)
                for cell in cells
            )
            for index, number in enumerate(NUMBERS)
        }
        self.swaps = {
            (one, two): Swap(action, f"{names[one]}~{names[two]}", one, two)
            for action, (one, two) in enumerate(combinations(cells, 2), 9 * self.cells)
        }
        self.moves = self.all_moves()
        self.actions = tuple(range(len(self.moves)))
        self.swap_actions = {cells: swap.action for cells, swap in self.swaps.items()}
        # Three cells in reading order, by the first cell, then by direction.
        self.lines: dict[Cells, str] = {
            (cell, cell + down * columns + right, cell + 2 * (down * columns + right)): direction
            for cell in cells
            for direction, (down, right) in DIRECTIONS.items()
            if cell // columns + 2 * down < rows and 0 <= cell % columns + 2 * right < columns
        }
        self.lines_through = [[line for line in self.lines if cell in line] for cell in cells]
        self.pairs = tuple(
            (one, two)
            for one, around in enumerate(neighbours(rows, columns, ALL_ROUND))
            for two in around
            if one < two
        )

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Besides the grid's: numbers counted from the other end, 1 for 9."""
        turned = grid_symmetries(self.rows, self.columns)
        return with_exchange(turned + tuple(one._replace(reverse=True) for one in turned))

    def start(self, first: str = Player.X, seed: int | None = None) -> NumeralNexusPosition:
        return NumeralNexusPosition(self, "-" * self.cells, "-" * self.cells, Player(first))

    def parse(self, text: str) -> NumeralNexusPosition:
        cells, turn, (swaps,) = self.read_fields(text)
        if swaps not in ("XO", "X", "O", "-"):
            raise PositionError(
                f"{quote(swaps)} does not say who still has the swap: write XO, X, O or -."
            )
        owners = "".join(cell[0] for cell in cells)
        numbers = "".join(cell[-1] for cell in cells)
        for number in NUMBERS:
            if numbers.count(number) > COPIES:
                raise PositionError(
                    f"The number {number} stands {numbers.count(number)} times, but the pool "
                    f"holds it {COPIES} times."
                )
        # Each turn was a placement or the one swap; whoever began is a turn ahead or level.
        turns = {player: owners.count(player) + (player not in swaps) for player in Player}
        if turns[turn.other] - turns[turn] not in (0, 1):
            raise PositionError(
                f"Turns taken, swaps included: {turn.other} {turns[turn.other]}, {turn} "
                f"{turns[turn]}; with {turn} to move, {turn.other} must have as many or one more."
            )
        return NumeralNexusPosition(self, owners, numbers, turn, swaps)

    @property
    def longest(self) -> int:
        return self.cells + 2  # a swap each

    def all_moves(self) -> tuple[Placement | Swap, ...]:
        placements = (move for row in self.placements.values() for move in row)
        return (*placements, *self.swaps.values())

    @cached_property
    def move_of_text(self) -> dict[str, Placement | Swap]:
        """A swap may be written from either end."""
        moves = super().move_of_text
        for (one, two), swap in self.swaps.items():
            moves[f"{self.names[two]}~{self.names[one]}".lower()] = swap
        return moves

    def why_never(self, *parts: str) -> Refusal:
        number, *cells = parts
        pairs = [f"{cells[i]}{cells[i + 1]}".upper() for i in range(0, 6, 2) if cells[i]]
        for name in pairs:
            if name not in self.names:
                return Refusal(
                    "no-cell",
                    f"There is no cell {name}: rows are A to {LETTERS[self.rows - 1]}, "
                    f"columns 1 to {self.columns}.",
                )
        if number:
            words = f"There is no number {number}: the pool holds 1 to 9."
            return Refusal("no-number", words)
        words = f"{pairs[0]} cannot be swapped with itself: name two different cells."
        return Refusal("same-cell", words)

    def mapped_move(self, move: Placement | Swap, symmetry: Symmetry) -> Placement | Swap:
        if isinstance(move, Placement):
            number = move.number.translate(REVERSED) if symmetry.reverse else move.number
            return self.placements[number][symmetry.target[move.cell]]
        one, two = sorted((symmetry.target[move.first], symmetry.target[move.second]))
        return self.swaps[one, two]
