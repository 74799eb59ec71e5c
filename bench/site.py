"""The page without a server, in Chromium: what is there when, and the computers' first moves.

A new browser each time, with the files kept from an earlier visit. Slowed down means that the
processes of pages, workers too, run a quarter of the time: Chromium's own throttle leaves workers
alone. Wanted: a board that can be touched within 1 s, a computer's first move within 5 s after
opening, later ones within four times the server's time, Numeral Nexus slowed down within 3 s.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

from quincunx import game_ids
from quincunx.match import begin
from quincunx.players.levels import level_move

SLOWDOWN = 4
SLICE = 0.04
LEVEL = "casual"
CHROMIUM = "/usr/bin/chromium"


@contextmanager
def slowed(folder: str, times: int) -> Iterator[None]:
    """Lets the processes that show pages for a browser run only a part of the time."""
    over = Event()

    def hinder() -> None:
        while not over.is_set():
            for number in (found := _renderers(folder)):
                _send(number, signal.SIGSTOP)
            over.wait(SLICE * (times - 1) / times)
            for number in found:
                _send(number, signal.SIGCONT)
            over.wait(SLICE / times)

    thread = Thread(target=hinder)
    if times > 1:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if times > 1:
            thread.join()


def _renderers(folder: str) -> list[int]:
    """The processes that descend from the browser of a folder and show pages."""
    words: dict[int, bytes] = {}
    parents: dict[int, int] = {}
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, IndexError):
            words[int(place.name)] = (place / "cmdline").read_bytes()
            parents[int(place.name)] = int(
                (place / "stat").read_text().rpartition(")")[2].split()[1]
            )
    mark = f"--user-data-dir={folder}".encode()

    def descends(number: int) -> bool:
        return number in words and (mark in words[number] or descends(parents.get(number, 0)))

    return [n for n in parents if b"--type=renderer" in words[n] and descends(n)]


def _send(number: int, what: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(number, what)


def visit(playwright: Any, folder: str, address: str, times: int, *, game: str = "") -> list[float]:
    """Seconds after opening: painted and touchable; or the computer's first move, and how long the
    next one takes."""
    context = playwright.chromium.launch_persistent_context(
        folder,
        executable_path=CHROMIUM,
        args=["--no-sandbox", "--disable-gpu"],
        reduced_motion="reduce",
    )
    try:
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.goto("about:blank")
        with slowed(folder, times):
            began = time.perf_counter()
            page.goto(f"{address}#/new/{game}" if game else address)
            if not game:
                page.wait_for_selector("li.card .cell")
                painted = page.evaluate("performance.getEntriesByName('first-paint')[0].startTime")
                cards = time.perf_counter() - began
                page.wait_for_selector(".loading", state="detached")
                page.evaluate("async () => void await navigator.serviceWorker.ready")
                return [painted / 1000, cards, time.perf_counter() - began]
            page.wait_for_selector(".cell.can, .beside .can")
            touchable = time.perf_counter() - began
            _touch(page, Random(game))
            page.locator(".list .move").nth(1).wait_for()
            first = time.perf_counter() - began
            again = time.perf_counter()
            _touch(page, Random(game))
            page.locator(".list .move").nth(3).wait_for()
            return [touchable, first, time.perf_counter() - again]
    finally:
        context.close()


def _touch(page: Any, random: Random) -> None:
    """Some move: touches until the list of moves is longer."""
    before = page.locator(".list .move").count()
    for _ in range(1000):
        if can := page.locator(".table .can, .beside .can").all():
            random.choice(can).click(timeout=5_000)
        finish = page.locator("button.finish:visible")
        if finish.count():
            finish.first.click()
        page.wait_for_timeout(60)
        if page.locator(".list .move").count() > before or ("#/game/" in page.url and not before):
            return


def server_time(game: str) -> float:
    """How long the same takes in CPython."""
    match, began = begin(game, seed=1), time.perf_counter()
    match.play(match.legal_moves()[0])
    asked = [str(move) for move in match.moves]
    level_move(LEVEL, 1, game, str(match.start), asked, True)
    return time.perf_counter() - began


def measure() -> None:
    from playwright.sync_api import sync_playwright

    from tools.site import make

    with tempfile.TemporaryDirectory() as files, sync_playwright() as playwright:
        make(Path(files) / "site")
        words = [sys.executable, "-u", "-m", "http.server", "0", "--directory", files]
        with subprocess.Popen(
            [*words, "--bind", "127.0.0.1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as server:
            try:
                assert server.stdout
                port = server.stdout.readline().split("port ")[1].split()[0]
                address = f"http://127.0.0.1:{port}/site/index.html"
                for times in (1, SLOWDOWN):
                    with tempfile.TemporaryDirectory() as folder:
                        _table(playwright, folder, address, times)
            finally:
                server.terminate()


def _table(playwright: Any, folder: str, address: str, times: int) -> None:
    visit(playwright, folder, address, 1)
    painted, cards, python = visit(playwright, folder, address, times)
    print(f"slowed down {times} times" if times > 1 else "as it is")
    print(f"  painted {painted:.2f} s, cards {cards:.2f} s, Python {python:.2f} s")
    for game in game_ids():
        touchable, first, later = visit(playwright, folder, address, times, game=game)
        print(
            f"  {game:14} touchable {touchable:.2f} s, first reply {first:.2f} s, "
            f"the next {later:.2f} s (server {server_time(game):.2f} s)"
        )
