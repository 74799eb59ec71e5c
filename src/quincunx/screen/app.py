"""The application: themes, terminals of every kind, and thinking in a process of its own."""

import os
import select
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple

from textual.app import App
from textual.binding import Binding
from textual.filter import LineFilter, Monochrome, NoColor

from quincunx.screen import textual_adapter
from quincunx.screen.base import HomeScreen
from quincunx.screen.themes import PALETTES, theme
from quincunx.storage import FileError, data_folder, make_folder, read_text, write_file

if TYPE_CHECKING:
    from quincunx.work.workers import Workers

TIMEOUT_S = 120.0
"""Seconds that a question may take; whoever waits can leave before."""
MIN_PACE_S = 0.6
"""Seconds after which a computer moves at the earliest; for twice as long a change is shown."""
ASCII = dict(zip("─│┌┬┐├┼┤└┴┘╭╮╰╯━█▀▄▌·●…—←→↑↓▁▔", "-|+++++++++....-#'.|.*.-<>^v_-", strict=True))
KEYS = {"enter": "Enter", "escape": "Esc", "backspace": "Backspace", "space": "Space"}

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class AsciiTable(dict[int, str]):
    """Signs for a terminal that has only those of ASCII, each as wide as what it stands for."""

    def __missing__(self, sign: int) -> str:
        from rich.cells import cell_len

        text = chr(sign)
        return text if sign < 128 else ASCII.get(text, "?" * cell_len(text))


class QuincunxApp(App[str]):
    """Begins at home. What it returns is the other way to play, if that was asked for."""

    TITLE = "Quincunx"
    CSS_PATH = os.path.join(os.path.dirname(__file__), "screen.tcss")
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (72, "-wide"), (110, "-broad")]
    BINDINGS = [("t", "theme", "Theme")]
    thinkers: "Workers | None" = None

    def __init__(self, pace: float = MIN_PACE_S) -> None:
        super().__init__()
        self.pace = pace
        self.no_color = bool(os.environ.get("NO_COLOR"))
        textual_adapter.share_stderr(self)
        for name in PALETTES:
            self.register_theme(theme(name))
        kept = ""
        with suppress(FileError):
            self.theme_file = os.path.join(data_folder(), "theme.txt")
            kept = read_text(self.theme_file)
        self.theme = kept if kept in PALETTES else next(iter(PALETTES))

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Drop colours altogether under NO_COLOR; Textual's own filter leaves shades of grey."""
        filters = [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]
        return [*filters, NoColor()] if self.no_color else filters

    def get_default_screen(self) -> HomeScreen:
        return HomeScreen()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return theme(next(iter(PALETTES))).variables

    def get_key_display(self, binding: Binding) -> str:
        return KEYS.get(binding.key) or super().get_key_display(binding)

    def on_mount(self) -> None:
        locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_CTYPE", "LANG"))), "C")
        if "utf" not in locale.lower():
            textual_adapter.translate_output(self, AsciiTable())
        if hasattr(signal, "SIGHUP") and not self.is_headless:
            self.set_interval(1, self.end_with_the_window)

    def end_with_the_window(self) -> None:
        """Whoever began this may hear alone that its window was closed, as make does; and Textual
        goes on reading what has no end."""
        window = select.poll()
        window.register(sys.__stdin__ or 0, 0)
        if any(event & select.POLLHUP for _, event in window.poll(0)):
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGHUP)

    def action_theme(self) -> None:
        names = [*PALETTES]
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        self.notify(f"Theme: {self.theme}.", timeout=2)
        with suppress(FileError):
            make_folder(data_folder())
            write_file(self.theme_file, self.theme.encode())

    async def ask(self, function: Callable[[*Ts], T], *args: *Ts) -> T:
        """What the function answers, or raises, thought out elsewhere: the screen never waits, and
        thinking for which nobody waits any more is ended."""
        from quincunx.work.workers import Workers

        self.thinkers = self.thinkers or Workers(1, TIMEOUT_S)
        return await self.thinkers.ask(function, *args)

    def on_unmount(self) -> None:
        if self.thinkers:
            self.thinkers.close()
