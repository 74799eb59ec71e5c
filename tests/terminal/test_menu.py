"""The menu on a real pseudo-terminal, and the series that it begins."""

import signal
from pathlib import Path
from textwrap import wrap

from helpers import KINDS, run
from terminal.screen import DOWN, ENTER, UP, Screen

ASKED = "to place your marker: "
LAST = f"{len(KINDS)}. {KINDS[-1].title}"
ENDS = KINDS[-1].summary.split()[-1] + "\r\n"
SECOND = f"> 2. {KINDS[1].title}"
SWAP_NINE = str([kind.id() for kind in KINDS].index("swap-nine") + 1)


def test_the_menu_by_arrows_and_numbers(tmp_path: Path) -> None:
    screen = Screen(tmp_path)
    screen.wait_for(LAST)
    screen.press(DOWN)
    screen.wait_for(SECOND)
    screen.press(f"{UP}{UP}{SWAP_NINE}{ENTER}")  # typed faster than it is read
    screen.wait_for("Against whom?")
    screen.wait_for("7. The computer, perfect")
    screen.press("2")
    screen.wait_for("> 2. The computer, random")
    screen.press(ENTER)
    screen.wait_for("Who starts?")
    screen.wait_for("3. Toss a coin")
    screen.press(ENTER)
    screen.wait_for("How many?")
    screen.wait_for("3. Best of five")
    screen.press(f"9{ENTER}")  # a number that is not there moves nothing
    screen.wait_for("`help` tells")
    screen.wait_for(ASKED)
    screen.resign()
    screen.wait_for("Player 1 resigned")
    screen.wait_for("5. Leave")
    screen.press(f"5{ENTER}")
    screen.end()
    assert screen.child.exitstatus == 0


def test_a_narrow_menu_wraps_and_is_drawn_over_itself(tmp_path: Path) -> None:
    screen = Screen(tmp_path, columns=40)
    screen.wait_for(ENDS)
    for number in ("3", "1", "5"):
        screen.press(number)
        screen.wait_for(f"> {number}. ")
        screen.wait_for(ENDS)
    options = [
        f"{'>' if number == 5 else ' '} {number}. {kind.title}: {kind.summary}"
        for number, kind in enumerate(KINDS, 1)
    ]
    assert screen.lines() == [
        "Which game? (arrows or a number, then",
        "Enter; q leaves)",
        *(line for option in options for line in wrap(option, 39, subsequent_indent=" " * 5)),
    ]
    screen.press("q")
    screen.end()


def test_the_menu_after_a_resize(tmp_path: Path) -> None:
    screen = Screen(tmp_path, columns=100)
    screen.wait_for(ENDS)
    for columns in (40, 100, 60):
        screen.resize(40, columns)
        screen.wait_for(ENDS)  # no key was needed
        assert screen.text().count("Which game?") == 1
        assert screen.text().count("Zone Conquest") == 1
    screen.press(DOWN)
    screen.wait_for(SECOND)
    screen.press("q")
    screen.end()


def begin_best_of_three(home: Path) -> Screen:
    """Swap Nine between two people; the person at the menu starts."""
    screen = Screen(home)
    for keys, shown in (
        (SWAP_NINE, f"> {SWAP_NINE}. Swap Nine"),
        ("1", "7. The computer, perfect"),
        ("1", "3. Toss a coin"),
        ("2", "> 2. Best of three"),
    ):
        screen.wait_for("q leaves)")
        screen.press(keys)
        screen.wait_for(shown)
        screen.press(ENTER)
    screen.wait_for("Player 1")
    screen.wait_for(ASKED)
    return screen


def test_a_series_goes_on_wherever_it_was_cut(tmp_path: Path) -> None:
    screen = begin_best_of_three(tmp_path)
    screen.resign()
    screen.wait_for("After game 1: you 0, the other 1.\r\nYou are O now.\r\n")
    screen.wait_for(ASKED)
    screen.kill(signal.SIGKILL)  # before the first move of the second game

    screen = Screen(tmp_path, "resume")
    screen.wait_for("Game 2 of a best of 3: you 0, the other 1. You are O.")
    screen.wait_for(ASKED)
    screen.type("5")
    screen.wait_for("Player 2")
    screen.wait_for(ASKED)
    screen.interrupt()  # in the middle of it
    assert "The game is kept" in screen.end()

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
    shown = screen.end()
    assert "After game 3: you 1, the other 2.\nThe other wins the series, 2 to 1.\n" in shown
    assert "No game was cut off" in run("resume", home=str(tmp_path)).stdout


def test_a_decided_series_has_no_third_game(tmp_path: Path) -> None:
    screen = begin_best_of_three(tmp_path)
    screen.resign()
    screen.wait_for("After game 1: you 0, the other 1.")
    screen.wait_for(ASKED)
    screen.type("5")
    screen.wait_for("Player 2")
    screen.wait_for(ASKED)
    screen.resign()
    screen.wait_for("After game 2: you 0, the other 2.")
    screen.wait_for("And now?")
    screen.press("q")
    screen.end()
    assert "No game was cut off" in run("resume", home=str(tmp_path)).stdout


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
    left = Screen(tmp_path, "resume")
    left.wait_for("2. ")
    left.press("q")
    left.end()
    assert left.child.exitstatus == 0
    plain = Screen(tmp_path, "resume", "--plain")
    plain.wait_for("Enter a number: ")
    plain.type("9")
    plain.wait_for("'9' is none of them: enter 1 to 2.")
    plain.wait_for("Enter a number: ")
    plain.child.sendeof()
    plain.end()
