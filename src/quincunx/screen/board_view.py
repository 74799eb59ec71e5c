"""Any game's board: drawn line by line, as large as there is room, scrolled where there is not."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from quincunx.core import Board, Cell, Player

EDGES = {"chosen": "[]", "line": "**", "forbidden": "!!", "align": "><", "last": "()", "lit": "<>"}
"""What stands at both sides of a cell: nothing is told by colour alone. The first counts."""
SIZES = (*((2 * lines + 1, lines, 1) for lines in (13, 11, 9, 7, 5, 3)), (5, 1, 1), (3, 1, 0))
"""Columns and lines of a cell, and of what is drawn between cells."""


@dataclass
class Axis:
    """The rows or the columns of a board: how large a cell is, and which are in sight."""

    count: int
    cell: int
    rule: int
    """What is drawn between cells."""
    room: int
    """Lines or columns of the screen for all of them."""
    first: int = 0

    def __post_init__(self) -> None:
        self.step = self.cell + self.rule
        fitting = (self.room - self.rule) // self.step
        self.fits, self.shown = fitting >= self.count, max(1, min(self.count, fitting))
        self.spare = self.room - self.rule - self.shown * self.step

    def reveal(self, index: int) -> None:
        first = min(self.first, index, self.count - self.shown)
        self.first = max(first, index - self.shown + 1)


@lru_cache
def art(marker: str, lines: int) -> list[str]:
    """X and O as large as that, in halves of characters; nothing for other markers."""

    def ink(x: int, y: int) -> bool:
        x, y, cut = min(x, 2 * lines - 2 - x), min(y, 2 * lines - 1 - y), lines // 2
        return x == y if marker == "X" else x == max(cut - y, 0) or (not y and x > cut)

    if marker not in ("X", "O") or lines < 3:
        return []
    halves = [[ink(x, y) for x in range(2 * lines - 1)] for y in range(2 * lines)]
    pairs = zip(halves[::2], halves[1::2], strict=True)
    return ["".join(" ▀▄█"[a + 2 * b] for a, b in zip(*two, strict=True)) for two in pairs]


class Highlights(NamedTuple):
    """How a board is shown besides what stands on it; things by their keys."""

    turn: Player = Player.X
    lit: frozenset[str] = frozenset()
    """What can be touched."""
    chosen: tuple[str, ...] = ()
    last: frozenset[str] = frozenset()
    """What the last move changed, and whether just now."""
    fresh: bool = False
    badges: Mapping[str, str] = {}
    """What is written in a corner."""
    markers: Mapping[Player, str] = {}


class BoardView(Widget):
    """Tells which cell is touched; keys move the cursor, the mouse touches at once."""

    COMPONENT_CLASSES = {
        f"board--{name}"
        for name in "line name cell lit last chosen x o fresh-x fresh-o cursor badge".split()
    }

    class Touched(Message):
        def __init__(self, view: "BoardView") -> None:
            super().__init__()
            self.view = view

    class Resized(Message):
        """There is more room, or less."""

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self.board, self.look = Board(1, 1, (Cell(""),)), Highlights()
        self.cursor = 0
        self.sight = [0]
        """The cells to keep in sight, the most important first."""
        self.pointing = True
        self.laid_for: object = None

    def show(self, board: Board, look: Highlights) -> None:
        moved, self.board = look.last - self.look.last, board
        self.look, self.cursor = look, min(self.cursor, len(board.cells) - 1)
        self.reveal(moved)

    def reveal(self, keys: Iterable[str]) -> None:
        """Scroll to these cells, if there are any."""
        places = {cell.key: index for index, cell in enumerate(self.board.cells)}
        self.sight = [places[key] for key in keys if key in places] or self.sight
        self.refresh()

    @property
    def under(self) -> str:
        return self.board.cells[self.cursor].key

    def lay(self) -> None:
        """Chooses the size of a cell, and which of them are in sight."""
        board, (columns, lines) = self.board, self.size
        content = max(len(cell.label) + bool(cell.label != cell.key) for cell in board.cells)
        if self.laid_for != (shape := (columns, lines, board.rows, board.columns, content)):
            self.laid_for = shape
            self.side = max((1 + len(name) for name in board.row_names), default=0)
            self.head = len(board.column_names[:1])
            for width, height, rule in SIZES:
                width = max(width, content + 2)
                self.across = Axis(board.columns, width, rule, columns - self.side)
                self.down = Axis(board.rows, height, rule, lines - self.head)
                if self.across.fits and self.down.fits:
                    break
            self.x = max(0, (self.across.spare - self.side) // 2)
            self.y = max(0, self.down.spare // 2)
        for row, column in (divmod(cell, board.columns) for cell in reversed(self.sight)):
            self.down.reveal(row)
            self.across.reveal(column)

    def step(self, down: int, right: int) -> bool:
        """Whether there is a cell that way; the cursor goes there."""
        row, column = divmod(self.cursor, self.board.columns)
        inside = 0 <= row + down < self.board.rows and 0 <= column + right < self.board.columns
        if inside:
            self.go_to(self.cursor + down * self.board.columns + right)
        return inside

    def point_at(self, key: str) -> None:
        keys = [cell.key.lower() for cell in self.board.cells]
        self.go_to(keys.index(key) if key in keys else self.cursor)

    def go_to(self, index: int) -> None:
        self.cursor, self.sight = index, [index]
        self.refresh()

    def on_resize(self) -> None:
        self.post_message(self.Resized())

    def on_click(self, event: events.Click) -> None:
        index = event.style.meta.get("cell")
        if index is not None:
            self.go_to(index)
            self.post_message(self.Touched(self))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self.step(*((0, 1) if event.shift else (1, 0)))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self.step(*((0, -1) if event.shift else (-1, 0)))

    # Drawing.

    def style(self, *names: str) -> Style:
        """All of them, one over the other."""
        parts = (self.get_component_rich_style(f"board--{name}", partial=True) for name in names)
        return Style.combine(parts)

    def render_line(self, y: int) -> Strip:
        if not y:
            self.lay()
        board, across, down = self.board, self.across, self.down
        quiet, before, bar = self.style("line"), " " * (self.x + self.side), "│" * down.rule
        row, line = divmod(y - self.y - self.head, down.step)
        columns = range(across.first, across.first + across.shown)
        segments: list[Segment] = []
        if self.head and y == self.y:
            names = "".join(board.column_names[column].center(across.step) for column in columns)
            segments = [Segment(before + " " * (down.rule // 2) + names, self.style("name"))]
        elif down.rule and line == 0 and 0 <= row <= down.shown:
            ends = "┌┬┐" if row == 0 else "└┴┘" if row == down.shown else "├┼┤"
            rule = ends[1].join(["─" * across.cell] * across.shown)
            segments = [Segment(f"{before}{ends[0]}{rule}{ends[2]}", quiet)]
        elif 0 <= row < down.shown:
            row += down.first
            middle = board.row_names and line == down.step // 2
            name = f"{board.row_names[row]} " if middle else ""
            segments = [Segment(name.rjust(len(before)), self.style("name"))]
            for column in columns:
                cell = self.cell(row * board.columns + column, line - down.rule)
                segments += [Segment(bar, quiet), *cell]
            segments.append(Segment(bar, quiet))
        return Strip(segments).adjust_cell_length(self.size.width, quiet)

    def cell(self, index: int, line: int) -> list[Segment]:
        """One line of a cell."""
        (key, owner, label, highlight), look, app = self.board.cells[index], self.look, self.app
        if owner is None and key in look.chosen:  # as it will stand there
            owner, label = look.turn, "" if label == key else label
        held = [(key in look.chosen, "chosen"), (highlight, highlight), (key in look.lit, "lit")]
        states = tuple(str(name) for holds, name in (*held, (key in look.last, "last")) if holds)
        cursor = self.pointing and index == self.cursor
        ground = ["cell", *(name for name in ("last", "lit", "chosen") if name in states)]
        ground += [owner.lower()] if owner else []
        ground += ["cursor"] if cursor else []
        if look.fresh and key in look.last:
            ground.append(f"fresh-{owner.lower()}" if owner else "chosen")
        few = app.no_color or app.console.color_system == "standard"
        plain = Style(reverse=(cursor and few) or None, meta={"cell": index})
        style, badge = self.style(*ground) + plain, look.badges.get(key, "")
        marker = look.markers.get(owner, owner.value) if owner else ""
        sizes = self.across.cell, self.down.cell, self.down.rule
        rows, at = draw_cell(*sizes, marker, label, states, badge, app.no_color)
        row = rows[line]
        if line < len(rows) - 1 or not badge:
            return [Segment(row, style)]
        signed, rest = self.style(*ground, "badge") + plain, row[at + len(badge) :]
        return [Segment(row[:at], style), Segment(badge, signed), Segment(rest, style)]


@lru_cache(4096)
def draw_cell(
    width: int,
    height: int,
    rule: int,
    marker: str,
    label: str,
    states: tuple[str, ...],
    badge: str,
    no_color: bool,
) -> tuple[list[str], int]:
    """Return the lines of a cell, and the column of its badge in the last one."""
    drawing = art(marker, height - 2 if height > 3 else height)
    rows = [""] * height
    if drawing and (not label or height > 3):
        first = (height - len(drawing)) // 2
        rows[first : first + len(drawing)] = drawing
        rows[-1] = label or rows[-1]
    else:
        texts = filter(None, (marker, label))
        text = (" " if width > 5 else "").join(texts)
        rows[height // 2] = text or ("·" if "lit" in states else "")
    rows = [row.center(width) for row in rows]
    at, text = width - len(badge), f"{marker}{label}"
    if badge and height == 1:  # after what stands there, apart from the next cell, or in its place
        at = max(len(text.rstrip()), at - (not rule)) if text.strip() else at // 2
        rows[0] = text.ljust(width)
    elif states and (marker or states[0] != "lit" or no_color):
        edges, inside = EDGES[states[0]], rows[height // 2][1:-1]
        rows[height // 2] = f"{edges[0]}{inside}{edges[1]}"
    return rows, at
