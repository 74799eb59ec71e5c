"""Matches: pairs with sides swapped, the same whoever plays them; and how sure the figures are."""

import json
from concurrent.futures import Executor, Future
from math import log10
from pathlib import Path
from typing import Any

import pytest

import quincunx
from arena.bots import SHELL_BOT
from helpers import Capture, run
from quincunx.arena.contest import draw_starts, pair_tasks, play
from quincunx.arena.elo import PRIOR_DRAWS, ratings
from quincunx.arena.statistics import mean
from quincunx.cli import main
from quincunx.core import Document
from quincunx.play.record import read_all
from quincunx.players import Terms
from quincunx.work.pools import in_order, run_tasks


def match_document(*words: str) -> Document:
    result = run("match", *words, "--json")
    assert (result.returncode, result.stderr) == (0, "")
    found: Document = json.loads(result.stdout)
    return found


def test_pairs_are_played_from_the_same_start_with_sides_swapped(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    words = ["grid-clash", "skilled", SHELL_BOT, "--games", "6", "--seed", "3"]
    document = match_document(*words, "--record", str(file))
    games = document["results"]
    assert [game["round"] for game in games] == [1, 2, 3, 4, 5, 6]
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first["start"] == second["start"]
        assert (first["x"], first["o"]) == (second["o"], second["x"]) == ("skilled", SHELL_BOT)
    assert len({game["start"] for game in games}) == 3
    matches = read_all(file.read_text())
    assert [str(match.start) for match in matches] == [game["start"] for game in games]
    won = [game["result"] == ("X" if game["round"] % 2 else "O") for game in games]
    assert document["wins"] == sum(won)
    assert document["as_x"] == sum(won[::2])
    assert document["wins"] + document["losses"] + document["draws"] == 6


@pytest.mark.slow
def test_the_same_games_whatever_the_number_of_workers(tmp_path: Path) -> None:
    words = ["zone-conquest", "beginner", SHELL_BOT, "--games", "8", "--seed", "5"]
    one = match_document(*words, "--record", str(tmp_path / "one"))
    two = match_document(*words, "--record", str(tmp_path / "two"), "--workers", "2")
    assert one == two
    records = [(tmp_path / name).read_text().splitlines() for name in ("one", "two")]
    undated = [[line for line in lines if "[Date " not in line] for lines in records]
    assert undated[0] == undated[1]
    other = match_document(*words[:-1], "6")
    assert other["results"] != one["results"]


def test_any_executor_serves() -> None:
    """Also one that finishes in another order."""
    waiting: list[tuple[Future[Any], Any]] = []

    def finish() -> None:
        future, task = waiting.pop()
        future.set_result(play(task))

    class Backwards(Executor):
        def submit(self, work: Any, task: Any, /) -> Future[Any]:  # type: ignore[override]  # all that is asked
            assert work is play
            future: Future[Any] = Future()
            waiting.append((future, task))
            if len(waiting) == len(tasks):
                finish()
            return future

    tasks = pair_tasks(draw_starts(quincunx.game("swap-nine"), 2, 1), "random", "casual", Terms())
    expected = [played.record for played in map(play, tasks)]
    backwards = []
    for played in run_tasks(play, tasks, Backwards()):
        backwards.append(played)
        if waiting:
            finish()
    assert [played.task.number for played in backwards] == [4, 3, 2, 1]
    ordered = in_order(backwards, lambda played: played.task.number)
    assert [played.record for played in ordered] == expected


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["swap-nine", "random", "random", "--games", "3"], "choose an even number, not 3"),
        (["swap-nine", "random", "human"], "A human cannot play here"),
        (["swap-nine", "random", "genius"], "There is no level 'genius'"),
        (["swap-nine", "random", "cmd:./none"], "is no program that can be run"),
        (["swap-nine", "random", "random", "--seconds", "nan"], "'nan' is not a time"),
        (["swap-nine", "random", "random", "--position", "XXX/XXO/OOO X"], "The game is over"),
    ],
)
def test_refusals(words: list[str], sentence: str, capsys: Capture) -> None:
    assert main(["match", *words]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1


def test_words(capsys: Capture) -> None:
    assert main(["match", "swap-nine", "cmd:false", "random", "--games", "2", "--seed", "1"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "swap-nine 3x3, 2 games, --seed 1",
        "cmd:false against random: 0 won, 0 drawn, 2 lost",
        "Score 0.00 [0.00, 0.69], 95 % by seat; as X 0 of 1, as O 0 of 1",
        *["cmd:false forfeits the game: it ended with status 1."] * 2,
    ]


# How sure the figures are.


def test_interval_of_a_mean() -> None:
    """Games of one move each: the textbook's standard error."""
    values = [0.0, 0.5, 1.0, 0.5, 0.0, 1.0]
    found = mean((value, 1) for value in values)
    average = sum(values) / 6
    deviation = (sum((value - average) ** 2 for value in values) / 5) ** 0.5
    assert found["mean"] == pytest.approx(average)
    assert found["high"] - found["mean"] == pytest.approx(1.959964 * deviation / 6**0.5, rel=1e-5)
    assert mean([]) == {"mean": None, "of": 0, "low": None, "high": None}


def test_ratings_satisfy_the_equations_of_the_likelihood() -> None:
    """At the peak everybody's points are those expected, the given draw included."""
    games = [("a", "b", 1.0)] * 7 + [("b", "c", 0.5)] * 4 + [("a", "c", 1.0), ("c", "a", 1.0)] * 2
    games += [("d", "a", 0.0)] * 5
    found = ratings(games)
    chance = {
        (one, two): 1 / (1 + 10 ** ((found[two].elo - found[one].elo) / 400))
        for one in found
        for two in found
    }
    surplus = {}
    for name in found:
        expected = sum(
            chance[a, b] if a == name else chance[b, a] for a, b, _ in games if name in (a, b)
        )
        got = sum(points if a == name else 1 - points for a, b, points in games if name in (a, b))
        surplus[name] = got - expected
    # What is left over is what the part of a draw pulls towards its opponent's rating.
    pulls = [log10(1 / (0.5 + surplus[name] / PRIOR_DRAWS) - 1) * 400 for name in found]
    imagined = [found[name].elo + pull for name, pull in zip(found, pulls, strict=True)]
    assert max(imagined) - min(imagined) < 1e-6
    assert list(found)[-1] == "d"
    assert all(rating.low < rating.elo < rating.high for rating in found.values())
