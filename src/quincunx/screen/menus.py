"""Where home leads: what to play, games that go on, games that are over, lessons and rules."""

import asyncio
from contextlib import suppress
from functools import partial
from typing import Any

from textual.app import ComposeResult
from textual.widgets import Input, OptionList

from quincunx.core import AnyGame
from quincunx.core.text import clean, paragraphs
from quincunx.games import each, game_class
from quincunx.lessons import lesson, lesson_ids
from quincunx.play.history import forget, past_games
from quincunx.play.match import HUMAN
from quincunx.play.preferences import (
    LENGTHS,
    OPPONENTS,
    STARTS,
    GameSetup,
    last_setup,
    remember_setup,
)
from quincunx.play.saved_games import delete_saved, describe, list_saved, resume
from quincunx.screen.base import (
    BaseScreen,
    InputScreen,
    ListScreen,
    MenuItem,
    TextScreen,
    in_background,
)
from quincunx.screen.game import GameScreen
from quincunx.screen.study import LessonScreen, ReviewScreen
from quincunx.storage import FileError


class SetupScreen(ListScreen):
    """Every choice in one list, as it was the last time."""

    heading, first = "What would you like to play?", 99
    BINDINGS = [("right,l", "turn(1)", "Change"), ("left,h", "turn(-1)", "Change")]

    def __init__(self) -> None:
        super().__init__()
        self.titles = dict(each(lambda kind: (kind.id(), kind.title)))
        self.setup = last_setup() or GameSetup(next(iter(self.titles)), "casual")

    def items(self) -> list[MenuItem]:
        """What can be chosen; each line leads to its next value, or to the one before."""
        setup, kind = self.setup, game_class(self.setup.game)
        size = rows, columns = setup.size or kind.default_size
        (few, narrow), (many, wide) = kind.smallest, kind.largest
        chosen: dict[str, tuple[str, dict[Any, str], Any]] = {
            "Game": ("game", self.titles, setup.game),
            "Against": ("opponent", OPPONENTS, setup.opponent),
            "Rows": ("size", {(n, columns): str(n) for n in range(few, many + 1)}, size),
            "Columns": ("size", {(rows, n): str(n) for n in range(narrow, wide + 1)}, size),
            "First": ("start", STARTS, setup.start),
            "How many": ("games", LENGTHS, setup.games),
        }
        items: list[MenuItem] = [
            (f"{name:<15}< {values[now]} >", partial(self.turn, what, [*values], now))
            for name, (what, values, now) in chosen.items()
        ]
        people = {"name": 1 + (setup.opponent == HUMAN), "marker": 2 * setup.markers_can_be_chosen}
        for what, count in people.items():
            pair = getattr(setup, f"{what}s")
            for number, whose in enumerate(("Your", "Other's")[:count]):
                label = f"{whose} {what}"
                change = partial(self.type, label, f"{what}s", number)
                items.append((f"{label:<15}{pair[number] or '…'}", change))
        return [*items, ("", self.begin), ("Begin", self.begin)]

    def action_turn(self, by: int) -> None:
        if self.at < len(self.shown) - 1:
            self.shown[self.at][1](by)

    def turn(self, what: str, values: list[Any], now: Any, by: int = 1) -> None:
        self.setup.choose(what, values[(values.index(now) + by) % len(values)])
        if self.setup.size == game_class(self.setup.game).default_size:
            self.setup.size = None
        self.show()

    def type(self, label: str, what: str, number: int, _by: int = 1) -> None:
        pair = [*getattr(self.setup, what)]

        def typed(words: str | None) -> None:
            if words is not None:
                pair[number] = clean(words)
                self.setup.choose(what, tuple(pair))
                self.show()

        self.app.push_screen(InputScreen(f"{label}:", pair[number]), typed)

    @in_background()
    async def begin(self) -> None:
        game = await asyncio.to_thread(self.setup.first_game)
        with suppress(FileError):
            remember_setup(self.setup)
        await self.go_on(GameScreen(game))


class SavedGamesScreen(ListScreen):
    """Games that were cut off, here or in the dialogue."""

    heading, empty = "Continue which game?", "There is no unfinished game."
    BINDINGS = [("d", "delete", "Delete")]

    def items(self) -> list[MenuItem]:
        self.files = list_saved()
        return [(describe(file), self.open) for file in self.files]

    def open(self) -> None:
        self.app.switch_screen(GameScreen(resume(self.files[self.at])))

    def action_delete(self) -> None:
        if self.files:
            self.sure("Delete this game?", delete_saved, self.files[self.at])


class HistoryScreen(ListScreen):
    """Finished games, the latest first."""

    heading, empty = "Finished games", "There is no such game."
    BINDINGS = [("slash", "filter", "Filter"), ("d", "delete", "Delete")]

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Input(placeholder="words to look for", compact=True)

    def items(self) -> list[MenuItem]:
        games, complaints = past_games()
        self.tell(" ".join(complaints))
        words = self.query_one(Input).value.lower().split()
        self.games = [
            past
            for past in reversed(games)
            if all(word in past.in_words().lower() for word in words)
        ]
        return [(past.in_words(), self.open) for past in self.games]

    def open(self) -> None:
        self.app.push_screen(ReviewScreen(self.games[self.at].match))

    def action_filter(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self) -> None:
        self.query_one(OptionList).focus()

    def on_input_changed(self) -> None:
        self.show()

    def action_back(self) -> None:
        """Out of the filter first."""
        field = self.query_one(Input)
        if not (field.has_focus or field.value):
            super().action_back()
        else:
            field.value = ""
            self.query_one(OptionList).focus()

    def action_delete(self) -> None:
        if self.games:
            past = self.games[self.at]
            self.sure(f"Delete this game? {past.in_words()}", forget, past)


class RulesScreen(ListScreen):
    """One of the games, and what it leads to."""

    heading = "The rules of which game?"
    ids: list[str] | None = None

    def items(self) -> list[MenuItem]:
        def item(kind: type[AnyGame]) -> MenuItem:
            return f"{kind.title}: {kind.summary}", lambda: self.app.push_screen(
                self.screen_of(kind)
            )

        return [*each(item, self.ids)]

    def screen_of(self, kind: type[AnyGame]) -> BaseScreen:
        return TextScreen(paragraphs(kind.rules()))


class LessonsScreen(RulesScreen):
    heading = "Learn which game?"
    ids = lesson_ids()

    def screen_of(self, kind: type[AnyGame]) -> BaseScreen:
        return LessonScreen(lesson(kind.id()))


SCREENS = {
    "Continue": SavedGamesScreen,
    "Play": SetupScreen,
    "Learn": LessonsScreen,
    "History": HistoryScreen,
    "Rules": RulesScreen,
}
"""By the words of home."""
