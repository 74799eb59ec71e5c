"""The first page in Chromium on a line with a round trip of 200 ms: what is seen when, and size.

Wanted: the first paint within 0.7 s, the cards within 1.0 s, less than 120 kB in all as it is sent.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from typing import Any, NamedTuple

ROUND_TRIP = 0.2
CARDS = "li.card .cell"
NOTED = f"""
    addEventListener("DOMContentLoaded", () => {{
        const there = () => document.querySelector("{CARDS}");
        const look = () => there() && (window.cards ??= performance.now());
        new MutationObserver(look).observe(document, {{ childList: true, subtree: true }});
        look();
    }});
"""


class Seen(NamedTuple):
    paint: float
    cards: float
    """Seconds after the address was asked for."""
    trips: int
    """Answers that were waited for one after the other until the cards stood there."""
    size: int
    """Bytes that came, as they were sent."""


def look(page: Any, address: str) -> Seen:
    """Opens the address with nothing kept, in a page of Playwright's."""
    sent: dict[str, Any] = {}
    sizes: dict[str, int] = {}
    came: dict[str, tuple[float, float]] = {}
    line = page.context.new_cdp_session(page)

    def ended(event: Any) -> None:
        sizes[event["requestId"]] = event["encodedDataLength"]
        came[event["requestId"]] = sent[event["requestId"]], event["timestamp"]

    line.on("Network.requestWillBeSent", lambda e: sent.setdefault(e["requestId"], e["timestamp"]))
    line.on("Network.loadingFinished", ended)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    speed = {"downloadThroughput": -1, "uploadThroughput": -1}
    slow = {"offline": False, "latency": ROUND_TRIP * 1000, **speed}
    line.send("Network.emulateNetworkConditions", slow)
    page.add_init_script(NOTED)
    page.goto(address)
    page.wait_for_function("window.cards && performance.getEntriesByName('first-paint').length")
    paint = page.evaluate("performance.getEntriesByName('first-paint')[0].startTime") / 1000
    cards = page.evaluate("window.cards") / 1000
    page.wait_for_load_state("networkidle")
    line.detach()
    begun = min(sent.values())
    before = sorted(span for span in came.values() if span[1] - begun <= cards)
    return Seen(paint, cards, _in_a_row(before), sum(sizes.values()))


def _in_a_row(spans: list[tuple[float, float]]) -> int:
    """How many of the requests could only be made when another was answered."""
    count, until = 0, -1.0
    for began, ended in sorted(spans, key=lambda span: span[1]):
        if began >= until:
            count, until = count + 1, ended
    return count


def measure() -> None:
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        print("There is no Chromium here: install Debian's package chromium.")
        return
    words = [sys.executable, "-m", "quincunx", "serve", "--port", "0"]
    with (
        tempfile.TemporaryDirectory() as home,
        subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"XDG_DATA_HOME": home},
        ) as server,
        sync_playwright() as playwright,
    ):
        try:
            assert server.stdout
            address = server.stdout.readline().strip()
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            browser.new_page().goto(address)  # what is made once is made
            seen = look(browser.new_context().new_page(), address)
            browser.close()
        finally:
            server.terminate()
    print(f"first paint {seen.paint:.2f} s, cards {seen.cards:.2f} s, {seen.trips} round trips")
    print(f"{seen.size / 1000:.0f} kB as it is sent")
