"""Takes the pictures of the README: `make pictures`. It needs Chromium and the test's packages."""

import asyncio
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

import pexpect
import pyte
from playwright.sync_api import Browser, sync_playwright

from quincunx import Match, parse
from quincunx.play.saved_games import set_up
from quincunx.screen.app import QuincunxApp
from quincunx.screen.game import GameScreen

HERE = Path(__file__).parent
ROWS, COLUMNS = 28, 72
POSITION = "OX-/XXO/-O- X 4 -"
COLOURS = {"cyan": "#5cc4cb", "brown": "#f0975a"}
STYLE = (
    "body{margin:0;background:#16181d;color:#ece8df}"
    "pre{font:16px/1.35 'DejaVu Sans Mono',monospace;margin:0;padding:20px 24px;"
    "display:inline-block}"
)


def terminal(home: str) -> str:
    """A turn of Zone Conquest with a hint, as a terminal shows it, in HTML."""
    environment = os.environ | {"XDG_DATA_HOME": home, "TERM": "xterm"}
    environment.pop("NO_COLOR", None)
    words = ["-m", "quincunx", "play", "zone-conquest", "--position", POSITION]
    child = pexpect.spawn(
        sys.executable, words, env=environment, dimensions=(ROWS, COLUMNS), encoding="utf-8"
    )
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.Stream(screen)
    for expected, typed in (
        ("opponent's zone\r\n", "hint"),
        ("opponent's zone\r\n", "2"),
        ("attack: ", "1"),
        ("opponent's zone\r\n", ""),
    ):
        child.expect_exact(expected)
        stream.feed(f"{child.before}{child.after}")
        if typed:
            child.sendline(typed)
    child.close()
    lines = []
    for row in range(ROWS):
        line = ""
        for column in range(COLUMNS):
            cell = screen.buffer[row][column]
            text = html.escape(cell.data)
            ink = COLOURS.get(cell.fg)
            if cell.reverse:
                text = f'<span style="background:{ink or "#ece8df"};color:#16181d">{text}</span>'
            elif ink:
                text = f'<span style="color:{ink}">{text}</span>'
            line += text
        lines.append(re.sub(r" +$", "", line))
    return f"<style>{STYLE}</style><pre>{chr(10).join(lines).strip()}</pre>"


async def full_screen() -> str:
    """The same position full screen, with the hint's line on the board, as a drawing."""
    app = QuincunxApp()
    async with app.run_test(size=(96, 28)) as pilot:
        players = {"SeatO": "skilled"}
        place = GameScreen(set_up(Match(parse("zone-conquest", POSITION)), players))
        app.push_screen(place)
        await pilot.pause()
        await pilot.press("i")
        while not place.badges:
            await pilot.pause()
        await pilot.pause()
        return app.export_screenshot()


def take(browser: Browser, home: str, drawing: str) -> None:
    page = browser.new_page(device_scale_factor=1)
    page.set_content(terminal(home))
    page.locator("pre").screenshot(path=HERE / "terminal.png")
    page.set_viewport_size({"width": 1200, "height": 800})
    page.set_content(drawing)
    page.locator("svg").screenshot(path=HERE / "screen.png", omit_background=True)
    page.close()
    words = [sys.executable, "-m", "quincunx", "serve", "--port", "0"]
    with subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": home},
    ) as server:
        assert server.stdout
        base = server.stdout.readline().strip()
        page = browser.new_page(viewport={"width": 1040, "height": 760})
        page.goto(f"{base}board?game=zone-conquest&position={POSITION}")
        page.wait_for_selector(".moves li")
        page.screenshot(path=HERE / "page.png")
        server.terminate()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        own = {"XDG_DATA_HOME": home, "LANG": "C.UTF-8", "NO_COLOR": "", "COLORTERM": "truecolor"}
        with patch.dict(os.environ, own):
            drawing = asyncio.run(full_screen())
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
            )
            take(browser, home, drawing)
            browser.close()
