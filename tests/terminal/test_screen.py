"""A real pseudo-terminal: colour, narrow screens, resizing, games that are cut off."""

import re
import signal
from pathlib import Path

import pytest

import quincunx
from helpers import call, thinned, thinned_to
from terminal.screen import Screen

COLOUR = "\x1b[1;36m"
ASKED = "Enter the cell to place your marker"


def crossed(home: Path, *words: str, environment: dict[str, str] | None = None) -> Screen:
    """One marker on three cells."""
    screen = Screen(home, "play", "crossed-paths", "--size", "1x3", *words, environment=environment)
    screen.wait_for("(e.g., B1): ")
    screen.type("B1")
    screen.wait_for(f"{ASKED}: ")
    screen.type("quit")
    screen.end()
    return screen


@pytest.mark.parametrize(
    ("words", "environment", "coloured", "marked"),
    [
        ([], {}, True, "X"),
        ([], {"NO_COLOR": "1"}, False, "X"),
        ([], {"TERM": "dumb"}, False, ""),
        (["--plain"], {}, False, ""),
    ],
)
def test_colour_and_the_mark_of_the_last_move(
    words: list[str], environment: dict[str, str], coloured: bool, marked: str, tmp_path: Path
) -> None:
    screen = crossed(tmp_path, *words, environment=environment)
    assert " 1 . X ." in screen.text()
    assert screen.marked() == marked
    assert (COLOUR in screen.raw) == coloured
    assert ("\x1b[7mX\x1b[0m" in screen.raw) == (marked == "X")


def test_plain_lines_are_not_broken(tmp_path: Path) -> None:
    screen = Screen(tmp_path, "play", "swap-nine", "--plain", columns=40)
    screen.wait_for("where you want to place your marker: ")
    screen.type("hint")
    screen.wait_for("and with best play end with five markers to four.\r\nWins by 1; 8 other")
    screen.type("quit")
    screen.end()


PROMPT_ENDS = {
    "crossed-paths": "D4): ",
    "grid-clash": "claim: ",
    "numeral-nexus": "place: ",
    "swap-nine": "marker: ",
    "zone-conquest": "opponent's zone\r\n",
}


@pytest.mark.parametrize("game", thinned_to(quincunx.game_ids(), "swap-nine", "zone-conquest"))
def test_forty_columns_break_at_words(game: str, tmp_path: Path) -> None:
    """The lines fit, and they say what is said on a pipe."""
    prompt = PROMPT_ENDS.get(game, "Enter your move: ")
    words = ("play", game, "--seed", "1")
    typed = ["help", "zz", "moves", "rules", "board", "quit"]
    screen = Screen(tmp_path, *words, rows=250, columns=40)
    for command in typed:
        screen.wait_for(prompt)
        screen.type(command)
    shown = screen.end()
    sent = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\r", "", screen.raw).split("\n")
    said = [line for line in sent if prompt.strip() not in line]
    assert max(map(len, said)) <= 40
    piped = call(*words, stdin="\n".join([*typed, ""]), home=str(tmp_path))
    assert shown.split() == piped.stdout.split()


def test_rules_and_reviews_fit_too(tmp_path: Path) -> None:
    played = ("play", "crossed-paths", "--size", "1x3", "--record", "game.txt")
    call(*played, stdin="A1\nB1\nC1\n", home=str(tmp_path))
    for words in (("rules", "grid-clash"), ("review", "game.txt")):
        screen = Screen(tmp_path, *words, rows=100, columns=40)
        shown = screen.end()
        lines = screen.raw.replace("\r", "").replace("\x1b[K", "").split("\n")
        assert max(map(len, lines)) <= 40
        assert shown.split() == call(*words, home=str(tmp_path)).stdout.split()


def test_resizing_in_the_middle_of_a_game(tmp_path: Path) -> None:
    screen = Screen(tmp_path, "play", "swap-nine", columns=100)
    screen.wait_for("Player 1")
    screen.wait_for("where you want to place your marker: ")
    screen.press("5")
    screen.resize(30, 40)
    screen.press("\r")
    screen.wait_for("Player 2")
    screen.wait_for("the cell where you want to place\r\nyour marker: ")
    screen.type("2")
    screen.wait_for("press Enter to swap none: ")
    screen.resize(30, 120)
    screen.type("5")
    screen.wait_for("Player 1")
    screen.wait_for(", enter the number of the cell where you want to place your marker: ")
    screen.type("quit")
    assert " 4 | O | 6" in screen.end()


def test_the_largest_grid_on_forty_columns(tmp_path: Path) -> None:
    screen = Screen(tmp_path, "play", "crossed-paths", "--size", "26x26", rows=60, columns=40)
    screen.wait_for("M13): ")
    screen.type("Z26")
    screen.wait_for("marker: ")
    screen.type("quit")
    lines = screen.end().split("\n")
    assert "   ABCDEFGHIJKLMNOPQRSTUVWXYZ" in lines
    assert f"26 {'.' * 25}X" in lines


def test_somebody_thinks(tmp_path: Path) -> None:
    """On a large board a hint searches for about a second."""
    screen = Screen(tmp_path, "play", "zone-conquest", "--size", "4x4", columns=80)
    screen.wait_for("zone\r\n")
    screen.type("hint")
    screen.wait_for("The coach is thinking …")
    assert "The coach is thinking …" in screen.lines()
    screen.wait_for("\r\x1b[K")
    screen.wait_for("zone\r\n")
    assert "thinking" not in screen.text()
    screen.type("quit")
    screen.end()


def nexus(home: Path) -> Screen:
    """A game with one move made and a question open."""
    screen = Screen(home, "play", "numeral-nexus")
    screen.wait_for("Enter the number you want to place: ")
    screen.type("5")
    screen.wait_for("Enter the grid position (e.g., C3): ")
    screen.type("C3")
    screen.wait_for("Player 2 (")
    screen.wait_for("Enter the number you want to place: ")
    screen.press("7")
    screen.wait_for("7")
    return screen


def test_ctrl_c_in_the_middle_and_resume(tmp_path: Path) -> None:
    screen = nexus(tmp_path)
    screen.interrupt()
    assert "The game is saved" in screen.end()
    assert screen.child.exitstatus == 130
    goes_on(tmp_path)


@pytest.mark.parametrize("number", thinned([signal.SIGHUP, signal.SIGKILL, signal.SIGTERM], 3))
def test_killed_or_the_window_closed(number: int, tmp_path: Path) -> None:
    nexus(tmp_path).kill(number)
    goes_on(tmp_path)


def test_the_window_is_gone(tmp_path: Path) -> None:
    nexus(tmp_path).child.close()
    goes_on(tmp_path)


def goes_on(home: Path) -> None:
    again = Screen(home, "resume")
    again.wait_for("Enter the number you want to place: ")
    assert "X5" in again.text()
    assert "Player 2 (" in again.text()
    again.type("quit")
    again.end()
