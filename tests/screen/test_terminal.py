"""At a real pseudo-terminal: whole games by keys or the mouse alone, cuts, and odd terminals."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pexpect
import pytest

from helpers import BOOKS
from quincunx.core import QuincunxError
from quincunx.play.history import past_games
from quincunx.play.saved_games import read_saved
from screen.terminal import READS, Terminal
from terminal.screen import Screen


@pytest.fixture(autouse=True)
def _close_terminals() -> Iterator[None]:
    yield
    while Screen.opened:
        Screen.opened.pop().child.close(force=True)


def wish(home: Path, game: str, opponent: str = "human") -> None:
    (home / "quincunx").mkdir()
    told = {"game": game, "opponent": opponent}
    (home / "quincunx" / "choices.json").write_text(json.dumps(told))


def begin(home: Path, game: str, opponent: str = "human", **variables: str) -> Terminal:
    wish(home, game, opponent)
    screen = Terminal(home, variables=variables)
    screen.until("Quincunx", "Keys")
    screen.press("\r")
    screen.until("Begin")
    screen.press("\x1b[F\r")
    screen.until("your turn")
    return screen


@pytest.mark.slow
@pytest.mark.parametrize("game", BOOKS)
def test_a_whole_game_by_keys_alone(game: str, home: Path) -> None:
    screen, random, ply = begin(home, game), Random(7), 1
    screen.press({"crossed-paths": "d4", "numeral-nexus": "5c3", "grid-clash": "11"}.get(game, "5"))
    while (match := screen.played(ply)) is not None:
        move = random.choice(match.legal_moves())
        longer = any(str(m).startswith(f"{move}x") for m in match.legal_moves())
        screen.press(f"{move}\r" if longer else str(move))
        ply += 1
    screen.until("Review")
    (past,) = past_games()[0]
    assert past.tags["Game"] == game
    assert past.match.outcome


@pytest.mark.slow
def test_a_whole_game_by_the_mouse_alone(home: Path) -> None:
    wish(home, "zone-conquest", "beginner")
    screen = Terminal(home)
    screen.until("Quincunx", "Play")
    screen.click("Play")
    screen.until("Begin")
    screen.click("Begin")
    screen.until("your turn")
    lines = screen.text().split("\n")
    where = {
        digit: (line.index(f" {digit} ") + 1, y)
        for y, line in enumerate(lines)
        for digit in "123456789"
        if f" {digit} " in line[:50]
    }
    assert len(where) == 9, screen.text()
    screen.click_at(*where["5"])
    ply = 2
    while (match := screen.played(ply)) is not None:
        (key,) = match.position.clicks(match.legal_moves()[-1])[0]
        screen.click_at(*where[key])
        ply += 2 if not match.step(match.legal_moves()[-1]).outcome else 1
    screen.until("Review")
    screen.click("Review")
    screen.until("After 0 of")
    assert len(past_games()[0]) == 1


def go_on(home: Path) -> Terminal:
    screen = Terminal(home, 30, 90)
    screen.until("Continue (1)")
    screen.press("\r")
    screen.until("Continue which game?")
    screen.press("\r")
    screen.until("your turn")
    return screen


def test_a_game_that_is_killed_goes_on_here_and_in_the_dialogue(home: Path) -> None:
    screen = begin(home, "crossed-paths")
    screen.press("d4")
    assert screen.played(1)
    screen.press("d")  # in the middle of a move
    screen.until("Chosen: D")
    screen.kill()
    again = go_on(home)
    again.press("d5")
    assert again.played(2)
    again.kill()
    dialogue = Screen(home, "resume")
    dialogue.wait_for("Enter the cell to place your marker: ")
    dialogue.type("d6")
    dialogue.wait_for("last move at D6")
    dialogue.kill()
    again = go_on(home)
    again.press("d7")
    match = again.played(4)
    assert match
    assert [str(move) for move in match.moves] == ["D4", "D5", "D6", "D7"]


def test_a_resize_in_the_middle_of_a_move(home: Path) -> None:
    screen = begin(home, "swap-nine", LINES="24", COLUMNS="80")  # as some shells export them
    screen.press("1")
    assert screen.played(1)
    screen.press("2")
    screen.until("Chosen: 2")
    screen.resize(20, 40)
    screen.until("Chosen: 2", "Player 2")
    screen.press("x1")
    match = screen.played(2)
    assert match
    assert [str(move) for move in match.moves] == ["1", "2x1"]


@pytest.mark.parametrize(
    ("variables", "holds"),
    [
        ({"LC_ALL": "C", "LANG": "C"}, lambda raw: raw.isascii()),
        ({"NO_COLOR": "1"}, lambda raw: "\x1b[38;" not in raw and ";48;" not in raw),
        ({"TERM": "xterm-16color", "COLORTERM": ""}, lambda raw: ";5;" not in raw),
    ],
    ids=["C", "NO_COLOR", "16 colours"],
)
@pytest.mark.slow
def test_odd_terminals(variables: dict[str, str], holds: object, home: Path) -> None:
    screen = begin(home, "zone-conquest", **variables)
    assert "1" in screen.marked() or "LANG" in variables  # the cursor, without colours
    screen.press("5")
    screen.until("zones 1/5")
    assert callable(holds)
    assert holds(screen.raw)
    screen.press("\x1b")
    screen.until("Continue (1)")
    screen.press("\x1b")
    screen.end()
    assert screen.child.exitstatus == 0


@pytest.mark.slow
def test_the_dialogue_is_one_step_away_and_leads_back(home: Path) -> None:
    screen = Terminal(home)
    screen.until("The book's dialogue")
    screen.press("\x1b[F\r")
    screen.until("What would you like?", "6. Full screen")
    screen.press("6\r")
    screen.until("strategy games for two")
    screen.press("\x1b")
    screen.end()
    assert screen.child.exitstatus == 0


@pytest.mark.slow
def test_thousands_of_random_keys(home: Path) -> None:
    """No traceback, and what is kept can be read and is legal: reading replays it."""
    random_keys(home, 20)


def random_keys(home: Path, seed: int) -> None:
    screen, random = begin(home, "zone-conquest", "beginner"), Random(seed)
    keys = [*"123456789abcdefgxhjkluivrnmpty?/ ", "\r", "\x1b", "\x7f", "\t", "\x1b[A", "\x1b[B"]
    keys += ["\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[<0;20;10M\x1b[<0;20;10m"]
    for _ in range(30):
        screen.press("".join(random.choices(keys, k=100)))
        try:
            for _ in range(READS):
                if not screen.read():
                    break
        except pexpect.EOF:  # it was left
            screen.child.wait()
        if not screen.child.isalive():
            assert "Traceback" not in screen.raw
            assert screen.child.exitstatus == 0
            screen = Terminal(home)
            screen.until("Quincunx")
        for file in (home / "quincunx" / "games").glob("*.txt"):
            try:
                read_saved(str(file))
            except QuincunxError:  # it was finished and forgotten meanwhile
                assert not file.exists()
    assert "Traceback" not in screen.raw
    assert not past_games()[1]


def test_it_ends_with_its_window_though_nobody_says_so(home: Path) -> None:
    """As where make is at the head of a terminal: it alone is told, and waits."""
    window, inside = os.openpty()
    words = [sys.executable, "-m", "quincunx", "screen"]
    own = os.environ | {"XDG_DATA_HOME": str(home), "TERM": "xterm-256color"}
    with subprocess.Popen(
        words, stdin=inside, stdout=inside, stderr=inside, env=own, start_new_session=True
    ) as process:
        try:
            os.close(inside)
            drawn = b""
            while b"Puzzle" not in drawn:
                drawn += os.read(window, 1 << 16)
            os.close(window)
            assert process.wait(60) == -signal.SIGHUP
        finally:
            process.kill()
