"""Exact values told to people: words, documents, reviews, puzzles."""

import json
from datetime import date, timedelta

import numpy as np
import pytest

import quincunx
from helpers import BOOKS, call, toy_installed
from quincunx.analysis.document import analysis_document
from quincunx.analysis.puzzles import daily, find
from quincunx.analysis.review import review
from quincunx.analysis.words import position_in_words
from quincunx.oracle import analyze
from quincunx.play.record import read

RECORD = '[Game "zone-conquest"]\n\n1. 5 1 2. 2 4 3. x4 6 4. 8 9 5. 7 X\n'


def test_the_contracts_document() -> None:
    result = call("analyze", "zone-conquest", "--position", "OX-/XXO/-O- X 4 -", "--json")
    document = json.loads(result.stdout)
    keys = "game size position to_move value distance proof moves line".split()
    assert sorted(document) == sorted(keys)
    assert (document["value"], document["distance"], document["proof"]) == ("win", 5, "table")
    assert document["moves"][0] == {"move": "x1", "value": "win", "distance": 5, "proof": "table"}
    assert [move["move"] for move in document["moves"]] == ["x1", "x6", "x8", "3", "7", "9"]
    assert len(document["line"]) == 5
    draw = analysis_document(analyze(quincunx.game("zone-conquest").start()))
    assert (draw["value"], draw["distance"]) == ("draw", None)
    assert "line" not in draw
    assert "margin" in analysis_document(analyze(quincunx.game("swap-nine").start()))


@pytest.mark.parametrize(
    ("game", "text", "value"),
    [
        ("swap-nine", "XXO/OXX/OOX O", "loss"),
        ("grid-clash", "5X,3O,8O/2X,7O,4O/9X,1O,6X O", "win"),
        ("zone-conquest", "OX-/XXX/-OX O - -", "loss"),
        ("crossed-paths", "XO/OX X B1", "loss"),
        ("numeral-nexus", "X4X5X6--/-----/-----/-----/O1-O1-- O XO", "loss"),
        ("numeral-nexus", "O3O6X7O1/O5X8O7O4/X5X1X4X2 X XO", "draw"),
    ],
)
def test_a_finished_game(game: str, text: str, value: str) -> None:
    analysis = analyze(quincunx.parse(game, text))
    assert (analysis.value, analysis.distance, analysis.moves) == (value, 0, ())
    assert analysis.line == ()
    assert position_in_words(analysis).startswith("The game is over: ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("swap-nine", "XXX/XXX/XX- O"),
        ("swap-nine", "O--/---/--- X"),
        ("grid-clash", "5O,3O,8O/2O,7O,4/9,1,6 X"),
        ("zone-conquest", "OOX/---/--- X 3 1"),
        ("crossed-paths", "X-----/--O---/------/------/------/------ X C2"),
        ("numeral-nexus", "---/---/--- X -"),
        ("numeral-nexus", "X5O5-/---/--- O -"),
    ],
)
def test_positions_that_could_never_arise_are_answered(game: str, text: str) -> None:
    analysis = analyze(quincunx.parse(game, text))
    assert len(analysis.moves) == len(analysis.position.legal_moves())
    assert position_in_words(analysis)


def test_the_daily_puzzle_is_the_same_for_everybody() -> None:
    """Whatever games are installed, and for two years no position comes twice."""
    days = [date(2026, 11, 15) + timedelta(days=n) for n in range(730)]
    plain = [daily(day) for day in days]
    with toy_installed():
        assert [daily(day) for day in days] == plain
    # Pinned: another machine, another Python, the same puzzle.
    assert str(plain[0].position) == "O-OOXOX/O-XXOX-/-OOXOXO/XOOXXXO/XOXX-OX/OXOX-XO/OX-XOOX X B5"
    assert {puzzle.position.game.id() for puzzle in plain[:5]} == {*BOOKS}
    assert len({puzzle.position for puzzle in plain}) == len(days)
    assert all(puzzle.seed == day.toordinal() for day, puzzle in zip(days, plain, strict=True))


def test_a_sixth_game_has_puzzles_and_reviews() -> None:
    with toy_installed():
        puzzle = find(quincunx.game("three-in-a-row"), 1)
        assert puzzle.question() in (
            f"{puzzle.position.turn} to move: one move wins.",
            f"{puzzle.position.turn} to move: one move saves the draw.",
        )
        # Where there are two moves at the most, two are enough.
        two = find(quincunx.game("short-count"), 1)
        assert len(two.position.legal_moves()) == 2
        assert two.check(two.solution).right
        match = read('[Game "three-in-a-row"]\n\n1. 1 2 2. 5 3 3. 9 X\n')
        assert review(match).mistakes()[0].mistake == "draw given away"


def test_export_for_numpy(tmp_path: "object") -> None:
    file = f"{tmp_path}/positions.npz"
    call("export", "swap-nine", "--size", "2x2", "--output", file)
    data = np.load(file)
    start = quincunx.game("swap-nine", (2, 2)).start()
    assert data["positions"][0] == str(start)
    assert data["features"].shape == (60, 4)
    assert data["optimal"].shape == (60, 20)
    for index, text in enumerate(data["positions"]):
        analysis = analyze(quincunx.parse("swap-nine", str(text)))
        assert data["values"][index] == {"win": 1, "loss": -1}[analysis.value]
        assert tuple(data["features"][index]) == analysis.position.features()
        best = {item.move.action for item in analysis.best()}
        assert set(np.flatnonzero(data["optimal"][index])) == best
    words = ("export", "crossed-paths", "--count", "50", "--seed", "3")
    one = call(*words)
    assert one.stdout == call(*words).stdout
    assert one.stdout.count("\n") == 51
