"""Contests by one call from Python, with functions as agents."""

import json
from typing import Any

import quincunx
from helpers import Capture
from quincunx.cli import main


def first(position: Any) -> Any:
    return position.legal_moves()[0]


def best(position: Any) -> Any:
    return quincunx.analyze(position).moves[0].move


def document(capsys: Capture, *words: str) -> Any:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def without(found: dict[str, Any], *keys: str) -> Any:
    return json.loads(json.dumps({key: found[key] for key in found if key not in keys}))


def test_a_level_as_by_the_command(capsys: Capture) -> None:
    words = ["--game", "swap-nine", "--game", "zone-conquest", "--starts", "4", "--seed", "3"]
    games = ["swap-nine", "zone-conquest"]
    found = quincunx.grade("casual", games, starts=4, seed=3)
    assert without(found) == document(capsys, "grade", "casual", *words)
    found = quincunx.play_match("casual", "random", "swap-nine", games=4, seed=3)
    expected = document(
        capsys, "match", "swap-nine", "casual", "random", "--games", "4", "--seed", "3"
    )
    assert without(found) == expected


def test_functions_against_each_other() -> None:
    found = quincunx.play_match(best, first, "swap-nine", games=2)
    assert found["agents"] == ["policy:best", "policy:first"]
    assert found["as_x"] == 1  # the first player wins
    again = quincunx.play_match(best, lambda position: position.legal_moves()[0], "swap-nine", 2)
    assert [one["result"] for one in again["results"]] == [
        one["result"] for one in found["results"]
    ]
    start = "XX-/-X-/--- O"
    found = quincunx.play_match(first, first, "swap-nine", games=2, position=start)
    assert {one["start"] for one in found["results"]} == {start}
