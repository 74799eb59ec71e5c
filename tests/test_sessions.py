"""Saving and resuming for any front end: nothing is printed, what is to be told is returned."""

import os
from pathlib import Path
from time import mktime

import pytest

from quincunx.core import GameError, Player, RecordError
from quincunx.play.history import past_games
from quincunx.play.match import begin
from quincunx.play.preferences import GameSetup
from quincunx.play.saved_games import (
    SavedGame,
    book_of_saved,
    delete_saved,
    describe,
    list_saved,
    next_game,
    resume,
    set_up,
)
from quincunx.storage import FileError


@pytest.fixture(autouse=True)
def _silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> object:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    yield
    assert capfd.readouterr() == ("", "")


def play(session: SavedGame, *moves: str) -> list[str]:
    """What is told of the saving of each."""
    return [session.advance(session.match.read(move)) for move in moves]


def crossed() -> SavedGame:
    players = {"SeatO": "random", "NameX": "Ann\x1b", "MarkerO": "#"}
    return set_up(begin("crossed-paths", (1, 5)), players, 7)


def test_a_session_is_kept_and_resumed_as_it_was() -> None:
    session = crossed()
    assert session.save() == ""
    assert list_saved() == []  # nothing has happened yet
    assert play(session, "C1", "B1") == ["", ""]
    (file,) = list_saved()
    words = "against random (O), 2 moves, you to move"
    assert describe(file).endswith(f"{words}, in another terminal")
    session.release()
    evening = (2026, 11, 15, 21, 20, 0, 0, 0, -1)
    os.utime(file, (mktime(evening), mktime(evening)))
    assert describe(file) == f"Crossed Paths 1x5, 2026-11-15 21:20, {words}"
    again = resume(file)
    assert again.match.moves == session.match.moves
    assert again.match.seed == 7
    assert again.players.keys() == {Player.O}
    assert again.players[Player.O].pick(again.match) in again.match.legal_moves()
    book = again.book
    assert (book.names, book.computers) == (
        {Player.X: "Ann\N{REPLACEMENT CHARACTER}"},
        {Player.O: "random"},
    )
    assert book.board() == "   A B C D E\n 1 . # X . ."
    again.forget()
    assert list_saved() == []


def test_a_game_that_is_played_elsewhere_is_neither_resumed_nor_deleted() -> None:
    session = crossed()
    play(session, "C1")
    (file,) = list_saved()
    for deed in (resume, delete_saved):
        with pytest.raises(GameError, match="The game is being played in another terminal: "):
            deed(file)
    assert play(session, "B1") == [""]
    session.release()
    again = resume(file)
    assert again.match.ply == 2
    again.release()


def test_what_is_told_of_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """A file stands where the folder should be, then it is gone."""
    (tmp_path / "quincunx").write_text("")
    session = crossed()
    first, second = play(session, "C1", "B1")
    assert "cannot be made: " in first
    assert first.endswith(" The game goes on; saving is tried again after every move.")
    assert (second, session.trouble in first, session.is_saved) == ("", True, False)
    os.remove(tmp_path / "quincunx")
    assert play(session, "A1", "D1") == ["The game is saved again.", ""]
    assert (session.trouble, session.is_saved) == ("", True)
    session.release()


def test_undo_goes_to_the_last_turn_of_a_person() -> None:
    """Whether the computer has answered or still thinks."""
    session = crossed()
    assert session.undo() is None
    play(session, "C1", "B1", "A1", "D1")
    for left in (2, 0):
        assert session.undo() == ""
        assert session.match.ply == left
    play(session, "C1", "B1", "A1")
    assert session.undo() == ""
    assert session.match.ply == 2
    session.release()


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    session = crossed()
    there = str(tmp_path / "there.txt")
    session.write_to(there)
    with pytest.raises(FileError, match="is there already: give another name."):
        session.write_to(there)


def test_the_next_game_of_a_series_takes_the_place_of_the_last() -> None:
    first = GameSetup("crossed-paths", "random", (1, 5), games=3).first_game()
    assert first.resign() == ""
    assert first.series.counted(first.book) == ["After game 1: you 0, random 1."]
    second = next_game(first, swapped=False)
    assert second.players.keys() == {Player.X}
    assert second.save() == ""  # before its first move
    (file,) = list_saved()
    assert "best of 3" in describe(file)
    assert describe(file).endswith(", 0 moves, random (X) to move, in another terminal")
    second.release()


@pytest.mark.parametrize(
    ("game", "markers", "refusal"),
    [
        ("crossed-paths", {"MarkerX": "\x1b"}, "cannot be a marker"),
        ("crossed-paths", {"MarkerX": "O"}, "Both players cannot have the same marker"),
        ("swap-nine", {"MarkerX": "#"}, "gives the markers X and O"),
    ],
)
def test_markers_from_a_record_are_checked_too(
    game: str, markers: dict[str, str], refusal: str
) -> None:
    match = begin(game)
    match.tags |= markers
    with pytest.raises(GameError, match=refusal):
        book_of_saved(match)


def test_adaptive_learns_under_a_chosen_name_too() -> None:
    def begun() -> SavedGame:
        players = {"SeatO": "adaptive", "NameO": "Bob"}
        return set_up(begin("swap-nine", (2, 2)), players, seed=1)

    lost = begun()
    assert (lost.match.names[Player.O], lost.match.tags["LevelO"]) == ("Bob", "casual")
    lost.match.resign(Player.O)
    lost.remember()
    assert begun().match.tags["LevelO"] == "skilled"


def test_adaptive_learns_from_the_history() -> None:
    """One up after it lost, one down after it won, game by game; a game that was begun keeps its
    level."""

    def begun(name: str = "crossed-paths") -> SavedGame:
        return set_up(begin(name, (2, 2)), {"SeatO": "adaptive"}, seed=1)

    def level(session: SavedGame) -> str:
        return session.match.names[Player.O]

    def resigned(by: Player) -> None:
        session = begun()
        session.match.resign(by)
        assert session.remember() == ""

    assert level(begun()) == "adaptive (casual)"
    assert begun().book.subject(Player.O) == "adaptive (casual) (O)"
    kept = begun()
    play(kept, "A1")
    for _ in range(2):
        resigned(Player.O)
    assert level(begun()) == "adaptive (expert)"
    resigned(Player.X)
    assert level(begun()) == "adaptive (skilled)"
    assert level(begun("swap-nine")) == "adaptive (casual)"
    kept.release()
    (file,) = list_saved()
    assert level(resume(file)) == "adaptive (casual)"


def test_what_a_later_version_saved_is_refused_and_left_alone(tmp_path: Path) -> None:
    """A saved game carries its version; one without any is of the first."""
    game = crossed()
    play(game, "C1")
    game.release()
    (file,) = list_saved()
    text = Path(file).read_text()
    assert '[Version "1"]' in text
    Path(file).write_text(text.replace('[Version "1"]\n', ""))
    assert resume(file).match.ply == 1
    later = text.replace('[Version "1"]', '[Version "2"]')
    Path(file).write_text(later)
    sentence = "A newer Quincunx has saved this game: install that one to open it."
    assert describe(file) == sentence
    with pytest.raises(RecordError, match=sentence):
        resume(file)
    assert Path(file).read_text() == later
    (tmp_path / "quincunx" / "history.txt").write_text(later.replace("*", "X"))
    assert past_games() == ([], [f"Game 1 of the history is left out: {sentence}"])
