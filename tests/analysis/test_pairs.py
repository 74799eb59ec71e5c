"""Crossed Paths: the pairs that a reason names are those by which its own line is won."""

import re
from itertools import chain
from random import Random
from typing import Any

import pytest

from quincunx.analysis.reasons import Explanation, explain
from quincunx.core import random_play
from quincunx.games import game, parse
from quincunx.oracle import Value, analyze

GAMES = {(2, 2): 40, (3, 3): 200, (3, 5): 50, (4, 4): 60, (5, 5): 12, (7, 7): 2}
"""How many random games on each size: thousands of reasons."""


def check(position: Any, reason: Explanation) -> None:
    """The pairs are disjoint, of free cells in line; each answer of the line is the partner; the
    pairs in the sentences are among them."""
    assert reason.move is not None
    wins = analyze(position.after(reason.move)).value is Value.LOSS
    begun = 1 if wins else 2
    after = position
    for move in reason.line[:begun]:
        after = after.after(move)
    placements = after.game.placements
    cells = {str(one): number for number, one in enumerate(placements)}
    assert len({*chain(*reason.pairs)}) == 2 * len(reason.pairs)
    assert all(after.cells[cells[name]] == "-" for name in chain(*reason.pairs))
    assert all(cells[two] in after.game.lines[cells[one]] for one, two in reason.pairs)
    partner = dict(reason.pairs) | {two: one for one, two in reason.pairs}
    assert {*map(str, after.legal_moves())} <= partner.keys()
    moves = [*map(str, reason.line[begun:])]
    for taken, answer in zip(moves[::2], moves[1::2], strict=False):
        assert partner[taken] == answer, (str(position), reason)
    if wins:
        named = re.findall(r"\b([A-Z]\d+) with ([A-Z]\d+)", reason.sentences[0])
        assert all(partner[one] == two for one, two in named), (str(position), reason)


def test_a_line_does_not_contradict_its_pairs() -> None:
    position = parse("crossed-paths", "---/-OX/O-X X A3")
    reason = explain(position, "B3")
    assert reason.sentences[0].endswith("with its partner: B1 with C1 and A2 with A1.")
    assert reason.sentences[1].startswith("If O places on B1, X places on C1 ")
    check(position, reason)


@pytest.mark.parametrize(("size", "count"), GAMES.items())
def test_over_thousands_of_reasons(size: tuple[int, int], count: int) -> None:
    random, which, checked = Random(13), game("crossed-paths", size), 0
    for _ in range(count):
        played = [*random_play(which.start(random.choice("XO")), random)][:-1]
        for position in random.sample(played, min(len(played), 6)):
            moves = position.legal_moves()
            for move in random.sample(moves, min(len(moves), 4)):
                check(position, explain(position, move))
                checked += 1
    assert checked > 5 * count
