"""A terminal that a person looks at, for tests."""

import os
import signal
import sys
from pathlib import Path
from time import sleep
from typing import ClassVar

import pexpect
import pyte

COMMAND = [sys.executable, "-m", "quincunx"]
ENTER = "\r"


class Screen:
    opened: ClassVar[list["Screen"]] = []
    """Closed at the end of each test, whatever became of it."""

    def __init__(
        self,
        home: Path,
        *words: str,
        rows: int = 40,
        columns: int = 100,
        environment: dict[str, str] | None = None,
    ) -> None:
        surroundings = os.environ | {"XDG_DATA_HOME": str(home), "TERM": "xterm"}
        surroundings.pop("NO_COLOR", None)
        self.display = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.display)
        self.raw = ""
        """Everything that was sent to the screen."""
        self.child = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], *words],
            env=surroundings | (environment or {}),
            cwd=str(home),
            dimensions=(rows, columns),
            encoding="utf-8",
            timeout=60,
        )
        self.child.delaybeforesend = None
        self.opened.append(self)

    def wait_for(self, text: str) -> None:
        self.child.expect_exact(text)
        self._show(f"{self.child.before}{self.child.after}")

    def type(self, answer: str) -> None:
        self.child.send(f"{answer}{ENTER}")

    def resign(self) -> None:
        self.type("resign")
        self.wait_for("Give the game up? y or n: ")
        self.type("y")

    def leave(self) -> str:
        """After a game."""
        self.wait_for("And now?")
        self.wait_for("Leave")
        self.type("q")
        return self.end()

    def press(self, keys: str) -> None:
        self.child.send(keys)

    def interrupt(self) -> None:
        """Ctrl-C, once it sleeps over its question: one that comes before Python waits for keys is
        seen only with the next key."""
        state, asleep = Path(f"/proc/{self.child.pid}/stat"), 0
        while asleep < 5:
            waits = state.read_text().rpartition(") ")[2].startswith("S")
            asleep = asleep + 1 if waits else 0
            sleep(0.02)
        self.child.sendintr()

    def resize(self, rows: int, columns: int) -> None:
        """As most terminals do it: what stands there is broken anew (and loses its colours)."""
        y, x = self.display.cursor.y, self.display.cursor.x
        above = [line.rstrip() for line in self.display.display[:y]]
        below = self.display.display[y][:x]
        self.display = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.display)
        self.stream.feed("\r\n".join([*above, below]))
        self.child.setwinsize(rows, columns)

    def end(self) -> str:
        self.child.expect(pexpect.EOF)
        self._show(f"{self.child.before}")
        self.child.close()
        return self.text()

    def kill(self, number: int = signal.SIGKILL) -> None:
        self.child.kill(number)
        self.child.expect(pexpect.EOF)
        self.child.wait()

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.display.display)

    def lines(self) -> list[str]:
        return [line for line in self.text().split("\n") if line]

    def marked(self) -> str:
        """What stands there in reverse video."""
        cells = (row[x] for row in self.display.buffer.values() for x in sorted(row))
        return "".join(cell.data for cell in cells if cell.reverse)

    def _show(self, text: str) -> None:
        self.raw += text
        self.stream.feed(text)
