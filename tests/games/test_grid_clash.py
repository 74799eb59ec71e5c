"""Grid Clash, section by section of its rule book."""

from itertools import permutations

import pytest

import quincunx
from games.common import moves, play, position_refusal, refusal, won_by
from quincunx.core import Tally
from quincunx.games.grid_clash.rules import GridClash

GAME = "grid-clash"
START = "5,3,8/2,7,4/9,1,6 X"


# Setup


def test_every_number_stands_once_and_is_drawn_by_lot() -> None:
    game = quincunx.game(GAME)
    grids = {game.start(seed=seed).numbers for seed in range(50)}
    assert all(sorted(numbers) == list(range(1, 10)) for numbers in grids)
    assert len(grids) == 50


def test_a_seed_gives_the_same_numbers_again() -> None:
    game = quincunx.game(GAME)
    assert game.start(seed=7) == game.start(seed=7)
    # Pinned so that a seed that somebody wrote down keeps its meaning.
    assert str(game.start(seed=7, first="O")) == "6,3,4/9,1,5/8,7,2 O"
    assert game.start() != game.start() or game.start() != game.start()


# Turns, claiming cells


def test_any_unclaimed_cell_may_be_claimed() -> None:
    assert moves(GAME, START) == ["1,1", "1,2", "1,3", "2,1", "2,2", "2,3", "3,1", "3,2", "3,3"]
    assert str(play(GAME, START, "1,1")) == "5X,3,8/2,7,4/9,1,6 O"


def test_a_claimed_cell_cannot_be_selected() -> None:
    text = "5X,3,8/2,7O,4/9,1,6 X"
    for move, owner in (("1,1", "X"), ("2,2", "O")):
        assert refusal(GAME, text, move) == (
            f"Cell ({move}) is taken by {owner}: choose a cell that nobody has claimed."
        )


# Capturing


def test_a_greater_number_captures_diagonally() -> None:
    """Ruling: 7 in the centre captures 5 in the corner; the book's turn 2 leaves it out."""
    assert str(play(GAME, START, "1,1", "2,2")) == "5O,3,8/2,7O,4/9,1,6 X"


@pytest.mark.parametrize("move", ["1,1", "1,2", "1,3", "2,1", "2,3", "3,1", "3,2", "3,3"])
def test_all_eight_neighbours_are_captured(move: str) -> None:
    row, column = map(int, move.split(","))
    cells = [[str(n) for n in (1, 2, 3)], ["4", "9", "5"], ["6", "7", "8"]]
    cells[row - 1][column - 1] += "X"
    text = "/".join(",".join(line) for line in cells) + " O"
    grid = str(play(GAME, text, "2,2")).split(" ")[0]
    assert (grid.count("O"), grid.count("X")) == (2, 0)


def test_a_smaller_number_captures_nothing() -> None:
    assert str(play(GAME, "5X,3,8/2,7O,4/9,1,6 X", "1,2")) == "5X,3X,8/2,7O,4/9,1,6 O"


def test_one_claim_can_capture_several() -> None:
    after = play(GAME, "5X,3X,8/2X,7,4/9,1X,6 O", "2,2")
    assert str(after) == "5O,3O,8/2O,7O,4/9,1O,6 X"


def test_own_cells_and_cells_out_of_reach_stay() -> None:
    after = play(GAME, "5O,3X,8/2,7,4/9,1X,6 O", "1,3")
    assert str(after) == "5O,3O,8O/2,7,4/9,1X,6 X"


def test_captured_cells_capture_nothing_themselves() -> None:
    # 8 captures 7; the captured 7 stands beside 1 and 2 of X, which stay.
    after = play(GAME, "1X,2X,9/6,7X,4/3,5,8 O", "3,3")
    assert str(after) == "1X,2X,9/6,7O,4/3,5,8O X"


def test_the_end_of_a_row_does_not_touch_the_next_row() -> None:
    assert str(play(GAME, "5,3,8/2X,7,4/9,1,6 O", "1,3")) == "5,3,8O/2X,7,4/9,1,6 X"


# Scoring


def test_the_game_ends_when_all_cells_are_claimed() -> None:
    text = "5X,3O,8O/2X,7O,4O/9X,1O,6 X"
    assert play(GAME, text).outcome is None
    final = play(GAME, "5X,3O,8O/2X,7O,4O/9X,1O,6X O")
    assert won_by(final) == ("O", "5 cells to 4")
    assert final.outcome is not None
    assert final.outcome.counts == (Tally("cell", 4, 5), Tally("point", 22, 23))


def test_the_book_s_final_grid_is_counted_as_printed() -> None:
    """Ruling: it illustrates the form; the counts are right."""
    final = play(GAME, "5X,3O,8O/2X,7O,4O/9X,1O,6X O")
    assert final.outcome is not None
    assert final.outcome.winner == "O"


def test_the_books_final_grid_cannot_arise_from_its_numbers() -> None:
    layer = {GridClash(3, 3).parse(START)}
    for _ in range(9):
        layer = {position.after(move) for position in layer for move in position.legal_moves()}
    assert "XOOXOOXOX" not in {position.owners for position in layer}


def test_with_equal_counts_the_higher_sum_wins() -> None:
    """Ruling: the tie-breakers are for even boards."""
    final = play(GAME, "1X,2X/3O,4O X")
    assert won_by(final) == ("O", "2 cells each, 7 points to 3")


def test_with_equal_sums_the_holder_of_the_highest_number_wins() -> None:
    assert won_by(play(GAME, "1X,2O/3O,4X O")) == (
        "X",
        "2 cells each, 5 points each, and X holds the 4",
    )
    assert won_by(play(GAME, "1O,2X/3X,4O O"))[0] == "O"
    # Not the lowest: 8 and 1 in different hands, 18 points each.
    assert won_by(play(GAME, "8X,2X,3X,5X/1O,4O,6O,7O X"))[0] == "X"


def test_the_highest_number_is_held_by_whoever_claimed_it() -> None:
    """Ruling: "claimed the highest" and "holds the highest" are the same: nothing captures it."""
    for numbers in permutations(range(1, 5)):
        waiting = [GridClash(2, 2).parse("{},{}/{},{} X".format(*numbers))]
        while waiting:
            position = waiting.pop()
            highest = numbers.index(4)
            for move in position.legal_moves():
                after = position.after(move)
                if position.owners[highest] != "-":
                    assert after.owners[highest] == position.owners[highest]
                waiting.append(after)


# Sample game play


def test_the_capturing_sample_is_a_position_but_no_continuation() -> None:
    """Ruling: Player 2 to move against two X and no O illustrates the message, not play."""
    assert str(play(GAME, "5X,3X,8/2,7,4/9,1,6 O", "1,3")) == "5X,3O,8O/2,7,4/9,1,6 X"
    layer = {GridClash(3, 3).parse(START)}
    for _ in range(2):
        layer = {position.after(move) for position in layer for move in position.legal_moves()}
    assert "XX-------" not in {position.owners for position in layer}


def test_sample_game_as_ruled() -> None:
    assert str(play(GAME, START, "1,1", "2,2", "1,2", "1,3", "2,1")) == ("5O,3O,8O/2X,7O,4/9,1,6 O")


# Other sizes, positions, moves


def test_larger_boards_have_as_many_numbers_as_cells() -> None:
    start = quincunx.game(GAME, (6, 6)).start(seed=1)
    assert sorted(start.features()[:36]) == list(range(1, 37))
    assert str(quincunx.parse(GAME, str(start))) == str(start)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("5,3,8/2,7,4/9,1,5 X", "must hold the numbers 1 to 9, each of them once"),
        ("5,3,8/2,7,4/9,1,10 X", "must hold the numbers 1 to 9, each of them once"),
        ("5,3,8/2,7,4/9,1,06 X", "Row 3 reads '9,1,06'"),
        ("5,3,8/2,7,4/9,1,6x X", "Row 3 reads '9,1,6x'"),
        ("5,3,8/2,7,4/9,1 X", "Row 3 has 2 cells, but Grid Clash 3x3 has 3."),
        ("538/274/916 X", "is played on 2 to 6 rows and 2 to 6 columns, not on 3x1."),
        ("5X,3,8/2,7,4/9,1,6 X", "With X to move O moved last, but holds no cell"),
    ],
)
def test_refused_positions(text: str, reason: str) -> None:
    assert reason in position_refusal(GAME, text)


def test_action_numbers() -> None:
    game = quincunx.game(GAME)
    assert [game.read_move(text).action for text in ("1,1", "1,3", "2,1", "3,3")] == [0, 2, 3, 8]
    assert refusal(GAME, START, "4,1") == (
        "There is no cell (4,1): rows are 1 to 3, columns 1 to 3."
    )
    assert refusal(GAME, START, "0,1").startswith("There is no cell (0,1)")
