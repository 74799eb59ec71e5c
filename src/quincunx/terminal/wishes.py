"""What to play: asked question by question, with a way back, and remembered for the next time."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TypeVar

from quincunx.books import book_of
from quincunx.core import AnyGame, GameError, Player, QuincunxError
from quincunx.core.text import clean, read_size
from quincunx.games import each, game, game_class
from quincunx.match import HUMAN, Match
from quincunx.series import Series
from quincunx.storage import FileError
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import Conversation
from quincunx.terminal.menu import StepBackError, ask_text, ask_which
from quincunx.terminal.series import begin
from quincunx.wishes import LENGTHS, OPPONENTS, STARTS, Wish, last_wish, remember_wish

T = TypeVar("T")


class Questions:
    """Each step asks one thing."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.last = last_wish()
        self.wish = replace(self.last) if self.last else Wish()

    def ask(self) -> tuple[Series, Conversation]:
        """The game that was asked for, ready to play; StepBackError if none."""
        steps, at = self.game(), 0
        while True:
            try:
                if at == len(steps):
                    return self.begin()
                steps[at]()
                at += 1
            except StepBackError:
                at -= 1
                if at < 0:
                    steps, at = self.game(), 0

    def begin(self) -> tuple[Series, Conversation]:
        try:
            begun = begin_wish(self.wish, Player.X, self.console)
        except QuincunxError as error:
            self.console.say(str(error))
            raise StepBackError from error
        with suppress(FileError):
            remember_wish(self.wish)
        return begun

    def game(self) -> list[Callable[[], None]]:
        """What is to be asked of the game that is chosen."""
        kinds = dict(each(lambda kind: (kind.id(), f"{kind.title}: {kind.summary}")))
        again = [f"As last time: {self.last}"] if self.last else []
        number = ask_which(self.console, "Which game?", [*again, *kinds.values()])
        if self.last and not number:
            self.wish = replace(self.last)
            return []
        chosen = [*kinds][number - len(again)]
        if chosen != self.wish.game:
            self.wish.game, self.wish.size, self.wish.markers = chosen, None, ("", "")
        kind = game_class(chosen)
        sizes = [] if kind.smallest == kind.largest else [self.size]
        return [self.opponent, *sizes, self.start, self.games, self.ready]

    def opponent(self) -> None:
        self.wish.opponent = self._of("Against whom?", OPPONENTS, self.wish.opponent)
        if self.wish.opponent != HUMAN:
            self.wish.names = self.wish.names[0], ""

    def size(self) -> None:
        kind = game_class(self.wish.game)
        sizes = ["{}x{}, as in the rule book".format(*kind.default_size), "Another size"]
        while ask_which(self.console, "Which size?", sizes, int(self.wish.size is not None)):
            with suppress(StepBackError):
                self.wish.size = self._other_size(kind)
                return
        self.wish.size = None

    def _other_size(self, kind: type[AnyGame]) -> tuple[int, int]:
        question = f"Rows x columns, as in {{}}x{{}}, or `back` ({kind.sizes()}): "
        while True:
            try:
                size = read_size(ask_text(self.console, question.format(*kind.largest)))
                game(kind.id(), size)
                return size
            except GameError as error:
                self.console.say(str(error))

    def start(self) -> None:
        self.wish.start = self._of("Who starts?", STARTS, self.wish.start)

    def games(self) -> None:
        self.wish.games = self._of("How many?", LENGTHS, self.wish.games)

    def ready(self) -> None:
        """Names and markers are for those who want them."""
        while True:
            ways = ["Begin", f"Names{_now(self.wish.names)}"]
            if book_of(Match(self.wish.chosen.start(seed=0))).markers_can_be_chosen:
                ways.append(f"Markers{_now(self.wish.markers)}")
            way = ask_which(self.console, "Ready?", ways)
            if way == 0:
                return
            with suppress(StepBackError):
                if way == 1:
                    self.wish.names = self._pair("name")
                else:
                    self.wish.markers = self._pair("marker")

    def _pair(self, what: str) -> tuple[str, str]:
        mine = ask_text(self.console, f"Your {what}, Enter for none, or `back`: ")
        if what == "name" and self.wish.opponent != HUMAN:
            return clean(mine), ""
        return clean(mine), clean(ask_text(self.console, f"The other's {what}, or `back`: "))

    def _of(self, question: str, answers: dict[T, str], now: T) -> T:
        values = [*answers]
        chosen = values.index(now) if now in values else 0
        return values[ask_which(self.console, question, [*answers.values()], chosen)]


def _now(pair: tuple[str, str]) -> str:
    chosen = [one for one in pair if one]
    return f": {' and '.join(chosen)}" if chosen else ""


def begin_wish(wish: Wish, me: Player, console: Console) -> tuple[Series, Conversation]:
    """The first game of it, with the person on one side."""
    series = wish.series(me)
    return series, begin(series, console, partial(wish.session, series))
