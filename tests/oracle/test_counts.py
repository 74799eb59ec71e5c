"""What the numbers of positions count: those of a table, and those that can be reached."""

import json
import re
from typing import Any

import pytest

import quincunx
from helpers import BOOKS, REACHABLE, ROOT, run
from quincunx.core import AnyPosition
from quincunx.games.zone_conquest.oracle import ZoneConquestOracle
from quincunx.oracle import oracle_of
from quincunx.oracle.dataset import reachable
from quincunx.oracle.solutions import default_start, solution

SOLUTIONS = (ROOT / "docs" / "solutions.md").read_text(encoding="utf-8")


def said(words: str) -> int:
    """The number that stands before these words in docs/solutions.md."""
    (number,) = re.findall(rf"([0-9,]+){words}", " ".join(SOLUTIONS.split()))
    return int(number.replace(",", ""))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", REACHABLE)
def test_what_can_be_reached(game_id: str) -> None:
    start = default_start(quincunx.game(game_id))
    found = list(reachable(start))
    assert len(found) == len({str(position) for position in found}) == REACHABLE[game_id]
    if game_id == "zone-conquest":
        zones(start, found)
    else:
        sides = ((position.turn, position.board()) for position in found)
        seen = {
            tuple(None if cell.owner is None else cell.owner is turn for cell in board.cells)
            for turn, board in sides
        }
        # Each is one of the table's, which holds others besides.
        assert len(seen) == len(found) < solution(start).positions == 3**9  # type: ignore[operator]


def zones(start: AnyPosition, found: list[Any]) -> None:
    oracle = oracle_of(start.game)
    assert isinstance(oracle, ZoneConquestOracle)
    on = [position for position in found if not position.outcome]
    assert len(found) - len(on) == said(" of them finished")
    assert len({oracle._state(one) for one in on}) == said(f" of the {oracle.positions:,} stand")
    assert oracle.positions == said(" positions that are not over")


@pytest.mark.slow
def test_both_are_told_with_what_they_count() -> None:
    documents = {one["game"]: one for one in json.loads(run("solutions", "--json").stdout)}
    counts = [documents[game]["positions"] for game in BOOKS]
    assert counts == [None, 19_683, None, 19_683, 9_142]
    for game, one in documents.items():
        assert one["reachable"] == REACHABLE.get(game)
        assert ("reachable or not" in (one["positions_are"] or "")) == (game in REACHABLE)
    another = quincunx.parse("grid-clash", "1,2,3/4,5,6/7,8,9 X")
    assert solution(another).reachable is None
