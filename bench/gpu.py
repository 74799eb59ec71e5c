"""Batch play on a GPU, moves a second, masks written at every step: many steps by lot in one
launch, and one step at a time by actions that lie on the device; beside pgx's games in the same
run, all of their steps in one compiled loop.

`make gpu` runs it where there is a GPU, after holding a million moves of each game against the
plain rules. Wanted: Swap Nine at 8 billion with a million lanes and 0.3 with 4,096; the other games
twice pgx's connect_four with as many (Numeral Nexus 0.2 billion); one step at a time 0.05 billion
with 4,096 lanes, and half of the above with a million.
"""

import time
from importlib.util import find_spec
from typing import Any

from numba import cuda

import quincunx
from bench.batch import ROUNDS, fastest, moves_of_pgx
from quincunx.kernels.cuda import DeviceBatch

SIZES = (4_096, 65_536, 1 << 20)
STEPS = 200


def made(game_id: str, lanes: int) -> DeviceBatch:
    batch = quincunx.batch(game_id, lanes=lanes, seed=1, device="cuda")
    assert isinstance(batch, DeviceBatch)
    return batch


def by_lot(game_id: str, lanes: int) -> float:
    batch = made(game_id, lanes)

    def play() -> None:
        batch.play(STEPS)
        batch.wait()

    return lanes * STEPS / fastest(play)


def by_actions(game_id: str, lanes: int) -> float:
    """Actions are given as a learner gives them: arrays of its own, on the device. They were drawn
    beforehand, and are played from the same beginning in each round."""
    batch = made(game_id, lanes)
    kept = []
    for _ in range(20):
        drawn: Any = batch.sample()
        kept.append(cuda.to_device(drawn.copy_to_host()))
        batch.step(drawn)
    times = []
    for _ in range(4 * ROUNDS):
        batch.reset(1)
        batch.wait()
        started = time.perf_counter()
        for actions in kept:
            batch.step(actions)
        batch.wait()
        times.append(time.perf_counter() - started)
    return lanes * len(kept) / min(times)


def main() -> None:
    print(f"{'billions a second':26}" + "".join(f"{lanes:>12,}" for lanes in SIZES))
    for game_id in quincunx.game_ids():
        for how in (by_lot, by_actions):
            speeds = [how(game_id, lanes) / 1e9 for lanes in SIZES]
            print(f"{game_id + ' ' + how.__name__:26}" + "".join(f"{s:12.3f}" for s in speeds))
    for peer in ("tic_tac_toe", "connect_four") if find_spec("pgx") else ():
        speeds = [moves_of_pgx(lanes, peer, STEPS) / 1e9 for lanes in SIZES]
        print(f"{'pgx ' + peer:26}" + "".join(f"{s:12.3f}" for s in speeds), flush=True)


if __name__ == "__main__":
    main()
