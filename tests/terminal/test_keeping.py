"""A game is kept by one terminal at a time, and no move is lost to another or to a full disk."""

import re
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
HELD = "This game is being played in another terminal."


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

    def resume(self, way: str) -> Screen:
        screen = self.open("resume", shown=HELD)
        screen.wait_for("3. Leave it alone")
        screen.type(way)
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


def test_taken_over_and_nothing_overwritten(screens: Screens) -> None:
    first = screens.play()
    second = screens.resume("2")
    second.wait_for(f"{ASKED}: ")
    move(second, "B1")
    first.type("D1")
    assert "another terminal: your last move is not part of it." in first.end()
    assert first.child.exitstatus == 0
    assert moves(screens.kept()) == "C1 B1"
    move(second, "A1")
    second.type("quit")
    assert "The game is kept" in second.end()
    assert moves(screens.kept()) == "C1 B1 A1"
    assert len(screens.games()) == 1


@pytest.mark.parametrize("typed", thinned(["undo", "resign", "quit"], 3))
def test_whatever_is_typed_where_the_game_was_taken_over(typed: str, screens: Screens) -> None:
    first = screens.play()
    move(first, "B1")
    second = screens.resume("2")
    second.wait_for(f"{ASKED}: ")
    if typed == "resign":
        first.resign()
    else:
        first.type(typed)
    assert "The game was taken over, and goes on in another terminal" in first.end()
    assert moves(screens.kept()) == "C1 B1"
    move(second, "D1")
    assert moves(screens.kept()) == "C1 B1 D1"


@pytest.mark.slow
def test_taken_over_and_left_is_not_taken_back(screens: Screens) -> None:
    """Nobody holds the game when the first terminal writes again, but it is not its game."""
    first = screens.play()
    second = screens.resume("2")
    second.wait_for(f"{ASKED}: ")
    move(second, "B1")
    second.type("quit")
    second.end()
    first.type("D1")
    assert "was taken over" in first.end()
    assert moves(screens.kept()) == "C1 B1"


@pytest.mark.slow
def test_watched_to_the_end(screens: Screens) -> None:
    first = screens.play("--name-x", "Ann")
    second = screens.resume("1")
    second.wait_for("You are watching: Ctrl-C leaves.")
    second.wait_for("Crossed Paths, after move 1:")
    second.wait_for(" 1 . . ")
    move(first, "B1")
    second.wait_for("Move 2: Player 2 played B1.")
    first.type("undo")
    second.wait_for("Crossed Paths, after move 1:")
    first.wait_for(f"{ASKED}: ")
    first.type("undo")
    second.wait_for("Crossed Paths, after move 0:")
    for cell in ("A1", "B1", "C1", "D1"):
        move(first, cell)
    second.wait_for("played D1.")
    first.type("E1")
    assert "Ann wins!" in first.leave()
    shown = second.end()
    assert "Move 5: Ann played E1." in shown
    assert "Ann wins!" in shown
    assert second.child.exitstatus == 0
    assert screens.games() == []


@pytest.mark.slow
def test_watched_to_the_end_by_who_took_it_over(screens: Screens) -> None:
    """The first terminal does not know yet, and still holds what was its lock."""
    first = screens.play()
    second = screens.resume("1")
    second.wait_for("Crossed Paths, after move 1:")
    third = screens.resume("2")
    third.wait_for(f"{ASKED}: ")
    for cell in ("B1", "A1"):
        move(third, cell)
        second.wait_for(f"played {cell}.")
    third.resign()
    shown = second.end()
    assert "Player 1 wins: Player 2 resigned." in shown
    assert [shown.count(f"1 {cells} . .") for cells in (". . X", ". O X", "X O X")] == [1, 1, 1]
    first.type("D1")
    assert "was taken over" in first.end()


def test_watched_until_it_is_left_or_nobody_watches(screens: Screens) -> None:
    first = screens.play()
    second, third = screens.resume("1"), screens.resume("1")
    for one in (second, third):
        one.wait_for("Crossed Paths, after move 1:")
    third.interrupt()
    third.end()
    assert third.child.exitstatus == 130
    move(first, "B1")
    second.wait_for("played B1.")
    first.type("quit")
    first.end()
    assert re.search("The other terminal has left the game: `.* resume` goes on", second.end())
    assert moves(screens.kept()) == "C1 B1"


def test_left_alone_or_refused_through_a_pipe(screens: Screens) -> None:
    first = screens.play()
    third = screens.resume("3")
    third.end()
    assert third.child.exitstatus == 0
    refused = run("resume", stdin="B1\n", home=str(screens.home))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == (
        "quincunx: Game 1 is being played in another terminal: go on there, or ask for it at a "
        "terminal to watch it or to take it over.\n"
    )
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
    assert "The game is kept" in again.end()
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
