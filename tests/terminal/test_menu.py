"""Menus and home on a real pseudo-terminal, and the series that begins there."""

import signal
from pathlib import Path
from textwrap import wrap

from helpers import KINDS, run
from terminal.screen import DOWN, ENTER, UP, Screen

ASKED = "to place your marker: "
ENDS = KINDS[-1].summary.split()[-1] + "\r\n"
SECOND = f"> 2. {KINDS[1].title}"
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
    """Each key when its option stands there, then Enter."""
    for key, shown in pairs:
        screen.wait_for("q leaves)")
        screen.press(key)
        screen.wait_for(shown)
        screen.press(ENTER)


def test_the_menu_by_arrows_and_numbers(tmp_path: Path) -> None:
    screen = which_game(tmp_path)
    screen.wait_for(ENDS)
    screen.press(DOWN)
    screen.wait_for(SECOND)
    screen.press(f"{UP}{UP}{SWAP_NINE}{ENTER}")  # typed faster than it is read
    answer(screen, ("2", "> 2. The computer, random"), ("1", "2. Another size"))
    answer(screen, ("1", "3. Toss a coin"))
    screen.wait_for("3. Best of five")
    screen.press(f"9{ENTER}")  # a number that is not there moves nothing
    answer(screen, ("1", "2. Names"))
    screen.wait_for("`help` tells")
    screen.wait_for(ASKED)
    screen.resign()
    screen.wait_for("Player 1 resigned")
    screen.wait_for("5. Leave")
    screen.press(f"5{ENTER}")
    screen.end()
    assert screen.child.exitstatus == 0


def test_a_narrow_menu_wraps_and_is_drawn_over_itself(tmp_path: Path) -> None:
    screen = which_game(tmp_path, columns=40)
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
        "What would you like? Play",
        "Which game? (arrows or a number, then",
        "Enter; b goes back, q leaves)",
        *(line for option in options for line in wrap(option, 39, subsequent_indent=" " * 5)),
    ]
    screen.press("q")
    screen.end()


def test_a_low_menu_scrolls(tmp_path: Path) -> None:
    screen = which_game(tmp_path, rows=12, columns=40)
    screen.wait_for("3 more below")
    assert "> 1. " in screen.text()
    for _ in KINDS[1:]:
        screen.press(DOWN)
    screen.wait_for(f"> {len(KINDS)}. ")
    screen.wait_for(ENDS)
    assert screen.lines()[:2] == [
        "What would you like? Play",
        "Which game? (arrows or a number, then",
    ]
    assert "more above" in screen.text()
    assert "more below" not in screen.text()
    screen.press(DOWN)  # round to the first
    screen.wait_for("> 1. ")
    screen.wait_for("3 more below")
    assert "more above" not in screen.text()
    screen.press("q")
    screen.end()


def test_numbers_of_several_digits(tmp_path: Path) -> None:
    run("play", "crossed-paths", stdin="D4\nresign\n", home=str(tmp_path))
    history = tmp_path / "quincunx" / "history.txt"
    history.write_text("\n".join([history.read_text()] * 12))
    screen = Screen(tmp_path, "history", rows=12)
    screen.wait_for("> 12. ")  # the latest is chosen at first
    assert "more above" in screen.text()
    for keys, number in (("1", 1), ("1", 11), ("3", 3), ("10", 10), ("0", 10)):
        screen.press(keys)
        screen.wait_for(f"> {number}. ")
    screen.press(f"12{ENTER}")
    screen.wait_for("12. 20")
    screen.wait_for("O resigned.")
    screen.wait_for("q leaves)")
    screen.press("q")
    screen.end()


def test_the_menu_after_a_resize(tmp_path: Path) -> None:
    screen = which_game(tmp_path)
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
    screen = which_game(home)
    answer(
        screen,
        (SWAP_NINE, f"> {SWAP_NINE}. Swap Nine"),
        ("1", "7. The computer, perfect"),
        ("1", "2. Another size"),
        ("1", "3. Toss a coin"),
        ("2", "> 2. Best of three"),
        ("1", "2. Names"),
    )
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
    plain.wait_for("Enter a number, or `back`: ")
    plain.type("9")
    plain.wait_for("'9' is none of them: enter 1 to 3.")
    plain.wait_for("Enter a number, or `back`: ")
    plain.child.sendeof()
    plain.end()
