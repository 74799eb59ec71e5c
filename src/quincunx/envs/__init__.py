"""Environments for learners: Gymnasium, PettingZoo, OpenSpiel, and gg-bench's own interface.

Importing this registers every game that is found: `quincunx/SwapNine-v1` with Gymnasium and,
where it is installed, `quincunx_swap_nine` with OpenSpiel. All of them play on `Match`, so rules,
repetition and results are those of every other way in.
"""

from typing import TYPE_CHECKING

from quincunx.core.extras import needs

with needs("learn"):
    from quincunx.envs.gg_bench_env import GGBench
    from quincunx.envs.gymnasium_env import Versus
    from quincunx.envs.gymnasium_env import register as _register_with_gymnasium

if TYPE_CHECKING:
    from quincunx.envs.pettingzoo_env import TwoPlayers


def aec(
    game_id: str,
    size: tuple[int, int] | None = None,
    *,
    repetition: bool = True,
    exact: bool = False,
    render_mode: str | None = None,
) -> "TwoPlayers":
    """A PettingZoo environment of a game: two agents in turn, with action masks."""
    with needs("learn"):
        from quincunx.envs.pettingzoo_env import TwoPlayers
    return TwoPlayers(game_id, size, repetition=repetition, exact=exact, render_mode=render_mode)


def register() -> None:
    """Registers every game that is found. Games that came later need it called again."""
    _register_with_gymnasium()
    try:
        from quincunx.envs.open_spiel_game import register as register_with_open_spiel
    except ModuleNotFoundError as missing:
        if missing.name != "pyspiel":
            raise
        return
    register_with_open_spiel()


register()

__all__ = ["GGBench", "Versus", "aec", "register"]
