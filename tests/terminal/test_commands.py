"""What can be typed besides answers: help, moves, undo, hint; and puzzles, which know them too."""

import re
from pathlib import Path

import pytest

import quincunx
from helpers import call, refused

# Game and its options, answers that lead to a question, what help says there, what moves lists.
QUESTIONS = {
    "swap-nine, place": ("swap-nine", "", "the number of an empty cell", "1 2 3 4 5 6 7 8 9"),
    "swap-nine, swap": ("swap-nine", "5|2", "Type 5 to make that cell yours", "5 or Enter"),
    "numeral-nexus, number": (
        "numeral-nexus --size 3x3",
        "",
        "Type a number of the pool, or number and cell, as in 5@C3.",
        "1 2 3 4 5 6 7 8 9 on any of A1 A2 A3 B1 B2 B3 C1 C2 C3",
    ),
    "numeral-nexus, cell": (
        "numeral-nexus --size 3x3",
        "5@A1|5",
        "Type an empty cell, row and column, as in A2.",
        "A2 A3 B1 B2 B3 C1 C2 C3",
    ),
    "numeral-nexus, first of a swap": (
        "numeral-nexus --size 3x3",
        "5@A1|5@C2|swap",
        "Type a cell with a number, row and column, as in A1.",
        "A1 C2",
    ),
    "numeral-nexus, second of a swap": (
        "numeral-nexus --size 3x3",
        "5@A1|5@C2|3@B3|swap|c2",
        "Type another cell with a number, row and column, as in A1.",
        "A1 B3",
    ),
    "grid-clash": (
        "grid-clash --position 1,2/3X,4%O",
        "",
        "Type the row and the column of a cell that shows a number, as in 1 2 or 1,2.",
        "1,1 1,2 2,2",
    ),
    "zone-conquest, action": (
        "zone-conquest --position X-/O-%X%-%-",
        "",
        "Type 1 to occupy an empty zone or 2 to attack a zone of your opponent; x4 attacks zone 4",
        "1 to occupy zone 2 or 4\n2 to attack zone 3",
    ),
    "zone-conquest, zone": (
        "zone-conquest --position XO/O-%X%-%-",
        "2",
        "Type the number of the zone to attack: 2 or 3.",
        "2 3",
    ),
    "crossed-paths": (
        "crossed-paths --size 2x2",
        "A1",
        "Type column and row of an empty cell in line with the opponent's last move, as in B1.",
        "B1 A2 B2",
    ),
}


def play(game: str, typed: str, home: Path) -> str:
    words = [word.replace("%", " ") for word in game.split(" ")]
    answers = "".join(f"{answer}\n" for answer in typed.split("|"))
    result = call("play", *words, stdin=answers, home=str(home))
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize("question", QUESTIONS)
def test_help_and_moves_of_each_question(question: str, tmp_path: Path) -> None:
    game, answers, takes, moves = QUESTIONS[question]
    before = f"{answers}|" if answers else ""
    shown = play(game, f"{before}help|moves|quit", tmp_path)
    sentence, commands = shown.split("help\n", 1)[1].split("\nOr type:\n", 1)
    assert takes in sentence
    assert "\n" not in sentence
    for word in "help back board moves undo hint rules save resign quit".split():
        assert re.search(rf"^  {word} .*\w", commands, re.MULTILINE)
    assert f"moves\n{moves}\n" in shown


# Game, a move, and what follows the word `undo`: the empty board, as before a turn.
UNDONE = {
    "swap-nine": (
        "5",
        " 1 | 2 | 3\n-----------\n 4 | 5 | 6\n-----------\n 7 | 8 | 9\n\nPlayer 1 (X), enter",
    ),
    "numeral-nexus --size 3x3": (
        "5@B2",
        "Available Numbers: 1(3), 2(3), 3(3), 4(3), 5(3), 6(3), 7(3), 8(3), 9(3)\n"
        "  1   2   3\nA[ ] [ ] [ ]\nB[ ] [ ] [ ]\nC[ ] [ ] [ ]\nPlayer 1 (X), it's your turn.\n",
    ),
    "grid-clash --position 1,2/3,4%X": (
        "1 1",
        "Initial Grid:\n+---+---+\n| 1 | 2 |\n+---+---+\n| 3 | 4 |\n+---+---+\n\nPlayer 1's",
    ),
    "zone-conquest --size 2x2": (
        "1|1",
        "Player X, it's your turn.\nCurrent Grid:\n[1][2]\n[3][4]\nChoose your action:\n",
    ),
    "crossed-paths --size 2x2": ("A1", "   A B\n 1 . .\n 2 . .\n\nPlayer 1 (X), it's"),
}


@pytest.mark.parametrize("game", UNDONE)
def test_undo_shows_the_board_once_as_before_a_turn(game: str, tmp_path: Path) -> None:
    moves, board = UNDONE[game]
    shown = play(game, f"{moves}|undo|quit", tmp_path)
    assert shown.split("undo\n", 1)[1].startswith(board)


def test_other_words_for_help_and_quit(tmp_path: Path) -> None:
    shown = play("swap-nine", "?|EXIT|5", tmp_path)
    assert "?\nType the number of an empty cell" in shown
    assert shown.endswith(": EXIT\n")


def test_a_refusal_comes_before_anything_is_drawn(tmp_path: Path) -> None:
    for words in (("--marker-o", "zz"), ("--marker-o", ""), ("--o", "genius")):
        assert "Random: " not in refused("play", "grid-clash", *words, home=tmp_path)
    drawn = call("play", "grid-clash", home=str(tmp_path))
    assert "Random: --seed " in drawn.stderr


# Puzzles.

WORDS = ("puzzle", "zone-conquest", "--seed", "3")


def solve(typed: str, home: Path) -> str:
    return call(*WORDS, stdin=typed.replace("|", "\n") + "\n", home=str(home)).stdout


def test_a_puzzle_says_what_was_just_played(tmp_path: Path) -> None:
    shown = call(
        "puzzle", "crossed-paths", "--seed", "1", stdin="quit\n", home=str(tmp_path)
    ).stdout
    found = re.search(r"^Just played: (.*)\.\nPosition: \S+ [XO] (.*)$", shown, re.MULTILINE)
    assert found
    assert found[1] == found[2]


def test_a_puzzle_helps_and_hints_without_telling(tmp_path: Path) -> None:
    shown = solve("help|board|rules|hint|hint|hint|hint|hint|quit", tmp_path)
    for word in "help board moves hint rules answer quit".split():
        assert re.search(rf"^  {word} .*\w", shown, re.MULTILINE)
    assert "5 to occupy zone 5, or x4 to attack zone 4" in shown
    assert "1. Objective" in shown
    hints = re.findall(r"^The move wins in ([0-9]+) moves\. It is (.*)\.$", shown, re.MULTILINE)
    left = [set(re.split(", | or ", moves)) for _, moves in hints]
    text = re.search(r"^Position: (.*)$", shown, re.MULTILINE)
    assert text
    analysis = quincunx.analyze(quincunx.parse("zone-conquest", text[1]))
    winning = {str(item.move) for item in analysis.moves if item.value == "win"}
    assert {int(distance) for distance, _ in hints} == {analysis.distance}
    assert all(winning <= moves for moves in left)
    assert left[1] < left[0] < {str(move) for move in analysis.position.legal_moves()}
    assert len(left[-1]) == 2
