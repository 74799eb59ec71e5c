"""Exact grades, held against values that are computed here once more."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

import quincunx
from arena.bots import shell
from helpers import BOOKS, random_position, toy_installed
from quincunx import Match, Player
from quincunx.arena.contest import ArenaError, play
from quincunx.arena.grading import (
    GradedGame,
    GradedMove,
    Grading,
    assess,
    grading_tasks,
    judge_moves,
)
from quincunx.arena.report import report
from quincunx.arena.suite import SUITE_VERSION, suite
from quincunx.core import AnyGame, AnyPosition
from quincunx.oracle import Value
from quincunx.players import Terms

SOME = [
    pytest.param(game, marks=pytest.mark.slow) if game == "numeral-nexus" else game
    for game in quincunx.game_ids()
]
SMALL = [("swap-nine", (2, 3)), ("grid-clash", (2, 3)), ("crossed-paths", (2, 3))]


@cache
def worth(position: AnyPosition) -> float:
    """1, a half or 0 to the player to move with best play: plain minimax over the rules, for
    games that cannot return to a position."""
    if outcome := position.outcome:
        return 0.5 if outcome.winner is None else float(outcome.winner is position.turn)
    return max(1 - worth(position.after(move)) for move in position.legal_moves())


def reachable(game: AnyGame) -> Iterator[AnyPosition]:
    seen, waiting = set[AnyPosition](), [game.start(seed=1)]
    while waiting:
        position = waiting.pop()
        if position not in seen and not position.outcome:
            seen.add(position)
            yield position
            waiting += [position.after(move) for move in position.legal_moves()]


def graded_by(
    agent: str,
    games: list[str],
    starts: int,
    terms: Terms = Terms(),  # noqa: B008
) -> list[GradedGame]:
    chosen = [quincunx.game(game) for game in games]
    places = grading_tasks(agent, [(game, suite(game, starts, 3)) for game in chosen], 3, terms)
    return [assess(play(task)) for task in places]


@pytest.mark.parametrize(("game", "size"), SMALL)
def test_every_choice_of_a_small_game(game: str, size: tuple[int, int]) -> None:
    """By minimax: what each move loses, and a random player on average over its moves."""
    contested = 0
    for position in reachable(quincunx.game(game, size)):
        moves = position.legal_moves()
        losses = [worth(position) - (1 - worth(position.after(move))) for move in moves]
        for move, lost in zip(moves, losses, strict=True):
            (one,) = grade_of(position, move)
            assert one.known
            assert one.mattered == (len(set(losses)) > 1)
            assert one.lost == pytest.approx(lost)
            assert one.usually_lost == pytest.approx(sum(losses) / len(losses))
        contested += len(set(losses)) > 1
    assert contested > 16


def grade_of(position: AnyPosition, move: Any) -> list[GradedMove]:
    match = Match(position)
    match.play(move)
    return list(judge_moves(match, position.turn))


@pytest.mark.parametrize("game", SOME)
def test_perfect_is_graded_with_no_loss(game: str) -> None:
    graded = graded_by("perfect", [game], 4)
    assert len(graded) == 6
    document = report(Grading("perfect", (), 4, 3, Terms()), graded)
    figures = document["games"][game]
    assert figures["decisions"] >= 4
    assert figures["value_lost"]["mean"] == 0
    assert all(kind["count"] == 0 for kind in figures["mistakes"].values())
    assert figures["distance_wasted"]["mean"] in (0, None)
    assert figures["score"]["mean"] == pytest.approx(figures["score"]["best"])
    assert figures["wins"]["rate"] == figures["wins"]["best"]
    assert figures["forfeits"] == figures["illegal"]["count"] == figures["unreadable"]["count"] == 0


def test_kinds_of_mistakes() -> None:
    """The README's position: x1 wins in 5, x6 and x8 in 13, the rest draw; and losing ones."""
    position = quincunx.parse("zone-conquest", "OX-/XXO/-O- X 4 -")
    wasted = {str(move): grade_of(position, move)[0].wasted for move in position.legal_moves()}
    assert wasted == {"3": None, "7": None, "9": None, "x1": 0, "x6": 8, "x8": 8}
    (one,) = grade_of(position, "9")
    assert (one.before, one.after, one.lost) == (Value.WIN, Value.DRAW, 0.5)


def test_the_figures_add_up() -> None:
    graded = graded_by("casual", ["zone-conquest", "swap-nine"], 10)
    document = report(Grading("casual", (), 10, 3, Terms()), graded)
    total, games = document["total"], document["games"]
    for key in ("plays", "decisions", "left_out", "forfeits"):
        assert total[key] == sum(one[key] for one in games.values())
    for figures in games.values():
        depths = figures["depths"].values()
        assert figures["decisions"] == sum(one["decisions"] for one in depths)
        lost = sum(one["decisions"] * one["value_lost"]["mean"] for one in depths)
        assert figures["decisions"] * figures["value_lost"]["mean"] == pytest.approx(lost)
        kinds = figures["mistakes"]
        weights = {"win to draw": 0.5, "win to loss": 1.0, "draw to loss": 0.5}
        by_kind = sum(weights[name] * kinds[name]["count"] for name in weights)
        assert by_kind == pytest.approx(lost)
        # A choice that matters has something to lose: a win, or a draw.
        won, drawn = kinds["win to loss"]["of"], kinds["draw to loss"]["of"]
        assert won + drawn == figures["decisions"]
        assert kinds["win to draw"]["of"] == (won if figures is games["zone-conquest"] else 0)
    lost = total["value_lost"]
    assert 0 < lost["low"] < lost["mean"] < lost["high"]


def test_unreadable_and_illegal_answers_are_counted(tmp_path: Path) -> None:
    """Of three answers to each question one is nonsense, one illegal, the last forfeits or not."""
    code = """
    while read -r line; do
        moves=${line#*\\"moves\\": [\\"}
        case "$line" in
            *99*) echo "{\\"move\\": \\"${moves%%\\"*}\\"}" ;;
            *nonsense*) echo '{"move": "99"}' ;;
            *) echo nonsense ;;
        esac
    done"""
    agent = shell(tmp_path, code)
    graded = graded_by(agent, ["swap-nine"], 2)
    figures = report(Grading(agent, (), 2, 3, Terms()), graded)["total"]
    assert figures["illegal"]["rate"] == figures["unreadable"]["rate"] == pytest.approx(1 / 3)
    assert figures["forfeits"] == 0
    graded = graded_by(agent, ["swap-nine"], 2, Terms(retries=1))
    figures = report(Grading(agent, (), 2, 3, Terms()), graded)["total"]
    assert figures["illegal"]["rate"] == figures["unreadable"]["rate"] == 0.5
    assert figures["forfeits"] == figures["plays"] == 4
    assert figures["score"]["mean"] == 0
    # Where the choice mattered a move that never came is a loss: in both starts of the suite.
    assert figures["mistakes"]["win to loss"]["count"] == figures["decisions"]
    assert figures["decisions"] >= 2


# The suite.


@pytest.mark.parametrize(("game", "size"), SMALL[:2])
def test_the_suite_is_contested_and_balanced(game: str, size: tuple[int, int]) -> None:
    """By minimax, which knows nothing of the oracle."""
    starts = suite(quincunx.game(game, size), 20, 5)
    assert len({start.position for start in starts}) == 20
    assert [start.position.turn for start in starts].count(Player.X) == 10
    for start in starts:
        position = start.position
        assert len({worth(position.after(move)) for move in position.legal_moves()}) > 1
        taken = sum(cell.owner is not None for cell in position.board().cells)
        assert start.ply == taken


def test_the_suite_has_a_version() -> None:
    """Whoever changes which positions there are, or what counts, raises SUITE_VERSION and then
    changes this line."""
    texts = [str(one.position) for game in BOOKS for one in suite(quincunx.game(game), 4, 1)]
    assert (SUITE_VERSION, crc32("\n".join(texts).encode())) == (3, 74755431)


def test_a_suite_that_cannot_be() -> None:
    with pytest.raises(ArenaError, match="choose an even number, not 3"):
        suite(quincunx.game("swap-nine"), 3, 1)
    with pytest.raises(ArenaError, match="too few contested positions that are known for 4 starts"):
        suite(quincunx.game("crossed-paths", (1, 2)), 4, 1)


def test_a_sixth_game_is_graded_like_the_others() -> None:
    with toy_installed():
        graded = graded_by("perfect", ["three-in-a-row"], 4)
        figures = report(Grading("perfect", (), 4, 3, Terms()), graded)["total"]
    lost = figures["value_lost"]
    assert (lost["mean"], lost["low"], lost["of"]) == (0, 0, figures["decisions"])
    assert 0 < lost["high"] < 0.5, "six games without a loss prove no perfection"
    assert figures["decisions"] >= 4
    # Three in a row is a draw from the start, in both seats.
    assert [one.points for one in graded[:2]] == [0.5, 0.5]


# The command.


def test_values_of_large_positions_are_those_of_the_oracle() -> None:
    """In Numeral Nexus some moves are not known; such positions are left out, not guessed."""
    game = quincunx.game("numeral-nexus")
    seen = set()
    for seed, plies in ((0, 2), (1, 2), (0, 14), (1, 14)):
        position = random_position(game, seed, plies)
        analysis = quincunx.analyze(position)
        (one,) = grade_of(position, analysis.moves[0].move)
        seen.add(one.known)
        assert one.known == all(item.value is not Value.UNKNOWN for item in analysis.moves)
        assert one.lost == 0
    assert seen == {True, False}
