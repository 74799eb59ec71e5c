"""A move on the full screen of the installed package, without a terminal."""

import asyncio
from collections.abc import Callable

from quincunx.screen.app import QuincunxApp
from quincunx.screen.board_screen import BoardScreen


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(120):
        while not holds():
            await asyncio.sleep(0.02)


async def play() -> None:
    app = QuincunxApp(pace=0)
    async with app.run_test() as pilot:
        await pilot.press("enter")
        await until(lambda: type(app.screen).__name__ == "SetupScreen")
        await pilot.pause()
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, BoardScreen) and app.screen.is_mounted)
        await pilot.pause()
        await pilot.press("d", "4")
        table = app.screen
        assert isinstance(table, BoardScreen)
        await until(lambda: table.match.ply == 2)  # the computer's too, thought out elsewhere
        assert str(table.match.moves[0]) == "D4"


if __name__ == "__main__":
    asyncio.run(play())
