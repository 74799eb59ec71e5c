"""Grades by choice, what stands beside a figure, and what "all" is; the suite's depths."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import quincunx
from arena.bots import Handler, serving
from arena.test_grading import graded_by
from helpers import BOOKS, ROOT
from quincunx.arena.grading import GradedGame, Grading
from quincunx.arena.report import in_words, report
from quincunx.arena.suite import suite
from quincunx.cli import main
from quincunx.core import Document
from quincunx.players import Terms

TWO = ["grid-clash", "zone-conquest"]


@pytest.fixture(scope="module")
def graded() -> list[GradedGame]:
    return graded_by("casual", TWO, 8)


def figures(part: Any) -> Iterator[Document]:
    if isinstance(part, dict):
        if {"rate", "mean"} & {*part}:
            yield part
        else:
            for inner in part.values():
                yield from figures(inner)


def test_all_is_the_mean_of_the_games(graded: list[GradedGame]) -> None:
    document = report(Grading("casual", (), 8, 3, Terms()), graded)
    total, (one, other) = document["total"], document["games"].values()
    for key, kind in (("value_lost", "mean"), ("score", "mean"), ("wins", "rate")):
        assert total[key][kind] == pytest.approx((one[key][kind] + other[key][kind]) / 2)
        assert total[key]["random"] == pytest.approx(
            (one[key]["random"] + other[key]["random"]) / 2
        )
    lost = [move.lost for play in graded for move in play.decisions()]
    pooled = sum(lost) / len(lost)
    assert one["decisions"] != other["decisions"]
    assert total["value_lost"]["mean"] != pytest.approx(pooled), "not by how many were met"
    assert total["decisions"] == one["decisions"] + other["decisions"] == len(lost)
    # Draws do not occur in Grid Clash: of that kind "all" is the other game's.
    assert total["mistakes"]["draw to loss"] == pytest.approx(other["mistakes"]["draw to loss"])


def test_random_and_the_best_stand_beside_every_figure(graded: list[GradedGame]) -> None:
    document = report(Grading("casual", (), 8, 3, Terms()), graded)
    found = list(figures({"total": document["total"], "games": document["games"]}))
    assert len(found) > 30
    for figure in found:
        assert "rules" in figure or {"random", "best"} <= {*figure}
    lines = in_words(document).splitlines()
    shown = [number for number, line in enumerate(lines) if re.search(r"\[.*\]", line)]
    table = [n for n in shown if 1 < n < lines.index("", 2) and "misread" not in lines[n]]
    assert len(table) > 7
    for number in table:
        assert lines[number + 1].startswith("  random, best possible "), lines[number]


def test_random_is_graded_as_itself() -> None:
    document = report(Grading("random", (), 4, 3, Terms()), graded_by("random", TWO, 4))
    for one in document["games"].values():
        assert one["score"]["mean"] == pytest.approx(one["score"]["random"])


def test_one_request_a_choice_and_how_many_is_said_before(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Of a model that talks nonsense, too: nothing is asked twice."""
    said: list[str] = []

    def nonsense(document: Document, handler: Handler) -> None:
        said.append(capsys.readouterr().err)
        handler.say("I would rather not.")

    with serving(nonsense) as model:
        words = [f"chat:m@{model.address}/v1", "--by-choice", "--json", "--starts", "4"]
        assert main(["grade", *words, "--game", "swap-nine", "--game", "grid-clash"]) == 0
        assert len(model.asked) == 8
    assert "8 requests, one for each choice." in said[0]
    total = json.loads(capsys.readouterr().out)["total"]
    assert (total["decisions"], total["unreadable"]["count"]) == (8, 8)
    assert total["value_lost"]["mean"] == 1


@pytest.mark.slow
def test_the_suite_holds_what_the_docs_say() -> None:
    page = (ROOT / "docs" / "grades.md").read_text(encoding="utf-8")
    table = page[page.index("| game | moves played before |") :]
    for game in (quincunx.game(name) for name in BOOKS):
        row = next(line for line in table.splitlines() if line.startswith(f"| {game.title} |"))
        starts = suite(game, 100, 0)
        depths = [start.ply for start in starts]
        assert f"| {min(depths)} to {max(depths)}" in row
        values = Counter(quincunx.analyze(start.position).value for start in starts)
        told = {"win": "won", "draw": "drawn"}
        for value, number in values.items():
            assert f"{number} {told[value]}" in row
