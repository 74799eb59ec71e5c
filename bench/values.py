"""Exact values at speed: of all actions of a batch, by Numeral Nexus's search, and as an opponent.

Wanted on two cores: a million positions a second in Swap Nine, Zone Conquest and on 64 shared
numberings of Grid Clash, each beside `analyze` of the same positions; of Numeral Nexus's
positions, drawn evenly by ply from random games, 99 in a hundred analysed within 20 ms; and 100
steps a second of every game against `perfect`.
"""

import time
from random import Random
from typing import Any

import gymnasium
import numpy as np

import quincunx
import quincunx.envs
from bench.batch import fastest
from quincunx.core import AnyPosition, random_play
from quincunx.envs.gymnasium_env import environment_id
from quincunx.oracle import analyze, new_oracle

LANES = 1 << 20
ASKED = 300
"""Positions that `analyze` is asked about."""
DRAWN = 1000
"""Positions of Numeral Nexus; the plain search is asked about a tenth."""
STEPS = 1000


def values_a_second(game_id: str, numberings: int, lanes: int = LANES) -> tuple[float, float]:
    """And by `analyze`, as many positions after four plies by lot."""
    batch = quincunx.batch(game_id, lanes, seed=1)
    if numberings:
        numbers = batch._lanes.states[:, 2:]
        numbers[:] = numbers[np.arange(lanes) % numberings]
    for _ in range(4):
        batch.step(batch.sample())
    positions = [batch.position(lane) for lane in range(ASKED)]
    for position in positions[:64]:
        analyze(position)  # makes the tables
    analyze.cache_clear()
    started = time.perf_counter()
    for position in positions:
        analyze(position)
    plain = ASKED / (time.perf_counter() - started)
    return lanes / fastest(lambda: quincunx.values(batch)), plain


def fresh_numberings(lanes: int = 20_000) -> float:
    """Seconds for each."""
    quincunx.values(quincunx.batch("grid-clash", 1))
    batch = quincunx.batch("grid-clash", lanes, seed=2)
    started = time.perf_counter()
    quincunx.values(batch)
    return (time.perf_counter() - started) / lanes


def drawn_by_ply(count: int) -> list[AnyPosition]:
    random, start = Random(19), quincunx.game("numeral-nexus").start()
    games = [[*random_play(start, random)][:-1] for _ in range(400)]
    plies = range(max(map(len, games)))
    drawn = (random.choice(plies) for _ in range(count))
    return [random.choice([game for game in games if len(game) > ply])[ply] for ply in drawn]


def milliseconds(oracle: Any, positions: list[AnyPosition]) -> list[float]:
    """Of each analysis, in order of length."""
    taken = []
    for position in positions:
        started = time.perf_counter()
        oracle.judge_all(position)
        taken.append(1000 * (time.perf_counter() - started))
    return sorted(taken)


def steps_a_second(game_id: str) -> float:
    """Of a learner that plays by lot, against `perfect`."""
    env = gymnasium.make(environment_id(game_id), opponent="perfect", seat="toss")
    random = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    started = 0.0
    for step in range(STEPS + 50):
        if step == 50:  # what is loaded and solved once is behind us
            started = time.perf_counter()
        action = random.choice(np.flatnonzero(info["action_mask"]))
        *_, ended, truncated, info = env.step(int(action))
        if ended or truncated:
            _, info = env.reset()
    return STEPS / (time.perf_counter() - started)


def measure() -> None:
    for game_id, numberings in (("swap-nine", 0), ("zone-conquest", 0), ("grid-clash", 64)):
        fast, plain = values_a_second(game_id, numberings)
        print(f"{game_id:14} {fast:12,.0f} positions/s, analyze {plain:8,.0f}: {fast / plain:,.0f}")
    print(f"grid-clash     {1000 * fresh_numberings():.2f} ms for each fresh numbering")
    positions = drawn_by_ply(DRAWN)
    plain_oracle, oracle = (new_oracle(positions[0].game) for _ in range(2))
    started = time.perf_counter()
    oracle.prepare(positions[0].game.start())
    oracle.judge_all(positions[0].game.start().play("5@C3").play("1@A1"))
    print(f"numeral-nexus  ready after {time.perf_counter() - started:.1f} s")
    for name, one, some in (("compiled", oracle, 1), ("plain", plain_oracle, 10)):
        taken = milliseconds(one, positions[::some])
        shown = ", ".join(f"{taken[int(len(taken) * q)]:.1f}" for q in (0.5, 0.95, 0.99))
        print(f"numeral-nexus  {name}: {shown} ms (median, 95, 99 %), worst {taken[-1]:.0f} ms")
    for game_id in quincunx.game_ids():
        print(f"{game_id:14} {steps_a_second(game_id):8,.0f} steps/s against perfect; wanted 100")
