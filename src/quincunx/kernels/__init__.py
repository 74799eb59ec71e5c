"""The rules of the games once more, on packed integers and compiled: for large solves, surveys
and batch play. A game's `kernel.py` is its only one; a game without it has none. All of it needs
the extra `fast`; nothing else does.

A kernel plays many games side by side. A *lane* is one of them, a row of integers in `states`;
who owns what is seen from the side of the player to move. Its file defines

- `facts(game)`: what the functions below need to know of the size, as a tuple of arrays;
- `pack(position)` and `unpack(game, lane, turn)`: from a position and back;
- `play_lanes`: plays an action in each lane and writes the result for the player who made it;
- `open_lanes`: restarts finished lanes and writes the legal actions as a mask;
- `feature_lanes`: writes what `Position.features` returns;
- `step_lanes = new_step(globals())`: one after the other what a step of a batch needs, in one call.

Those four work on the lanes from `low` to `high`, so that several threads share the work.
"""

from types import ModuleType

from quincunx.core import AnyGame, GameError
from quincunx.core.extras import needs
from quincunx.games import has_part, part_of


def require() -> None:
    """ExtraError unless compiled code can run here."""
    with needs("fast"):
        import numba  # noqa: F401


def has_kernel(kind: type[AnyGame]) -> bool:
    return has_part(kind, "kernel")


def kernel(kind: type[AnyGame]) -> ModuleType:
    """The kernel of a game."""
    if not has_kernel(kind):
        raise GameError(f"{kind.title} has no compiled kernel, so it cannot be played in batches.")
    require()
    found = part_of(kind, "kernel")
    assert found
    return found
