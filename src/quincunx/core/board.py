"""What a front end draws and what a player clicks, so that a front end needs no rule.

A board is a grid of cells and, next to it, other things such as a pool of numbers. Everything that
can be clicked has a key. A move is entered by clicking keys in order; `choose` returns which keys
may follow and which move is complete.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from quincunx.core.errors import GameError, IllegalMoveError, NotationError
from quincunx.core.player import Player
from quincunx.core.text import listed

if TYPE_CHECKING:
    from quincunx.core.position import Move, Position


Highlight = Literal["line", "align", "forbidden", "last"]
"""Why a cell is highlighted: it wins, the next move must be in line with it, it may not be taken
now although it looks free, or it was just played."""


class Cell(NamedTuple):
    key: str
    owner: Player | None = None
    label: str = ""
    """What is written in the cell besides its owner's marker."""
    highlight: Highlight | None = None


class Beside(NamedTuple):
    """A thing next to the grid that can be clicked, such as a number of the pool."""

    key: str
    label: str


class Count(NamedTuple):
    """Something that decides the game, as each player has it now; None where they have none."""

    label: str
    x: int | None
    o: int | None
    of: int | None = None
    """How many win, or the maximum."""


class Board(NamedTuple):
    rows: int
    columns: int
    cells: tuple[Cell, ...]
    """In reading order."""
    row_names: tuple[str, ...] = ()
    column_names: tuple[str, ...] = ()
    beside: tuple[Beside, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences that a player needs with the grid."""
    finish: str | None = None
    """The label of the button that plays a complete move which could also go on."""
    counts: tuple[Count, ...] = ()
    """What decides the game, the most important first."""


class Choice(NamedTuple):
    next: tuple[str, ...]
    """The keys that may be clicked now."""
    move: "Move | None"
    """The move that is complete; while keys are left to click, Board.finish plays it."""


def choose(position: "Position[Any]", clicks: Sequence[str]) -> Choice:
    """Return what the clicks so far allow; clicks that begin no move allow nothing."""
    begun = tuple(clicks)
    complete = None
    following: dict[str, None] = {}
    for move in position.legal_moves():
        for sequence in position.clicks(move):
            if sequence == begun:
                complete = move
            elif sequence[: len(begun)] == begun:
                following[sequence[len(begun)]] = None
    return Choice(tuple(following), complete)


def explain_clicks(position: "Position[Any]", clicks: Sequence[str]) -> str:
    """Explain why the clicks begin no move here, by the refusals of the moves that were meant.
    The most frequent refusal is chosen; two that are equally frequent are both given."""
    touched, count = tuple(clicks), len(clicks)
    if any(choose(position, touched)):
        return f"{listed([*touched])} can be touched: go on."
    ways = [(move.text, way) for move in position.game.all_moves() for way in move.clicks]
    meant = [text for text, way in ways if way[:count] == touched]
    if not meant:  # what no position allows: like another move, but for the last key
        like = [(t, w[count - 1]) for t, w in ways if w[: count - 1] == touched[:-1] != w]
        meant = [touched[-1].join(text.rsplit(key, 1)) for text, key in like]
    refusals = Counter[tuple[str, str]]()
    for text in dict.fromkeys(meant):
        try:
            position.read(text)
        except IllegalMoveError as error:
            refusals[error.rule, str(error)] += 1
        except NotationError:
            pass
    # What refuses most of these moves in the same words is about the clicks themselves.
    sentences = Counter(rule for rule, _ in refusals)
    ranks = {one: (count, -sentences[one[0]]) for one, count in refusals.items()}
    best = [one[1] for one in refusals if ranks[one] == max(ranks.values())]
    plain = "This begins no move here: touch something that can be played."
    return " ".join(best if len(best) == 2 else [*best, plain][:1])


def numbers_to(count: int) -> tuple[str, ...]:
    """Return the names of so many rows or columns: 1, 2, 3 …"""
    return tuple(map(str, range(1, count + 1)))


def changed_cells(before: Board, after: Board) -> set[str]:
    """Return the keys of the cells that a move changed."""
    if [cell.key for cell in before.cells] != [cell.key for cell in after.cells]:
        raise GameError("The keys of the cells must be the same in every position.")
    pairs = zip(before.cells, after.cells, strict=True)
    return {new.key for old, new in pairs if (old.owner, old.label) != (new.owner, new.label)}


def draw_board(
    board: Board, sign: Callable[[Player, Cell], str] = lambda owner, _: owner.value
) -> str:
    """Draw a board in characters: owners as signs of one column, empty cells as their label or a
    point."""
    texts = [
        ((sign(cell.owner, cell) if cell.owner else "") + cell.label or ".") for cell in board.cells
    ]
    lengths = [bool(cell.owner) + len(cell.label) or 1 for cell in board.cells]
    width = max(lengths)
    texts = [" " * (width - length) + text for text, length in zip(texts, lengths, strict=True)]
    rows = [" ".join(texts[i : i + board.columns]) for i in range(0, len(texts), board.columns)]
    if board.row_names:
        side = max(map(len, board.row_names))
        head = " " * side + " " + " ".join(name.rjust(width) for name in board.column_names)
        names = [name.rjust(side) for name in board.row_names]
        rows = [head, *(f"{name} {row}" for name, row in zip(names, rows, strict=True))]
    beside = [", ".join(thing.label for thing in board.beside)] if board.beside else []
    return "\n".join([*rows, *beside, *board.notes])
