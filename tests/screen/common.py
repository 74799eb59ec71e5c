"""The full screen without a terminal, for tests: keys are pressed, and what is shown is read."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, ExitStack
from time import monotonic
from typing import Any
from unittest.mock import patch

from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from helpers import apart
from quincunx.play.preferences import GameSetup
from quincunx.screen.app import QuincunxApp
from quincunx.screen.board_screen import BoardScreen
from quincunx.screen.game import GameScreen

Highlights = Callable[["Visit"], Awaitable[None]]


class QuickApp(QuincunxApp):
    """Thinks at once, in this process, and waits for nobody."""

    async def ask(self, function: Any, *args: Any) -> Any:  # type: ignore[override]
        return function(*args)


class Visit:
    """Somebody at the screen."""

    def __init__(self, app: QuincunxApp, pilot: Pilot[Any]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def place(self) -> str:
        return type(self.app.screen).__name__

    @property
    def table(self) -> BoardScreen:
        assert isinstance(self.app.screen, BoardScreen)
        return self.app.screen

    @property
    def options(self) -> list[str]:
        return [str(option.prompt) for option in self.app.screen.query_one(OptionList).options]

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        """Until nobody thinks, and what is to be drawn is drawn."""
        quiet, ends = 0, monotonic() + 60
        while quiet < 4:  # a message may have led to another
            assert monotonic() < ends, [worker.name for worker in self.app.workers]
            await self.pilot.pause()
            busy = any(not worker.is_finished for worker in self.app.workers)
            quiet = 0 if busy else quiet + 1

    async def resize(self, columns: int, rows: int) -> None:
        await self.pilot.resize_terminal(columns, rows)
        await self.until(lambda: self.app.screen.size == (columns, rows))
        await self.settle()

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not holds():
                await asyncio.sleep(0.01)

    async def choose(self, beginning: str) -> None:
        """What so begins in a list."""
        await self.settle()
        options = self.app.screen.query_one(OptionList)
        options.highlighted = next(
            number for number, words in enumerate(self.options) if words.startswith(beginning)
        )
        await self.press("enter")

    def said(self) -> str:
        return str(self.app.screen.query_one("#said", Static).content)

    def keys(self) -> list[str]:
        """What the line below offers."""
        bindings = self.app.screen.active_bindings.values()
        return [one.binding.description for one in bindings if one.binding.show]

    def picture(self) -> str:
        """What stands on the screen, in characters."""
        height = self.app.size.height
        lines = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text.rstrip() for strip in lines[:height])


def visit(
    look: Highlights, size: tuple[int, int] = (80, 24), kind: type[QuincunxApp] = QuickApp
) -> QuincunxApp:
    """Comes, looks and goes."""
    app = kind(pace=0.001)

    async def come() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await look(Visit(app, pilot))

    with at_once():
        apart(come())
    return app


def at_once() -> AbstractContextManager[object]:
    """Without the pauses in which the pilot watches the processor: `settle` knows what to wait
    for."""

    async def soon(*_: float) -> None:
        await asyncio.sleep(0)

    stack = ExitStack()
    for module in ("app", "pilot"):
        stack.enter_context(patch(f"textual.{module}.wait_for_idle", soon))
    return stack


async def begin(visit: Visit, game: str, opponent: str = "human", **others: Any) -> BoardScreen:
    """A game of these choices, before whatever was open."""
    visit.app.push_screen(GameScreen(GameSetup(game, opponent, **others).first_game()))
    await visit.settle()
    return visit.table
