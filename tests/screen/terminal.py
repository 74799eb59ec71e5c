"""The full screen at a real pseudo-terminal: what was drawn is read from an emulated display."""

import re
from contextlib import suppress
from pathlib import Path

import pexpect

from quincunx import Match
from quincunx.core import QuincunxError
from quincunx.play.saved_games import read_saved
from terminal.screen import Screen

UNKNOWN = re.compile(
    r"\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[\?[0-9;]*(?:\$p|u)|\x1b\]\S*?(?:\x07|\x1b\\)"
)
"""What the emulated display would take for text."""
READS = 400
"""Until something is given up; each takes a fifth of a second at most."""


class Terminal(Screen):
    def __init__(
        self,
        home: Path,
        rows: int = 24,
        columns: int = 80,
        variables: dict[str, str] = {},  # noqa: B006 - never changed
    ) -> None:
        surroundings = {"LANG": "C.UTF-8", "TERM": "xterm-256color", "LC_ALL": ""} | variables
        self.home = home
        super().__init__(home, "screen", rows=rows, columns=columns, environment=surroundings)

    def read(self) -> bool:
        """Whether something was drawn."""
        with suppress(pexpect.TIMEOUT):
            self._show(UNKNOWN.sub("", self.child.read_nonblocking(1 << 16, timeout=0.2)))
            return True
        return False

    def until(self, *texts: str) -> None:
        """All of them stand on the screen."""
        for _ in range(READS):
            if all(text in self.text() for text in texts):
                return
            self.read()
        raise AssertionError(f"{texts} in\n{self.text()}")

    def click(self, text: str) -> None:
        """In the middle of a text on the screen."""
        lines = self.text().split("\n")
        y = next(number for number, line in enumerate(lines) if text in line)
        self.click_at(lines[y].index(text) + len(text) // 2, y)

    def click_at(self, x: int, y: int) -> None:
        self.press(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def kept(self) -> Match | None:
        """The game as it is saved."""
        files = sorted((self.home / "quincunx" / "games").glob("*.txt"))
        try:
            return read_saved(str(files[0])) if files else None
        except QuincunxError:  # it was finished and forgotten meanwhile
            return None

    def played(self, ply: int) -> Match | None:
        """The saved game when so many moves were played; None when it is over."""
        for _ in range(READS):
            if (match := self.kept()) and match.ply >= ply:
                return None if match.outcome else match  # it is about to be forgotten
            self.read()
            if match is None and "Review" in self.text():
                return None
        raise AssertionError(self.text())
