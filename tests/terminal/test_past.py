"""Finished games are remembered once, whatever is cut off, and are there to be looked at."""

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from helpers import call, run, toy_installed, wait_until
from quincunx.cli import main
from quincunx.play.history import history_file, past_games
from quincunx.play.match import begin
from quincunx.play.record import read
from quincunx.play.saved_games import SavedGame, list_saved, set_up
from terminal.screen import ENTER, Screen

ASKED = "Enter the cell to place your marker"
SHORT = ("play", "crossed-paths", "--size", "1x3")
MOVES = "A1\nB1\nC1\n"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def ends() -> list[str]:
    """How each game of the history ended."""
    games, complaints = past_games()
    assert complaints == []
    return [past.tags["Result"] for past in games]


def test_finished_and_resigned_games_are_remembered(tmp_path: Path) -> None:
    assert run(*SHORT, stdin=MOVES, home=str(tmp_path)).stderr == ""
    run(*SHORT, stdin="resign\n", home=str(tmp_path))
    run(*SHORT, stdin="A1\nquit\n", home=str(tmp_path))
    run(*SHORT, "--no-history", stdin=MOVES, home=str(tmp_path))
    run("puzzle", "swap-nine", "--seed", "3", stdin="answer\n", home=str(tmp_path))
    run("play", "swap-nine", "--x", "random", "--o", "random", home=str(tmp_path))
    assert ends()[:2] == ["X", "O"]
    assert len(ends()) == 3
    run("resume", stdin="B1\nC1\n", home=str(tmp_path))
    assert len(ends()) == 4


def test_no_history_holds_when_the_game_is_resumed(tmp_path: Path) -> None:
    call(*SHORT, "--no-history", stdin="A1\nquit\n", home=str(tmp_path))
    assert "wins!" in call("resume", stdin="B1\nC1\n", home=str(tmp_path)).stdout
    assert ends() == []
    assert list_saved() == []


def over() -> SavedGame:
    """A game that has just ended, and stands where it is kept."""
    session = set_up(begin("crossed-paths", (1, 3)), {"SeatO": "random"}, seed=1)
    for move in ("A1", "B1", "C1"):
        assert session.advance(session.match.read(move)) == ""
    return session


def test_cut_between_the_end_and_the_history(tmp_path: Path) -> None:
    session = over()
    session.release()
    assert ends() == []
    assert "wins!" in call("resume", home=str(tmp_path)).stdout
    assert ends() == ["X"]
    assert list_saved() == []


def test_cut_between_the_history_and_forgetting(tmp_path: Path) -> None:
    session = over()
    assert session.remember() == ""
    session.release()
    assert len(list_saved()) == 1
    for _ in range(2):  # something else is played meanwhile
        run(*SHORT, stdin=MOVES, home=str(tmp_path))
    assert len(ends()) == 3
    run("resume", home=str(tmp_path))
    assert len(ends()) == 3
    assert list_saved() == []


def test_cut_in_the_middle_of_the_history(tmp_path: Path) -> None:
    session = over()
    session.remember()
    session.release()
    whole = Path(history_file()).read_bytes()
    for length in (*range(0, len(whole) - 1, 17), len(whole) - 1):
        Path(history_file()).write_bytes(whole[:length])
        kept = Path(list_saved()[0]).read_bytes()
        call("resume", home=str(tmp_path))
        games, _ = past_games()
        assert [past.tags["Result"] for past in games] == ["X"]
        os.makedirs(os.path.dirname(session.lock.name), exist_ok=True)  # type: ignore[union-attr]
        Path(session.lock.name).write_bytes(kept)  # type: ignore[union-attr]


def test_killed_at_the_end_of_a_game(tmp_path: Path) -> None:
    """A full disk holds the process up where the history is written; then it is killed."""
    screen = Screen(tmp_path, *SHORT)
    for move in ("A1", "B1"):
        screen.wait_for(ASKED)
        screen.type(move)
    screen.wait_for("it's your turn")
    os.mkfifo(history_file())  # whoever opens it to write waits for a reader
    screen.wait_for(ASKED)
    screen.type("C1")
    screen.wait_for("wins!")
    kept = Path(list_saved()[0])
    wait_until(lambda: "[Result" in kept.read_text() and " C1 X" in kept.read_text())
    screen.kill(signal.SIGKILL)
    os.remove(history_file())
    call("resume", home=str(tmp_path))
    assert ends() == ["X"]


def test_two_games_that_are_the_same_are_two(tmp_path: Path) -> None:
    for _ in range(2):
        run(*SHORT, stdin=MOVES, home=str(tmp_path))
    assert ends() == ["X", "X"]


def test_a_history_that_cannot_be_written(tmp_path: Path) -> None:
    """One sentence; the game stays where it is kept until the history has it."""
    Path(history_file()).mkdir(parents=True)
    played = call(*SHORT, stdin=MOVES, home=str(tmp_path))
    assert played.returncode == 0
    assert "Player 1 wins!" in played.stdout
    assert played.stderr.count("\n") == 1
    assert "history.txt' cannot be" in played.stderr
    assert "The game is not in the history; `quincunx resume` tries again." in played.stderr
    assert len(list_saved()) == 1
    os.rmdir(history_file())
    call("resume", home=str(tmp_path))
    assert ends() == ["X"]
    assert list_saved() == []


def test_a_full_disk(tmp_path: Path) -> None:
    """There is room for the game and for the beginning of it in the history."""
    call(*SHORT, stdin=MOVES, home=str(tmp_path))
    before = Path(history_file()).read_bytes()

    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20, len(before) + 20))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    played = subprocess.run(
        [sys.executable, "-B", "-m", "quincunx", *SHORT],
        input=MOVES,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        preexec_fn=no_room,
    )
    assert (played.returncode, "Player 1 wins!" in played.stdout) == (0, True)
    assert "The game is not in the history" in played.stderr
    assert Path(history_file()).read_bytes() == before


def test_every_game_of_a_series(tmp_path: Path) -> None:
    series = "best of 3, game 1, 0 to 0, X begins, I am X"
    games = tmp_path / "quincunx" / "games"
    games.mkdir(parents=True)
    tags = f'[Game "crossed-paths"]\n[Size "1x1"]\n[Series "{series}"]\n[Result "*"]'
    (games / "20261115-120000-1.txt").write_text(f"{tags}\n\n*\n", encoding="utf-8")
    call("resume", stdin="A1\nA1\n", home=str(tmp_path))
    call("resume", stdin="A1\n", home=str(tmp_path))
    games_of_it = [past.tags["Series"] for past in past_games()[0]]
    assert [words.split(", ")[1] for words in games_of_it] == ["game 1", "game 2", "game 3"]


# Looking back.


def some(home: Path) -> None:
    names = ("--name-x", "Ann", "--name-o", "Bob")
    run(*SHORT, *names, stdin=MOVES, home=str(home))
    run("play", "swap-nine", "--o", "random", "--seed", "1", stdin="resign\n", home=str(home))


def test_the_list(tmp_path: Path) -> None:
    empty = call("history", home=str(tmp_path)).stdout
    assert empty == "No game has been finished yet: `quincunx play GAME` begins one.\n"
    some(tmp_path)
    date = past_games()[0][0].tags["Date"]
    assert call("history", home=str(tmp_path)).stdout == (
        f"1. {date}, Crossed Paths 1x3, Ann against Bob: Ann won\n"
        f"2. {date}, Swap Nine 3x3, you against random: random won by resignation\n"
        "`quincunx history N` shows one of them.\n"
    )
    documents = json.loads(call("history", "--json", home=str(tmp_path)).stdout)
    assert [one["number"] for one in documents] == [1, 2]
    assert (documents[1]["seatx"], documents[1]["seato"]) == ("human", "random")
    assert documents[1]["names"] == {"x": "you", "o": "random"}
    assert read(documents[0]["record"]).names == {"X": "Ann", "O": "Bob"}
    assert json.loads(call("history", "2", "--json", home=str(tmp_path)).stdout) == documents[1]


def test_one_is_shown_and_handed_on(tmp_path: Path) -> None:
    some(tmp_path)
    home = str(tmp_path)
    shown = call("history", "1", home=home).stdout
    assert "\n 1 X O X\nA1 B1 C1\nO has no empty cell in line with C1.\n" in shown
    assert "Ann (X): 0 mistakes" in call("history", "1", "--review", home=home).stdout
    assert "Swap Nine 3x3" in call("history", "--review", home=home).stdout  # the latest
    replayed = call("history", "1", "--replay", stdin="\n\n\n\n", home=home).stdout
    assert "move 3 of 3" in replayed
    assert call("history", "1", "--output", "a.txt", home=home).stdout == "Written to a.txt.\n"
    assert call("review", "a.txt", home=home).stdout.startswith("Crossed Paths 1x3: Ann (X)")
    for words, sentence in (
        (["1", "--output", "a.txt"], "'a.txt' is there already: give another name."),
        (["1", "--output", ""], "'' cannot be written"),
        (["9"], "There is no game 9: choose 1 to 2."),
        (["x"], "'x' is not a whole number"),
        (["--review", "--replay"], "not allowed with"),
    ):
        refused = call("history", *words, home=home)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert sentence in refused.stderr
        assert refused.stderr.count("\n") == 1


def test_what_is_damaged_is_told(tmp_path: Path) -> None:
    some(tmp_path)
    with open(history_file(), "a", encoding="utf-8") as file:
        file.write('\n[Game "crossed-paths"]\n[Result "X"]\n\n1. A1\n')
    listed = call("history", home=str(tmp_path))
    assert listed.stdout.count("\n") == 3
    assert listed.stderr == "Game 3 of the history is left out: it was cut off.\n"


def test_chosen_at_a_terminal(tmp_path: Path) -> None:
    some(tmp_path)
    screen = Screen(tmp_path, "history", rows=24, columns=80)
    screen.wait_for("> 2. ")
    screen.type("1")
    screen.wait_for("A1 B1 C1")
    screen.wait_for("3. Write to a file")
    screen.press(f"1{ENTER}")
    screen.wait_for("gave nothing away")
    screen.wait_for("3. Write to a file")
    screen.press(f"3{ENTER}")
    screen.wait_for("or `back`: ")
    screen.type("b.txt")
    screen.wait_for("Written to b.txt.")
    screen.wait_for("3. Write to a file")
    screen.type("b")
    screen.wait_for("2. 20")
    screen.type("b")
    screen.end()
    assert screen.child.exitstatus == 0
    assert read((tmp_path / "b.txt").read_text(encoding="utf-8")).ply == 3


@pytest.mark.slow
def test_stats(tmp_path: Path) -> None:
    home = str(tmp_path)
    assert run("stats", home=home).stdout.startswith("0 finished games")
    some(tmp_path)
    for seats in (("--o", "random"), ("--x", "casual")):
        run("play", "swap-nine", *seats, stdin="resign\n", home=home)
    run("play", "swap-nine", "--size", "6x6", "--o", "random", stdin="resign\n", home=home)
    shown = run("stats", home=home).stdout
    assert shown == (
        "5 finished games, 4 of them against a computer.\n\n"
        "Swap Nine\n"
        "  as O against casual: won 0, drawn 0, lost 1\n"
        "  as X against random: won 0, drawn 0, lost 3\n"
        "  mistakes a game, oldest to newest: 0 0 0 ?\n\n"
        "Puzzle of the day: solved on 0 days in a row.\n"
    )
    document = json.loads(run("stats", "--json", home=home).stdout)
    assert [one["mistakes"] for one in document["mistakes"]] == [0, 0, 0, None]
    assert document["puzzle_streak"] == 0


def test_a_sixth_game_and_one_that_is_gone(capsys: pytest.CaptureFixture[str]) -> None:
    with toy_installed():
        words = ["play", "three-in-a-row", "--x", "random", "--o", "random", "--seed", "1"]
        assert main(words) == 0
        capsys.readouterr()
        assert main(["history"]) == 0
        assert "Three in a Row 3x3, random against random" in capsys.readouterr().out
        assert main(["history", "1", "--review"]) == 0
        assert main(["stats"]) == 0
    capsys.readouterr()
    assert main(["history"]) == 0
    assert "three-in-a-row 3x3, random against random" in capsys.readouterr().out
    assert main(["history", "1"]) == 2
    assert "There is no game 'three-in-a-row'" in capsys.readouterr().err
