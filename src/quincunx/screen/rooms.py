"""Where home leads: what to play, games that go on, games that are over, lessons and rules."""

import asyncio
from contextlib import suppress
from functools import partial
from typing import Any

from textual.app import ComposeResult
from textual.widgets import Input, OptionList

from quincunx.core import AnyGame, QuincunxError
from quincunx.core.text import clean, paragraphs
from quincunx.games import each, game_class
from quincunx.lessons import lesson, lesson_ids
from quincunx.play.history import forget, past_games
from quincunx.play.match import HUMAN
from quincunx.play.preferences import LENGTHS, OPPONENTS, STARTS, Wish, last_wish, remember_wish
from quincunx.play.saved_games import delete_kept, describe, hold_kept, kept_games, resume
from quincunx.play.series import Series
from quincunx.screen.game import GamePlace
from quincunx.screen.places import ListPlace, Place, Text, Typing, Way, later
from quincunx.screen.study import LessonPlace, ReviewPlace
from quincunx.storage import FileError, FileLock

ELSEWHERE = "This game is being played in another terminal. Take it over? It stops there."


class Wishing(ListPlace):
    """Every choice in one list, as it was the last time."""

    heading, first = "What would you like to play?", 99
    BINDINGS = [("right,l", "turn(1)", "Change"), ("left,h", "turn(-1)", "Change")]

    def __init__(self) -> None:
        super().__init__()
        self.titles = dict(each(lambda kind: (kind.id(), kind.title)))
        self.wish = last_wish() or Wish(next(iter(self.titles)), "casual")

    def ways(self) -> list[Way]:
        """What can be chosen: where it is kept, its values in words, which it is now."""
        wish, kind = self.wish, game_class(self.wish.game)
        size = rows, columns = wish.size or kind.default_size
        (few, narrow), (many, wide) = kind.smallest, kind.largest
        chosen: dict[str, tuple[str, dict[Any, str], Any]] = {
            "Game": ("game", self.titles, wish.game),
            "Against": ("opponent", OPPONENTS, wish.opponent),
            "Rows": ("size", {(n, columns): str(n) for n in range(few, many + 1)}, size),
            "Columns": ("size", {(rows, n): str(n) for n in range(narrow, wide + 1)}, size),
            "First": ("start", STARTS, wish.start),
            "How many": ("games", LENGTHS, wish.games),
        }
        self.changes = [partial(self.turn, *how) for how in chosen.values()]
        told = [f"{name:<15}< {values[now]} >" for name, (_, values, now) in chosen.items()]
        person = wish.opponent == HUMAN
        typed = {"name": person} | ({"marker": True} if wish.markers_can_be_chosen else {})
        for what, both in typed.items():
            for number, whose in enumerate(("Your", "Other's") if both else ("Your",)):
                self.changes.append(partial(self.type, f"{whose} {what}", f"{what}s", number))
                told.append(f"{whose + ' ' + what:<15}{getattr(wish, what + 's')[number] or '…'}")
        turns = [(words, partial(self.action_turn, 1)) for words in told]
        return [*turns, ("", self.begin), ("Begin", self.begin)]

    def action_turn(self, by: int) -> None:
        if self.at < len(self.changes):
            self.changes[self.at](by)

    def turn(self, what: str, values: dict[Any, str], now: Any, by: int) -> None:
        self.wish.choose(what, [*values][([*values].index(now) + by) % len(values)])
        if self.wish.size == game_class(self.wish.game).default_size:
            self.wish.size = None
        self.show()

    def type(self, question: str, what: str, number: int, _by: int) -> None:
        pair = [*getattr(self.wish, what)]

        def typed(words: str | None) -> None:
            if words is not None:
                pair[number] = clean(words)
                setattr(self.wish, what, tuple(pair))
                self.show()

        self.app.push_screen(Typing(f"{question}:", pair[number]), typed)

    @later()
    async def begin(self) -> None:
        series = self.wish.series()
        session = await asyncio.to_thread(self.wish.session, series)
        with suppress(FileError):
            remember_wish(self.wish)
        await self.go_on(GamePlace(session, series))


class Kept(ListPlace):
    """Games that were cut off, here or in the dialogue."""

    heading, empty = "Which game goes on?", "No game was cut off."
    BINDINGS = [("d", "delete", "Delete")]

    def ways(self) -> list[Way]:
        self.files = kept_games()
        return [(describe(file), self.open) for file in self.files]

    def open(self) -> None:
        hold, free = hold_kept(self.files[self.at])
        if free:
            self.resume(hold)
        else:
            self.sure(ELSEWHERE, self.take_over, hold)

    def take_over(self, hold: FileLock) -> None:
        hold.take_over()
        self.resume(hold)

    def resume(self, hold: FileLock) -> None:
        try:
            session = resume(hold)
            self.app.switch_screen(GamePlace(session, Series.of(session)))
        except QuincunxError:
            hold.release()
            raise

    def action_delete(self) -> None:
        if self.files:
            self.sure("Delete this game?", delete_kept, self.files[self.at])


class History(ListPlace):
    """Games that are over, the latest first."""

    heading, empty = "Games that are over", "There is no such game."
    BINDINGS = [("slash", "filter", "Filter"), ("d", "delete", "Delete")]

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Input(placeholder="words to look for", compact=True)

    def ways(self) -> list[Way]:
        games, complaints = past_games()
        self.tell(" ".join(complaints))
        words = self.query_one(Input).value.lower().split()
        told = [(past, past.in_words()) for past in reversed(games)]
        found = [(past, line) for past, line in told if all(w in line.lower() for w in words)]
        self.games = [past for past, _ in found]
        return [(line, self.open) for _, line in found]

    def open(self) -> None:
        self.app.push_screen(ReviewPlace(self.games[self.at].match))

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


class Rules(ListPlace):
    """One of the games, and what it leads to."""

    heading = "The rules of which game?"
    ids: list[str] | None = None

    def ways(self) -> list[Way]:
        def way(kind: type[AnyGame]) -> Way:
            return f"{kind.title}: {kind.summary}", lambda: self.app.push_screen(self.place(kind))

        return [*each(way, self.ids)]

    def place(self, kind: type[AnyGame]) -> Place:
        return Text(paragraphs(kind.rules()))


class Lessons(Rules):
    heading = "Learn which game?"
    ids = lesson_ids()

    def place(self, kind: type[AnyGame]) -> Place:
        return LessonPlace(lesson(kind.id()))


ROOMS = {"Continue": Kept, "Play": Wishing, "Learn": Lessons, "History": History, "Rules": Rules}
"""By the words of home."""
