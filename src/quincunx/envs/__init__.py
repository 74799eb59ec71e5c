"""Environments for learners: Gymnasium, PettingZoo, OpenSpiel, and gg-bench's own interface.

Importing this registers every game that is found: `quincunx/SwapNine-v1` with Gymnasium and
`quincunx_swap_nine` with OpenSpiel, whichever is installed. All of them play on `Match`, so rules,
repetition and results are those of every other way in.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from quincunx.core.extras import needs

if TYPE_CHECKING:
    from quincunx.envs.gg_bench_env import GGBench as GGBench
    from quincunx.envs.gymnasium_env import Versus as Versus
    from quincunx.envs.pettingzoo_env import aec as aec


def register() -> None:
    """Register every game with Gymnasium and OpenSpiel, whichever is installed.

    Importing `quincunx.envs` does this; call it again for games that were added later.

    Examples:
        >>> import gymnasium
        >>> import quincunx.envs
        >>> quincunx.envs.register()
        >>> gymnasium.make("quincunx/SwapNine-v1").action_space.n
        np.int64(90)
    """
    open_spiel = find_spec("pyspiel")
    if find_spec("gymnasium") or not open_spiel:
        with needs("learn"):
            from quincunx.envs.gymnasium_env import register as register_with_gymnasium
        register_with_gymnasium()
    if open_spiel:
        with needs("openspiel"):
            from quincunx.envs.open_spiel_game import register as register_with_open_spiel
        register_with_open_spiel()


_HOME = {"GGBench": "gg_bench_env", "Versus": "gymnasium_env", "aec": "pettingzoo_env"}


def __getattr__(name: str) -> object:
    """What needs Gymnasium is fetched when it is used: OpenSpiel's games do without."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with needs("learn"):
        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


register()

__all__ = ["GGBench", "Versus", "aec", "register"]
