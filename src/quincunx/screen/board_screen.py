"""A board and what stands beside it; moves are said by touches, in notation or with the mouse."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from quincunx.analysis.words import SIGNS
from quincunx.books import Book
from quincunx.core import Board, Cell, Player, QuincunxError, choose
from quincunx.core.board import changed_cells, explain_clicks
from quincunx.play.match import Match
from quincunx.screen.base import BaseScreen, Keys
from quincunx.screen.board_view import BoardView, Highlights

MAX_LOG_LINES = 200
MAX_POOL_COLUMNS = 8
"""Columns of a thing beside the grid, at most."""
STEPS = {"up,k": "-1,0", "down,j": "1,0", "left,h": "0,-1", "right,l": "0,1"}


class Entry(NamedTuple):
    """A way to enter a move, after what is touched."""

    text: str
    clicks: tuple[str, ...]
    move: Any


class BoardScreen(BaseScreen):
    """What becomes of a move that was said is up to the kind of table: `play`; `open` begins."""

    HELP = "A move can be typed in notation too; capital letters always are notation."
    BINDINGS = [
        Binding("enter,space", "enter", "Choose"),
        *(Binding(k, f"step({s})", "Move about", show=False) for k, s in STEPS.items()),
        Binding("backspace", "back", "Back", show=False),
        Binding("pageup", "leaf(-3)", "Log", show=False),
        Binding("pagedown", "leaf(3)", "Log", show=False),
    ]
    ASKED = {"enter", "hint", "values", "resign", "answer"}
    """Actions for whoever is to move."""
    fresh = single = False
    """Whether a change was made just now; whether one move is wanted and no more."""

    def __init__(self, book: Book) -> None:
        super().__init__()
        self.book, self.lines = book, []  # type: Book, list[str]
        self.clear()

    def clear(self) -> None:
        """Nothing is chosen, refused or shown."""
        self.touched: tuple[str, ...] = ()
        self.written = self.said = self.aimed = ""
        """What is typed of a move; what is refused; what was chosen last."""
        self.badges: dict[str, str] = {}
        self.analysis: Any = None

    def compose(self) -> ComposeResult:
        with Container(id="table"):
            with Container(id="boards"):
                yield BoardView("grid")
                yield BoardView("pool")
                yield Static(id="said", markup=False)
            with Container(id="side"):
                yield Static(id="players")
                with VerticalScroll(id="log", can_focus=False):
                    yield Static(markup=False)
        yield Keys()

    def on_mount(self) -> None:
        self.grid, self.pool = self.query(BoardView)
        self.pool.pointing = False
        self.open()

    def open(self) -> None:
        self.draw()

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self.draw)

    def on_board_view_resized(self) -> None:
        self.draw()

    def play(self, move: Any) -> None:
        raise NotImplementedError

    def prompt(self) -> str:
        """What is wanted, while nothing is chosen."""
        return f"{self.book.addressed(self.match.position.turn)}, it's your turn."

    @property
    def match(self) -> Match:
        return self.book.match

    @property
    def asking(self) -> bool:
        """Whether a person is to move."""
        return not (self.match.outcome or self.busy or (self.single and self.match.ply))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.asking if action in self.ASKED else True

    # What is shown.

    def draw(self) -> None:
        if not self.query("#players"):  # what was waited for came when this place was left
            return
        match, board = self.match, self.match.position.board()
        last = changed_cells(match.positions[-2].board(), board) if match.ply else set()
        lit = {key for way in self.longer for key in (way if self.written else way[:1])}
        badges, begun = self.badges, self.begun if self.analysis else ()
        if self.analysis:
            badges = {key: self.worth((*begun, key)) for key in lit}
        sets, turn = (frozenset(lit), self.touched, frozenset(last)), match.position.turn
        look = Highlights(turn, *sets, self.fresh, badges, self.book.markers)
        self.grid.show(board, look)
        self.pool.display = bool(board.beside)
        if board.beside:
            columns = min(len(board.beside), max(1, self.grid.size.width // MAX_POOL_COLUMNS))
            self.pool.styles.height = rows = -(-len(board.beside) // columns)
            cells = [Cell(key, label=f"{label} ") for key, label in board.beside]
            cells += [Cell("")] * (rows * columns - len(cells))
            self.pool.show(Board(rows, columns, tuple(cells)), look)
        self.put("#players", self.players(board))
        if self.put("#log Static", "\n".join(self.lines[-MAX_LOG_LINES:])):
            self.query_one("#log").scroll_end(animate=False)
        notes = () if match.outcome else board.notes
        said = self.said or self.chosen(board) or " ".join([self.busy or self.prompt(), *notes])
        self.put("#said", said)
        self.query_one("#said").set_class(bool(self.said), "refused")
        self.query_one(Keys).refresh()

    def put(self, where: str, content: Content | str) -> bool:
        """Show a text; return whether it changed."""
        there = self.query_one(where, Static)
        if changed := there.content != content:
            there.update(content)
        return changed

    def chosen(self, board: Board) -> str:
        """What is chosen so far, and how to go on."""
        what = ", ".join(filter(None, (*self.touched, self.written.upper())))
        finish = f", or Enter: {board.finish or 'play'}" if self.whole is not None else ""
        return f"Chosen: {what}. Go on{finish}; Esc cancels." if what else ""

    def players(self, board: Board) -> Content:
        """Who plays, whose turn it is, and what counts."""
        parts, apart = [], "  " if self.has_class("-narrow") else "\n    "
        for side in Player:
            told = [
                f"{count.label} {own}{f'/{count.of}' if count.of else ''}"
                for count in board.counts
                if (own := count.x if side is Player.X else count.o) is not None
            ]
            counted = f"{apart}[$quiet]{' · '.join(told)}[/]" if told else ""
            line = f"[${side.lower()}]$turn [b]$sign[/b] $name[/]{counted}"
            turn, sign = "▌" if side is self.match.turn else " ", self.book.sign(side)
            name = self.book.plain_name(side)
            parts.append(Content.from_markup(line, name=name, sign=sign, turn=turn))
        return Content("\n").join(parts)

    def worth(self, begun: tuple[str, ...]) -> str:
        """The best that can be had by touching these things."""
        for item in self.analysis.moves:
            if any(way[: len(begun)] == begun for way in self.match.position.clicks(item.move)):
                far = item.distance if item.margin is None else abs(item.margin)
                told = far is not None and item.value in ("win", "loss")
                return f"{SIGNS[item.value]}{far if told else ''}"
        return ""

    def note(self, *words: str) -> None:
        self.lines += filter(None, words)

    def action_leaf(self, lines: int) -> None:
        self.query_one("#log").scroll_relative(y=lines, animate=False)

    # How moves are said.

    def action_step(self, down: int, right: int) -> None:
        view, other = (self.grid, self.pool) if self.grid.pointing else (self.pool, self.grid)
        if (
            not view.step(down, right)
            and other.display
            and down == (1 if view is self.grid else -1)
        ):
            self.point(other)

    def point(self, view: BoardView) -> None:
        for each in (self.grid, self.pool):
            each.pointing = each is view
            each.refresh()

    def on_board_view_touched(self, event: BoardView.Touched) -> None:
        self.point(event.view)
        self.touch(event.view.under)

    def on_key(self, event: events.Key) -> None:
        sign = event.character or ""
        if sign.isalnum() and self.asking and event.key not in self.active_bindings:
            self.write(sign.lower())

    def entries(self, moves: Iterable[Any]) -> list[Entry]:
        """The ways to go on with what is touched and written. A move is written as its notation or
        its touches; signs that only keep its parts apart may be left out."""
        count, begun = len(self.touched), plain(*self.touched)
        return [
            Entry(text[len(begun) :], way[count:], move)
            for move in moves
            for way in self.match.position.clicks(move)
            if way[:count] == self.touched
            for text in (plain(move), plain(*way))
            if text.startswith(begun + self.written)
        ]

    @property
    def following(self) -> list[Entry]:
        return self.entries(self.match.legal_moves() if self.asking else ())

    @property
    def known(self) -> list[Entry]:
        """Also the moves that are not legal now: the rules say why."""
        return self.entries(self.match.position.game.all_moves())

    @property
    def whole(self) -> Any | None:
        """The move that is complete, if one is."""
        if not (self.touched or self.written):
            return None
        return next((entry.move for entry in self.following if entry.text == self.written), None)

    @property
    def longer(self) -> list[tuple[str, ...]]:
        """What else is touched in the moves that go on with what is written."""
        return [entry.clicks for entry in self.following if entry.text != self.written]

    @property
    def begun(self) -> tuple[str, ...]:
        """What is touched, and the touches that what is written stands for."""
        starts = [way[:n] for way in self.longer for n in range(1, len(way)) if self.written]
        same = {start for start in starts if plain(*start) == self.written}
        meant = same or {start[:1] for start in starts}
        return self.touched + (meant.pop() if len(meant) == 1 else ())

    @property
    def under(self) -> str:
        return (self.grid if self.grid.pointing else self.pool).under

    def action_enter(self) -> None:
        """Play what is complete unless the cursor has moved on, else touch what is under it."""
        unread = self.written and self.begun == self.touched
        if self.under == self.aimed and (unread or self.whole is not None):
            self.submit()
        else:
            self.touch(self.under)

    def touch(self, key: str) -> None:
        if not (self.asking and key):
            return
        self.touched, self.written, self.said, self.aimed = self.begun, "", "", key
        if self.touched[-1:] == (key,):
            self.touched = self.touched[:-1]
        elif any(way[:1] == (key,) for way in self.longer):
            self.touched += (key,)
        elif self.touched and key in choose(self.match.position, ()).next:
            self.touched = (key,)
        else:
            self.said = explain_clicks(self.match.position, (*self.touched, key))
        if self.whole is not None and not self.longer:
            self.moved(self.whole)
        else:
            self.draw()

    def write(self, sign: str) -> None:
        """A sign of notation, after what is touched where that can be."""
        self.said, self.written = "", self.written + sign
        if not self.following:
            self.touched = ()
        for view in (self.grid, self.pool):
            view.point_at(self.written)
        self.aimed = self.under
        known = {entry.text for entry in self.known}
        if not self.longer and (self.touched or self.written in known or not known):
            self.submit()
        else:
            self.draw()

    def submit(self) -> None:
        """Play what is complete, or let the rules refuse what is written."""
        move, written = self.whole, self.written
        texts = [str(entry.move) for entry in self.known if entry.text == written]
        texts.sort(key=lambda text: plain(text) != written)  # notation goes before touches
        self.clear()
        try:
            self.moved(self.match.read([*texts, written][0]) if move is None else move)
        except QuincunxError as error:
            self.said = str(error)
            self.draw()

    def moved(self, move: Any) -> None:
        self.clear()
        self.attempt(self.play, move)

    def action_back(self) -> None:
        """Out of what is chosen or shown, then away."""
        touched, written = self.touched[: None if self.written else -1], self.written[:-1]
        if not (self.touched or self.written or self.said or self.badges or self.analysis):
            self.leave()
        else:
            self.clear()
            self.touched, self.written = touched, written
            self.draw()

    def leave(self) -> None:
        self.app.pop_screen()


def plain(*parts: object) -> str:
    """Without signs that only keep parts of a move apart."""
    return re.sub("[^a-z0-9]", "", "".join(map(str, parts)).lower())
