"""A board and what stands beside it; moves are said by touches, in notation or with the mouse."""

import re
from functools import lru_cache
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from quincunx.books import Book
from quincunx.core import AnyGame, AnyPosition, Board, Cell, Choice, Player, QuincunxError, choose
from quincunx.core.board import changed_cells, why_untouched
from quincunx.match import Match
from quincunx.screen.board import BoardView, Look
from quincunx.screen.places import Keys, Place

MOST_LINES = 200
POOLED = 8
"""Columns of a thing beside the grid, at most."""
VALUES = {"win": "+", "draw": "=", "loss": "-"}
STEPS = {"up,k": "-1,0", "down,j": "1,0", "left,h": "0,-1", "right,l": "0,1"}


class Table(Place):
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
        self.written = self.said = ""
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

    @property
    def choice(self) -> Choice:
        return choose(self.match.position, self.touched) if self.asking else Choice((), None)

    # What is shown.

    def draw(self) -> None:
        if not self.query("#players"):  # what was waited for came when this place was left
            return
        match, choice, board = self.match, self.choice, board_of(self.match.position)
        last = changed_cells(board_of(match.positions[-2]), board) if match.ply else set()
        lit = {key for way in self.going() for key in way} if self.written else choice.next
        badges = self.badges or ({key: self.worth(key) for key in lit} if self.analysis else {})
        sets, turn = (frozenset(lit), self.touched, frozenset(last)), match.position.turn
        look = Look(turn, *sets, self.fresh, badges, self.book.markers)
        self.grid.show(board, look)
        self.pool.display = bool(board.beside)
        if board.beside:
            columns = min(len(board.beside), max(1, self.grid.size.width // POOLED))
            self.pool.styles.height = rows = -(-len(board.beside) // columns)
            cells = [Cell(key, label=f"{label} ") for key, label in board.beside]
            cells += [Cell("")] * (rows * columns - len(cells))
            self.pool.show(Board(rows, columns, tuple(cells)), look)
        self.put("#players", self.players(board))
        if self.put("#log Static", "\n".join(self.lines[-MOST_LINES:])):
            self.query_one("#log").scroll_end(animate=False)
        notes = () if match.outcome else board.notes
        said = self.said or self.chosen(board) or " ".join([self.busy or self.prompt(), *notes])
        self.put("#said", said)
        self.query_one("#said").set_class(bool(self.said), "refused")
        self.query_one(Keys).refresh()

    def put(self, where: str, content: Content | str) -> bool:
        """Whether it changed; where as many lines stand as before, nothing else is laid anew."""
        there = self.query_one(where, Static)
        lines = [str(one).split("\n") for one in (there.content, content)]
        long = any(len(line) > there.size.width for line in lines[0] + lines[1])
        if changed := there.content != content:
            there.update(content, layout=long or len(lines[0]) != len(lines[1]))
        return changed

    def chosen(self, board: Board) -> str:
        """What is chosen so far, and how to go on."""
        what = self.written.upper() or ", ".join(self.touched)
        finish = f", or Enter: {board.finish or 'play'}" if self.whole is not None else ""
        return f"Chosen: {what}. Go on{finish}; Esc cancels." if what else ""

    def players(self, board: Board) -> Content:
        """Who plays, whose turn it is, and what counts."""
        parts, apart = [], "  " if self.has_class("-narrow") else "\n    "
        for side in Player:
            counts = [(c.label, c.x if side is Player.X else c.o, c.of) for c in board.counts]
            told = [
                f"{n} {has}{f'/{of}' if of else ''}" for n, has, of in counts if has is not None
            ]
            counted = f"{apart}[$quiet]{' · '.join(told)}[/]" if told else ""
            line = f"[${side.lower()}]$turn [b]$sign[/b] $name[/]{counted}"
            turn, sign = "▌" if side is self.match.turn else " ", self.book.sign(side)
            name = self.book.plain_name(side)
            parts.append(Content.from_markup(line, name=name, sign=sign, turn=turn))
        return Content("\n").join(parts)

    def worth(self, key: str) -> str:
        """The best that can be had by touching a thing now."""
        begun = (*self.touched, key)
        for item in self.analysis.moves:
            if any(way[: len(begun)] == begun for way in self.match.position.clicks(item.move)):
                far = item.distance if item.margin is None else abs(item.margin)
                told = far is not None and item.value in ("win", "loss")
                return f"{VALUES.get(item.value, '?')}{far if told else ''}"
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

    @property
    def whole(self) -> Any | None:
        """The move that is complete, if one is."""
        position = self.match.position
        if self.written:
            return next(
                (m for m in position.legal_moves() if self.written in forms(position, m)), None
            )
        return self.choice.move if self.touched else None

    def action_enter(self) -> None:
        """Plays what is complete, else touches what is under the cursor."""
        key = (self.grid if self.grid.pointing else self.pool).under
        if self.written:
            self.submit()
        elif self.whole is not None and key == self.touched[-1]:
            self.moved(self.whole)
        else:
            self.touch(key)

    def touch(self, key: str) -> None:
        if not (self.asking and key):
            return
        self.written = self.said = ""
        if self.touched[-1:] == (key,):
            self.touched = self.touched[:-1]
        elif key in self.choice.next:
            self.touched += (key,)
        elif self.touched and key in choose(self.match.position, ()).next:
            self.touched = (key,)
        else:
            self.said = why_untouched(self.match.position, (*self.touched, key))
        if self.whole is not None and not self.choice.next:
            self.moved(self.whole)
        else:
            self.draw()

    def write(self, sign: str) -> None:
        """A sign of notation; what only keeps its parts apart may be left out."""
        self.touched, self.said, self.written = (), "", self.written + sign
        every = [
            text for text in notation(self.match.position.game) if text.startswith(self.written)
        ]
        for view in (self.grid, self.pool):
            view.point_at(self.written)
        if not every or (self.written in every and not self.going()):
            self.submit()
        else:
            self.draw()

    def going(self) -> list[tuple[str, ...]]:
        """The touches of the longer moves that begin with what is written."""
        position, written = self.match.position, self.written
        moves = ((forms(position, move), move) for move in position.legal_moves())
        longer = (
            (m, [t for t in texts if t.startswith(written) and t != written]) for texts, m in moves
        )
        return [position.clicks(move)[0] for move, texts in longer if texts]

    def submit(self) -> None:
        move, text = self.whole, notation(self.match.position.game).get(self.written, self.written)
        self.clear()
        try:
            self.moved(self.match.read(text) if move is None else move)
        except QuincunxError as error:
            self.said = str(error)
            self.draw()

    def moved(self, move: Any) -> None:
        self.clear()
        self.attempt(self.play, move)

    def action_back(self) -> None:
        """Out of what is chosen or shown, then away."""
        touched, written = self.touched[:-1], self.written[:-1]
        if not (self.touched or self.written or self.said or self.badges or self.analysis):
            self.leave()
        else:
            self.clear()
            self.touched, self.written = touched, written
            self.draw()

    def leave(self) -> None:
        self.app.pop_screen()


@lru_cache(maxsize=4)
def board_of(position: AnyPosition) -> Board:
    return position.board()


def forms(position: AnyPosition, move: Any) -> list[str]:
    """What can be written of a move: its notation or its touches, without what parts them."""
    ways = (str(move), *map("".join, position.clicks(move)))
    return [re.sub("[^a-z0-9]", "", way.lower()) for way in ways]


@lru_cache(maxsize=2)
def notation(game: AnyGame) -> dict[str, str]:
    """Every move there can be by what can be written of it."""
    start = game.start(seed=0)
    found = {form: str(move) for move in game.all_moves() for form in forms(start, move)[1:]}
    return found | {forms(start, move)[0]: str(move) for move in game.all_moves()}
