"""One bad game harms no other: it is left out, and that is said."""

import json
from collections.abc import Iterator
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import quincunx.games
from helpers import BOOKS, KINDS, ROOT
from quincunx.analysis.puzzles import daily
from quincunx.arena.api import grading
from quincunx.cli import main
from quincunx.core import QuincunxError
from quincunx.players import Terms
from quincunx.web import questions, worker_pool

TOY = (ROOT / "tests" / "toy" / "three_in_a_row" / "rules.py").read_text(encoding="utf-8")
BAD = {
    "a_broken_file": "raise RuntimeError('not finished')\n",
    "b_no_game": "",
    "c_moving_keys": TOY.replace("Cell(str(i)", "Cell(f'{self.cells}{i}'"),
    "d_no_board": TOY.replace(
        "        return Board(3, 3, tuple(cells))", "        raise KeyError(3)"
    ),
    "e_one_ply": TOY.replace('None if "-" in self.cells', "None if self.turn is Player.X"),
    "f_no_why_never": TOY.replace("def why_never", "def why_ever"),
    "g_no_why_not": TOY.replace("def why_not", "def why"),
    "h_no_title": TOY.replace("    title = ", "    heading = "),
}
LACKING = {
    "f-no-why-never": "The class ThreeInARow of f-no-why-never lacks why_never",
    "g-no-why-not": "The class ThreePosition of g-no-why-not lacks why_not",
    "h-no-title": "The class ThreeInARow of h-no-title lacks title",
}
"""What is left out everywhere, and why."""
LEFT_OUT = "a-broken-file is left out: RuntimeError('not finished')"


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """With the bad games in it, and found."""
    found = tmp_path_factory.mktemp("bad")
    for name, text in BAD.items():
        (found / f"{name}.py").write_text(text, encoding="utf-8")
    quincunx.games.__path__.append(str(found))
    yield found
    quincunx.games.__path__.remove(str(found))


def good(*others: str) -> list[str]:
    """The ids of all games that came with no fault, and of these."""
    return sorted([*(kind.id() for kind in KINDS), *others])


def ids_of(games: list[dict[str, str]]) -> list[str]:
    return [game.get("id") or game["game"] for game in games]


def told(log: pytest.LogCaptureFixture) -> list[str]:
    """The games that were said to be left out."""
    return [line.split()[0] for line in log.messages if " is left out: " in line]


def test_the_catalogue(caplog: pytest.LogCaptureFixture) -> None:
    games: list[Any] = json.loads(worker_pool.answer(questions.catalogue))["games"]
    assert sorted(ids_of(games)) == good("e-one-ply")
    # A game that is over after one ply has something to show.
    assert all(len(game["sample"]) >= 1 for game in games)
    assert told(caplog) == [
        *("a-broken-file", "b-no-game", "c-moving-keys", "d-no-board"),
        *LACKING,
    ]
    assert caplog.messages[0] == LEFT_OUT
    assert caplog.messages[2] == (
        "c-moving-keys is left out: The keys of the cells must be the same in every position."
    )


def test_the_list_of_games(caplog: pytest.LogCaptureFixture) -> None:
    assert main(["games", "--json"]) == 0
    assert caplog.messages == [
        LEFT_OUT,
        "b-no-game is left out: The file of b-no-game defines no game: it needs a subclass of "
        "Game.",
        *(
            f"{game_id} is left out: {fault}: define what is missing."
            for game_id, fault in LACKING.items()
        ),
    ]


@pytest.mark.parametrize("game_id", LACKING)
def test_a_class_that_lacks_something_is_named(
    game_id: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """One sentence for whoever asks for it by name."""
    contest = ["tournament", "random", "casual", "--game", game_id, "--file", str(tmp_path / "t")]
    for words in (["legal", game_id], contest):
        assert main(words) == 2
        assert capsys.readouterr().err == f"quincunx: {LACKING[game_id]}: define what is missing.\n"


@pytest.mark.slow
def test_grading_leaves_out_what_perfect_cannot_play(
    caplog: pytest.LogCaptureFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    walkers = (ROOT / "tests" / "toy" / "three_walkers" / "rules.py").read_text(encoding="utf-8")
    large = walkers.replace("default_size = smallest = (3, 3)", "default_size = smallest = (3, 5)")
    (tmp_path / "far_walkers.py").write_text(large, encoding="utf-8")
    paths = [*quincunx.games.__path__, str(tmp_path)]
    monkeypatch.setattr(quincunx.games, "__path__", paths)
    out_of_reach = "The exact values of Three Walkers 3x5 are out of reach of perfect"
    for by_choice in (False, True):
        caplog.clear()
        plan = grading("random", None, 0, 0, Terms(), by_choice=by_choice)
        assert "far-walkers" not in {task.start.game.id() for task in plan.tasks}
        assert f"far-walkers is left out: {out_of_reach}: choose another level." in caplog.messages
    with pytest.raises(QuincunxError, match=out_of_reach):
        grading("random", ["far-walkers"], 0, 0, Terms())
    # One who is asked for single moves needs no opponent.
    grading("random", ["far-walkers"], 0, 0, Terms(), by_choice=True)


@pytest.mark.slow
def test_grading_over_all_games(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever cannot be graded is named; but what is asked for by name is refused."""
    words = ["grade", "random", "--starts", "2", "--workers", "1", "--json"]
    assert main(words) == 0
    graded = json.loads(capsys.readouterr().out)["games"]
    assert set(BOOKS) <= set(graded)
    assert "e-one-ply" not in graded  # no choice matters there
    assert told(caplog) == ["a-broken-file", "b-no-game", "e-one-ply", *LACKING]
    caplog.clear()
    assert main([*words, "--game", "e-one-ply"]) == 2
    assert "too few contested positions" in capsys.readouterr().err
    # An agent that no game can have is one refusal.
    assert main(["grade", "nobody"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not told(caplog)


def test_the_puzzle_of_the_day_and_of_a_seed(
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That of the day is of the fixed list; that of a number of the next game that has one."""
    ids = quincunx.games.game_ids()
    for number, game_id in enumerate(ids):
        if game_id == "b-no-game":
            found = daily(date.fromordinal(len(ids) * 70_000 + number))
            assert found.position.game.id() in BOOKS
            monkeypatch.setattr("sys.stdin", StringIO("answer\n"))
            assert main(["puzzle", "--seed", str(number)]) == 0
            assert "Three in a Row, puzzle" in capsys.readouterr().out
    assert told(caplog) == ["b-no-game"]
