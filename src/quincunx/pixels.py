"""The board as an image, for learners who film their games and for figures; it needs only NumPy.

X is a cross, O a ring; numbers are written in the cells, and the pool is written below the grid.
"""

import numpy as np
from numpy.typing import NDArray

from quincunx.core import AnyPosition, Player

SIDE, SCALE, ROW = 48, 3, 18
"""Pixels of a cell, of a dot of a digit, and of a row of text below the grid."""
PAPER, LINE, INK = (255, 255, 255), (190, 190, 190), (40, 40, 40)
COLOURS = {Player.X: (0, 114, 178), Player.O: (213, 94, 0)}
"""Colour-blind people can tell them apart."""
NOTICED, FORBIDDEN = (255, 243, 200), (255, 215, 215)
DOTS = {
    "0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711", "5": "74717",
    "6": "74757", "7": "71222", "8": "75757", "9": "75717", "(": "24442", ")": "21112",
}  # fmt: skip
"""Three dots a row, as the bits of a digit; five rows."""

Pixels = NDArray[np.uint8]


def pixels(position: AnyPosition) -> Pixels:
    """Return rows x columns x (red, green, blue)."""
    board = position.board()
    across, down = np.meshgrid(np.linspace(-1, 1, SIDE), np.linspace(-1, 1, SIDE))
    far, inside = np.hypot(across, down), np.maximum(abs(across), abs(down)) < 0.62
    marks = {
        Player.X: inside & (abs(abs(across) - abs(down)) < 0.16),
        Player.O: (far > 0.5) & (far < 0.68),
    }
    labels = [thing.label for thing in board.beside]
    half = -(-len(labels) // 2)
    beside = [" ".join(some) for some in (labels[:half], labels[half:]) if some]
    height = board.rows * SIDE + len(beside) * ROW
    image: Pixels = np.full((height, board.columns * SIDE, 3), PAPER, np.uint8)
    for number, cell in enumerate(board.cells):
        row, column = divmod(number, board.columns)
        place = image[row * SIDE : (row + 1) * SIDE, column * SIDE : (column + 1) * SIDE]
        if cell.highlight:
            place[:] = FORBIDDEN if cell.highlight == "forbidden" else NOTICED
        if cell.owner:
            # A number stands in the middle of its owner's marker.
            place[marks[cell.owner] & (far > (0.5 if cell.label else 0))] = COLOURS[cell.owner]
        place[[0, -1]] = place[:, [0, -1]] = LINE
        _write(place, cell.label, INK if cell.owner else LINE)
    for row, text in enumerate(beside):
        _write(image[board.rows * SIDE + row * ROW :][:ROW], text, INK)
    return image


def _write(place: Pixels, text: str, colour: tuple[int, ...]) -> None:
    """Write digits in the middle, smaller if they do not fit; other characters are left out."""
    dots = np.zeros((5, 4 * len(text) + 1), np.bool_)
    for number, sign in enumerate(text):
        for row, bits in enumerate(DOTS.get(sign, "")):
            dots[row, 4 * number + 1 : 4 * number + 4] = [int(bits) >> 2 - c & 1 for c in range(3)]
    scale = max(1, min(SCALE, place.shape[1] // dots.shape[1]))
    drawn = dots.repeat(scale, 0).repeat(scale, 1)[:, : place.shape[1]]
    top, left = (
        int(room - taken) // 2 for room, taken in zip(place.shape, drawn.shape, strict=False)
    )
    place[top : top + len(drawn), left : left + drawn.shape[1]][drawn] = colour
