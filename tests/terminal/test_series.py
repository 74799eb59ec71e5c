"""Where a series stands, as a record keeps it."""

from pathlib import Path

import pytest

from helpers import run
from quincunx import Player, RecordError
from quincunx.series import Series


def test_a_series_is_read_back() -> None:
    for first in (Player.X, Player.O, None):
        for seat in Player:
            series = Series(5, first, seat, 4, 2, 1)
            assert Series.read(str(series)) == series


@pytest.mark.parametrize(
    "text", ["", "best of three", "best of 3, game 2, 1 to 0, X begins, I am Z", "x" * 5_000]
)
def test_another_text_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="write it as in 'best of 3, game 2, 1 to 0, X begins"):
        Series.read(text)


def test_it_ends_with_most_games_or_with_the_last() -> None:
    series = Series(3, Player.X, Player.X)
    series.count(Player.X)
    assert (series.score(), series.over) == ("you 1, the other 0", False)
    assert "I am X" in str(series)
    series.next_game()
    assert "I am O" in str(series)
    series.count(None)
    assert not series.over
    series.next_game()
    assert "I am X" in str(series)
    series.count(None)
    assert series.over
    short = Series(3, None, Player.O, 2, 0, 1)
    short.count(Player.X)
    assert (short.score(), short.over) == ("you 0, the other 2", True)


def keep(home: Path, series: str) -> None:
    """A decided game, cut off before the next one took its place."""
    games = home / "quincunx" / "games"
    games.mkdir(parents=True)
    tags = f'[Game "crossed-paths"]\n[Size "1x1"]\n[Series "{series}"]\n[Result "X"]'
    (games / "20261115-120000-1.txt").write_text(f"{tags}\n\n1. A1 X\n", encoding="utf-8")


def test_cut_between_two_games(tmp_path: Path) -> None:
    keep(tmp_path, "best of 3, game 1, 0 to 0, O begins, I am X")
    shown = run("resume", stdin="quit\n", home=str(tmp_path)).stdout
    assert shown.startswith("Game 1 of a best of 3: you 0, the other 0. You are X.\n\n")
    assert "Player 1 wins!\nAfter game 1: you 1, the other 0.\nYou are O now.\n\n" in shown
    assert shown.endswith("Player 2 (O), it's your turn.\nEnter the cell to place your marker "
                          "(e.g., D4): quit\n")  # fmt: skip
    again = run("resume", stdin="A1\n", home=str(tmp_path)).stdout
    assert again.startswith("Game 2 of a best of 3: you 1, the other 0. You are O.\n\n")
    assert again.endswith("Player 2 wins!\nAfter game 2: you 2, the other 0.\n")
    assert "No game was cut off" in run("resume", home=str(tmp_path)).stdout


def test_a_series_that_cannot_be_read(tmp_path: Path) -> None:
    keep(tmp_path, "best of all")
    refused = run("resume", home=str(tmp_path))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "The series reads 'best of all': write it as in 'best of 3" in refused.stderr
