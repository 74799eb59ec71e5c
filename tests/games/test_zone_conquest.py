"""Zone Conquest, section by section of its rule book."""

from itertools import product

import pytest

import quincunx
from games.common import moves, play, position_refusal, refusal, won_by
from quincunx.core import IllegalMoveError, PositionError, Tally
from quincunx.games.zone_conquest.rules import ZoneConquest

GAME = "zone-conquest"
START = "---/---/--- X - -"


# Setup, turns


def test_the_grid_begins_empty_and_every_zone_may_be_occupied() -> None:
    assert str(quincunx.game(GAME).start()) == START
    assert moves(GAME, START) == list("123456789")


def test_nobody_may_pass() -> None:
    """Ruling: "may choose" is a choice of two actions, not of none."""
    game = quincunx.game(GAME)
    assert len(game.all_moves()) == game.action_count == 18
    position = game.start().play("5")
    for move in ("5", "x4"):
        assert str(position.play("1").turn) == "X"
        with pytest.raises(IllegalMoveError):
            position.play(move)


# Occupying zones


def test_only_an_empty_zone_can_be_occupied() -> None:
    assert str(play(GAME, START, "5")) == "---/-X-/--- O - -"
    assert refusal(GAME, "---/-X-/--- O - -", "5") == (
        "Zone 5 is held by X: only an empty zone can be occupied."
    )


# Attacking zones


@pytest.mark.parametrize("zone", [2, 4, 6, 8])
def test_adjacency_example(zone: int) -> None:
    text = "-O-/OXO/-O- X - -"
    after = play(GAME, text, f"x{zone}")
    assert str(after).count("X") == 2
    assert str(after).endswith(f" O {zone} -")


def test_corners_do_not_touch() -> None:
    """Ruling: 6 and 8 touch only at a corner; the book's step 8 is illegal."""
    text = "OX-/XXO/-X- O - -"
    assert refusal(GAME, text, "x8") == (
        "Zone 8 touches none of yours: attack directly above, below, left or right of a zone "
        "that you hold."
    )


def test_the_end_of_a_row_does_not_touch_the_next_row() -> None:
    assert "x4" not in moves(GAME, "--X/O--/--- X - -")


def test_an_attack_from_1_on_2_is_legal() -> None:
    """Ruling: the book's step 4 calls it illegal, but 1 and 2 are neighbours."""
    assert str(play(GAME, "OX-/-X-/--- O - -", "x2")) == "OO-/-X-/--- X - 2"


def test_only_an_opponents_zone_can_be_attacked() -> None:
    text = "OX-/-X-/--- O - -"
    assert refusal(GAME, text, "x1") == "Zone 1 is your own: only a zone of X can be attacked."
    assert refusal(GAME, text, "x4") == "Zone 4 is empty: only a zone of X can be attacked."


# Restrictions


def test_the_same_zone_may_not_be_attacked_on_two_turns_running() -> None:
    text = "OX-/---/--- O - -"
    # O takes 2, X takes it back from 5: O may not attack it again at once.
    after = play(GAME, "OX-/-X-/--- O - -", "x2", "x2")
    assert str(after) == "OX-/-X-/--- O 2 2"
    assert refusal(GAME, str(after), "x2") == (
        "You attacked zone 2 on your last turn: attack another zone, or occupy an empty one."
    )
    # After a turn without that attack it may.
    assert "x2" in moves(GAME, str(play(GAME, str(after), "9", "7")))
    assert "x2" in moves(GAME, text)


def test_the_opponent_may_retake_at_once() -> None:
    """Ruling: the two consecutive turns are the attacker's own."""
    assert "x2" in moves(GAME, "OO-/-X-/--- X - 2")


def test_an_occupied_zone_may_be_attacked_by_whoever_lost_it() -> None:
    assert str(play(GAME, "OX-/-X-/--- O - -", "x2", "9")).endswith("O - 2")


# Winning the game


def test_five_zones_win_at_once() -> None:
    final = play(GAME, "OX-/XXX/-O- X - -", "9")
    assert won_by(final) == ("X", "X controls five zones")
    assert final.outcome is not None
    assert final.outcome.counts == (Tally("zone", 5, 2),)
    assert final.legal_moves() == []
    assert refusal(GAME, str(final), "7") == "The game is over: X controls five zones."


def test_four_zones_do_not_win() -> None:
    """Ruling: the example's step 10 speaks of a win with four."""
    assert play(GAME, "OX-/XXX/-O- O - -").outcome is None


def test_turns_alternate_after_the_attack_of_the_sample() -> None:
    """Ruling: in the book's sample X moves twice running."""
    after = play(GAME, "OX-/XXO/-O- X - -", "x6")
    assert str(after) == "OX-/XXX/-O- O 6 -"


def test_an_attack_can_win() -> None:
    assert won_by(play(GAME, "XO-/OOO/X-- O - -", "x1")) == ("O", "O controls five zones")


# Example gameplay


def test_example_gameplay_as_ruled() -> None:
    after = play(GAME, START, "5", "1", "2", "4", "x4", "6", "8")
    assert str(after) == "OX-/XXO/-X- O - -"
    with pytest.raises(PositionError):
        quincunx.parse(GAME, "OX-/XXO/-O- X - 8")  # the book's step 8: 8 touches no O


def test_the_contracts_record() -> None:
    moves_played = ["5", "1", "2", "4", "x4", "6", "8", "9", "7"]
    assert won_by(play(GAME, START, *moves_played)) == ("X", "X controls five zones")


# Boards that the book never saw


@pytest.mark.parametrize(
    ("size", "count"), [((2, 2), 3), ((2, 3), 4), ((4, 4), 9), ((6, 6), 19), ((5, 5), 13)]
)
def test_more_than_half_of_the_zones_win(size: tuple[int, int], count: int) -> None:
    assert ZoneConquest(*size).winning_count == count


def test_the_winning_count_is_told_in_words() -> None:
    text = "XXXXXX/XXXXXX/XXXXXX/XOOOOO/------/------ O - -"
    assert won_by(play(GAME, text)) == ("X", "X controls nineteen zones")


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 4), (4, 3)])
def test_on_a_full_even_board_the_mover_attacks_and_wins(size: tuple[int, int]) -> None:
    """Ruling: play goes on by attacking; there is always an attack, and any one wins.

    The mover's last attack z may be forbidden. If z were the only target, every other zone of
    the opponent would touch only the opponent's, so z alone would join the two halves; but a
    grid of 2x2 or more stays in one piece without any one zone.
    """
    game = quincunx.game(GAME, size)
    half = game.cells // 2
    zones: list[str | int] = ["-", *range(1, game.cells + 1)]
    seen = 0
    for cells in product("XO", repeat=game.cells):
        if cells.count("X") != half:
            continue
        for own, rival in product(zones, zones) if game.cells < 9 else [("-", "-")]:
            try:
                position = game.parse(f"{game.write_grid(cells)} X {own} {rival}")
            except PositionError:
                continue
            seen += 1
            attacks = position.legal_moves()
            assert attacks
            for attack in attacks:
                assert won_by(position.after(attack))[0] == "X"
    assert seen > 5


def test_on_a_full_even_board_a_forbidden_zone_is_never_the_only_target() -> None:
    text = "XXXX/XXXO/OOOO/OOOX X 12 12"
    targets = moves(GAME, text)
    assert targets
    assert "x12" not in targets


# Positions


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("---/---/--- X -", "is no Zone Conquest position"),
        ("---/---/--- X - 0", "'0' is no last attack: write a zone from 1 to 9, or -."),
        ("---/---/--- X - 10", "'10' is no last attack: write a zone from 1 to 9, or -."),
        ("---/---/--- X - 05", "'05' is no last attack: write a zone from 1 to 9, or -."),
        ("XXX/XXX/O-- O - -", "X holds 6 zones, but the game ends at 5."),
        ("OOO/OOO/X-- X - -", "O holds 6 zones, but the game ends at 5."),
        ("XXX/XX-/O-- X - -", "X holds 5 zones and has won, so O is to move."),
        ("OX-/---/--- X - 2", "O just attacked zone 2, so zone 2 must be O."),
        ("O--/---/--- X - 9", "O just attacked zone 9, so zone 9 must be O."),
        ("O-X/---/--- X - 1", "O just attacked zone 1, so a zone next to it must be O."),
        ("X-O/---/--- O 1 -", "X just attacked zone 1, so a zone next to it must be X."),
        ("OX-/---/--- X 1 -", "X attacked zone 1 one turn ago, so it must be X unless O has"),
        ("OX-/---/--- X 9 -", "X attacked zone 9 one turn ago, so it must be X unless O has"),
        ("X--/---/--- X - -", "With X to move O moved last, but holds no cell of the grid."),
        ("---/---/--- X 1 -", "X attacked zone 1 one turn ago"),
    ],
)
def test_refused_positions(text: str, reason: str) -> None:
    assert reason in position_refusal(GAME, text)


@pytest.mark.parametrize(
    "text",
    [
        "OX-/XXO/-O- X 4 -",
        "OOX/---/--- X 2 2",
        "OOX/---/--- X 3 1",
        "OOO/OO-/X-- X - -",
        "XOO/---/--- X 1 3",
    ],
)
def test_accepted_positions(text: str) -> None:
    assert str(quincunx.parse(GAME, text)) == text


def test_last_attacks_are_kept_even_when_they_forbid_nothing() -> None:
    one, two = (quincunx.parse(GAME, f"XO-/XO-/--- X {attack} -") for attack in "1-")
    assert one != two
    assert one.legal_moves() == two.legal_moves()
    assert one.features() != two.features()


def test_board_notes_what_may_not_be_attacked() -> None:
    assert quincunx.parse(GAME, "OX-/-X-/--- O 2 2").board().notes == (
        "O attacked zone 2 last turn and may not again.",
    )
    assert quincunx.parse(GAME, START).board().notes == ()


def test_action_numbers() -> None:
    game = quincunx.game(GAME)
    assert [game.read_move(text).action for text in ("1", "9", "x1", "X9")] == [0, 8, 9, 17]
    assert refusal(GAME, START, "x10") == "There is no zone 10: zones are numbered 1 to 9."
