"""A game is kept by one terminal at a time, and no move is lost to another or to a full disk."""

import resource
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers import run, thinned
from quincunx.play.match import Match
from quincunx.play.record import read
from terminal.screen import ENTER, Screen

ASKED = "Enter the cell to place your marker"
HELD = "is being played in another terminal"


@pytest.fixture
def screens(tmp_path: Path) -> Iterator["Screens"]:
    opened = Screens(tmp_path)
    yield opened
    for screen in opened.all:
        screen.child.close(force=True)


class Screens:
    def __init__(self, home: Path) -> None:
        self.home = home
        self.all: list[Screen] = []

    def open(self, *words: str, shown: str = ASKED) -> Screen:
        screen = Screen(self.home, *words)
        self.all.append(screen)
        screen.wait_for(shown)
        return screen

    def play(self, *words: str) -> Screen:
        """One marker on five cells."""
        screen = self.open("play", "crossed-paths", "--size", "1x5", *words)
        move(screen, "C1")
        return screen

    def games(self) -> list[Path]:
        return sorted((self.home / "quincunx" / "games").iterdir())

    def kept(self) -> Match:
        (file,) = (one for one in self.games() if one.suffix == ".txt")
        return read(file.read_text(encoding="utf-8"))


def move(screen: Screen, cell: str) -> None:
    screen.type(cell)
    screen.wait_for("it's your turn")
    screen.wait_for(f"{ASKED}: ")


def moves(match: Match) -> str:
    return " ".join(map(str, match.moves))


def test_a_game_of_another_terminal_is_refused(screens: Screens) -> None:
    first = screens.play()
    second = screens.open("resume", shown=HELD)
    second.end()
    assert second.child.exitstatus == 2
    refused = run("resume", stdin="B1\n", home=str(screens.home))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == f"quincunx: Game 1 {HELD}: leave it there first.\n"
    run("play", "swap-nine", stdin="5\n", home=str(screens.home))
    listed = run("resume", home=str(screens.home)).stdout
    assert listed.count("in another terminal") == 1
    assert ", 1 move, Player 2 (O) to move, in another terminal\n" in listed
    move(first, "B1")
    assert "The game goes on" not in first.text()


@pytest.mark.parametrize("number", thinned([signal.SIGKILL, signal.SIGHUP], 2))
def test_the_lock_of_a_dead_terminal_is_none(number: int, screens: Screens) -> None:
    screens.play().kill(number)
    again = screens.open("resume")
    assert HELD not in again.raw
    move(again, "B1")
    assert moves(screens.kept()) == "C1 B1"


# A full disk: no file can grow beyond the limit, which can be lifted while the game goes on.


def limit(screen: Screen, size: int = resource.RLIM_INFINITY) -> None:
    assert screen.child.pid
    resource.prlimit(screen.child.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_a_full_disk_loses_no_move(screens: Screens) -> None:
    first = screens.play()
    limit(first, 0)
    first.type("B1")
    first.wait_for("cannot be written: File too large. The game goes on; saving is tried again")
    first.wait_for(f"{ASKED}: ")
    move(first, "D1")
    assert moves(screens.kept()) == "C1"
    assert first.text().count("cannot be written") == 1
    limit(first)
    first.type("A1")
    first.wait_for("The game is saved again.")
    first.wait_for(f"{ASKED}: ")
    first.kill()
    assert moves(screens.kept()) == "C1 B1 D1 A1"
    assert "1 O O X X ." in screens.open("resume").text()


def test_leaving_with_a_full_disk_is_asked_about(screens: Screens) -> None:
    first = screens.play()
    limit(first, 0)
    first.type("B1")
    first.wait_for("cannot be written")
    first.wait_for(f"{ASKED}: ")
    first.type("quit")
    for typed, said in (("", "not saved"), ("there.txt", "cannot be written")):
        first.wait_for("or `quit`: ")
        first.type(typed)
        first.wait_for(said)
    limit(first)
    first.wait_for("or `quit`: ")
    first.type("there.txt")
    assert "Saved in there.txt." in first.end()
    assert moves(read((screens.home / "there.txt").read_text())) == "C1 B1"
    again = screens.open("resume")
    limit(again, 0)
    again.type("B1")
    again.wait_for("cannot be written")
    again.wait_for(f"{ASKED}: ")
    again.type("quit")
    again.wait_for("or `quit`: ")
    limit(again)
    again.press(ENTER)
    assert "The game is saved" in again.end()
    assert moves(screens.kept()) == "C1 B1"


@pytest.mark.slow
def test_a_record_that_cannot_be_written_is_asked_about(screens: Screens) -> None:
    first = screens.open("play", "crossed-paths", "--size", "1x3", "--record", "there.txt")
    for cell in ("A1", "B1"):
        move(first, cell)
    limit(first, 0)
    first.type("C1")
    first.wait_for("'there.txt' cannot be written: File too large.")
    first.wait_for("or `quit`: ")
    assert (screens.home / "there.txt").read_text() == ""
    limit(first)
    first.press(ENTER)
    first.leave()
    assert moves(read((screens.home / "there.txt").read_text())) == "A1 B1 C1"
    assert screens.games() == []
