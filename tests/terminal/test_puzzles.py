"""Puzzles at the terminal: difficulty, several moves, the line that proves it, streaks."""

import re
from datetime import date, timedelta
from io import StringIO
from pathlib import Path

import pytest

from helpers import call
from quincunx.analysis.puzzles import daily, find
from quincunx.cli import main
from quincunx.games import game, parse
from quincunx.play.history import solved_days
from terminal.screen import ENTER, Screen

TODAY = date(2026, 11, 15)
QUESTION = "Your move in notation, `help`, `answer` or `quit`: "


class Today(date):
    day_of_test = TODAY

    @classmethod
    def today(cls) -> "Today":
        return cls.fromordinal(cls.day_of_test.toordinal())


@pytest.fixture(autouse=True)
def _own_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("quincunx.terminal.puzzles.date", Today)


def solve(monkeypatch: pytest.MonkeyPatch, typed: str, day: date) -> None:
    monkeypatch.setattr(Today, "day_of_test", day)
    monkeypatch.setattr("sys.stdin", StringIO(typed))
    assert main(["puzzle"]) == 0


def test_the_streak_is_told_and_counted_once_a_day(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tomorrow = TODAY + timedelta(days=1)
    right = {day: f"{daily(day).solution}\n" for day in (TODAY, tomorrow)}
    solve(monkeypatch, "quit\n", TODAY)
    assert "in a row" not in capsys.readouterr().out
    assert solved_days() == set()
    solve(monkeypatch, f"nonsense\nhint\n{right[TODAY]}", TODAY)
    shown = capsys.readouterr().out
    assert shown.startswith("The puzzle of the day, 2026-11-15.\n")
    assert shown.endswith("Solved on 1 day in a row.\n")
    solve(monkeypatch, "", TODAY)
    shown = capsys.readouterr().out
    assert shown.startswith("The puzzle of the day, 2026-11-15. You have solved it.\n")
    assert f"\n{daily(TODAY).solution} is the move.\n" in shown
    assert "in a row" not in shown
    assert "Your move" not in shown
    solve(monkeypatch, right[tomorrow], tomorrow)
    assert capsys.readouterr().out.endswith("Solved on 2 days in a row.\n")
    assert solved_days() == {TODAY.toordinal(), tomorrow.toordinal()}


def test_an_answer_that_was_shown_stays_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is to be solved any more, and nothing counted."""
    solution = daily(TODAY).solution
    solve(monkeypatch, "answer\n", TODAY)
    assert capsys.readouterr().out.startswith("The puzzle of the day, 2026-11-15.\n")
    for typed in ("", f"{solution}\n"):
        solve(monkeypatch, typed, TODAY)
        shown = capsys.readouterr().out
        assert shown.startswith("The puzzle of the day, 2026-11-15. You have seen its answer.\n")
        assert f"\n{solution} is the move.\n" in shown
        assert "Your move" not in shown
    assert solved_days() == set()


def test_a_streak_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "quincunx" / "puzzles.txt" / "in the way").mkdir(parents=True)
    monkeypatch.setattr("quincunx.terminal.puzzles.puzzle_ended", lambda _: "")
    solve(monkeypatch, f"{daily(TODAY).solution}\n", TODAY)
    shown = capsys.readouterr()
    assert " is the move." in shown.out
    assert shown.err.count("\n") == 1
    assert "puzzles.txt' cannot be" in shown.err


def test_several_moves_running(tmp_path: Path) -> None:
    puzzle = find(game("swap-nine"), 0, moves=3)
    typed, replies, solutions, at = [], [], [], puzzle
    for _ in range(2):
        assert at.next_puzzle
        wrong = next(m for m in at.position.legal_moves() if m != at.solution)
        typed += [str(wrong), "hint", str(at.solution)]
        replies.append(at.reply)
        solutions.append(str(at.solution))
        at = at.next_puzzle
    typed.append(str(at.solution))
    words = ("puzzle", "swap-nine", "--moves", "3", "--seed", "0")
    shown = call(*words, stdin="\n".join(typed) + "\n", home=str(tmp_path)).stdout
    assert "\nFind 3 moves in a row: each is the only one that wins.\n" in shown
    asked = re.findall(r"^Position: (.*)$", shown, re.MULTILINE)
    assert asked == [str(one.position) for one in (puzzle, puzzle.next_puzzle, at)]  # type: ignore[union-attr]
    assert re.findall(r"^[XO] answers (.*)\.$", shown, re.MULTILINE) == [*map(str, replies)]
    hints = re.findall(r"^The move .* It is (.*)\.$", shown, re.MULTILINE)
    for hint, one, solution in zip(hints, (puzzle, puzzle.next_puzzle), solutions, strict=True):
        offered = {*re.split(", | or ", hint)}
        assert solution in offered <= {*map(str, one.position.legal_moves())}  # type: ignore[union-attr]
    assert shown.count("Try again.") == 2
    line = re.search(r"^With best play it goes on: (.*)\.\n$", shown, re.MULTILINE)
    assert line
    position = parse("swap-nine", asked[-1]).play(at.solution)
    for move in line[1].split():
        position = position.play(move)
    assert position.outcome
    assert position.outcome.winner is puzzle.position.turn


@pytest.mark.parametrize("words", [["swap-nine"], []])
def test_a_difficulty(words: list[str], tmp_path: Path) -> None:
    for difficulty in ("1", "3"):
        asked = ("puzzle", *words, "--difficulty", difficulty, "--seed", "11")
        shown = call(*asked, stdin="quit\n", home=str(tmp_path)).stdout
        assert f", difficulty {difficulty} of 5\n" in shown


def test_the_next_the_same_or_enough(tmp_path: Path) -> None:
    screen = Screen(tmp_path, "puzzle", "swap-nine", "--seed", "3")
    for key, seed in (("2", "3"), ("1", "4")):
        screen.wait_for(QUESTION)
        screen.type("answer")
        screen.wait_for("3. Enough")
        screen.type(key)
        screen.wait_for(f"Swap Nine, puzzle {seed}, ")
    screen.wait_for(QUESTION)
    screen.type("answer")
    screen.wait_for("3. Enough")
    screen.press(f"3{ENTER}")
    screen.end()
    assert screen.child.exitstatus == 0
