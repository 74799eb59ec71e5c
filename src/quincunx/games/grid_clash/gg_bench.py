"""Grid Clash: what gg-bench's environment shows of a position."""

import numpy as np

from quincunx.envs.episode import Form, Observation
from quincunx.games.grid_clash.rules import GridClashPosition


def with_numbers(position: GridClashPosition) -> Observation:
    """The cells' numbers, then their owners as 0, 1 (X) and 2 (O)."""
    return np.array([*position.numbers, *map("-XO".index, position.owners)], np.int32)


FORM = Form(
    with_numbers,
    lambda game: (np.repeat([1, 0], game.cells), np.repeat([game.cells, 2], game.cells)),
)
