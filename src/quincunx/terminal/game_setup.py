"""What to play: asked question by question, with a way back, and remembered for the next time."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from quincunx.core import AnyGame, GameError, QuincunxError
from quincunx.core.text import clean, read_size
from quincunx.games import each, game, game_class
from quincunx.play.match import HUMAN
from quincunx.play.preferences import (
    LENGTHS,
    OPPONENTS,
    STARTS,
    GameSetup,
    last_setup,
    remember_setup,
)
from quincunx.storage import FileError
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import Conversation
from quincunx.terminal.menu import StepBackError, ask_text, ask_which


class Questions:
    """Each step asks one thing."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.last = last_setup()
        self.setup = replace(self.last) if self.last else GameSetup()

    def ask(self) -> Conversation:
        """Return the game that was asked for, ready to play; StepBackError if none."""
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

    def begin(self) -> Conversation:
        try:
            with self.console.thinking("The computer"):
                game = self.setup.first_game()
        except QuincunxError as error:
            self.console.say(str(error))
            raise StepBackError from error
        with suppress(FileError):
            remember_setup(self.setup)
        return Conversation(game, self.console)

    def game(self) -> list[Callable[[], None]]:
        """What is to be asked of the game that is chosen."""
        kinds = dict(each(lambda kind: (kind.id(), f"{kind.title}: {kind.summary}")))
        again = [f"As last time: {self.last}"] if self.last else []
        number = ask_which(self.console, "Which game?", [*again, *kinds.values()])
        if self.last and not number:
            self.setup = replace(self.last)
            return []
        chosen = [*kinds][number - len(again)]
        self.setup.choose("game", chosen)
        kind = game_class(chosen)
        sizes = [] if kind.smallest == kind.largest else [self.size]
        return [
            partial(self._choose, "opponent", "Against whom?", OPPONENTS),
            *sizes,
            partial(self._choose, "start", "Who starts?", STARTS),
            partial(self._choose, "games", "How many?", LENGTHS),
            self.ready,
        ]

    def size(self) -> None:
        kind = game_class(self.setup.game)
        sizes = ["{}x{}, as in the rule book".format(*kind.default_size), "Another size"]
        while ask_which(self.console, "Which size?", sizes, int(self.setup.size is not None)):
            with suppress(StepBackError):
                self.setup.size = self._other_size(kind)
                return
        self.setup.size = None

    def _other_size(self, kind: type[AnyGame]) -> tuple[int, int]:
        question = f"Rows x columns, as in {{}}x{{}}, or `back` ({kind.sizes()}): "
        while True:
            try:
                size = read_size(ask_text(self.console, question.format(*kind.largest)))
                game(kind.id(), size)
                return size
            except GameError as error:
                self.console.say(str(error))

    def ready(self) -> None:
        """Names and markers are for those who want them."""
        optional = ["names", "markers"][: 1 + self.setup.markers_can_be_chosen]
        while True:
            ways = [what.title() + _now(getattr(self.setup, what)) for what in optional]
            way = ask_which(self.console, "Ready?", ["Begin", *ways])
            if way == 0:
                return
            with suppress(StepBackError):
                self._pair(optional[way - 1])

    def _pair(self, what: str) -> None:
        """Ask for names or markers."""
        questions = [f"Your {what[:-1]}, Enter for none, or `back`: "]
        if what == "markers" or self.setup.opponent == HUMAN:
            questions.append(f"The other's {what[:-1]}, or `back`: ")
        answers = [clean(ask_text(self.console, question)) for question in questions]
        self.setup.choose(what, (*answers, "")[:2])

    def _choose(self, what: str, question: str, answers: dict[Any, str]) -> None:
        values = [*answers]
        now = values.index(getattr(self.setup, what))
        chosen = ask_which(self.console, question, [*answers.values()], now)
        self.setup.choose(what, values[chosen])


def _now(pair: tuple[str, str]) -> str:
    chosen = [one for one in pair if one]
    return f": {' and '.join(chosen)}" if chosen else ""
