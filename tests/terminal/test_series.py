"""Where a series stands, as a record keeps it."""

import re
from pathlib import Path

import pytest

from helpers import call, refused
from quincunx import Player
from quincunx.play.events import Score
from quincunx.play.series import Series


def test_a_series_is_read_back() -> None:
    for first in (Player.X, Player.O, None):
        for seat in Player:
            series = Series(5, first, seat, Score(2, 1, 3))
            assert Series.read(str(series)) == series


def keep(home: Path, series: str, more: str = "") -> None:
    """A decided game, cut off before the next one took its place."""
    games = home / "quincunx" / "games"
    games.mkdir(parents=True)
    tags = f'[Game "crossed-paths"]\n[Size "1x1"]\n[Series "{series}"]{more}\n[Result "X"]'
    (games / "20261115-120000-1.txt").write_text(f"{tags}\n\n1. A1 X\n", encoding="utf-8")


def test_cut_between_two_games(tmp_path: Path) -> None:
    keep(tmp_path, "best of 3, game 1, 0 to 0, X begins, I am X")
    shown = call("resume", stdin="quit\n", home=str(tmp_path)).stdout
    assert shown.startswith("Game 1 of a best of 3: you 0, the other 0. You are X.\n\n")
    assert "Player 1 wins!\nAfter game 1: you 1, the other 0.\nYou are O now.\n\n" in shown
    assert shown.endswith("Player 1 (X), it's your turn.\nEnter the cell to place your marker "
                          "(e.g., A1): quit\n")  # fmt: skip
    again = call("resume", stdin="resign\n", home=str(tmp_path)).stdout
    assert again.startswith("Game 2 of a best of 3: you 1, the other 0. You are O.\n\n")
    assert again.endswith(
        "Player 1 resigned.\nAfter game 2: you 2, the other 0.\nYou win the series, 2 to 0.\n"
    )
    assert "There is no unfinished game" in call("resume", home=str(tmp_path)).stdout


@pytest.mark.parametrize(
    ("tags", "seat", "standing", "score", "me", "winner"),
    [
        ("", "O", "0 to 1", "you 0, the other 2", "You are", "The other wins"),
        ('[NameO "Ann"]', "O", "0 to 1", "Ann 0, the other 2", "Ann is", "The other wins"),
        ('[NameX "Bo"]', "O", "0 to 1", "you 0, Bo 2", "You are", "Bo wins"),
        ('[SeatX "skilled"]', "O", "0 to 1", "you 0, skilled 2", "You are", "skilled wins"),
        ('[NameX "Ann"]', "X", "1 to 0", "Ann 2, the other 0", "Ann is", "Ann wins"),
    ],
)
def test_a_series_says_who_and_announces_its_winner(
    tags: str, seat: str, standing: str, score: str, me: str, winner: str, tmp_path: Path
) -> None:
    series = f"best of 3, game 2, {standing}, X begins, I am {seat}"
    keep(tmp_path, series, f"\n{tags}" if tags else "")
    shown = call("resume", home=str(tmp_path)).stdout
    before = score.replace("2", "1")
    assert shown.startswith(f"Game 2 of a best of 3: {before}. {me} {seat}.\n\n")
    assert shown.endswith(f"\nAfter game 2: {score}.\n{winner} the series, 2 to 0.\n")


def test_a_drawn_series(tmp_path: Path) -> None:
    keep(tmp_path, "best of 2, game 2, 0 to 1, X begins, I am X")
    shown = call("resume", home=str(tmp_path)).stdout
    assert shown.endswith("you 1, the other 1.\nThe series is drawn, 1 to 1.\n")


def test_the_names_are_said_between_games_and_at_the_toss(tmp_path: Path) -> None:
    tags = '\n[NameX "Ann"]\n[SeatO "random"]'
    keep(tmp_path, "best of 3, game 1, 0 to 0, toss begins, I am X", tags)
    shown = call("resume", home=str(tmp_path)).stdout
    assert re.search(
        r"After game 1: Ann 1, random 0\.\nAnn is O now\.\n\nThe toss: [\w ()]+ moves first\.",
        shown,
    )


def test_a_series_that_cannot_be_read(tmp_path: Path) -> None:
    keep(tmp_path, "best of all")
    sentence = refused("resume", home=tmp_path)
    assert "The series reads 'best of all': write it as in 'best of 3" in sentence
