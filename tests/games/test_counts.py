"""What counts in each game and what is to be noticed on its board, by the books' sections."""

import pytest

import quincunx
from quincunx.core import Count


def counts(game: str, position: str) -> list[Count]:
    return list(quincunx.parse(game, position).board().counts)


def noticed(game: str, position: str) -> dict[str, str]:
    cells = quincunx.parse(game, position).board().cells
    return {cell.key: cell.highlight for cell in cells if cell.highlight}


@pytest.mark.parametrize(
    ("game", "position", "expected"),
    [
        # Swap Nine, section 6: whoever holds more cells; how many that takes is seen at the end.
        ("swap-nine", "XX-/-X-/--O O", [Count("markers", 3, 1)]),
        # Numeral Nexus, section 6: neighbours with different numbers, in all eight directions.
        # Section 4: one swap for each player.
        (
            "numeral-nexus",
            "X5X6---/--O7--/O7-O1--/-----/X4---- O O",
            [Count("pairs", 1, 1), Count("swaps left", 0, 1, of=1)],
        ),
        # Grid Clash, section 6: cells; the sum only where both can hold the same number.
        ("grid-clash", "5O,3,8/2,7O,4/9,1X,6 X", [Count("cells", 1, 2)]),
        ("grid-clash", "4X,3/2O,1 X", [Count("cells", 1, 1), Count("sum", 4, 2)]),
        # Zone Conquest, section 1: more than half of the zones win.
        ("zone-conquest", "OX-/XXO/-O- X 4 -", [Count("zones", 3, 3, of=5)]),
        ("zone-conquest", "OX-/--- X - -", [Count("zones", 1, 1, of=4)]),
        # Crossed Paths, section 6: what is left to the player to move, and to nobody else.
        ("crossed-paths", "---/-X-/--- O B2", [Count("possible moves", None, 8)]),
        ("crossed-paths", "---/OX-/--- X A2", [Count("possible moves", 5, None)]),
    ],
)
def test_what_counts(game: str, position: str, expected: list[Count]) -> None:
    assert counts(game, position) == expected


@pytest.mark.parametrize(
    ("game", "position", "expected"),
    [
        # Numeral Nexus, section 5: the three that win, and nothing before.
        ("numeral-nexus", "X1X5X9/O1O1-/--- O XO", dict.fromkeys(("A1", "A2", "A3"), "line")),
        ("numeral-nexus", "X1X5-/O1O1-/--- X XO", {}),
        # Zone Conquest, section 5: what was attacked, and what may not be attacked again.
        ("zone-conquest", "OX-/-X-/--- O 2 -", {"2": "last"}),
        ("zone-conquest", "OX-/-X-/--- O 2 2", {"2": "forbidden"}),
        ("zone-conquest", "OX-/-X-/--- O - -", {}),
        # Crossed Paths, section 5: in line with the cell that was taken last.
        ("crossed-paths", "---/OX-/--- X A2", {"A2": "align"}),
        ("swap-nine", "XX-/-X-/--O O", {}),
        ("grid-clash", "5O,3,8/2,7O,4/9,1X,6 X", {}),
    ],
)
def test_what_is_to_be_noticed(game: str, position: str, expected: dict[str, str]) -> None:
    assert noticed(game, position) == expected
