"""Home: what is offered, a way back from every question, and what is remembered of it."""

import os
import re
from io import StringIO
from pathlib import Path

import pytest

from helpers import KINDS, call, run, toy_installed
from quincunx.play.history import past_games
from quincunx.play.preferences import GameSetup, last_setup, remember_setup
from quincunx.play.saved_games import list_saved
from quincunx.terminal.console import Console
from quincunx.terminal.home import home
from terminal.screen import ENTER, Screen

IDS = [kind.id() for kind in KINDS]
SWAP_NINE, CROSSED = (str(IDS.index(name) + 1) for name in ("swap-nine", "crossed-paths"))
PLAY, PUZZLE, LEARN, HISTORY, RULES = "12345"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> "Typed":
    return Typed(monkeypatch, capsys)


class Typed:
    """What is shown to somebody who types this through a pipe."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, *answers: str) -> str:
        self.monkeypatch.setattr("sys.stdin", StringIO("".join(f"{one}\n" for one in answers)))
        assert home(Console(plain=True)) == 0
        shown = self.capsys.readouterr()
        assert "Traceback" not in shown.err
        return shown.out


def questions(shown: str) -> list[str]:
    """In the order in which they were asked."""
    return re.findall(r"^([A-Z][^:`\n]*\?)\n[ >] 1\. ", shown, re.MULTILINE)


def test_what_is_offered(typed: Typed) -> None:
    shown = typed("quit")
    offered = re.findall(r"^[ >] \d\. (.*)$", shown, re.MULTILINE)
    assert offered == ["Play", "Puzzle of the day", "Learn", "History", "Rules"]
    call("play", "swap-nine", stdin="5\n", home=os.environ["XDG_DATA_HOME"])
    assert "> 1. Continue a game\n  2. Play\n" in typed("quit")


def test_a_way_back_from_every_question(typed: Typed) -> None:
    """One question forward, and back; two forward, and back; to the last one."""
    asked = ["Which game?", "Against whom?", "Which size?", "Who starts?", "How many?", "Ready?"]
    answers = [PLAY, SWAP_NINE, "1", "1", "1", "1"]
    for count in range(1, len(answers) + 1):
        shown = typed(*answers[:count], *["back"] * count, "quit")
        there = ["What would you like?", *asked[:count]]
        assert questions(shown) == [*there, *there[-2::-1]]


def test_back_from_the_other_ways(typed: Typed) -> None:
    for way in (LEARN, RULES):
        assert questions(typed(way, "back", "quit"))[-1] == "What would you like?"
    shown = typed(RULES, SWAP_NINE, "", "back", "quit")
    assert "1. Objective" in shown
    assert questions(shown)[-2:] == ["Which game?", "What would you like?"]
    assert "No game has been finished yet" in typed(HISTORY, "quit")
    shown = typed(LEARN, SWAP_NINE, "5", "quit", "back", "quit")
    assert "Step 2 of" in shown
    assert "The puzzle of the day" in typed(PUZZLE, "answer", "quit")


def test_a_size_names_and_markers(typed: Typed) -> None:
    wish = [PLAY, CROSSED, "1", "2", "99x1", "nonsense", "1x3", "1", "1"]
    chosen = ["2", "Ann", "Bob", "3", "#", "#", "1", "3", "#", "%", "1"]
    shown = typed(*wish, *chosen, "A1", "B1", "C1", "4", "quit")
    assert "not on 99x1." in shown
    assert "'nonsense' is not a size" in shown
    assert "Both players cannot have the same marker" in shown
    assert "Bob (%), it's your turn." in shown
    assert " 1 # % #" in shown
    assert "Ann wins!" in shown
    (past,) = past_games()[0]
    assert past.in_words().endswith("Crossed Paths 1x3, Ann against Bob: Ann won")


def test_names_and_markers_go_with_their_players(typed: Typed) -> None:
    wish = [PLAY, CROSSED, "1", "2", "1x1", "1", "2", "2", "Ann", "Bob", "3", "#", "%", "1"]
    shown = typed(*wish, "A1", "A1", "A1", "4", "quit")
    assert re.findall(r"^(.*), it's your turn\.$", shown, re.MULTILINE) == [
        "Ann (#)",
        "Bob (%)",
        "Ann (#)",
    ]


def test_markers_only_where_the_book_lets_players_choose(typed: Typed) -> None:
    answers = [PLAY, SWAP_NINE, "1", "1", "1", "1"]
    assert "Markers" not in typed(*answers, "quit")
    assert "  3. Markers\n" in typed(PLAY, CROSSED, *answers[2:], "quit")


def test_against_a_computer_one_name_is_asked(typed: Typed) -> None:
    shown = typed(PLAY, SWAP_NINE, "2", "1", "1", "1", "2", "Ann", "1", "quit", "quit")
    assert "The other's name" not in shown
    assert "Ann (X), enter the number" in shown


def test_as_last_time(typed: Typed) -> None:
    typed(PLAY, CROSSED, "2", "2", "1x3", "2", "2", "2", "Ann", "1", "quit", "quit")
    wish = GameSetup("crossed-paths", "random", (1, 3), "other", 3, ("Ann", ""))
    assert last_setup() == wish
    for file in list_saved():
        os.remove(file)
    shown = typed(PLAY, "1", "quit", "quit")
    assert "> 1. As last time: Crossed Paths 1x3 against random\n" in shown
    assert questions(shown) == ["What would you like?", "Which game?", "What would you like?"]
    assert "Ann (X), it's your turn." in shown
    assert last_setup() == wish


def test_a_computer_has_no_name_of_last_time(typed: Typed) -> None:
    remember_setup(GameSetup("swap-nine", names=("Ann", "Bob")))
    number = str(int(SWAP_NINE) + 1)
    # Back from the next question, the last time is still what it was.
    shown = typed(PLAY, number, "2", "back", "back", "1", "quit", "quit")
    assert shown.count("As last time: Swap Nine against a person\n") == 2
    typed(PLAY, number, "2", "1", "1", "1", "1", "quit", "quit")
    assert last_setup() == GameSetup("swap-nine", "random", names=("Ann", ""))


def test_another_game_than_last_time_has_its_own_size(typed: Typed) -> None:
    remember_setup(GameSetup("crossed-paths", "random", (9, 9), markers=("#", "%")))
    number = str(int(SWAP_NINE) + 1)
    shown = typed(PLAY, number, "1", "1", "1", "1", "1", "5", "quit", "quit")
    assert " 4 | X | 6" in shown
    assert last_setup() == GameSetup("swap-nine")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "7",
        "[" * 100_000,
        '{"game": "chess"}',
        '{"game": "swap-nine", "size": [9, 9]}',
        '{"game": "swap-nine", "size": "3x3"}',
        '{"game": "swap-nine", "opponent": ["x"]}',
        '{"game": "swap-nine", "opponent": "nobody"}',
        '{"game": "swap-nine", "games": 2}',
        '{"game": "swap-nine", "start": "?"}',
        '{"game": "swap-nine", "names": ["Ann"]}',
        '{"game": "swap-nine", "names": [1, 2]}',
        '{"game": "swap-nine", "more": 1}',
        "\x00\xff",
    ],
)
def test_a_damaged_file_is_no_last_time(text: str, typed: Typed, tmp_path: Path) -> None:
    remember_setup(GameSetup("swap-nine"))
    assert last_setup() == GameSetup("swap-nine")
    (tmp_path / "quincunx" / "choices.json").write_bytes(text.encode("latin-1"))
    assert last_setup() is None
    assert "As last time" not in typed(PLAY, "quit")


def test_what_cannot_be_remembered_is_played(typed: Typed, tmp_path: Path) -> None:
    (tmp_path / "quincunx" / "choices.json").mkdir(parents=True)
    assert " 4 | 5 | 6" in typed(PLAY, SWAP_NINE, "1", "1", "1", "1", "1", "quit", "quit")


def test_a_level_that_cannot_play_the_size(typed: Typed) -> None:
    shown = typed(PLAY, SWAP_NINE, "7", "2", "5x6", "1", "1", "1", "back", "quit")
    assert "The exact values of Swap Nine 5x6 are out of reach of perfect" in shown
    assert questions(shown)[-3:] == ["Ready?", "Ready?", "How many?"]


def test_quit_in_a_game_comes_home_and_continues(typed: Typed) -> None:
    shown = typed(PLAY, SWAP_NINE, "1", "1", "1", "1", "1", "5", "quit", "1", "1", "quit", "quit")
    assert shown.count(" 4 | X | 6") == 2
    assert questions(shown)[-3:] == ["What would you like?", "Which game?", "What would you like?"]
    assert "Swap Nine 3x3, 20" in shown
    assert ", Player 1 (X) against Player 2 (O), 1 move, Player 2 (O) to move\n" in shown


def test_continue_deletes_what_is_meant(tmp_path: Path) -> None:
    for game, moved in (("swap-nine", "5\n"), ("crossed-paths", "D4\n")):
        run("play", game, stdin=moved, home=str(tmp_path))
    screen = Screen(tmp_path, rows=24, columns=80)
    screen.wait_for("6. Rules")
    screen.press(ENTER)
    for number, shown in (
        ("3", "3. Delete one of them"),
        ("2", "2. Swap Nine"),
        ("1", "1. Keep it"),
        ("3", "3. Delete one of them"),
        ("2", "2. Swap Nine"),
        ("2", "2. Delete it"),
    ):
        screen.wait_for(shown)
        screen.wait_for("to leave: ")
        assert len(list_saved()) == 2
        screen.type(number)
    screen.wait_for("The game is deleted.")
    screen.wait_for("2. Delete one of them")
    assert [game.read_text()[:20] for game in map(Path, list_saved())] == ['[Game "crossed-paths']
    screen.type("b")
    screen.wait_for("6. Rules")
    screen.type("q")
    screen.end()
    assert screen.child.exitstatus == 0


def test_resume_deletes(tmp_path: Path) -> None:
    for moved in ("D4\n", "A1\n"):
        run("play", "crossed-paths", stdin=moved, home=str(tmp_path))
    screen = Screen(tmp_path, "play", "crossed-paths")
    screen.wait_for("Enter the cell to place your marker")
    screen.type("B2")
    screen.wait_for("Player 2")
    screen.wait_for("Enter the cell to place your marker")
    refused = run("resume", "1", "--delete", home=str(tmp_path))
    assert refused.returncode == 2
    assert "Game 1 is being played in another terminal" in refused.stderr
    deleted = run("resume", "2", "--delete", home=str(tmp_path))
    assert deleted.stdout.endswith("Player 2 (O) to move\nThe game is deleted.\n")
    assert len(list_saved()) == 2
    assert all(Path(file).read_text().count("\n1. A1") == 0 for file in list_saved())
    screen.type("quit")
    screen.end()


def test_a_damaged_game_can_be_deleted(typed: Typed, tmp_path: Path) -> None:
    games = tmp_path / "quincunx" / "games"
    games.mkdir(parents=True)
    (games / "20261115-120000-1.txt").write_text("nonsense")
    shown = typed("1", "1", "1", "2", "1", "quit")
    assert "a record begins with" in shown
    assert shown.count("What would you like?") == 3
    assert "The game is deleted." in shown
    assert list_saved() == []


def test_a_sixth_game(typed: Typed) -> None:
    with toy_installed():
        ids = sorted([*IDS, "short-count", "three-in-a-row", "three-walkers"])
        number = {name: str(ids.index(name) + 1) for name in ids}
        # One size: none is asked.
        shown = typed(PLAY, number["three-in-a-row"], "2", "1", "1", "1", "5", "quit", "quit")
        assert "Which size?" not in shown
        assert "As last time: Three in a Row against random" in typed("2", "quit")
    assert last_setup() is None
