"""Menus and home on a real pseudo-terminal, and the series that begins there."""

import signal
from pathlib import Path
from textwrap import wrap

import pytest

from helpers import KINDS, call, run
from terminal.screen import ENTER, Screen

ASKED = "to place your marker: "
ASKS = "to leave: "
SWAP_NINE = str([kind.id() for kind in KINDS].index("swap-nine") + 1)
HOME = "Rules\r\n"


def which_game(home: Path, rows: int = 40, columns: int = 100) -> Screen:
    """The first question about a game."""
    screen = Screen(home, rows=rows, columns=columns)
    screen.wait_for(HOME)
    screen.press(ENTER)
    screen.wait_for("Which game?")
    return screen


def answer(screen: Screen, *pairs: tuple[str, str]) -> None:
    """Each number when its question stands there."""
    for number, shown in pairs:
        screen.wait_for(shown)
        screen.wait_for(ASKS)
        screen.type(number)


@pytest.mark.parametrize(
    ("words", "leave"), [("", "q"), ("history", "quit"), ("learn", "q"), ("resume", "quit")]
)
def test_every_menu_can_be_left(words: str, leave: str, tmp_path: Path) -> None:
    for typed in ("5\n", "1\n", "5\nresign\n"):
        call("play", "swap-nine", stdin=typed, home=str(tmp_path))
    screen = Screen(tmp_path, *words.split())
    answer(screen, (leave, "1. "))
    screen.end()
    assert screen.child.exitstatus == 0


def test_a_narrow_menu_wraps(tmp_path: Path) -> None:
    screen = which_game(tmp_path, columns=40)
    screen.wait_for(ASKS)
    options = [
        f"{'>' if number == 1 else ' '} {number}. {kind.title}: {kind.summary}"
        for number, kind in enumerate(KINDS, 1)
    ]
    lines = [line for one in options for line in wrap(one, 40, subsequent_indent=" " * 5)]
    assert "\n".join(lines) in screen.text()
    screen.type("q")
    screen.end()


@pytest.mark.parametrize(("terminal", "offered"), [("xterm", True), ("dumb", False)])
def test_the_full_screen_is_offered_where_there_can_be_one(
    terminal: str, offered: bool, tmp_path: Path
) -> None:
    screen = Screen(tmp_path, environment={"TERM": terminal})
    screen.wait_for(ASKS)
    assert ("Full screen" in screen.text()) == offered
    screen.type("q")
    screen.end()


def begin_best_of_three(home: Path) -> Screen:
    """Swap Nine between two people; the person at the menu starts."""
    screen = which_game(home)
    answer(
        screen,
        (SWAP_NINE, f"{SWAP_NINE}. Swap Nine"),
        ("1", "7. The computer, perfect"),
        ("1", "2. Another size"),
        ("1", "3. Toss a coin"),
        ("2", "2. Best of three"),
        ("1", "2. Names"),
    )
    screen.wait_for("Player 1")
    screen.wait_for(ASKED)
    return screen


def test_a_series_goes_on_wherever_it_was_cut(tmp_path: Path) -> None:
    screen = begin_best_of_three(tmp_path)
    screen.resign()
    screen.wait_for("After game 1: you 0, the other 1.\r\n")
    screen.wait_for("You are O now.\r\n")
    screen.wait_for(ASKED)
    screen.kill(signal.SIGKILL)  # before the first move of the second game

    screen = Screen(tmp_path, "resume")
    screen.wait_for("Game 2 of a best of 3: you 0, the other 1. You are O.")
    screen.wait_for(ASKED)
    screen.type("5")
    screen.wait_for("Player 2")
    screen.wait_for(ASKED)
    screen.interrupt()  # in the middle of it
    assert "The game is saved" in screen.end()

    screen = Screen(tmp_path, "resume")
    screen.wait_for("Game 2 of a best of 3: you 0, the other 1.")
    screen.wait_for(ASKED)
    assert " 4 | X | 6" in screen.text()
    screen.type("undo")
    screen.wait_for("Player 1")
    screen.wait_for(ASKED)
    screen.type("5")
    screen.wait_for("Player 2")
    screen.wait_for(ASKED)
    screen.type("2x5")
    screen.wait_for(ASKED)
    screen.resign()  # X, who is the other person now
    screen.wait_for("After game 2: you 1, the other 1.")
    screen.wait_for("Player 1")
    screen.wait_for(ASKED)
    screen.child.sendeof()
    screen.end()

    screen = Screen(tmp_path, "resume")
    screen.wait_for("Game 3 of a best of 3: you 1, the other 1.")
    screen.wait_for(ASKED)
    screen.resign()
    screen.wait_for("After game 3: you 1, the other 2.\r\nThe other wins the series, 2 to 1.\r\n")
    screen.wait_for(ASKS)
    screen.type("q")
    screen.end()
    assert "There is no unfinished game" in call("resume", home=str(tmp_path)).stdout


def test_resume_asks_which_game(tmp_path: Path) -> None:
    for game, typed in (("swap-nine", "5\n"), ("crossed-paths", "D4\n")):
        run("play", game, stdin=typed, home=str(tmp_path))
    screen = Screen(tmp_path, "resume")
    screen.wait_for("2. Swap Nine")
    assert "Which game?" in screen.text()
    screen.press(f"2{ENTER}")
    screen.wait_for(ASKED)
    assert " 4 | X | 6" in screen.text()
    screen.type("quit")
    screen.end()
    plain = Screen(tmp_path, "resume", "--plain")
    plain.wait_for(ASKS)
    plain.type("9")
    plain.wait_for("'9' is none of them: enter 1 to 3.")
    plain.wait_for(ASKS)
    plain.child.sendeof()
    plain.end()
