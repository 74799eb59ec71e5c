"""Finished games and solved puzzles are remembered, whatever is cut off."""

import os
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest

from quincunx.analysis.progress import mistakes, progress_document, results
from quincunx.core import Player
from quincunx.play.history import (
    history_file,
    past_games,
    puzzle_ended,
    remember,
    remember_puzzle,
    solved_days,
    streak,
)
from quincunx.play.match import Match, begin
from quincunx.play.record import write

WON = "5 1 2 4 x4 6 8 9 7"
"""The book's game of Zone Conquest with legal moves: X wins."""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def finished(x: str = "human", o: str = "skilled") -> Match:
    match = begin("zone-conquest")
    match.tags |= {"SeatX": x, "SeatO": o, "Date": "2026-11-15"}
    for move in WON.split():
        match.play(move)
    assert match.outcome
    assert match.outcome.winner is Player.X
    return match


def test_what_was_played_is_there_again() -> None:
    assert past_games() == ([], [])
    remember(finished())
    remember(finished("expert", "human"))
    games, complaints = past_games()
    assert complaints == []
    assert [past.number for past in games] == [1, 2]
    assert [past.person for past in games] == [Player.X, Player.O]
    assert [str(move) for move in games[0].match.moves] == WON.split()


def test_a_cut_takes_one_game_at_most() -> None:
    """The file ends anywhere in the second game; a third is added after that."""
    first, second, third = (write(finished("human", o)).encode() for o in ("a", "b", "c"))
    os.makedirs(os.path.dirname(history_file()))
    for cut in range(len(second) + 1):
        with open(history_file(), "wb") as file:
            file.write(first + (b"\n" + second[:cut]) + b"\n" + third)
        games, complaints = past_games()
        whole = cut >= len(second) - 1
        assert [past.seat(Player.O) for past in games] == [*("abc" if whole else "ac")]
        assert len(complaints) == (0 if whole or not second[:cut].strip() else 1)
    assert all(past.match.outcome for past in games)


def test_what_is_damaged_is_told_and_left_out() -> None:
    remember(finished())
    with open(history_file(), "ab") as file:
        file.write(b'\n[Game "zone-conquest"]\n[X "\xff\n\x00\n')
    remember(finished())
    games, (complaint,) = past_games()
    assert [past.number for past in games] == [1, 3]
    assert complaint.startswith("Game 2 of the history is left out: ")
    assert complaint.endswith(".")


def test_many_processes_lose_no_game() -> None:
    program = (
        "from quincunx.play.history import remember\n"
        "from quincunx.play.match import begin\n"
        "match = begin('zone-conquest')\n"
        f"for move in {WON!r}.split(): match.play(move)\n"
        "for _ in range(25): remember(match)\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(4)]
    assert [process.wait(60) for process in running] == [0] * 4
    games, complaints = past_games()
    assert (len(games), complaints) == (100, [])


def test_results_by_game_opponent_and_seat() -> None:
    for seats in (("human", "skilled"),) * 2 + (("skilled", "human"), ("human", "human")):
        remember(finished(*seats))
    games, _ = past_games()
    found = [(r.opponent, r.seat, r.won, r.drawn, r.lost) for r in results(games)]
    assert found == [("skilled", "O", 0, 0, 1), ("skilled", "X", 2, 0, 0)]
    document = progress_document(games, mistakes(games), 3)
    assert document["games"] == 4
    assert document["puzzle_streak"] == 3


def test_mistakes_are_those_of_the_person() -> None:
    """In the book's game O occupies 6, which loses, and X gives nothing away after that."""
    for seats in (("human", "skilled"), ("skilled", "human")):
        remember(finished(*seats))
    x, o = mistakes(past_games()[0])
    assert (x.number, x.date, x.mistakes) == (1, "2026-11-15", 0)
    assert (o.number, o.mistakes) == (2, 1)


def test_what_came_first_stays() -> None:
    one, two = date(2026, 11, 14), date(2026, 11, 15)
    assert puzzle_ended(one) == ""
    for _ in range(2):
        remember_puzzle(one)
        remember_puzzle(one, shown=True)
        remember_puzzle(two, shown=True)
        remember_puzzle(two)
    assert puzzle_ended(one) == "You have solved it."
    assert puzzle_ended(two) == "You have seen its answer."
    assert solved_days() == {one.toordinal()}
    assert streak(two.toordinal(), solved_days()) == 1


def test_a_streak_ends_with_a_day_missed() -> None:
    today = date(2026, 11, 15)
    assert streak(today.toordinal(), solved_days()) == 0
    for back in (5, 3, 2, 1):
        remember_puzzle(today - timedelta(days=back))
    assert streak(today.toordinal(), solved_days()) == 3
    remember_puzzle(today)
    remember_puzzle(today)
    assert streak(today.toordinal(), solved_days()) == 4
    assert len(solved_days()) == 5
    assert streak(today.toordinal() + 2, solved_days()) == 0
