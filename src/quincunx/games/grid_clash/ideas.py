"""Grid Clash: cells that can never be captured."""

from quincunx.core import Player
from quincunx.games.grid_clash.rules import Claim, GridClashPosition
from quincunx.players.ideas import Idea, Strategy, lead


def count_safe(position: GridClashPosition, player: Player) -> int:
    """Count the cells without an unclaimed neighbour of a larger number."""
    owners, numbers, near = position.owners, position.numbers, position.game.neighbours
    return sum(
        owner == player
        and not any(owners[o] == "-" and numbers[o] > numbers[cell] for o in near[cell])
        for cell, owner in enumerate(owners)
    )


def _number(_before: GridClashPosition, move: Claim, after: GridClashPosition) -> int:
    return after.numbers[move.cell]


SAFE_LEAD = lead(
    "safe-lead",
    "safe cell",
    "A cell is safe once no unclaimed neighbour has a larger number. Get more safe cells than your "
    "opponent.",
    count_safe,
)
LARGEST = Idea(
    "largest",
    "Claim the largest number that is left: nothing can capture it any more.",
    _number,
)
STRATEGIES = (Strategy("safe-lead", (SAFE_LEAD, LARGEST)), Strategy("largest", (LARGEST,)))
