"""The full screen through a pseudo-terminal: its first frame, and keys until their change is drawn.

The first frame is held against that of a Textual application with a single word, best of several
runs in turn, with modules compiled beforehand. Wanted: within 1.4 times; a key within 50 ms at
the default sizes and within 100 ms on 26x26, median and 95th percentile.
"""

import fcntl
import json
import os
import pty
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from contextlib import suppress
from pathlib import Path
from select import select

from bench.startup import environment
from quincunx import game_ids
from quincunx.screen.app import MIN_PACE_S

WORD = "Quincunx"
EMPTY = (
    "from textual.app import App\n"
    "from textual.widgets import Static\n"
    "class Empty(App):\n"
    "    def compose(self):\n"
    f"        yield Static('{WORD}')\n"
    "Empty().run()\n"
)
ROWS, COLUMNS = 40, 120
FRAME, QUIET = 0.008, 0.15
"""Seconds without output after which a frame is taken to be drawn, and a screen."""
SHOWN, ENTER = 2 * MIN_PACE_S + 3 * QUIET, "\r"
"""Seconds for which a move is shown as new, and then some."""


class Terminal:
    """A command at a terminal of its own."""

    def __init__(self, words: list[str], home: str) -> None:
        surroundings = environment(home) | {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
        self.started = time.perf_counter()
        self.process, self.line = pty.fork()
        if not self.process:
            os.execvpe(words[0], words, surroundings)
        fcntl.ioctl(self.line, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def read(self, seconds: float) -> bytes:
        ready, _, _ = select([self.line], [], [], seconds)
        return os.read(self.line, 1 << 16) if ready else b""

    def wait_for(self, text: str) -> float:
        """Seconds from the start until it was written."""
        seen = b""
        while text.encode() not in seen:
            chunk = self.read(60)
            if not chunk:
                raise SystemExit(f"{text!r} was never drawn: {seen[-300:]!r}")
            seen += chunk
        return time.perf_counter() - self.started

    def settle(self, seconds: float = QUIET) -> float:
        """When the last of what was drawn came."""
        last = time.perf_counter()
        while self.read(seconds):
            last = time.perf_counter()
        return last

    def press(self, key: str) -> float:
        """Milliseconds until the first frame after it was drawn, which shows what it changed."""
        began = time.perf_counter()
        os.write(self.line, key.encode())
        if not self.read(10):
            raise SystemExit(f"{key!r} changed nothing.")
        taken = 1000 * (self.settle(FRAME) - began)
        self.settle(SHOWN if key == ENTER else QUIET)
        return taken

    def close(self) -> None:
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.line)


def first_frames(home: str, runs: int) -> tuple[float, float]:
    """Of an empty application and of ours."""
    empty, ours = [sys.executable, "-c", EMPTY], [sys.executable, "-m", "quincunx", "screen"]
    best = [float("inf")] * 2
    for _ in range(runs + 1):  # the first compiles
        for number, words in enumerate((empty, ours)):
            terminal = Terminal(words, home)
            with suppress(OSError):
                best[number] = min(best[number], terminal.wait_for(WORD))
            terminal.close()
    return best[0], best[1]


def keys(home: str, game: str, size: tuple[int, int] | None, count: int) -> list[float]:
    """Of the cursor, and of moves between two people."""
    choices = {"game": game, "opponent": "human", "size": size, "start": "me", "games": 1}
    folder = Path(home) / f"{game} {size}" / "quincunx"
    folder.mkdir(parents=True)
    (folder / "choices.json").write_text(json.dumps(choices))
    terminal = Terminal([sys.executable, "-m", "quincunx", "screen"], str(folder.parent))
    try:
        terminal.wait_for(WORD)
        for shown in ("Begin", "your turn"):
            terminal.settle()
            os.write(terminal.line, ENTER.encode())
            terminal.wait_for(shown)
        terminal.settle()
        pressed = [*"ljhkljhk", ENTER, "u"]  # a move, or its first touch, and taken back
        return [terminal.press(pressed[number % len(pressed)]) for number in range(count)]
    finally:
        terminal.close()


def measure(runs: int = 7, count: int = 40) -> None:
    with tempfile.TemporaryDirectory() as home:
        empty, ours = first_frames(home, runs)
        print(f"{'first frame, empty app':28} {empty * 1000:7.1f} ms")
        print(f"{'first frame':28} {ours * 1000:7.1f} ms {ours / empty:6.2f}")
        for game, size in [*((game, None) for game in game_ids()), ("crossed-paths", (26, 26))]:
            taken = sorted(keys(home, game, size, count))
            late = taken[int(0.95 * len(taken))]
            name = f"{game} {'{}x{}'.format(*size) if size else ''}"
            print(f"{name:28} {statistics.median(taken):7.1f} ms {late:6.1f} ms")
