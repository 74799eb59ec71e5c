"""Batch play held against the plain rules, move by move, over a million moves of each game.

`make millions`: it takes some minutes. The tests do the same over fewer moves. `make gpu` does it
on a GPU.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import numpy as np

import quincunx
from kernels.on_device import here
from quincunx.kernels import has_kernel
from quincunx.kernels.batch import BatchStep

LANES, MOVES = 2_000, 1_000_000


def compare(game_id: str, moves: int = MOVES, device: str = "cpu") -> int:
    """How many moves were compared; AssertionError at the first difference."""
    batch = quincunx.batch(game_id, lanes=LANES, seed=2026, device=device)
    plain = batch.positions()
    legal = [[move.action for move in position.legal_moves()] for position in plain]
    done = 0
    while done < moves:
        actions = batch.sample()
        drawn = here(actions).tolist()
        step = BatchStep(*map(here, batch.step(actions)))
        now = batch.positions()
        for lane, action in enumerate(drawn):
            assert action in legal[lane], (str(plain[lane]), action)
            after = plain[lane].after(batch.game.move_of_action[action])
            outcome = after.outcome
            mover = after.turn.other
            reward = 0 if outcome is None or outcome.winner is None else 1
            reward = -reward if outcome and outcome.winner is mover.other else reward
            assert step.rewards[lane] == reward, str(after)
            if not step.truncated[lane]:
                assert bool(step.ended[lane]) == (outcome is not None), str(after)
            over = bool(step.ended[lane]) or bool(step.truncated[lane])
            plain[lane] = now[lane] if over else after
            assert now[lane] == plain[lane]
            legal[lane] = [move.action for move in plain[lane].legal_moves()]
            assert np.flatnonzero(step.masks[lane]).tolist() == legal[lane], str(plain[lane])
        done += LANES
    return done


def main(names: list[str], device: str) -> None:
    games = names or [
        one for one in quincunx.game_ids() if has_kernel(quincunx.games.game_class(one))
    ]
    # Each in a process of its own, not a copy of this one: a GPU's driver does not bear that.
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        work = partial(compare, device=device)
        for game_id, done in zip(games, pool.map(work, games), strict=True):
            print(f"{game_id}: {done:,} moves, no difference", flush=True)


if __name__ == "__main__":
    main([one for one in sys.argv[1:] if one != "cuda"], "cuda" if "cuda" in sys.argv else "cpu")
