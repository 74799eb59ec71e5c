"""Swap Nine, section by section of its rule book."""

import pytest

import quincunx
from games.common import moves, play, position_refusal, refusal, won_by
from quincunx.core import GameError, Player, Tally

GAME = "swap-nine"
START = "---/---/--- X"


# Setup, game components


def test_the_grid_starts_empty_and_either_player_may_begin() -> None:
    game = quincunx.game(GAME)
    assert str(game.start()) == START
    assert str(game.start(first="O")) == "---/---/--- O"
    assert game.start().turn is Player.X


def test_cells_are_numbered_in_reading_order() -> None:
    assert str(play(GAME, START, "4")) == "---/X--/--- O"


# Turns


def test_players_alternate() -> None:
    assert [play(GAME, START, *"157"[:n]).turn for n in range(4)] == ["X", "O", "X", "O"]


def test_any_empty_cell_may_be_chosen() -> None:
    assert moves(GAME, START) == list("123456789")


def test_an_adjacent_opponents_marker_may_be_taken_or_left() -> None:
    assert moves(GAME, "---/-O-/--- X") == "1 2 2x5 3 4 4x5 6 6x5 7 8 8x5 9".split()


def test_diagonal_cells_are_not_adjacent() -> None:
    assert refusal(GAME, "---/-O-/--- X", "1x5") == (
        "Cell 5 is not next to cell 1: only a marker directly above, below, left or right of the "
        "one placed can be taken."
    )


def test_the_end_of_a_row_does_not_touch_the_next_row() -> None:
    assert "3x4" not in moves(GAME, "---/O--/--- X")
    assert "4x3" not in moves(GAME, "--O/---/--- X")


def test_only_one_marker_a_turn_is_taken() -> None:
    after = play(GAME, "-O-/O-O/-O- X", "5x2")
    assert str(after) == "-X-/OXO/-O- O"


# Rules and mechanics: placing, swapping


def test_a_taken_marker_is_replaced_and_nothing_else_changes() -> None:
    """Ruling: "swap" replaces; the two markers do not change places."""
    assert str(play(GAME, "X--/-O-/--- X", "2x5")) == "XX-/-X-/--- O"


def test_a_taken_marker_can_be_taken_back() -> None:
    assert str(play(GAME, START, "5", "2x5", "4x5")) == "-O-/XX-/--- O"


# End of game conditions, scoring


def test_the_game_ends_when_all_cells_are_filled() -> None:
    assert play(GAME, "XXO/OXX/OO- X").outcome is None
    final = play(GAME, "XXO/OXX/OO- X", "9")
    assert won_by(final) == (Player.X, "5 markers to 4")
    assert final.outcome is not None
    assert final.outcome.counts == (Tally("marker", 5, 4),)
    assert final.legal_moves() == []


def test_the_last_placement_still_brings_its_swap() -> None:
    """Ruling: the game ends when all cells are filled, after the turn that fills the last."""
    assert won_by(play(GAME, "XXO/OXX/OO- X", "9x8")) == (Player.X, "6 markers to 3")


def test_the_books_final_grid() -> None:
    assert won_by(play(GAME, "XXO/OXX/OOX O")) == (Player.X, "5 markers to 4")


def test_the_majority_wins_for_player_2_too() -> None:
    assert won_by(play(GAME, "OOX/XOO/XO- X", "9")) == (Player.O, "5 markers to 4")
    assert won_by(play(GAME, "OOO/OOO/OO- X", "9")) == (Player.O, "8 markers to 1")


@pytest.mark.parametrize(("text", "winner"), [("XO/OX O", "O"), ("XO/OX X", "X")])
def test_with_equal_counts_the_player_who_did_not_place_last_wins(text: str, winner: str) -> None:
    """Ruling: impossible on nine cells, kept for even boards."""
    assert won_by(play(GAME, text)) == (
        winner,
        f"2 markers each, and {winner} did not place last",
    )


def test_equal_counts_are_impossible_on_nine_cells() -> None:
    layer = {quincunx.game(GAME).start()}
    while any(position.legal_moves() for position in layer):
        layer = {position.after(move) for position in layer for move in position.legal_moves()}
    assert {position.cells.count("-") for position in layer} == {0}
    assert all(position.outcome.counts[0].leader for position in layer)


# Examples


def test_example_turn() -> None:
    assert str(play(GAME, START, "5")) == "---/-X-/--- O"


def test_command_line_example() -> None:
    assert str(play(GAME, START, "5", "2x5")) == "-O-/-O-/--- X"


# Additional rules: invalid moves


def test_an_occupied_cell_is_refused() -> None:
    assert refusal(GAME, "---/-O-/--- X", "5") == "Cell 5 is occupied by O: choose an empty cell."
    assert refusal(GAME, "---/-XO/--- X", "5x6") == "Cell 5 is occupied by X: choose an empty cell."


def test_only_an_opponents_marker_is_taken() -> None:
    assert refusal(GAME, "X--/-O-/--- X", "2x1") == (
        "Cell 1 is your own: only a marker of O next to cell 2 can be taken."
    )
    assert refusal(GAME, "X--/-O-/--- X", "2x3") == (
        "Cell 3 is empty: only a marker of O next to cell 2 can be taken."
    )


def test_cells_off_the_grid() -> None:
    for move in ("0", "10", "1x10", "1x0", "99999999"):
        assert refusal(GAME, START, move).endswith("cells are numbered 1 to 9.")


def test_after_the_end_no_move_is_legal() -> None:
    assert refusal(GAME, "XXO/OXX/OOX O", "5") == "The game is over: 5 markers to 4."


# Other sizes, action numbers, positions


def test_sizes() -> None:
    assert quincunx.game(GAME, (2, 6)).start().legal_moves()[-1].text == "12"
    with pytest.raises(GameError, match="on 2 to 6 rows and 2 to 6 columns, not on 7x3"):
        quincunx.game(GAME, (7, 3))


def test_action_numbers() -> None:
    game = quincunx.game(GAME)
    assert {t: game.read_move(t).action for t in ("1", "1x2", "1x4", "5", "9x8")} == {
        "1": 0,
        "1x2": 2,
        "1x4": 4,
        "5": 40,
        "9x8": 88,
    }
    assert game.action_count == 90
    assert len(game.all_moves()) == 9 + 24


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is no Swap Nine position"),
        ("---/---/---", "is no Swap Nine position"),
        ("---/---/--- X ", "is no Swap Nine position"),
        ("---/---/---  X", "is no Swap Nine position"),
        ("---/---/--- x", "'x' is not the player to move: write X or O."),
        ("---/-x-/--- O", "Row 2 reads '-x-': a cell is -, X or O."),
        ("---/--/--- X", "Row 2 has 2 cells, but Swap Nine 3x3 has 3."),
        ("- X", "is played on 2 to 6 rows and 2 to 6 columns, not on 1x1."),
        ("X--/---/--- X", "With X to move O moved last, but holds no cell of the grid."),
    ],
)
def test_refused_positions(text: str, reason: str) -> None:
    assert reason in position_refusal(GAME, text)


def test_positions_that_could_not_arise_are_accepted() -> None:
    assert len(moves(GAME, "XXX/XXX/XX- O")) == 3
    assert play(GAME, "OOO/OOO/OOO X").outcome
