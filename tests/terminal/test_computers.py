"""A computer's move is told in the third person; it is neither asked for nor read."""

from io import StringIO
from pathlib import Path

import pytest

import quincunx
from helpers import run, toy_installed
from quincunx.books import Book, book_of
from quincunx.core import Player
from quincunx.play.match import Match, begin
from quincunx.play.saved_games import set_up
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import Conversation

# Game, position to begin with, moves, and what is told of the last: to its player, and of it.
TOLD: list[tuple[str, str | None, str, list[str], list[str]]] = [
    ("swap-nine", None, "5 1", [], ["skilled (O) placed in cell 1."]),
    ("swap-nine", None, "5 2x5", [], ["skilled (O) placed in cell 2 and swapped cell 5."]),
    (
        "numeral-nexus",
        None,
        "5@C3 7@D4",
        ["You placed number 7 at D4."],
        ["skilled (O) placed number 7 at D4."],
    ),
    (
        "numeral-nexus",
        None,
        "5@C3 7@D4 1@A1 C3~D4",
        ["You swapped positions C3 and D4."],
        ["skilled (O) swapped positions C3 and D4."],
    ),
    (
        "grid-clash",
        "1,2,3/4,5,6/7,8,9 X",
        "2,2 2,3",
        ["You claimed cell (2,3) with number 6.", "You captured an opponent's cell at (2,2)!"],
        [
            "skilled (O) claimed cell (2,3) with number 6.",
            "skilled (O) captured an opponent's cell at (2,2)!",
        ],
    ),
    ("zone-conquest", None, "5 6", ["You occupied zone 6."], ["skilled (O) occupied zone 6."]),
    ("zone-conquest", None, "5 6 2 x5", ["You attacked zone 5."], ["skilled (O) attacked zone 5."]),
    ("crossed-paths", None, "D4 G7", [], ["skilled (O) placed a marker at G7."]),
]


def played(game: str, position: str | None, moves: str) -> Match:
    match = begin(game, position=position)
    for move in moves.split():
        match.play(move)
    return match


@pytest.mark.parametrize(("game", "position", "moves", "to_player", "of_computer"), TOLD)
def test_what_is_told_of_a_move(
    game: str, position: str | None, moves: str, to_player: list[str], of_computer: list[str]
) -> None:
    book = book_of(played(game, position, moves))
    assert book.describe_last() == to_player
    book.computers = {Player.O: "skilled"}
    assert book.describe_last() == of_computer
    assert set(of_computer) <= set(book.report_move())
    book.names = {Player.O: "Deep"}
    assert book.describe_last() == [line.replace("skilled", "Deep") for line in of_computer]
    book.mark = lambda marker, player, new: f"<{player}:{marker}:{new}>"
    assert book.describe_last()[0].startswith("Deep (<O:O:False>) ")


def test_every_book_is_heard_here() -> None:
    """A game whose sentences nobody reads would be one in vain."""
    spoken = {game for game in quincunx.game_ids() if type(book_of(begin(game))) is not Book}
    assert spoken == {row[0] for row in TOLD}


def test_a_game_without_a_book_of_its_own() -> None:
    with toy_installed():
        book = book_of(played("three-in-a-row", None, "5 1"))
        assert book.report_move() == ["You played 1.", "", "O . .\n. X .\n. . .", ""]
        book.computers = {Player.O: "random"}
        assert book.describe_last() == ["random (O) played 1."]


def test_each_grid_of_zone_conquest_is_seen_once(tmp_path: Path) -> None:
    words = ("zone-conquest", "--size", "2x2", "--o", "beginner", "--seed", "1")
    shown = run("play", *words, stdin="1\n1\nquit\n", home=str(tmp_path)).stdout
    grids = shown.split("Current Grid:\n")[1:]
    assert [grid[:13].count("X") + grid[:13].count("O") for grid in grids] == [0, 1, 2]
    assert "\nYou occupied zone 1.\n\nCurrent Grid:\n[X][2]\n[3][4]\n\nbeginner (O) " in shown


@pytest.mark.parametrize("game", quincunx.game_ids())
def test_a_computers_move_is_not_read_and_nobody_is_asked(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", StringIO())
    match = begin(game, seed=1)
    session = set_up(match, {"SeatX": "random", "SeatO": "random"}, seed=1)

    def refuse(*_: object) -> None:
        raise AssertionError("A move was asked for, or read.")

    monkeypatch.setattr(Match, "read", refuse)
    monkeypatch.setattr(Console, "ask", refuse)
    Conversation(session, Console()).play()
    session.release()
    assert match.outcome
    shown = capsys.readouterr().out
    assert shown.count("\nrandom (") + shown.startswith("random (") >= match.ply
    assert "You " not in shown
    assert "your turn" not in shown
