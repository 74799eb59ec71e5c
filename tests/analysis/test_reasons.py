"""Every claim of every reason is true, over random positions of each game.

The large sample is drawn by the commit, so that it differs from change to change and can be had
again; `make millions` takes a larger one.
"""

import os
import subprocess
from itertools import islice
from random import Random

import pytest

import quincunx
from analysis.reading import Reader
from helpers import BOOKS
from quincunx.analysis.reasons import compare, explain
from quincunx.core import AnyPosition, Player, random_play

SIZES = {
    "crossed-paths": [(7, 7), (7, 7), (7, 7), (4, 4), (3, 5), (9, 9)],
    "grid-clash": [(3, 3), (3, 3), (3, 3), (2, 2), (2, 4), (3, 4)],
    "numeral-nexus": [(5, 5), (5, 5), (5, 5), (5, 5), (3, 3), (4, 4)],
    "swap-nine": [(3, 3), (3, 3), (3, 3), (2, 2), (2, 4), (3, 4)],
    "zone-conquest": [(3, 3), (3, 3), (3, 3), (2, 3), (2, 4)],
}
SAMPLE = int(os.environ.get("SAMPLE", "300"))
LAST = {(3, 4): 6, (5, 5): 19, (3, 3): 3, (4, 4): 5}
"""Plies from the end at which most positions of other than tables are taken: earlier ones take
long to judge."""


def commit() -> str:
    """Return the hash of the commit; '' where there is no repository."""
    git = ["git", "-C", os.path.dirname(__file__), "rev-parse", "HEAD"]
    return subprocess.run(git, capture_output=True, text=True, check=False).stdout


def positions(game: str, count: int, seed: str) -> list[AnyPosition]:
    """Return positions of a game that is not over."""
    found: list[AnyPosition] = []
    random = Random(f"reasons {game} {seed}")
    while len(found) < count:
        size = random.choice(SIZES[game])
        cells = size[0] * size[1]
        judged = size == (3, 4) or (game == "numeral-nexus" and random.random() < 0.98)
        first = cells - LAST[size] if judged else 0
        start = quincunx.game(game, size).start(random.choice("XO"), random.randrange(count // 10))
        played = islice(random_play(start, random), random.randrange(first, cells) + 1)
        *_, position = played
        if not position.outcome:
            found.append(position)
    return found


def check(game: str, count: int, seed: str = "") -> None:
    """Explain in turn the best move, any move, and a choice."""
    random = Random(game)
    for number, position in enumerate(positions(game, count, seed)):
        you = random.choice([None, *Player])
        move, other = (random.choice(position.legal_moves()) for _ in range(2))
        reason = compare(position, move, other, you)
        if number % 3:
            reason = explain(position, move if number % 3 == 1 else None, you)
        try:
            Reader(position, reason, you).check()
        except Exception as error:
            error.add_note(f"{position!r} {you} {reason}")
            raise


@pytest.mark.parametrize("game", BOOKS)
def test_every_claim_is_true(game: str) -> None:
    check(game, 15)


@pytest.mark.slow
@pytest.mark.parametrize("game", BOOKS)
def test_every_claim_is_true_of_many_positions(game: str) -> None:
    check(game, SAMPLE, commit())
