"""What a terminal asks besides: whether to resign, and what follows a game; who is named."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from helpers import call
from quincunx.play.record import read, read_all
from terminal.screen import Screen

NEXT = "And now?"
MARKER = "to place your marker: "


def choose(screen: Screen, number: int) -> None:
    """Of what can follow a game."""
    screen.wait_for(NEXT)
    screen.wait_for("4. Leave")
    screen.type(str(number))


def test_resign_is_asked_about(tmp_path: Path) -> None:
    screen = Screen(tmp_path, "play", "swap-nine")
    for answer in ("n", "", "resign"):
        screen.wait_for(MARKER)
        screen.type("resign")
        screen.wait_for("Give the game up? y or n: ")
        screen.type(answer)
    screen.wait_for(MARKER)
    screen.resign()
    assert "Player 2 wins: Player 1 resigned." in screen.leave()
    assert screen.child.exitstatus == 0


def test_again_with_sides_swapped_reviewed_and_left(tmp_path: Path) -> None:
    words = ("play", "crossed-paths", "--size", "1x1", "--first", "o", "--record", "all.txt")
    screen = Screen(tmp_path, *words, "--name-x", "Ann", "--o", "random", "--marker-x", "#")
    choose(screen, 2)  # the computer had the only move; now Ann has it
    screen.wait_for("Ann (")
    screen.wait_for("#")
    screen.wait_for("(e.g., A1): ")
    screen.type("A1")
    choose(screen, 3)
    screen.wait_for("Ann (O) A1: wins at once")
    choose(screen, 1)
    screen.wait_for("(e.g., A1): ")
    screen.type("resign")
    screen.wait_for("y or n: ")
    screen.type("y")
    choose(screen, 4)
    screen.end()
    assert screen.child.exitstatus == 0
    games = read_all((tmp_path / "all.txt").read_text(encoding="utf-8"))
    seats = [[game.tags[f"Seat{side}"] for side in "XO"] for game in games]
    assert seats == [["human", "random"], ["random", "human"], ["random", "human"]]
    assert [game.tags.get("NameX") for game in games] == ["Ann", None, None]
    assert [game.tags.get("MarkerO") for game in games] == [None, "#", "#"]
    assert [game.start.turn for game in games] == ["O", "O", "O"]
    assert not [*(tmp_path / "quincunx" / "games").iterdir()]


def test_what_was_drawn_is_drawn_anew_and_told(tmp_path: Path) -> None:
    screen = Screen(
        tmp_path, "play", "grid-clash", "--size", "6x6", "--seed", "1", "--first", "toss",
        "--record", "all.txt",
    )  # fmt: skip
    for _ in range(2):
        screen.wait_for("The toss: Player ")
        screen.wait_for("to claim: ")
        screen.resign()
        choose(screen, 1)
    screen.wait_for("Random: --seed ")
    screen.wait_for("to claim: ")
    screen.type("quit")
    screen.end()
    one, two = read_all((tmp_path / "all.txt").read_text(encoding="utf-8"))
    assert one.start != two.start
    assert one.seed != two.seed
    assert two.start == two.start.game.start(two.start.turn, two.seed)


def test_a_position_is_played_again(tmp_path: Path) -> None:
    at = "5,3,8/2,7,4/9,1,6 O"
    words = ("play", "grid-clash", "--position", at, "--x", "random", "--no-repetition")
    screen = Screen(tmp_path, *words, "--record", "all.txt")
    for number in (1, 4):
        screen.wait_for("to claim: ")
        screen.resign()
        choose(screen, number)
    screen.end()
    games = read_all((tmp_path / "all.txt").read_text(encoding="utf-8"))
    assert [str(game.start) for game in games] == [at, at]
    assert not any(game.repetition for game in games)


def test_the_question_can_be_left_without_an_answer(tmp_path: Path) -> None:
    screen = Screen(tmp_path, "play", "crossed-paths", "--size", "1x1")
    screen.wait_for("(e.g., A1): ")
    screen.type("A1")
    screen.wait_for("4. Leave\r\n")
    screen.interrupt()
    screen.end()
    assert screen.child.exitstatus == 130


def test_nobody_is_asked_where_no_person_plays_or_answers(tmp_path: Path) -> None:
    computers = ("play", "crossed-paths", "--size", "1x1", "--x", "random", "--o", "random")
    assert NEXT not in Screen(tmp_path, *computers).end()
    piped = call("play", "crossed-paths", "--size", "1x1", stdin="A1\n", home=str(tmp_path))
    assert piped.stdout.endswith("Player 1 wins!\n")
    given_up = call("play", "swap-nine", stdin="resign\n", home=str(tmp_path))
    assert given_up.stdout.endswith("Player 2 wins: Player 1 resigned.\n")


def test_the_whole_winning_line_is_marked(tmp_path: Path) -> None:
    at = "-----/-X4---/--X5--/-----/O1---O9 X -"
    screen = Screen(tmp_path, "play", "numeral-nexus", "--position", at)
    screen.wait_for("to place: ")
    screen.type("6 d4")
    screen.wait_for("Player 1 wins!")
    assert screen.marked() == "XXX"
    screen.leave()


# Who is who.

ENDS = {
    "swap-nine --position XXO/OXX/OO-%X": "perfect ('X'): 6 markers.\nexpert ('O'): 3 markers.\n"
    "perfect (X) wins with the majority.\n",
    "grid-clash --position 9X,8O,7O/6X,5O,4O/3X,2O,1%X": "perfect (X) controls 4 cells.\n"
    "expert (O) controls 5 cells.\n\nexpert (O) wins the game!\n",
    "zone-conquest --position OX-/XXX/-O-%X%-%-": "perfect (X) now controls five zones and wins "
    "the game!\n",
    "numeral-nexus --position -----/-X4---/--X5--/-----/O1---O9%X%-": "perfect (X) forms a "
    "sequence. perfect (X) wins!\n",
    "crossed-paths --size 1x1": "expert (O) has no valid move: no empty cell is in the same row, "
    "column, or diagonal as A1.\nperfect (X) wins!\n",
}


@pytest.mark.parametrize("game", ENDS)
def test_announcements_name_a_computer(game: str, tmp_path: Path) -> None:
    words = [word.replace("%", " ") for word in game.split(" ")]
    shown = call("play", *words, "--x", "perfect", "--o", "expert", home=str(tmp_path)).stdout
    assert re.sub("sequence: .* to ..[.]", "sequence.", shown).endswith(ENDS[game])
    assert "Player " not in shown


# The command, as it can be typed again.


def kept(command: list[str], home: Path, path: str) -> str:
    import subprocess

    surroundings = os.environ | {"XDG_DATA_HOME": str(home), "PATH": path}
    done = subprocess.run(
        [*command, "play", "swap-nine"], input="5\n", capture_output=True, text=True, cwd=home,
        env=surroundings, check=True, timeout=60,
    )  # fmt: skip
    return done.stderr.strip()


def test_resume_is_told_by_the_command_that_was_typed(tmp_path: Path) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "quincunx"
    script.write_text(
        f"#!{sys.executable}\nfrom quincunx.cli import main\nraise SystemExit(main())\n"
    )
    script.chmod(0o755)
    told = "The game is saved: `{} resume` continues it."
    assert kept(["bin/quincunx"], tmp_path, "") == told.format("bin/quincunx")
    assert kept(["bin/quincunx"], tmp_path, str(folder)) == told.format("quincunx")
    module = [sys.executable, "-m", "quincunx"]
    assert kept(module, tmp_path, "") == told.format(" ".join(module))
    assert shutil.which("quincunx", path=str(folder))
    assert read(next((tmp_path / "quincunx" / "games").iterdir()).read_text()).ply == 1
