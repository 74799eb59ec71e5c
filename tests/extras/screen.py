"""A move on the full screen of the installed package, without a terminal."""

import asyncio

from quincunx.screen.app import QuincunxApp
from quincunx.screen.table import Table


async def play() -> None:
    app = QuincunxApp(pace=0)
    async with app.run_test() as pilot:
        await pilot.press("enter")
        await pilot.pause(1)
        await pilot.press("end", "enter")
        for _ in range(200):
            await pilot.pause(0.1)
            if isinstance(app.screen, Table):
                break
        assert isinstance(app.screen, Table), app.screen
        await pilot.press("d", "4")
        await pilot.pause()
        assert [str(move) for move in app.screen.match.moves][:1] == ["D4"]


if __name__ == "__main__":
    asyncio.run(play())
