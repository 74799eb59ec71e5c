"""Reasons in particular: what the sentences are, and what programs are told."""

import json

import pytest

import quincunx
from analysis.reading import Reader
from helpers import random_position, toy_installed
from quincunx import IllegalMoveError, NotationError
from quincunx.analysis.document import explanation_document
from quincunx.analysis.reasons import compare, explain
from quincunx.core import AnyPosition, Player
from quincunx.oracle import Value, analyze

DOUBLE_THREAT = "----O4/--O3--/X1X7---/-O9---/--X2-- X X"
ZONES = "OX-/XXO/-O- X 4 -"


def test_a_choice() -> None:
    at = quincunx.parse("zone-conquest", "OO-/XOX/--- X - -")
    reason = compare(at, "9", "7")
    assert reason.sentences == (
        "After occupying zone 7, X holds three zones, as many as O.",
        "If X occupies zone 9, O attacks zone 4 and holds four zones to two, of which X can attack "
        "only zone 5.",
        "Occupying zone 7 draws, occupying zone 9 loses in 6 moves.",
    )
    assert compare(at, "7", "9") == reason
    assert compare(at, "9", "9") == explain(at, "9")


def test_the_structured_form() -> None:
    at = quincunx.parse("numeral-nexus", DOUBLE_THREAT)
    reason = explain(at, "3@E1")
    assert reason.cells[0] == ("C3", "D1", "E1")  # what is placed, and what is threatened
    won = explain(quincunx.parse("crossed-paths", "-----/-----/X----/----- O A3"), "A1")
    document = explanation_document(won)
    assert document["line"] == ["A1", "B1", "D1"]
    assert document["cells"] == (("A1",), ("B1",), ("D1",))
    assert ("B1", "D1") in document["pairs"]
    assert json.loads(json.dumps(document))["sentences"] == list(won.sentences)
    assert "pairs" not in explanation_document(reason)


def test_a_game_that_is_over_and_moves_that_are_not_legal() -> None:
    over = quincunx.parse("swap-nine", "XOX/OXO/XXO X")
    assert explain(over).sentences == ("The game is over: 5 markers to 4.",)
    assert explanation_document(explain(over)) == {
        "sentences": explain(over).sentences,
        "line": [],
        "cells": (),
    }
    with pytest.raises(IllegalMoveError, match="The game is over"):
        explain(over, "1")
    with pytest.raises(IllegalMoveError, match="is occupied"):
        explain(quincunx.parse("swap-nine", "X--/---/--- O"), "1")
    with pytest.raises(NotationError):
        compare(quincunx.game("swap-nine").start(), "1", "?")


def test_a_line_does_not_contradict_its_pairs() -> None:
    position = quincunx.parse("crossed-paths", "---/-OX/O-X X A3")
    Reader(position, explain(position, "B3")).check()


LARGE = [
    ("swap-nine", (4, 5), 8),
    ("grid-clash", (6, 6), 3),
    ("zone-conquest", (4, 4), 9),
    ("numeral-nexus", (5, 5), 3),
    ("crossed-paths", (20, 20), 60),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "size", "plies"), LARGE)
def test_on_large_boards_what_is_certain_and_no_more(
    game: str, size: tuple[int, int], plies: int
) -> None:
    at: AnyPosition = random_position(quincunx.game(game, size), 3, plies)
    moves = analyze(at).moves
    for item in (moves[0], moves[-1]):
        reason = explain(at, item.move)
        if item.value is Value.UNKNOWN:
            assert reason.line == ()
        if game != "crossed-paths":
            Reader(at, reason).check()
    if game not in ("crossed-paths", "numeral-nexus"):
        assert moves[0].value is Value.UNKNOWN
        assert explain(at).sentences[-1] == "Not proved."
        assert not compare(at, moves[0].move, moves[1].move).pairs


def test_a_sixth_game_is_explained_too() -> None:
    with toy_installed():
        row = quincunx.parse("three-in-a-row", "XX-/OO-/--- X")
        assert explain(row).sentences == (
            "By playing 3, X wins because X has three in a row.",
            "Wins at once, the only move that wins.",
        )
        assert explain(row, "9", Player.X).sentences == (
            "If you play 9, O plays 6 and wins because O has three in a row.",
            "Playing 3 instead wins at once.",
            "Loses in 2 moves, the win is gone.",
        )
        start = explain(quincunx.game("three-in-a-row").start())
        assert start.sentences[0] == (
            "Every move keeps the draw; O can set no trap on the next turn."
        )
        count = explain(quincunx.parse("short-count", "7 X"))
        assert count.sentences[0].startswith("Every move loses")
        last = explain(quincunx.parse("three-in-a-row", "XOX/XOO/OX- X"))
        assert last.sentences == (
            "By playing 9, X draws because the grid is full.",
            "Keeps the draw, the only move.",
        )
