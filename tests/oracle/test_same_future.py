"""Positions with the same `key` have the same future: whatever lists all positions lists them once,
and says what brute force over all of them says."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import quincunx
from helpers import ROOT
from quincunx.cli import main
from quincunx.core import AnyPosition
from quincunx.oracle.dataset import check, reachable, rows_of
from quincunx.oracle.retrograde import verdicts_from
from quincunx.oracle.verdicts import SolutionError


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folders = [*quincunx.games.__path__, str(ROOT / "tests" / "fixtures" / "games")]
    monkeypatch.setattr(quincunx.games, "__path__", folders)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def start_of(cells: int) -> AnyPosition:
    start: AnyPosition = quincunx.game("remembered-count", (1, cells)).start()
    return start


def everything(position: AnyPosition) -> Iterator[AnyPosition]:
    """Every position of every game, as the rules tell them apart."""
    yield position
    for move in position.legal_moves():
        yield from everything(position.after(move))


def stubborn(position: Any) -> Any:
    """A policy that loses now and then, by what is filled alone."""
    moves = position.legal_moves()
    return moves[position.filled % 4 % len(moves)]


Chooses = Callable[[AnyPosition, list[float]], float]
"""What a position is worth to X, from what its moves are."""


def by_policy(position: AnyPosition, worth: list[float]) -> float:
    return worth[position.legal_moves().index(stubborn(position))]


def at_random(position: AnyPosition, worth: list[float]) -> float:
    return sum(worth) / len(worth)


def best(position: AnyPosition, worth: list[float]) -> float:
    return max(worth) if position.turn == "X" else min(worth)


def brute_force(position: AnyPosition, x: Chooses, o: Chooses) -> float:
    """What X gets, without keys and without memory."""
    if outcome := position.outcome:
        return 1 if outcome.winner == "X" else -1
    worth = [brute_force(position.after(move), x, o) for move in position.legal_moves()]
    return (x if position.turn == "X" else o)(position, worth)


def test_exploitability_is_that_of_all_positions() -> None:
    start = start_of(12)
    found = quincunx.exploit(stubborn, start)
    positions = {*everything(start)}
    assert len(found.graph) == len({(one.turn, one.key()) for one in positions})
    assert len(found.graph) < len(positions) / 10
    assert found.best_response == {
        "X": brute_force(start, best, by_policy),
        "O": -brute_force(start, by_policy, best),
    }
    assert found.scores["random"] == pytest.approx(
        {
            "X": brute_force(start, by_policy, at_random),
            "O": -brute_force(start, at_random, by_policy),
        }
    )
    assert found.scores["itself"]["X"] == brute_force(start, by_policy, by_policy)


def test_a_solution_is_checked_once_a_future() -> None:
    start = start_of(10)
    listed, positions = [*reachable(start)], {*everything(start)}
    assert len(listed) == len({(one.turn, one.key()) for one in positions}) < len(positions) / 5
    table = verdicts_from(start)
    for row, position in zip(rows_of(listed), listed, strict=True):
        verdict = table[position.key()]
        assert (row.value, row.distance) == (verdict.value, verdict.distance)
    # All positions written out are checked as well, each of them.
    rows = [*rows_of(positions)]
    assert len([*check(start, rows)]) == len(positions)
    for number in range(0, len(rows), 20):
        damaged = replace(rows[number], value=rows[number].value.reverse)
        with pytest.raises(SolutionError):
            [*check(start, [*rows[:number], damaged, *rows[number + 1 :]])]
    with pytest.raises(SolutionError, match="what follows has no row"):
        [*check(start, rows_of(listed[:-1]))]


def test_commands_end_where_positions_are_beyond_counting(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """More than a million millions follow from this start, and 60 futures for each player."""
    words = ["remembered-count", "--size", "1x60"]
    assert main(["verify", *words]) == 0
    told = capsys.readouterr().out
    assert told == "Remembered Count 1x60: 120 positions, each worth what its successors make it.\n"
    file = str(tmp_path / "solution.csv")
    assert main(["export", *words, "--output", file]) == 0
    assert main(["verify", *words, "--file", file]) == 0
    assert capsys.readouterr().out.endswith(told)
    for agent in ("random", "perfect", "casual"):
        assert main(["exploit", agent, "--game", *words]) == 0
        assert "over all 120 positions" in capsys.readouterr().out
