"""Numeral Nexus, section by section of its rule book."""

import pytest

import quincunx
from games.common import moves, play, position_refusal, refusal, won_by
from quincunx.core import AnyPosition, Tally
from quincunx.games.numeral_nexus.rules import Line

GAME = "numeral-nexus"
START = "-----/-----/-----/-----/----- X XO"
BOOK = "-----/-----/--X5--/---O7-/----- X XO"


def pool(position: AnyPosition) -> str:
    return ", ".join(thing.label for thing in position.board().beside)


# Setup


def test_the_grid_is_empty_and_the_pool_is_full() -> None:
    start = quincunx.game(GAME).start()
    assert str(start) == START
    assert pool(start) == "1(3), 2(3), 3(3), 4(3), 5(3), 6(3), 7(3), 8(3), 9(3)"
    assert len(start.legal_moves()) == 225


# Turn actions: place a number


def test_a_placed_number_leaves_the_pool_and_is_owned() -> None:
    """Ruling: the pool is three of each less what is on the grid."""
    after = play(GAME, START, "5@C3")
    assert str(after) == "-----/-----/--X5--/-----/----- O XO"
    assert pool(after) == "1(3), 2(3), 3(3), 4(3), 5(2), 6(3), 7(3), 8(3), 9(3)"


def test_a_number_of_which_none_is_left_cannot_be_placed() -> None:
    text = "X5O5X5--/-----/-----/-----/O1---- X XO"
    assert "5(0)" in pool(play(GAME, text))
    assert "5@E5" not in moves(GAME, text)
    assert refusal(GAME, text, "5@E5") == "No 5 is left in the pool: choose another number."


def test_two_copies_leave_one_to_place() -> None:
    assert "5@E5" in moves(GAME, "X5O5---/-----/-----/-----/----- X XO")


def test_a_placement_needs_an_empty_cell() -> None:
    """Ruling: the book's sample places on D4, which its swap has filled."""
    assert refusal(GAME, BOOK, "6@D4") == "D4 is taken by O's 7: place on an empty cell."


# Turn actions: swap


def test_a_swap_moves_numbers_with_their_owners_and_spends_the_turn() -> None:
    after = play(GAME, BOOK, "C3~D4")
    assert str(after) == "-----/-----/--O7--/---X5-/----- O O"


def test_the_books_swap_example_fits_a_start_by_o() -> None:
    """Ruling: Player 2 to move with one number each, so Player 2 began."""
    example = BOOK.replace("X XO", "O XO")
    assert str(play(GAME, example, "C3~D4")) == "-----/-----/--O7--/---X5-/----- X X"


def test_a_swap_leaves_the_pool_alone() -> None:
    assert pool(play(GAME, BOOK, "C3~D4")) == pool(play(GAME, BOOK))


def test_a_swap_may_be_written_from_either_end() -> None:
    assert play(GAME, BOOK, "d4~c3") == play(GAME, BOOK, "C3~D4")


def test_each_player_swaps_once() -> None:
    text = str(play(GAME, BOOK, "C3~D4", "C3~D4"))
    assert text.endswith(" X -")
    assert refusal(GAME, text, "C3~D4") == "Your swap is spent: place a number."
    assert not [move for move in moves(GAME, text) if "~" in move]


def test_a_player_keeps_the_swap_when_the_other_spends_it() -> None:
    assert "C3~D4" in moves(GAME, str(play(GAME, BOOK, "C3~D4")))


def test_both_cells_of_a_swap_hold_numbers() -> None:
    """Ruling: the sample swaps C3 with D4 while D4 is empty."""
    text = "-----/-----/--X5--/-----/----- O XO"
    assert refusal(GAME, text, "C3~D4") == ("D4 is empty: both cells of a swap must hold numbers.")
    assert not [move for move in moves(GAME, text) if "~" in move]


def test_a_cell_is_not_swapped_with_itself() -> None:
    assert refusal(GAME, BOOK, "C3~C3") == (
        "C3 cannot be swapped with itself: name two different cells."
    )


def test_a_swap_of_two_equal_numbers_of_one_owner_is_legal_and_spends_the_swap() -> None:
    """Ruling."""
    text = "X5---X5/-----/O1-O2--/-----/----- X XO"
    assert str(play(GAME, text, "A1~A5")) == text.replace("X XO", "O O")


# Winning condition


@pytest.mark.parametrize(
    ("text", "move", "cells", "numbers", "direction"),
    [
        ("-----/-X4---/--X5--/O1----/O1---- X XO", "6@D4", "B2 C3 D4", (4, 5, 6), "diagonally"),
        ("X1X5---/-----/-----/-----/O1-O1-O2 X XO", "9@A3", "A1 A2 A3", (1, 5, 9), "horizontally"),
        ("X9----/X8----/-----/-----/O1-O1-- X XO", "7@C1", "A1 B1 C1", (9, 8, 7), "vertically"),
        ("--X3--/-----/X6----/-----/O1-O1-- X XO", "4@B2", "A3 B2 C1", (3, 4, 6), "diagonally"),
    ],
)
def test_three_in_a_row_strictly_rising_or_falling(
    text: str, move: str, cells: str, numbers: tuple[int, ...], direction: str
) -> None:
    """Ruling: 1-5-9 counts; the middle may be filled last; all diagonals count."""
    outcome = play(GAME, text, move).outcome
    assert isinstance(outcome, Line)
    assert outcome.winner == "X"
    assert outcome.cells == tuple(cells.split())
    assert outcome.numbers == numbers
    assert outcome.direction == direction
    assert outcome.reason == (
        f"X has {'-'.join(map(str, numbers))} {direction} from {cells[:2]} to {cells[-2:]}"
    )


@pytest.mark.parametrize("number", ["4", "5", "3"])
def test_equal_numbers_or_a_turn_back_do_not_win(number: str) -> None:
    assert play(GAME, "X4X5---/-----/-----/-----/O1-O1-- X XO", f"{number}@A3").outcome is None


def test_a_gap_or_a_foreign_number_breaks_the_line() -> None:
    assert play(GAME, "X4X5---/-----/-----/-----/O1-O1-- X XO", "6@A4").outcome is None
    assert play(GAME, "X4O5---/-----/-----/-----/O1-X1-- X XO", "6@A3").outcome is None


def test_lines_do_not_wrap_round_the_edge() -> None:
    assert play(GAME, "---X4X5/-----/-----/-----/O1-O1-- X XO", "6@B1").outcome is None


def test_player_2_wins_too() -> None:
    assert won_by(play(GAME, "O4O5---/-----/-----/-----/X1-X1-X3 O XO", "6@A3"))[0] == "O"


def test_a_won_game_is_over() -> None:
    text = str(play(GAME, "X4X5---/-----/-----/-----/O1-O1-- X XO", "6@A3"))
    assert moves(GAME, text) == []
    assert refusal(GAME, text, "1@E5") == (
        "The game is over: X has 4-5-6 horizontally from A1 to A3."
    )


# Swap mechanic: lines made by a swap


def test_a_swap_can_win() -> None:
    text = "X4X5O1--/-----/-----/----X6/O1---O2 X XO"
    assert won_by(play(GAME, text, "A3~D5"))[0] == "X"


def test_a_swap_that_completes_only_the_opponents_line_loses() -> None:
    """Ruling."""
    text = "X4X5O1--/-----/-----/----X6/O1---- O XO"
    assert won_by(play(GAME, text, "A3~D5"))[0] == "X"


def test_a_swap_that_completes_both_lines_wins_for_the_mover() -> None:
    """Ruling: the mover's line wins first."""
    text = "X4X5O6--/-----/-----/-----/O4O5X6-- {} XO"
    for mover in "XO":
        assert won_by(play(GAME, text.format(mover), "A3~E3"))[0] == mover


def test_of_several_lines_the_first_is_told() -> None:
    """Ruling: by the first cell in reading order, then across, down, down-right, down-left."""
    across_and_down = "X1X2X3--/X2----/X3----/-----/O1O1-O8O8 O X"
    outcome = play(GAME, across_and_down).outcome
    assert isinstance(outcome, Line)
    assert (outcome.cells, outcome.direction) == (("A1", "A2", "A3"), "horizontally")
    two_first_cells = "-X1---/X1X2X3--/-X3---/-----/O4O4-O8O8 O X"
    outcome = play(GAME, two_first_cells).outcome
    assert isinstance(outcome, Line)
    assert (outcome.cells, outcome.direction) == (("A2", "B2", "C2"), "vertically")
    down_right_first = "--X5--/-X4-X6-/X3---X7/-----/O1O1-O2O2 O X"
    outcome = play(GAME, down_right_first).outcome
    assert isinstance(outcome, Line)
    assert outcome.cells == ("A3", "B4", "C5")


# Game end conditions, scoring


def test_a_full_grid_is_decided_by_pairs() -> None:
    """Ruling: neighbours in eight directions, each pair once, of one owner, different numbers."""
    final = play(GAME, "X1O1X1/O3X9O3/X2O7X2 O XO")
    # X: each corner with the centre, 1-9, 1-9, 2-9, 2-9. O round the sides: 1-3, 1-3, 3-7, 3-7.
    assert final.outcome is not None
    assert final.outcome.counts == (Tally("pair", 4, 4), Tally("number", 5, 4))
    assert won_by(final) == ("X", "4 pairs each, 5 numbers to 4")


def test_equal_numbers_are_no_pair() -> None:
    final = play(GAME, "X9O1X1/O3X9O3/X2O7X2 O XO")
    assert final.outcome is not None
    assert final.outcome.counts[0] == Tally("pair", 3, 4)
    assert won_by(final) == ("O", "4 pairs to 3")


def test_a_full_grid_ends_the_game_even_if_a_swap_is_left() -> None:
    """Ruling."""
    assert moves(GAME, "X1O1X1/O3X9O3/X2O7X2 O XO") == []


def test_with_everything_equal_the_game_is_a_draw() -> None:
    """Ruling: possible on boards with an even number of cells."""
    # X: 7-8, 8-5, 8-1, 8-4, 5-1, 1-4, 4-2. O: 3-6, 3-5, 6-5, 6-7, 1-7, 1-4, 7-4.
    final = play(GAME, "O3O6X7O1/O5X8O7O4/X5X1X4X2 X XO")
    assert won_by(final) == (None, "7 pairs each, 6 numbers each")


def test_the_pool_outlasts_the_largest_grid() -> None:
    assert quincunx.game(GAME).cells < 27


# Examples


def test_example_turn_and_winning_scenario() -> None:
    text = "-----/-X4---/--X5--/-----/O1---O9 X XO"
    assert won_by(play(GAME, text, "6@D4")) == (
        "X",
        "X has 4-5-6 diagonally from B2 to D4",
    )


# Positions, moves


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("---/---/--- X", "is no Numeral Nexus position"),
        ("---/---/--- X OX", "'OX' does not say who still has the swap: write XO, X, O or -."),
        ("X0-/---/--- O XO", "a cell is - or an owner and a number"),
        ("x5--/---/--- O XO", "a cell is - or an owner and a number"),
        ("X5O5X5/O5--/--- X XO", "The number 5 stands 4 times, but the pool holds it 3 times."),
        ("X5X6-/---/--- O XO", "Turns taken, swaps included: X 2, O 0; with O to move, X must"),
        ("X5--/---/--- O O", "Turns taken, swaps included: X 2, O 0; with O to move, X must"),
        ("---/---/--- X O", "Turns taken, swaps included: O 0, X 1; with X to move, O must"),
        ("X5--/---/--- X XO", "With X to move O moved last, but holds no cell of the grid."),
        ("--/-- X XO", "is played on 3 to 5 rows and 3 to 5 columns, not on 2x2."),
    ],
)
def test_refused_positions(text: str, reason: str) -> None:
    assert reason in position_refusal(GAME, text)


@pytest.mark.parametrize(
    "text",
    ["---/---/--- X -", "---/---/--- O O", "X5O5-/---/--- X -", "X5O5-/---/--- O -"],
)
def test_accepted_positions(text: str) -> None:
    assert str(quincunx.parse(GAME, text)) == text


def test_action_numbers() -> None:
    game = quincunx.game(GAME)
    numbers = {"1@A1": 0, "1@E5": 24, "2@A1": 25, "9@E5": 224, "A1~A2": 225}
    numbers |= {"A1~E5": 248, "A2~A3": 249, "E4~E5": 524}
    assert {text: game.read_move(text).action for text in numbers} == numbers
    assert game.action_count == 525


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("0@C3", "There is no number 0: the pool holds 1 to 9."),
        ("10@C3", "There is no number 10: the pool holds 1 to 9."),
        ("5@F1", "There is no cell F1: rows are A to E, columns 1 to 5."),
        ("5@A6", "There is no cell A6: rows are A to E, columns 1 to 5."),
        ("A1~A6", "There is no cell A6: rows are A to E, columns 1 to 5."),
    ],
)
def test_moves_that_no_grid_allows(move: str, reason: str) -> None:
    assert refusal(GAME, START, move) == reason
