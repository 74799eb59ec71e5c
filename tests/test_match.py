"""A game being played."""

import pytest

import quincunx
from quincunx import IllegalMoveError, Match, NotationError, Player
from quincunx.play.match import new_seed, toss

# X and O take zones 2 and 5 from each other in turn: after four plies everything is as it was.
CIRCLING = "XO-/XO-/--- X 2 2"
CIRCLE = ["x5", "x5", "x2", "x2"]


def test_history_turn_and_undo() -> None:
    match = Match(quincunx.game("swap-nine").start())
    assert (match.turn, match.ply) == (Player.X, 0)
    match.play("5")
    match.play(match.position.game.read_move("2x5"))
    match.play("1")
    assert [str(move) for move in match.moves] == ["5", "2x5", "1"]
    assert [str(position) for position in match.positions] == [
        "---/---/--- X",
        "---/-X-/--- O",
        "-O-/-O-/--- X",
        "XO-/-O-/--- O",
    ]
    match.undo()
    assert (match.ply, str(match.position)) == (2, "-O-/-O-/--- X")
    match.undo(0)
    assert (match.ply, match.position) == (0, match.start)
    for ply in (-1, 1):
        with pytest.raises(
            IllegalMoveError, match="No going back to move .*: go back to 0 up to 0."
        ):
            match.undo(ply)


def test_a_refused_move_changes_nothing() -> None:
    match = Match(quincunx.game("swap-nine").start())
    match.play("5")
    for move, error in (("5", IllegalMoveError), ("?", NotationError)):
        with pytest.raises(error):
            match.play(move)
    assert (match.ply, match.turn) == (1, Player.O)


def test_the_end_and_its_reason() -> None:
    match = Match(quincunx.game("zone-conquest").start())
    for move in ["5", "1", "2", "4", "x4", "6", "8", "9", "7"]:
        assert match.outcome is None
        match.play(move)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == ("X", "X controls five zones")
    assert match.turn is None
    assert match.legal_moves() == []
    with pytest.raises(IllegalMoveError, match="The game is over: X controls five zones."):
        match.play("3")
    with pytest.raises(IllegalMoveError, match="The game is over"):
        match.resign(Player.O)
    match.undo()
    assert match.outcome is None


def test_resignation() -> None:
    match = Match(quincunx.game("swap-nine").start())
    match.play("5")
    match.resign(Player.X)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == ("O", "X resigned")
    assert match.termination == "resignation"
    with pytest.raises(IllegalMoveError, match="The game is over: X resigned."):
        match.play("1")
    match.undo()
    assert match.outcome is None
    match.resign(Player.O, "forfeit")
    assert match.outcome is not None
    assert match.outcome.reason == "O forfeited"


def test_the_third_standing_of_a_position_is_a_draw() -> None:
    match = Match(quincunx.parse("zone-conquest", CIRCLING))
    assert match.standings(match.position) == 1
    for move in CIRCLE:
        match.play(move)
    assert match.standings(match.position) == 2
    assert match.outcome is None
    for move in CIRCLE:
        match.play(move)
    assert match.outcome is not None
    assert match.outcome.winner is None
    assert match.outcome.reason == "the same position stands for the third time"
    assert match.legal_moves() == []
    match.undo()
    assert match.outcome is None
    match.play(CIRCLE[-1])
    assert match.outcome is not None


def test_without_repetition_play_goes_on() -> None:
    match = Match(quincunx.parse("zone-conquest", CIRCLING), repetition=False)
    for move in CIRCLE * 4:
        match.play(move)
    assert match.outcome is None


def test_positions_that_differ_only_in_the_last_attacks_are_not_the_same() -> None:
    match = Match(quincunx.parse("zone-conquest", CIRCLING))
    assert match.standings(quincunx.parse("zone-conquest", "XO-/XO-/--- X - 2")) == 0


def test_names_cannot_disturb_a_screen() -> None:
    match = Match(
        quincunx.game("swap-nine").start(),
        names={Player.X: "A\x1b[31m\u202eB", Player.O: "Zoë"},
    )
    assert match.names == {
        Player.X: "A\N{REPLACEMENT CHARACTER}[31m\N{REPLACEMENT CHARACTER}B",
        Player.O: "Zoë",
    }


def test_a_toss_is_settled_by_its_seed() -> None:
    assert {toss(seed) for seed in range(20)} == set(Player)
    assert [toss(seed) for seed in range(9)] == [toss(seed) for seed in range(9)]
    assert 400 < sum(toss(seed) == "X" for seed in range(1000)) < 600
    assert 0 <= new_seed() < 10**9


def test_players_may_be_given_as_text() -> None:
    match = Match(quincunx.game("swap-nine").start(), names={"X": "Ann"})  # type: ignore[dict-item]  # text
    assert match.names[Player.X] == "Ann"
    match.resign("O")  # type: ignore[arg-type]  # text
    assert match.outcome is not None
    assert match.outcome.winner == "X"


def test_moves_of_another_game_or_size_are_refused() -> None:
    start = quincunx.game("swap-nine").start()
    for other in (quincunx.game("swap-nine", (4, 4)), quincunx.game("zone-conquest")):
        with pytest.raises(IllegalMoveError, match="5 is not a move of Swap Nine 3x3"):
            start.play(other.read_move("5"))
    for size in ("3x3", (3.0, 3.0), (), (3,), 0):
        with pytest.raises(ValueError, match="is not a size"):
            quincunx.game("swap-nine", size)  # type: ignore[arg-type]  # wrong on purpose
    assert start.legal_moves()[0] <= start.legal_moves()[1]
