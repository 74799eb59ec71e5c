"""A forfeit is charged a full win to loss as one more choice, wherever it happens."""

from collections.abc import Callable
from typing import Any

import pytest

import quincunx
from helpers import random_position
from quincunx.arena.contest import play
from quincunx.arena.grading import Grading, assess, grading_tasks, judge
from quincunx.arena.report import in_words, report
from quincunx.arena.suite import Start
from quincunx.core import AnyPosition
from quincunx.oracle import analyze
from quincunx.players import Terms
from quincunx.players.policy import policy

DRAWN = quincunx.parse("zone-conquest", "---/---/--- X - -")


def matters(position: AnyPosition) -> bool:
    return len({item.value for item in analyze(position).moves}) > 1


def contested(position: AnyPosition) -> Any:
    """Play perfectly where it matters, and not at all elsewhere."""
    return analyze(position).moves[0].move if matters(position) else "99"


def unless_lost(position: AnyPosition) -> Any:
    """Play perfectly, but not on in a lost position."""
    analysis = analyze(position)
    return "99" if analysis.value == "loss" else analysis.moves[0].move


def never(position: AnyPosition) -> str:
    return "99"


@pytest.mark.parametrize("agent", [contested, unless_lost])
@pytest.mark.parametrize("game", ["swap-nine", "zone-conquest"])
def test_a_forfeit_elsewhere_is_charged(agent: Callable[[AnyPosition], Any], game: str) -> None:
    """The moves themselves lose nothing, so all the loss is that of the forfeits."""
    document = quincunx.grade(agent, game, starts=6)
    total, lost = document["total"], document["total"]["value_lost"]
    if (agent, game) == (unless_lost, "zone-conquest"):
        assert total["forfeits"] == lost["mean"] == 0  # it is never lost there
        return
    assert total["forfeits"] > 0
    assert lost["of"] == total["decisions"] > total["forfeits"]
    assert lost["mean"] * lost["of"] == pytest.approx(total["forfeits"])
    mistakes = total["mistakes"]
    assert mistakes["win to loss"]["count"] == total["forfeits"]
    assert mistakes["draw to loss"]["count"] == mistakes["win to draw"]["count"] == 0
    depths = document["games"][game]["depths"].values()
    assert sum(one["decisions"] for one in depths) == total["decisions"]
    by_depth = sum(one["value_lost"]["mean"] * one["decisions"] for one in depths)
    assert by_depth == pytest.approx(total["forfeits"])


def test_a_forfeit_is_worth_one_choice() -> None:
    """Of a lost, a drawn and a won position alike; `random` loses there what its moves do."""
    lost = quincunx.parse("zone-conquest", "OX-/XXO/-O- X 4 -").play("x1")
    for position, worth in ((DRAWN, "draw"), (lost, "loss")):
        one = judge(position, None)
        assert (one.before, one.forfeit, one.counts, one.lost) == (worth, True, True, 1)
    assert judge(lost, None).usually_lost == 0
    some = judge(lost, lost.legal_moves()[0])
    assert (some.forfeit, some.counts, some.lost) == (False, False, 0)


def test_by_choice() -> None:
    """A drawn position that is not answered loses as much as a won one."""
    document = quincunx.grade(never, "zone-conquest", starts=6, by_choice=True)
    total = document["total"]
    starts = quincunx.suite(quincunx.game("zone-conquest"), 6, 0)
    assert {analyze(start.position).value for start in starts} == {"win", "draw"}
    assert (total["decisions"], total["forfeits"], total["value_lost"]["mean"]) == (6, 6, 1)
    usual = [judge(start.position, None).usually_lost for start in starts]
    assert total["value_lost"]["random"] == pytest.approx(sum(usual) / 6)
    assert total["mistakes"]["win to loss"]["of"] == 6


def test_what_random_does_where_moves_are_not_known() -> None:
    """It is the mean over the choices whose moves are known, and missing where there are none."""
    nexus, nine = quincunx.game("numeral-nexus"), quincunx.game("swap-nine")
    positions = (random_position(nexus, seed, 2) for seed in range(20))
    unknown = next(one for one in positions if not judge(one, None).known)
    assert (judge(unknown, None).counts, judge(unknown, None).lost) == (True, 1)
    starts = [(nexus, [Start(unknown, 2)]), (nine, [Start(nine.start(), 0)])]
    chosen = grading_tasks(policy(never), starts, 0, Terms(), by_choice=True)
    document = report(
        Grading("never", (), 2, 0, Terms(), by_choice=True), [assess(play(one)) for one in chosen]
    )
    figures = document["games"]["numeral-nexus"]
    assert (figures["decisions"], figures["left_out"]) == (1, 0)
    assert (figures["value_lost"]["mean"], figures["value_lost"]["random"]) == (1, None)
    usual = judge(nine.start(), None).usually_lost
    assert document["total"]["value_lost"]["random"] == usual
    assert "1.000" in in_words(document)
