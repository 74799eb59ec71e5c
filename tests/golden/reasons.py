"""Fifty explanations of each game as text: the best move, some move, and a choice, in turn.

`make golden` writes the files anew; the test compares byte by byte, so that a change of any
sentence is read in review.
"""

import sys
from itertools import islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

import quincunx
from helpers import BOOKS
from quincunx.analysis.reasons import Explanation, compare, explain
from quincunx.core import AnyPosition, Player, random_play

FOLDER = Path(__file__).parent / "reasons"
HOW_MANY = 50
OTHER_SIZES = {
    "crossed-paths": (4, 5),
    "grid-clash": (2, 4),
    "numeral-nexus": (3, 3),
    "swap-nine": (2, 4),
    "zone-conquest": (2, 3),
}
EARLIEST = {(5, 5): 5, (3, 3): 6}
"""Plies of Numeral Nexus before which a position takes long to judge."""


def positions(game_id: str, random: Random) -> list[AnyPosition]:
    found: list[AnyPosition] = []
    while len(found) < HOW_MANY:
        kind = quincunx.game(game_id, None if len(found) % 5 else OTHER_SIZES[game_id])
        first = EARLIEST[kind.rows, kind.columns] if game_id == "numeral-nexus" else 1
        start: AnyPosition = kind.start(random.choice("XO"), random.randrange(5))
        *_, last = islice(random_play(start, random), random.randrange(first, kind.cells) + 1)
        if not last.outcome:
            found.append(last)
    return found


def page(number: int, position: AnyPosition, random: Random) -> str:
    """What is asked, and the answer."""
    moves = position.legal_moves()
    one, two = (random.sample(moves, min(2, len(moves))) * 2)[:2]
    turn, kind = position.turn, number % 5
    if kind == 2:
        asked, reason = f"{one} or {two}", compare(position, one, two)
    elif kind == 1:
        asked, reason = f"why {one}, you {turn}", explain(position, one, turn)
    elif kind == 3:
        asked, reason = "best, you X", explain(position, you=Player.X)
    elif kind == 4:
        asked, reason = f"why {two}", explain(position, two)
    else:
        asked, reason = "best", explain(position)
    return "\n".join([f"{position}: {asked}", *told(reason)])


def told(reason: Explanation) -> list[str]:
    cells = [
        f"{move} ({' '.join(keys)})"
        for move, keys in zip(reason.line or (reason.move,), reason.cells, strict=True)
    ]
    pairs = (
        [f"    pairs {' '.join('-'.join(pair) for pair in reason.pairs)}"] if reason.pairs else []
    )
    return [
        *(f"  {sentence}" for sentence in reason.sentences),
        f"    line {' '.join(cells)}",
        *pairs,
    ]


def explanations(game_id: str) -> str:
    random = Random(f"explained {game_id}")
    pages = [page(n, position, random) for n, position in enumerate(positions(game_id, random))]
    return "\n\n".join(pages) + "\n"


def path(game_id: str) -> Path:
    return FOLDER / f"{game_id}.txt"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for book in BOOKS:
        path(book).write_text(explanations(book), encoding="utf-8")
