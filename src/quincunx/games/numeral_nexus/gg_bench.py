"""Numeral Nexus: what gg-bench's environment shows of a position."""

import numpy as np

from quincunx.core import Player
from quincunx.envs.episode import Form, Observation
from quincunx.games.numeral_nexus.rules import COPIES, NUMBERS, NumeralNexusPosition


def with_pool(position: NumeralNexusPosition) -> Observation:
    """Numbers with the owner's sign, then how many of each number are left."""
    sign = 1 if position.turn is Player.X else -1
    grid = [sign * number for number in position.features()[: position.game.cells]]
    pool = [COPIES] * (1 + len(NUMBERS))
    for number in grid:
        pool[abs(number)] -= 1
    return np.array(grid + pool[1:], np.int32)


FORM = Form(with_pool, lambda _game: (-9, 9))
