"""Crossed Paths, section by section of its rule book."""

import pytest

import quincunx
from games.common import moves, play, position_refusal, refusal, won_by
from quincunx.core import GameError

GAME = "crossed-paths"
EMPTY = "-------/-------/-------/-------/-------/-------/------- X -"
D4 = "-------/-------/-------/---X---/-------/-------/------- O D4"


# Setup, game components


def test_columns_are_letters_and_rows_are_numbers() -> None:
    assert str(quincunx.game(GAME).start()) == EMPTY
    assert str(play(GAME, EMPTY, "D4")) == D4
    assert str(play(GAME, EMPTY, "b1")).startswith("-X-----/")


# Core rules


def test_the_first_marker_goes_anywhere() -> None:
    assert len(moves(GAME, EMPTY)) == 49


def test_the_free_first_move_belongs_to_whoever_starts() -> None:
    """Ruling."""
    start = quincunx.game(GAME).start(first="O")
    assert len(start.legal_moves()) == 49
    assert str(start.play("D4")) == D4.replace("X", "O").replace(" O D4", " X D4")


def test_later_markers_go_in_line_with_the_opponents_last() -> None:
    # Turn 2 of the book: row 4, column D, and the diagonals that it lists.
    row = ["A4", "B4", "C4", "E4", "F4", "G4"]
    column = ["D1", "D2", "D3", "D5", "D6", "D7"]
    diagonals = ["A1", "B2", "C3", "E5", "F6", "G7", "A7", "B6", "C5", "E3", "F2", "G1"]
    assert sorted(moves(GAME, D4)) == sorted(row + column + diagonals)


def test_it_is_the_last_marker_that_counts_not_an_earlier_one() -> None:
    text = str(play(GAME, EMPTY, "D4", "G7", "G4"))
    assert "A1" not in moves(GAME, text)  # in line with D4 and G7 only
    assert refusal(GAME, text, "A1") == (
        "A1 is not in line with G4: choose an empty cell of its row, column or diagonals."
    )


def test_a_filled_cell_takes_no_marker() -> None:
    text = str(play(GAME, EMPTY, "D4", "G7"))
    assert refusal(GAME, text, "D4") == ("D4 is taken by X: choose an empty cell in line with G7.")


def test_a_line_runs_on_over_filled_cells() -> None:
    """Ruling: any cell of the row, column or diagonal."""
    text = str(play(GAME, EMPTY, "D4", "G7", "G4"))
    assert {"A4", "B4", "C4"} <= set(moves(GAME, text))  # beyond X on D4


def test_lines_do_not_wrap_round_the_edge() -> None:
    text = str(play(GAME, EMPTY, "G1"))
    assert "A2" not in moves(GAME, text)
    assert "B2" not in moves(GAME, text)


def test_the_books_turn_4_lists_too_few_cells() -> None:
    """Ruling: the example names four cells; the rule allows more."""
    text = str(play(GAME, EMPTY, "D4", "G7", "G4"))
    allowed = moves(GAME, text)
    assert {"E2", "F3", "E6", "F5"} < set(allowed)
    assert len(allowed) == 5 + 5 + 6  # row 4 without D4, column G without G7, two diagonals


# Inability to move


def test_a_player_without_a_move_loses_at_once() -> None:
    """Ruling: the game sees it; nobody needs to declare it."""
    over = play(GAME, "XO/OX X B1")
    assert won_by(over) == ("O", "X has no empty cell in line with B1")
    assert over.legal_moves() == []
    assert refusal(GAME, str(over), "A1") == (
        "The game is over: X has no empty cell in line with B1."
    )


def test_empty_cells_out_of_line_do_not_save_a_player() -> None:
    # C1 is surrounded on its lines; A2 and B3 are empty but not in line with it.
    over = play(GAME, "XOX/-XO/X-O O C1")
    assert over.outcome is not None
    assert over.outcome.winner == "X"
    assert "-" in str(over).split(" ")[0]


def test_on_a_single_cell_the_first_marker_wins() -> None:
    """Special case: no available moves from the start."""
    assert won_by(play(GAME, "- X -", "A1")) == ("X", "O has no empty cell in line with A1")
    assert won_by(play(GAME, "- O -", "A1"))[0] == "O"


def test_only_a_single_cell_can_end_after_the_first_marker() -> None:
    for size in [(1, 2), (2, 1), (2, 2), (3, 3), (1, 26)]:
        start = quincunx.game(GAME, size).start()
        assert all(start.after(move).outcome is None for move in start.legal_moves())


# Example gameplay


def test_example_gameplay() -> None:
    assert str(play(GAME, EMPTY, "D4", "G7", "G4", "F3")) == (
        "-------/-------/-----O-/---X--X/-------/-------/------O X F3"
    )


# Other sizes, positions, moves


def test_sizes() -> None:
    assert len(quincunx.game(GAME, (26, 26)).start().legal_moves()) == 676
    assert quincunx.game(GAME, (26, 26)).read_move("z26").action == 675
    for size in [(0, 5), (27, 1), (1, -1)]:
        with pytest.raises(GameError, match="1 to 26 rows and 1 to 26 columns"):
            quincunx.game(GAME, size)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("--/-- X", "is no Crossed Paths position"),
        ("X-/-X O A1", "X has placed 2 and O 0: with O to move, X must have as many or one more."),
        ("XO/O- O A1", "X has placed 1 and O 2"),
        ("XO/-- O B1", "The last cell B1 is not a cell of X, who has just moved"),
        ("XO/-- O A2", "The last cell A2 is not a cell of X, who has just moved"),
        ("XO/-- O -", "The last cell is missing: name the cell that X has just taken."),
        ("--/-- O A1", "The last cell A1 is not a cell of X"),
        ("X-/-- O a1", "'a1' is no cell of a 2x2 grid"),
        ("X-/-- O C1", "'C1' is no cell of a 2x2 grid"),
        ("X-/-- O A01", "'A01' is no cell of a 2x2 grid"),
        ("X-/-- X A1", "With X to move O moved last, but holds no cell of the grid."),
    ],
)
def test_refused_positions(text: str, reason: str) -> None:
    assert reason in position_refusal(GAME, text)


def test_positions_that_could_not_arise_are_accepted() -> None:
    # Two markers out of line with each other, and either player's start.
    assert moves(GAME, "X-----/--O---/------/------/------/------ X C2")
    assert moves(GAME, "XO/-- O A1")
    assert moves(GAME, "XO/-- X B1")


def test_action_numbers() -> None:
    game = quincunx.game(GAME)
    assert [game.read_move(text).action for text in ("A1", "G1", "A2", "G7")] == [0, 6, 7, 48]
    assert refusal(GAME, EMPTY, "h1") == ("There is no cell H1: columns are A to G, rows 1 to 7.")
    assert refusal(GAME, EMPTY, "D40").startswith("There is no cell D40")
