"""What the page asks besides playing, as documents: reasons, lessons, puzzles, refusals, levels. No
server is needed for them, and those that a server gives are the same."""

import subprocess
import sys
from itertools import product
from typing import Any

import pytest

import quincunx
from helpers import TOY, toy_installed
from quincunx.analysis.puzzles import find
from quincunx.core import GameError, IllegalMoveError, NotationError
from quincunx.games import game_class, game_ids
from quincunx.lessons import lesson_ids
from quincunx.oracle import analyze
from quincunx.players.levels import (
    LEVELS,
    STEPS,
    LevelError,
    Past,
    adaptive_level,
    check_level,
)
from quincunx.web import questions
from web.serving import Server, sentence

PATHS = "-------/-------/-------/---X---/-------/-------/------- O D4"
NEXUS = "-----/-----/--X5--/---O7-/----- X XO"


def test_they_need_no_server() -> None:
    code = "import sys, quincunx.web.questions; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    server = {"fastapi", "starlette", "pydantic", "sqlalchemy", "quincunx.work.workers"}
    assert "quincunx.web.questions" in ran.stdout.split()
    assert not server & {*ran.stdout.split()}


# Reasons.


@pytest.mark.parametrize("game", game_ids())
def test_reasons_show_their_line_position_by_position(game: str) -> None:
    position = quincunx.parse(game, game_class(game).example)
    for move in (None, str(analyze(position).moves[-1].move)):
        found = questions.reasons(game, str(position), move)
        assert found["move"] == (move or found["line"][0])
        assert 1 <= len(found["sentences"]) <= 3
        assert len(found["line"]) == len(found["cells"]) == len(found["positions"]) > 0
        at, keys = position, {cell.key for cell in position.board().cells}
        steps = zip(found["line"], found["cells"], found["positions"], strict=True)
        for played, cells, after in steps:
            at = at.play(played)
            assert str(at) == after
            assert {*cells} <= keys


def test_reasons_say_what_the_move_is_worth_and_address_who_asks() -> None:
    asked = ("swap-nine", "OOX/-OO/-O- X", "9x8")
    told = questions.reasons(*asked)
    assert told["words"] == "loses by 1, the win is gone"
    assert "X " in told["sentences"][0]
    assert "you" in questions.reasons(*asked, "x")["sentences"][0].lower()
    over = questions.reasons("swap-nine", "XXX/XXX/XXX O")
    assert (over["move"], over["line"]) == (None, [])
    assert over["words"].startswith("The game is over")


def test_reasons_have_the_pairs_of_crossed_paths() -> None:
    found = questions.reasons("crossed-paths", PATHS, "A1")
    empty = {cell.key for cell in quincunx.parse("crossed-paths", PATHS).board().cells}
    taken = {"D4", "A1", found["line"][1]}
    assert {key for pair in found["pairs"] for key in pair} == empty - taken
    assert not questions.reasons("swap-nine", "---/---/--- X")["pairs"]


# Lessons.


def test_lessons_are_listed_and_taught(server: Server) -> None:
    listed = server.call("GET", "/api/lessons").json()
    assert [one["game"] for one in listed] == lesson_ids()
    for one in listed:
        told = server.call("GET", f"/api/lessons/{one['game']}").json()
        assert (told["title"], len(told["steps"])) == (one["title"], one["steps"])
        for number, step in enumerate(told["steps"], 1):
            position = quincunx.parse(one["game"], step["position"])
            legal = [str(move) for move in position.legal_moves()]
            right = step["answers"] or legal
            done = questions.lesson_answer(one["game"], number, right[0])
            assert done["right"]
            assert done["position"] == str(position.play(right[0]))
            for wrong in [move for move in legal if move not in right][:1]:
                found = questions.lesson_answer(one["game"], number, wrong)
                assert not found["right"]
                assert found["words"] != done["words"]


def test_an_answer_to_a_lesson_is_judged(server: Server) -> None:
    path = "/api/lessons/swap-nine/2/answer?move="
    right = {
        "right": True,
        "words": "The O has become an X, and you have three markers to none.",
        "position": "XX-/-X-/--- O",
    }
    assert server.call("GET", path + "2x5").json() == right
    wrong = server.call("GET", path + "9").json()
    assert wrong["words"] == "That swaps nothing in cell 5: 2x5 does."
    with toy_installed(), pytest.raises(GameError, match="has no lesson"):
        questions.lesson("three-in-a-row")


# Puzzles.


def test_every_kind_that_is_offered_is_answered(server: Server) -> None:
    offered = server.call("GET", "/api/puzzle/kinds").json()
    assert [one["game"] for one in offered] == game_ids()
    asked = 0
    for one in offered:
        for difficulty, most in one["most_moves"].items():
            for moves in range(1, most + 1):
                like = f"game={one['game']}&difficulty={difficulty}&moves={moves}"
                found = server.call("GET", f"/api/puzzle?{like}&seed=5")
                assert found.status_code == 200
                assert found.json()["difficulty"] == int(difficulty)
                asked += 1
    assert asked > 40
    refused = server.call("GET", "/api/puzzle?game=swap-nine&difficulty=5")
    assert refused.status_code == 422
    assert "Swap Nine 3x3 has no such puzzle: choose difficulty 1 (" in sentence(refused)


def test_a_puzzle_of_any_game_that_is_like_this(server: Server) -> None:
    found = server.call("GET", "/api/puzzle?difficulty=5&moves=4").json()
    assert found["difficulty"] == 5
    which = f"game={found['game']}&seed={found['seed']}"
    assert server.call("GET", f"/api/puzzle?{which}&moves=4").json() == found


@pytest.mark.parametrize("game", [name for name in game_ids() if name != "zone-conquest"])
def test_the_proving_line_goes_to_the_end(game: str) -> None:
    asked = find(quincunx.game(game), 3)
    found = questions.puzzle_answer(game, 3, str(asked.solution))
    at = quincunx.parse(game, found["position"])
    for move, after in zip(found["line"], found["positions"], strict=True):
        at = at.play(move)
        assert str(at) == after
    assert at.outcome
    assert at.outcome.winner is asked.position.turn


# Refusals of what was touched.


@pytest.mark.parametrize(
    ("game", "position", "clicks", "words"),
    [
        ("swap-nine", "X--/-O-/--- X", "2 9", "Cell 9 is not next to cell 2:"),
        ("zone-conquest", "X--/---/--O X - -", "9", "Zone 9 touches none of yours:"),
        ("crossed-paths", PATHS, "A2", "A2 is not in line with D4:"),
        ("crossed-paths", PATHS, "Z9", "There is no cell Z9:"),
        ("numeral-nexus", NEXUS, "C3 A1", "A1 is empty: both cells of a swap"),
        ("numeral-nexus", "X5O3---/-----/-----/-----/----- X -", "A1", "Your swap is spent:"),
        ("numeral-nexus", NEXUS, "4 5", "This begins no move here:"),
        ("swap-nine", "XXX/XXX/XXX O", "1", "The game is over: 9 markers to 0."),
        ("swap-nine", "---/---/--- X", "1", "1 can be touched: go on."),
    ],
)
def test_the_rules_say_why_not(game: str, position: str, clicks: str, words: str) -> None:
    said = questions.refusal(game, position, tuple(clicks.split(" ")))["words"]
    assert words in said
    assert said.count(": ") <= 2


@pytest.mark.parametrize("game", [*game_ids(), TOY[0]])
def test_what_begins_no_move_is_refused_by_the_rules_own_sentence(game: str) -> None:
    """Of the cells that begin nothing in the game's example."""
    with toy_installed():
        _refuses_every_cell(game)


def _refuses_every_cell(game: str) -> None:
    position = quincunx.parse(game, game_class(game).example)
    own = set[str]()
    for move in position.game.all_moves():
        try:
            position.read(move)
        except (IllegalMoveError, NotationError) as error:
            own.add(str(error))
    touched = [cell.key for cell in position.board().cells]
    begins = {way[0] for move in position.legal_moves() for way in position.clicks(move)}
    for key in touched:
        said = questions.refusal(game, str(position), (key,))["words"]
        if key in begins:
            assert said == f"{key} can be touched: go on."
        else:
            assert any(said.startswith(one) for one in own), said


# Levels.


@pytest.mark.parametrize(
    ("game", "size", "perfect"),
    [
        ("swap-nine", "3x3", True),
        ("swap-nine", "6x6", False),
        ("numeral-nexus", "5x5", True),
        ("zone-conquest", "6x6", False),
        ("crossed-paths", "26x26", True),
    ],
)
def test_a_start_tells_who_can_play(game: str, size: str, perfect: bool) -> None:
    start: Any = questions.position(game, size, None, 1, None, None)
    assert start["levels"] == [level for level in LEVELS if level != "perfect" or perfect]
    if perfect:
        check_level("perfect", game, start["position"])
    else:
        with pytest.raises(LevelError):
            check_level("perfect", game, start["position"])


@pytest.mark.parametrize("size", ["3x3", "6x6"])
def test_a_start_names_what_adaptive_plays_at_after_its_last_game(size: str) -> None:
    start = questions.position("swap-nine", size)
    assert start["adaptive"].keys() == {"", *map(" ".join, product(LEVELS, STEPS))}
    assert {*start["adaptive"].values()} == {*start["levels"]}
    assert start["adaptive"][""] == adaptive_level([])
    for level, result in product([*LEVELS][:4], STEPS):
        played = adaptive_level([Past(level, result)])
        assert start["adaptive"][f"{level} {result}"] == played
    assert start["adaptive"]["expert lost"] == start["levels"][-1]
    assert "adaptive" not in questions.position("swap-nine", position=start["position"])


# The puzzle of the day.


@pytest.mark.parametrize(
    ("solved", "length", "words"),
    [
        ([], 0, "Solve it every day for a streak."),
        ([739934], 0, "Solve it every day for a streak."),
        ([739935, 739933, 739934], 3, "Solved on 3 days in a row: solve today's to continue."),
        ([739936], 1, "Solved on 1 day in a row."),
        ([739933, 739935, 739936], 2, "Solved on 2 days in a row."),
    ],
)
def test_a_streak_ends_with_a_day_missed(solved: list[int], length: int, words: str) -> None:
    expected = {"date": "2026-11-16", "length": length, "words": words}
    assert questions.streak(739936, solved) == expected
