"""A batch step of each game in numba's CUDA simulator, and what is said where there is no GPU."""

import os
import subprocess
import sys
import warnings
from typing import Any

SIMULATED = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}


def step(game: str) -> None:
    games = quincunx.batch(game, lanes=4, seed=1, device="cuda")
    masks: Any = games.step(games.sample()).masks
    assert masks.copy_to_host().any(axis=1).all()


if __name__ == "__main__":
    if "simulated" not in sys.argv:
        import quincunx

        try:
            quincunx.batch("swap-nine", lanes=4, device="cuda").play(2)
        except quincunx.QuincunxError as error:
            assert "No CUDA device can be used here" in str(error), error
        words = [sys.executable, "-P", __file__, "simulated"]
        sys.exit(subprocess.run(words, env=os.environ | SIMULATED, check=False).returncode)
    warnings.simplefilter("ignore")
    import quincunx
    from quincunx.kernels import has_kernel

    for one in quincunx.game_ids():
        if has_kernel(quincunx.games.game_class(one)):
            step(one)
