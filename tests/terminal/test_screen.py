"""A real pseudo-terminal: the menu, colour, Ctrl-C in the middle of a question, resume."""

import os
import signal
import sys
from pathlib import Path

import pexpect
import pyte

COMMAND = [sys.executable, "-m", "quincunx"]


class Screen:
    """A terminal that a person looks at."""

    def __init__(self, home: Path, *words: str, rows: int = 40, columns: int = 100) -> None:
        environment = os.environ | {"XDG_DATA_HOME": str(home), "TERM": "xterm"}
        environment.pop("NO_COLOR", None)
        self.display = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.display)
        self.child = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], *words],
            env=environment,
            dimensions=(rows, columns),
            encoding="utf-8",
            timeout=20,
        )

    def wait_for(self, text: str) -> None:
        self.child.expect_exact(text)
        self.stream.feed(f"{self.child.before}{self.child.after}")

    def end(self) -> str:
        self.child.expect(pexpect.EOF)
        self.stream.feed(f"{self.child.before}")
        self.child.close()
        return self.text()

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.display.display)


def test_the_menu_by_arrows_and_numbers(tmp_path: Path) -> None:
    screen = Screen(tmp_path)
    screen.wait_for("5. Zone Conquest")
    screen.child.send("\x1b[B")  # down
    screen.wait_for("> 2. Grid Clash")
    screen.child.send("\x1b[A\x1b[A4")  # typed faster than it is read
    screen.wait_for("Against whom?")
    screen.wait_for("7. The computer, perfect")
    screen.child.send("2")
    screen.wait_for("Who starts?")
    screen.wait_for("3. Toss a coin")
    screen.child.send("\r")
    screen.wait_for("How many?")
    screen.wait_for("3. Best of five")
    screen.child.send("1")
    screen.wait_for("enter the number of the cell where you want to place your marker: ")
    screen.child.send("resign\r")
    screen.wait_for("Player 1 resigned")
    screen.wait_for("5. Leave")
    screen.child.send("5")
    screen.end()
    assert screen.child.exitstatus == 0


def test_colour_and_its_absence(tmp_path: Path) -> None:
    screen = Screen(tmp_path, "play", "crossed-paths", "--size", "1x3")
    screen.wait_for("(e.g., D4): ")
    screen.child.send("B1\r")
    screen.child.expect_exact("\x1b[1;36m\x1b[7mX\x1b[0m")  # the last move, turned over
    screen.child.send("quit\r")
    screen.end()
    plain = Screen(tmp_path, "play", "crossed-paths", "--size", "1x3", "--plain")
    plain.wait_for("(e.g., D4): ")
    plain.child.send("B1\r")
    plain.wait_for(" 1 . X .")
    plain.child.send("quit\r")
    assert "\x1b" not in plain.end()


def test_ctrl_c_in_the_middle_and_resume(tmp_path: Path) -> None:
    screen = Screen(tmp_path, "play", "numeral-nexus")
    screen.wait_for("Enter the number you want to place: ")
    screen.child.send("5\r")
    screen.wait_for("Enter the grid position (e.g., C3): ")
    screen.child.send("C3\r")
    screen.wait_for("Player 2 (")
    screen.wait_for("Enter the number you want to place: ")
    screen.child.send("7")
    screen.child.sendintr()
    assert "The game is kept" in screen.end()
    assert screen.child.exitstatus == 130
    again = Screen(tmp_path, "resume")
    again.wait_for("Enter the number you want to place: ")
    assert "X5" in again.text()
    again.child.send("quit\r")
    again.end()


def test_killed_in_the_middle_and_resumed(tmp_path: Path) -> None:
    screen = Screen(tmp_path, "play", "zone-conquest", "--o", "skilled")
    screen.wait_for("2. Attack an opponent's zone")
    screen.child.send("1\r")
    screen.wait_for("you wish to occupy: ")
    screen.child.send("5\r")
    screen.wait_for("You occupied zone 5.")
    screen.wait_for("You occupied zone")
    screen.wait_for("Choose your action:")
    screen.child.kill(signal.SIGKILL)
    screen.child.wait()
    again = Screen(tmp_path, "resume")
    again.wait_for("Choose your action:")
    grid = again.text()
    assert grid.count("X") >= 1
    assert grid.count("[O]") == 1
    again.child.sendeof()
    again.end()


def test_forty_columns_are_enough_for_the_menu(tmp_path: Path) -> None:
    screen = Screen(tmp_path, columns=40)
    screen.wait_for("5. Zone Conquest")
    screen.child.setwinsize(24, 40)
    screen.child.send("\x1b[B")
    screen.wait_for("> 2.")
    screen.child.send("q")
    screen.end()
    assert all(len(line) <= 40 for line in screen.display.display)
