"""The page without a server, in Chromium: what is there when, and the computers' first moves.

A new browser each time, with the files kept from an earlier visit. Chromium's own slowdown is of
pages, not of their workers; so in a third table the processes of both run a quarter of the time. A
later reply is the mean of two, in games that differ. Wanted: a board that can be touched within
1 s, a computer's first move within 5 s after opening, later ones within four times the server's
time, Numeral Nexus slowed down within 3 s.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

from quincunx import game_ids

SLOWDOWN = 4
AS_IT_IS, PAGES, ALL = "as it is", "pages slowed down 4 times", "workers slowed down too"
SLICE = 0.04
NOTED = """
    window.noted = {};
    let touched = 0;
    addEventListener("click", () => { touched = performance.now(); }, true);
    const note = (what) => { window.noted[what] ??= [performance.now(), touched]; };
    const look = () => {
        if (document.querySelector("li.card .cell")) note("cards");
        if (document.querySelector(".table .can")) note("can");
        if (document.querySelector(".loading")) window.loads = true;
        else if (window.loads) window.python ??= performance.now();
        note(document.querySelectorAll(".list .move").length);
    };
    addEventListener("DOMContentLoaded", () => {
        new MutationObserver(look).observe(document, { childList: true, subtree: true });
        look();
    });
"""
"""When what is there for the first time, and when something was touched before that."""


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


def visit(playwright: Any, folder: str, address: str, mode: str, *, game: str = "") -> list[float]:
    """Seconds after opening: painted, cards, Python there; or for a game: a board to be touched,
    the computer's first move; and how long after a person's later moves its reply is there."""
    context = playwright.chromium.launch_persistent_context(
        folder,
        executable_path=shutil.which("chromium"),
        args=["--no-sandbox", "--disable-gpu"],
        reduced_motion="reduce",
    )
    try:
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.add_init_script(NOTED)
        if mode == PAGES:
            line = context.new_cdp_session(page)
            line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        with slowed(folder, SLOWDOWN if mode == ALL else 1):
            page.goto(f"{address}/new/{game}" if game else f"{address}/")
            if not game:
                while not page.evaluate("window.python && window.noted.cards"):
                    page.wait_for_timeout(20)  # the policy lets nobody wait for a text
                page.evaluate("async () => void await navigator.serviceWorker.ready")
            for _ in range(3 if game else 0):
                _move(page, Random(game))
            noted: dict[str, list[float]] = page.evaluate("window.noted")
            if not game:
                paint = page.evaluate("performance.getEntriesByName('first-paint')[0].startTime")
                there = page.evaluate("window.python")
                return [paint / 1000, noted["cards"][0] / 1000, there / 1000]
            later = [noted[key][0] - noted[key][1] for key in ("4", "6")]
            return [noted["can"][0] / 1000, noted["2"][0] / 1000, sum(later) / 2000]
    finally:
        context.close()


def _move(page: Any, random: Random) -> None:
    """Some move by touches, and the reply."""
    moves = page.locator(".list .move")
    before, sent = moves.count(), False
    while not sent:
        page.wait_for_selector(".table .can")
        if (finish := page.locator("button.finish:visible")).count():
            finish.first.click()
        else:
            random.choice(page.locator(".table .can").all()).click()
        page.wait_for_selector(".table .chosen, .table:not(:has(.can)), .list .move")
        sent = not page.locator(".table .chosen").count()
    moves.nth(before + 1).wait_for()


@contextmanager
def _listening(*words: str) -> Iterator[str]:
    """Where a server listens that says so in its first line."""
    with (
        tempfile.TemporaryDirectory() as home,
        subprocess.Popen(
            [sys.executable, "-u", "-m", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"XDG_DATA_HOME": home},
        ) as server,
    ):
        try:
            assert server.stdout
            found = re.search(r"http://[\d.:]+\d", server.stdout.readline())
            assert found
            yield found[0]
        finally:
            server.terminate()


def measure() -> None:
    from playwright.sync_api import sync_playwright

    from tools.site import make

    if shutil.which("chromium") is None:
        print("There is no Chromium here: install Debian's package chromium.")
        return
    with tempfile.TemporaryDirectory() as files, sync_playwright() as playwright:
        make(Path(files) / "site")
        static = ["http.server", "0", "--bind", "127.0.0.1", "--directory", files]
        with _listening(*static) as host, _listening("quincunx", "serve", "--port", "0") as server:
            for mode in (AS_IT_IS, PAGES, ALL):
                with tempfile.TemporaryDirectory() as folder:
                    _table(playwright, folder, f"{host}/site/index.html#", server, mode)


def _table(playwright: Any, folder: str, site: str, server: str, mode: str) -> None:
    visit(playwright, folder, site, AS_IT_IS)
    painted, cards, python = visit(playwright, folder, site, mode)
    print(mode)
    print(f"  painted {painted:.2f} s, cards {cards:.2f} s, Python {python:.2f} s")
    for game in game_ids():
        touchable, first, later = visit(playwright, folder, site, mode, game=game)
        *_, there = visit(playwright, folder, server, mode, game=game)
        print(
            f"  {game:14} touchable {touchable:.2f} s, first reply {first:.2f} s, the next after "
            f"{later:.2f} s (with a server {there:.2f} s: {later / there:.1f} times)"
        )
