"""Batch play, moves a second: masks, `sample()` and `step` of every game, on one core and on two.

Beside it what one core does through the plain API, and what two busy cores of this machine gain
at all: shared hosts often give less than two. Swap Nine is wanted at 20 million on two cores, and
the second core to bring 1.6 times where the machine does. Where pgx is installed, its
tic-tac-toe, a game on the same grid, plays as many lanes by turns with Swap Nine, all of its steps
in one compiled loop.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

import quincunx
from bench.random_play import moves_a_second
from quincunx.kernels.compiled import Seeds, compiled, draw

LANES = 131_072
ROUNDS = 5


def moves_in_batch(game_id: str, threads: int, lanes: int = LANES) -> float:
    """The best of some rounds."""
    batch = quincunx.batch(game_id, lanes=lanes, seed=1, threads=threads)
    steps = 3 if game_id == "numeral-nexus" else 20

    def play() -> None:
        for _ in range(steps):
            batch.step(batch.sample())

    return lanes * steps / fastest(play)


def both(game_id: str) -> tuple[float, float]:
    """On one core and on two."""
    return moves_in_batch(game_id, 1), moves_in_batch(game_id, 2)


def fastest(work: Callable[[], object]) -> float:
    work()
    times = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


@compiled
def busy(seeds: Seeds, lane: int) -> int:
    total = 0
    for _ in range(20_000_000):
        total += draw(seeds, lane, 100)
    return total


def gain_of_two_cores() -> float:
    """How much more two threads do that share nothing."""
    seeds = np.zeros(64, dtype=np.uint64)
    one = fastest(lambda: busy(seeds, 0))
    with ThreadPoolExecutor(2) as pool:
        two = fastest(lambda: list(pool.map(lambda lane: busy(seeds, lane), (0, 32))))
    return 2 * one / two


def moves_of_pgx(lanes: int = LANES, game: str = "tic_tac_toe", steps: int = 40) -> float:
    jax: Any = import_module("jax")
    pgx: Any = import_module("pgx")
    auto_reset: Any = import_module("pgx.experimental").auto_reset
    env = pgx.make(game)
    begin, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def one(_index: int, carry: tuple[Any, Any]) -> tuple[Any, Any]:
        state, key = carry
        key, lots, more = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(lots, logits, axis=-1)
        return step(state, actions, jax.random.split(more, lanes)), key

    play = jax.jit(lambda carry: jax.lax.fori_loop(0, steps, one, carry))
    first = jax.jit(begin)(jax.random.split(jax.random.PRNGKey(1), lanes)), jax.random.PRNGKey(2)
    return lanes * steps / fastest(lambda: jax.block_until_ready(play(first)))


def measure() -> None:
    head = ("game", "one core", "two cores", "gain", "plain", "ratio")
    print(f"{head[0]:14} {head[1]:>12} {head[2]:>12} {head[3]:>5} {head[4]:>9} {head[5]:>6}")
    for game_id in quincunx.game_ids():
        # Taken in turns, since others may be at work on this machine.
        one, two = (max(speeds) for speeds in zip(*(both(game_id) for _ in range(2)), strict=True))
        plain = moves_a_second(game_id)
        print(
            f"{game_id:14} {one:12,.0f} {two:12,.0f} {two / one:5.2f} {plain:9,.0f} "
            f"{max(one, two) / plain:6.0f}"
        )
    print(f"two threads that share nothing gain {gain_of_two_cores():.2f} on this machine now")
    if find_spec("pgx"):
        rounds = [(moves_in_batch("swap-nine", 2), moves_of_pgx()) for _ in range(2)]
        ours, theirs = (max(speeds) for speeds in zip(*rounds, strict=True))
        print(f"pgx tic-tac-toe: {theirs:,.0f}; Swap Nine plays {ours / theirs:.1f} times as many")
