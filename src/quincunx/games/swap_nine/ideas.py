"""Swap Nine: markers that can never be taken."""

from quincunx.core import Player
from quincunx.games.swap_nine.rules import Placement, SwapNinePosition
from quincunx.players.ideas import COUNT_LEAD, Idea, Strategy, lead


def open_sides(position: SwapNinePosition, player: Player) -> list[int]:
    """Return for each marker of a player how many cells directly next to it are empty: from these
    it can be taken."""
    cells, near = position.cells, position.game.neighbours
    return [
        sum(cells[other] == "-" for other in near[cell])
        for cell, owner in enumerate(cells)
        if owner == player
    ]


def count_safe(position: SwapNinePosition, player: Player) -> int:
    return open_sides(position, player).count(0)


def _closed(before: SwapNinePosition, _move: Placement, after: SwapNinePosition) -> int:
    return -sum(open_sides(after, before.turn))


SAFE_LEAD = lead(
    "safe-lead",
    "safe marker",
    "A marker is safe once no cell directly next to it is empty. Get more safe markers than your "
    "opponent.",
    count_safe,
)
SAFE = Idea(
    "safe",
    "Then have as many safe markers as you can: no cell directly next to them is empty.",
    lambda before, _move, after: count_safe(after, before.turn),
)
CLOSED = Idea("closed", "Leave few empty cells directly next to your markers.", _closed)
STRATEGIES = (
    Strategy("safe-count", (COUNT_LEAD, SAFE, CLOSED)),
    Strategy("safe-lead", (SAFE_LEAD, COUNT_LEAD)),
)
