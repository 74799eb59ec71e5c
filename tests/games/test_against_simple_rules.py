"""The games against a second implementation, written apart from them and deliberately naive."""

import pytest

import quincunx
import simple_rules
from helpers import CASES, case_name, random_position
from quincunx.core import AnyPosition

# Small enough to compare every position that can be reached, from either player's start.
SMALL = [
    ("swap-nine", (2, 2)),
    ("swap-nine", (2, 3)),
    ("grid-clash", (2, 2)),
    ("grid-clash", (2, 3)),
    ("zone-conquest", (2, 2)),
    ("zone-conquest", (2, 3)),
    ("crossed-paths", (1, 1)),
    ("crossed-paths", (1, 5)),
    ("crossed-paths", (3, 2)),
]

WRITTEN_TWICE = [case for case in CASES if case[0] in simple_rules.RULES]

# Distinct positions at each ply from X's start, counted by the simple rules alone.
# Grid Clash on the numbers of the book's example.
BOOK_NUMBERS = "5,3,8/2,7,4/9,1,6 X"
POSITIONS_BY_DEPTH = {
    ("swap-nine", "---/---/--- X"): [1, 9, 84, 398, 1540, 3090, 4920, 4200, 2235, 496, 0],
    ("swap-nine", "--/-- X"): [1, 4, 16, 24, 15, 0],
    ("swap-nine", "---/--- X"): [1, 6, 37, 106, 207, 168, 63, 0],
    ("grid-clash", BOOK_NUMBERS): [1, 9, 72, 368, 1245, 2597, 3592, 3047, 1508, 326, 0],
    ("zone-conquest", "---/---/--- X - -"): [1, 9, 72, 276, 1092, 3144, 9844, 20542],
    ("zone-conquest", "--/-- X - -"): [1, 4, 12, 20, 38, 48, 24, 16, 8, 0],
    ("crossed-paths", "/".join(["-------"] * 7) + " X -"): [1, 49, 952, 17672],
    ("crossed-paths", "---/---/--- X -"): [1, 9, 56, 296, 856, 2724, 3904, 4872, 2520, 630, 0],
    ("crossed-paths", "--- X -"): [1, 3, 6, 6, 0],
    ("crossed-paths", "/".join(["----"] * 4) + " X -"): [1, 16, 152, 1304, 7336],
    ("numeral-nexus", "/".join(["-----"] * 5) + " X XO"): [1, 225, 48600],
    ("numeral-nexus", "---/---/--- X XO"): [1, 81, 5832],
}


def compare(position: AnyPosition) -> list[AnyPosition]:
    """Moves, what follows from each, and the end; returns the positions that follow."""
    game, text = position.game.id(), str(position)
    after = {str(move): position.after(move) for move in position.legal_moves()}
    expected = simple_rules.children(game, text)
    assert {move: str(child) for move, child in after.items()} == expected, text
    assert list(after) == list(expected), text
    outcome = position.outcome
    result = None if outcome is None else (outcome.winner or "draw")
    assert result == simple_rules.winner(game, text), text
    return list(after.values())


@pytest.mark.parametrize("first", ["X", "O"])
@pytest.mark.parametrize("case", SMALL, ids=case_name)
def test_every_position_of_a_small_board(case: tuple[str, tuple[int, int]], first: str) -> None:
    game = quincunx.game(*case)
    seen = {game.start(first, seed=3)}
    waiting = list(seen)
    while waiting:
        for child in compare(waiting.pop()):
            if child not in seen:
                seen.add(child)
                waiting.append(child)


@pytest.mark.parametrize("case", WRITTEN_TWICE, ids=case_name)
def test_random_games(case: tuple[str, tuple[int, int]]) -> None:
    game = quincunx.game(*case)
    for seed in range(2 if game.cells > 100 else 12):
        for plies in (seed, game.cells - 2 - seed, 200):
            compare(random_position(game, seed, max(plies, 0)))


@pytest.mark.parametrize(("game", "text"), POSITIONS_BY_DEPTH)
def test_counts_of_positions_by_depth(game: str, text: str) -> None:
    layer = {quincunx.parse(game, text)}
    counts = [len(layer)]
    while len(counts) < len(POSITIONS_BY_DEPTH[game, text]):
        layer = {position.after(move) for position in layer for move in position.legal_moves()}
        counts.append(len(layer))
    assert counts == POSITIONS_BY_DEPTH[game, text]


@pytest.mark.parametrize(
    ("game", "text", "depth"),
    [
        ("swap-nine", "---/---/--- X", 5),
        ("grid-clash", BOOK_NUMBERS, 4),
        ("zone-conquest", "---/---/--- X - -", 4),
        ("crossed-paths", "---/---/--- X -", 6),
        ("numeral-nexus", "---/---/--- X XO", 1),
    ],
)
def test_the_table_is_what_the_simple_rules_count(game: str, text: str, depth: int) -> None:
    counts = simple_rules.positions_by_depth(game, text, depth)
    assert counts == POSITIONS_BY_DEPTH[game, text][: depth + 1]
