"""A game: one rule book on one size of grid. It reads positions and moves, and lists every move."""

import re
import sys
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, SupportsIndex, TypeVar

from quincunx.core.errors import GameError, IllegalMoveError, NotationError, PositionError
from quincunx.core.grid import Symmetry, grid_symmetries, with_exchange
from quincunx.core.player import Player
from quincunx.core.position import Move, Position, Refusal
from quincunx.core.text import counted, quote

if TYPE_CHECKING:
    from random import Random

MAX_POSITION_CHARACTERS = 1_000
MAX_MOVE_CHARACTERS = 200
MAX_RANDOM_PLIES = 1_000
RULES = "rules"
"""The file of a game's folder that holds its rules."""

PositionT = TypeVar("PositionT", bound=Position[Any])


class Game(ABC, Generic[PositionT]):
    """One rule book on one size of grid. Get it from `quincunx.game`.

    Examples:
        >>> import quincunx
        >>> game = quincunx.game("grid-clash")
        >>> game.title, game.size, game.action_count
        ('Grid Clash', '3x3', 9)
        >>> str(game.start(seed=7)) == str(game.start(seed=7))
        True
    """

    title: ClassVar[str]
    summary: ClassVar[str]
    """The game in one sentence, for menus."""
    default_size: ClassVar[tuple[int, int]]
    smallest: ClassVar[tuple[int, int]]
    largest: ClassVar[tuple[int, int]]
    """Rows and columns; equal where the game has one size."""
    example: ClassVar[str]
    """The text of a position, for messages."""
    cell_form: ClassVar[re.Pattern[str]]
    cell_words: ClassVar[str]
    """The notation of one cell in a position's text, and its description."""
    move_form: ClassVar[re.Pattern[str]]
    move_words: ClassVar[str]
    """The notation of a move, and its description."""
    sections: ClassVar[Mapping[str, str]] = {}
    """The section of the rule book, by the id of a rule or of an ending."""
    separator: ClassVar[str] = ""
    """The text between the cells of a row."""
    fields: ClassVar[int] = 2
    """The number of words in a position's text."""
    has_random_start: ClassVar[bool] = False
    """Whether the start is random."""
    usual_start: ClassVar[str] = ""
    """Where the start is random: the text of the one whose solution is published."""
    sign: ClassVar[str] = ""
    """The icon of the game: an SVG path of strokes on 24x24. A game without one gets the markers of
    a board."""

    def __init__(self, rows: int, columns: int) -> None:
        limits = zip(self.smallest, (rows, columns), self.largest, strict=True)
        if not all(low <= number <= high for low, number, high in limits):
            raise GameError(f"{self.title} is played on {self.sizes()}, not on {rows}x{columns}.")
        self.rows = rows
        self.columns = columns
        self.cells = rows * columns
        self.cache: dict[Any, dict[Any, list[Any]]] = defaultdict(dict)

    @classmethod
    def id(cls) -> str:
        """Return the name of the game's folder, or of its single file, with hyphens."""
        return cls.__module__.removesuffix(f".{RULES}").rpartition(".")[2].replace("_", "-")

    @classmethod
    def is_folder(cls) -> bool:
        """Whether the game is a folder, which may hold other parts than its rules."""
        return cls.__module__.endswith(f".{RULES}")

    @classmethod
    def rules(cls) -> str:
        """Return the rules in our own words: the docstring of the rules file."""
        return (sys.modules[cls.__module__].__doc__ or "").strip()

    @classmethod
    def description(cls) -> dict[str, str]:
        """Return the JSON document of the game."""
        return {
            "id": cls.id(),
            "title": cls.title,
            "summary": cls.summary,
            "default_size": "{}x{}".format(*cls.default_size),
            "smallest_size": "{}x{}".format(*cls.smallest),
            "largest_size": "{}x{}".format(*cls.largest),
        }

    @classmethod
    def sizes(cls) -> str:
        """Return the sizes in words: '2 to 6 rows and 2 to 6 columns', or '3 rows and 3
        columns'."""
        sides = zip(cls.smallest, cls.largest, ("row", "column"), strict=True)
        return " and ".join(
            counted(low, noun) if low == high else f"{low} to {high} {noun}s"
            for low, high, noun in sides
        )

    @property
    def size(self) -> str:
        return f"{self.rows}x{self.columns}"

    @property
    def feature_bound(self) -> int:
        """No feature of a position is farther from 0."""
        return self.cells

    @abstractmethod
    def start(self, first: str = Player.X, seed: int | None = None) -> PositionT:
        """Return the first position. A seed decides what is random, where something is."""

    @cached_property
    def opening(self) -> PositionT:
        """The first position where nothing is random."""
        return self.start()

    @abstractmethod
    def parse(self, text: str) -> PositionT:
        """Return the position with this text, or raise PositionError."""

    @abstractmethod
    def all_moves(self) -> tuple[Any, ...]:
        """Return every move of the game on this size, in action order."""

    @cached_property
    def action_count(self) -> int:
        """One more than the largest action number; some numbers may be unused."""
        last: int = self.all_moves()[-1].action
        return last + 1

    @property
    def longest(self) -> int | None:
        """The largest number of moves in a game; None if there is no bound."""
        return None

    @abstractmethod
    def mapped_move(self, move: Any, symmetry: Symmetry) -> Any:
        """Return the image of a move under a symmetry."""

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """All symmetries, the identity first."""
        return with_exchange(grid_symmetries(self.rows, self.columns))

    @cached_property
    def move_of_action(self) -> dict[int, Any]:
        return {move.action: move for move in self.all_moves()}

    # Reading moves.

    @cached_property
    def move_of_text(self) -> dict[str, Any]:
        """Every move by its text in lower case."""
        return {move.text.lower(): move for move in self.all_moves()}

    def read_move(self, text: str) -> Any:
        """Return the move with this text: NotationError if it cannot be read, IllegalMoveError if
        it is legal in no position."""
        found = self.move_form.fullmatch(text) if len(text) <= MAX_MOVE_CHARACTERS else None
        if found is None:
            raise NotationError(f"{quote(text)} is no {self.title} move: write {self.move_words}.")
        move = self.move_of_text.get(text.lower())
        if move is None:
            raise self.illegal(self.why_never(*found.groups()))
        return move

    def find_move(self, move: Move | str | SupportsIndex) -> Any:
        """Return the move with this text or action number, or this move; one of another game or
        size is refused."""
        if isinstance(move, str):
            return self.read_move(move)
        if isinstance(move, Move):
            if self.move_of_action.get(move.action) != move:
                raise IllegalMoveError(f"{move} is not a move of {self.title} {self.size}.")
            return move
        try:
            number = index(move)  # also another library's
        except TypeError as error:
            raise NotationError(
                f"{quote(str(move))} is no move: give one of legal_moves(), its text or its number."
            ) from error
        if found := self.move_of_action.get(number):
            return found
        raise IllegalMoveError(
            f"No move of {self.title} {self.size} has the number {number}: "
            "choose that of a legal one."
        )

    def illegal(self, refusal: Refusal) -> IllegalMoveError:
        return IllegalMoveError(refusal.sentence, refusal.rule, self.sections.get(refusal.rule, ""))

    @abstractmethod
    def why_never(self, *parts: str) -> Refusal:
        """Return why a text in the notation of a move is none on this grid, by the groups of the
        notation; an optional group may be None."""

    # Reading positions: what all games share.

    @classmethod
    def size_of(cls, text: str) -> tuple[int, int]:
        """Return the size of the grid in a position's text."""
        rows = cls._words(text)[0].split("/")
        return len(rows), len(cls._read_row(1, rows[0]))

    def read_fields(self, text: str) -> tuple[list[str], Player, list[str]]:
        """Return the cells in reading order, the player to move, and the other words of a text."""
        grid, turn_word, *rest = self._words(text)
        rows = grid.split("/")
        if len(rows) != self.rows:
            raise PositionError(
                f"The grid has {counted(len(rows), 'row')}, but {self.title} {self.size} "
                f"has {self.rows}, joined by '/'."
            )
        cells = []
        for number, row in enumerate(rows, 1):
            found = self._read_row(number, row)
            if len(found) != self.columns:
                raise PositionError(
                    f"Row {number} has {counted(len(found), 'cell')}, but {self.title} "
                    f"{self.size} has {self.columns}."
                )
            cells += found
        if turn_word not in ("X", "O"):
            raise PositionError(f"{quote(turn_word)} is not the player to move: write X or O.")
        turn = Player(turn_word)
        owners = {cell[0] for cell in cells} | {cell[-1] for cell in cells}
        if owners & {"X", "O"} and turn.other not in owners:
            raise PositionError(
                f"With {turn} to move {turn.other} moved last, but holds no cell of the grid."
            )
        return cells, turn, rest

    @classmethod
    def _words(cls, text: str) -> list[str]:
        words = text.split(" ") if len(text) <= MAX_POSITION_CHARACTERS else []
        if len(words) != cls.fields:
            raise PositionError(
                f"{quote(text)} is no {cls.title} position: write one as in {cls.example}."
            )
        return words

    @classmethod
    def _read_row(cls, number: int, row: str) -> list[str]:
        cells: list[str] = cls.cell_form.findall(row)
        if not cells or cls.separator.join(cells) != row:
            raise PositionError(f"Row {number} reads {quote(row)}: {cls.cell_words}.")
        return cells

    def write_grid(self, cells: Sequence[str]) -> str:
        rows = range(0, self.cells, self.columns)
        return "/".join(self.separator.join(cells[i : i + self.columns]) for i in rows)

    # Games are values: equal when rule book and size are.

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.size == other.size

    def __hash__(self) -> int:
        return hash((type(self), self.rows, self.columns))

    def __repr__(self) -> str:
        return f"quincunx.game({self.id()!r}, size=({self.rows}, {self.columns}))"

    def __reduce__(self) -> tuple[Any, ...]:
        return make, (type(self), self.rows, self.columns)

    def __deepcopy__(self, memo: object) -> Self:
        return self


@cache
def make(kind: "type[AnyGame]", rows: int, columns: int) -> "AnyGame":
    """Return a game with its tables, which are made once in each process."""
    return kind(rows, columns)


AnyPosition = Position[Any]
AnyGame = Game[Any]


def random_play(position: AnyPosition, random: "Random") -> Iterator[AnyPosition]:
    """Yield the positions of a random game from this one; stop one that might never end."""
    for _ in range(MAX_RANDOM_PLIES):
        yield position
        moves = position.legal_moves()
        if not moves:
            return
        position = position.after(random.choice(moves))
