"""How answers are read: what can be meant in one way only, what is like something, what is empty;
and what `board`, `moves` and `undo` do in each game."""

import re
from collections.abc import Callable
from io import StringIO
from itertools import combinations
from pathlib import Path

import pytest

import quincunx
from quincunx.cli import main
from quincunx.play.match import begin
from quincunx.play.saved_games import set_up
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import Conversation

Play = Callable[..., str]


@pytest.fixture
def play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Play:
    """What is said in a game through a pipe, in which these answers are given."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def played(game: str, typed: str, *words: str) -> str:
        monkeypatch.setattr("sys.stdin", StringIO(typed.replace("|", "\n") + "\nquit\n"))
        parts = [word.replace("%", " ") for word in game.split(" ")]
        assert main(["play", *parts, *words]) == 0
        return capsys.readouterr().out

    return played


# Game, what was typed, and the move that it says.
READ = [
    ("swap-nine --position ---/-X-/---%O", "2 x 5", "2x5"),
    ("swap-nine --position ---/-X-/---%O", "2 5", "2x5"),
    ("swap-nine --position ---/-X-/---%O", "place 2 and swap 5", "2x5"),
    ("swap-nine --position ---/-X-/---%O", "place in cell 2 and swap cell 5", "2x5"),
    ("swap-nine", "cell 5", "5"),
    ("numeral-nexus", "5 B4", "5@B4"),
    ("numeral-nexus", "5b4", "5@B4"),
    ("numeral-nexus", "b4 5", "5@B4"),
    ("numeral-nexus", "place number 5 at B4", "5@B4"),
    ("numeral-nexus --position -----/-----/--X5--/---O7-/-----%X%XO", "D4 C3", "C3~D4"),
    ("numeral-nexus --position -----/-----/--X5--/---O7-/-----%X%XO", "swap c3 d4", "C3~D4"),
    ("numeral-nexus --position -----/-----/--X5--/---O7-/-----%X%XO", "play swap|C3|D4", "C3~D4"),
    ("numeral-nexus", "5|B 4", "5@B4"),
    ("grid-clash --seed 1", "(1,2)", "1,2"),
    ("grid-clash --seed 1", "12", "1,2"),
    ("grid-clash --seed 1", "row 1, column 2", "1,2"),
    ("grid-clash --seed 1 --size 6x6", "66", "6,6"),
    ("zone-conquest", "occupy 5", "5"),
    ("zone-conquest", "Occupy zone 5", "5"),
    ("zone-conquest", "occupy|5", "5"),
    ("zone-conquest --position XO-/---/---%X%-%-", "attack 2", "x2"),
    ("zone-conquest --position XO-/---/---%X%-%-", "x2", "x2"),
    ("zone-conquest --position XO-/---/---%X%-%-", "x 2", "x2"),
    ("crossed-paths", "d 4", "D4"),
    ("crossed-paths", "play D4", "D4"),
    ("crossed-paths", "place your marker at D4", "D4"),
]


@pytest.mark.parametrize(("game", "typed", "move"), READ)
def test_what_can_be_meant_in_one_way_is_read(
    game: str, typed: str, move: str, play: Play, tmp_path: Path
) -> None:
    record = tmp_path / "game.txt"
    play(game, typed, "--record", str(record))
    assert re.search(rf"\n1\. {move} \*", record.read_text(encoding="utf-8"))


# Game, what was typed, and what is said of it.
REFUSED = [
    ("swap-nine", "2 x 15", "There is no cell 15: cells are numbered 1 to 9."),
    ("swap-nine --size 4x4", "1 2", "Cell 2 is empty: only a marker of O"),
    ("swap-nine", "hlep", "'hlep' cannot be read: did you mean help?"),
    ("swap-nine", "-1", "'-1' is no Swap Nine move: write"),
    ("swap-nine", "1.5", "'1.5' is no Swap Nine move: write"),
    ("swap-nine", "swap 5", "'swap 5' is no Swap Nine move: write"),
    ("swap-nine", "5|5", "Cell 5 is occupied by X: choose an empty cell."),
    ("swap-nine", "5|2|1", "Cell 1 is empty: only a marker of X next to cell 2 can be taken."),
    ("swap-nine", "5|2|boadr", "'boadr' cannot be read: did you mean board?"),
    ("numeral-nexus", "5@B2|6 B2", "B2 is taken by X's 5: place on an empty cell."),
    ("numeral-nexus", "swpa", "'swpa' cannot be read: did you mean swap?"),
    ("numeral-nexus", "5@C33", "There is no cell C33"),
    ("numeral-nexus", "5|C 3 3", "'C 3 3' is not a grid position: write row and column"),
    ("numeral-nexus", "movse", "'movse' cannot be read: did you mean moves?"),
    ("grid-clash --seed 1", "99", "There is no cell (9,9): rows are 1 to 3, columns 1 to 3."),
    ("grid-clash --seed 1", "123", "'123' is no Grid Clash move: write row and column"),
    ("grid-clash --seed 1", "1;;22", "'1;;22' is no Grid Clash move"),
    ("zone-conquest", "attakc", "'attakc' cannot be read: did you mean attack?"),
    ("zone-conquest", "foo", "'foo' is no action: enter 1 to occupy or 2 to attack."),
    ("zone-conquest", "5", "'5' is no action: enter 1 to occupy or 2 to attack."),
    ("zone-conquest", "attack 5", "Zone 5 is empty: only a zone of O can be attacked."),
    ("crossed-paths", "D44", "There is no cell D44"),
    ("crossed-paths", "DD4", "'DD4' cannot be read: did you mean D4?"),
    ("crossed-paths", "resing", "'resing' cannot be read: did you mean resign?"),
]


@pytest.mark.parametrize(("game", "typed", "said"), REFUSED)
def test_what_is_not_is_refused(game: str, typed: str, said: str, play: Play) -> None:
    lines = play(game, typed).split("\n")
    assert any(line.startswith(said) for line in lines)


@pytest.mark.parametrize(
    "game",
    [  # with its hundreds of moves
        pytest.param(game, marks=pytest.mark.slow) if game == "numeral-nexus" else game
        for game in quincunx.game_ids()
    ],
)
def test_what_a_hint_says_can_be_typed(
    game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And so can what is touched on the page, and the notation in single signs."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", StringIO())
    match = begin(game, seed=1)
    people = set_up(match)
    dialogue = Conversation(people, Console()).dialogue
    for _ in range(4):
        for move in match.legal_moves():
            deed = dialogue.book.imperative(move).removesuffix(" and swap none")
            assert dialogue.notation(deed) == str(move)
            for clicks in match.position.clicks(move):
                if game != "zone-conquest":  # where a number alone may be an action
                    assert dialogue.notation(" ".join(clicks)) == str(move)
        match.advance(match.legal_moves()[-1])


QUESTIONS = {
    "swap-nine": ["Type the number of an empty cell, or two numbers, as in 2x5"],
    "numeral-nexus": ["Type a number of the pool", "Type an empty cell, row and column"],
    "grid-clash --seed 1": ["Type the row and the column of a cell"],
    "zone-conquest": ["Type 1 to occupy an empty zone", "Type the number of the zone to occupy"],
    "crossed-paths": ["Type column and row of an empty cell"],
}


@pytest.mark.parametrize("game", QUESTIONS)
def test_an_empty_answer_is_told_what_to_type(game: str, play: Play) -> None:
    shown = play(game, "|1||")
    assert "''" not in shown
    for sentence in QUESTIONS[game]:
        assert f": \n{sentence}" in shown or f"zone\n\n{sentence}" in shown


# Swap Nine's second question.

TWO = "swap-nine --position X-X/---/---%O"


def test_the_marker_just_placed_is_on_the_board(play: Play) -> None:
    shown = play(TWO, "2|board|back|board")
    first, second = shown.split("board\n")[1:]
    assert first.startswith(" X | O | X\n")
    assert second.startswith(" X | 2 | X\n")


def test_yes_takes_the_only_neighbour_or_asks_which_and_no_takes_none(play: Play) -> None:
    for yes in ("y", "YES"):
        assert " O | O | 3\n" in play("swap-nine --position X--/---/---%O", f"2|{yes}")
        assert "Which one? Enter 1 or 3.\n" in play(TWO, f"2|{yes}")
    assert " X | O | O\n" in play(TWO, "2|y|3")
    assert " X | O | O\n" in play(TWO, "2|swap 3")
    for no in ("n", "No", ""):
        assert " X | O | X\n" in play(TWO, f"2|{no}")


# `board` and `moves`.


def test_grid_clash_shows_the_numbers_beneath_the_markers(play: Play) -> None:
    shown = play("grid-clash --position 5X,3,8/2,7O,4/9,1,6%X", "board")
    rule = "+---+---+---+\n"
    assert (
        f"board\n{rule}| X | 3 | 8 |\n{rule}| 2 | O | 4 |\n{rule}| 9 | 1 | 6 |\n{rule}"
        f"Numbers:\n{rule}| 5 | 3 | 8 |\n{rule}| 2 | 7 | 4 |\n{rule}| 9 | 1 | 6 |\n{rule}"
    ) in shown


def test_zone_conquest_counts_as_its_book_does(play: Play) -> None:
    at = "zone-conquest --position OX-/XXO/-X-%O%-%-"
    shown = play(at, "board|1|board")
    count = (
        "[O][X][3]\n[X][X][O]\n[7][X][9]\nZone Control Count:\n"
        "Player 1 controls zones: 2, 4, 5, 8 (4 zones).\n"
        "Player 2 controls zones: 1, 6 (2 zones).\n"
    )
    assert shown.count(f"board\n{count}") == 2
    named = play(at, "board", "--name-x", "Ann", "--o", "human", "--name-o", "Bo")
    assert "Ann (X) controls zones: 2, 4, 5, 8 (4 zones).\nBo (O) controls" in named
    assert "none (0 zones)." in play("zone-conquest", "board")
    assert "5 (1 zone)." in play("zone-conquest", "1|5|board")


def test_crossed_paths_shows_its_board_before_the_first_move(play: Play) -> None:
    grid = "\n".join(f" {row} . . . . . . ." for row in range(1, 8))
    assert f"(e.g., D4): board\n   A B C D E F G\n{grid}\n" in play("crossed-paths", "board")


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        *[(f"crossed-paths --size {size}", "help") for size in ("1x1", "1x3", "3x3", "2x9")],
        *[(f"numeral-nexus --size {size}", "help|5|help|A1|7|A3|help") for size in ("3x3", "3x5")],
        *[(f"swap-nine --size {size}", "help|1|2|help") for size in ("2x2", "2x6")],
    ],
)
def test_examples_are_cells_that_exist(game: str, typed: str, play: Play) -> None:
    rows, columns = map(int, game[-3:].split("x"))
    shown = play(game, typed)
    examples = re.findall(r"\(e\.g\., (\w+)\)|as in ([\w@~]+)", shown)
    assert examples
    moves = quincunx.game(game.split(maxsplit=1)[0], (rows, columns)).move_of_text
    cells = {part for text in moves for part in re.split("[@~x]", text)}
    for example in filter(None, sum(examples, ())):
        assert example.lower() in moves or example.lower() in cells


def test_moves_of_numeral_nexus_in_two_lines(play: Play) -> None:
    at = "-----/-----/--X5--/---O5-/X5O7--- X XO"
    shown = play(f"numeral-nexus --position {at.replace(' ', '%')}", "moves")
    found = re.search(r"moves\n(.*) on any of (.*)\nor swap any two of (.*)\n", shown)
    assert found
    numbers, cells, filled = (group.split() for group in found.groups())
    listed = {f"{number}@{cell}" for number in numbers for cell in cells}
    listed |= {"~".join(pair) for pair in combinations(filled, 2)}
    legal = quincunx.parse("numeral-nexus", at).legal_moves()
    assert listed == {str(move) for move in legal}
    assert "5" not in numbers


# `undo`.


def test_undo_between_two_people_takes_back_the_last_move(play: Play) -> None:
    shown = play("crossed-paths --size 1x5", "C1|B1|undo|undo|undo")
    assert re.findall(r"^ 1 .*$|^Nobody has moved yet.*$", shown, re.MULTILINE) == [
        " 1 . . X . .",
        " 1 . O X . .",
        " 1 . . X . .",
        " 1 . . . . .",
        "Nobody has moved yet: there is nothing to take back.",
    ]


def test_undo_against_a_computer_goes_back_to_ones_last_turn(play: Play) -> None:
    words = ("--o", "random", "--seed", "1")
    shown = play("crossed-paths --size 3x3", "undo|B2|undo", *words)
    assert "You have not moved yet: there is nothing to take back.\n" in shown
    after = shown.split("undo\n")[-1]
    assert after.startswith("   A B C\n 1 . . .\n 2 . . .\n 3 . . .\n\nPlayer 1 (X), it's your")
