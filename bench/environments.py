"""Steps a second of the environments for learners, in random play.

Gymnasium: the learner's steps, each with a random opponent's reply. Peer: gg-bench's environment
of the same game on a machine of this kind, not taken in the same run, and how our class with its
interface compares. In OpenSpiel Python games cross into C++ and back; its own tic_tac_toe, which
is C++ throughout, is measured here too, beside the figure of that other machine.
"""

import time
from collections.abc import Callable
from random import Random
from typing import Any

from bench.random_play import GG_BENCH

SECONDS = 0.5
RUNS = 3
TIC_TAC_TOE = 577_000


def rate(episode: Callable[[], int]) -> float:
    """Steps a second, the best of some runs; an episode tells how many it took."""
    best = 0.0
    for _ in range(RUNS):
        steps, started = 0, time.perf_counter()
        while (elapsed := time.perf_counter() - started) < SECONDS:
            steps += episode()
        best = max(best, steps / elapsed)
    return best


def gymnasium_episode(game_id: str, random: Random) -> Callable[[], int]:
    from quincunx.envs import Versus

    env = Versus(game_id)

    def episode() -> int:
        _, info = env.reset()
        steps, over = 0, False
        while not over:
            action = random.choice(info["action_mask"].nonzero()[0])
            _, _, over, _, info = env.step(action)
            steps += 1
        return steps

    return episode


def pettingzoo_episode(game_id: str, random: Random) -> Callable[[], int]:
    from quincunx.envs import aec

    env = aec(game_id)

    def episode() -> int:
        env.reset()
        steps = 0
        while True:
            observation, _, over, _, _ = env.last()
            if over:
                return steps
            env.step(random.choice(observation["action_mask"].nonzero()[0]))
            steps += 1

    return episode


def gg_bench_episode(game_id: str, random: Random) -> Callable[[], int]:
    from quincunx.envs import GGBench

    env = GGBench(game_id)

    def episode() -> int:
        env.reset()
        steps, over = 0, False
        while not over:
            over = env.step(random.choice(env.valid_moves()))[2]
            steps += 1
        return steps

    return episode


def open_spiel_episode(name: str, random: Random) -> Callable[[], int]:
    import pyspiel  # type: ignore[import-not-found]  # OpenSpiel has no types

    game: Any = pyspiel.load_game(name)

    def episode() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return episode


def measure() -> None:
    random = Random(1)
    columns = ("gymnasium", "pettingzoo", "open_spiel", "gg-bench's", "peer", "ratio")
    print(f"{'game':14} " + " ".join(f"{column:>10}" for column in columns))
    for game_id, (peer, _) in GG_BENCH.items():
        spiel = f"quincunx_{game_id.replace('-', '_')}"
        rates = [
            rate(gymnasium_episode(game_id, random)),
            rate(pettingzoo_episode(game_id, random)),
            rate(open_spiel_episode(spiel, random)),
            rate(gg_bench_episode(game_id, random)),
        ]
        words = " ".join(f"{one:10,.0f}" for one in rates)
        print(f"{game_id:14} {words} {peer:10,} {rates[-1] / peer:10.2f}")
    own = rate(open_spiel_episode("tic_tac_toe", random))
    print(f"OpenSpiel's own tic_tac_toe: {own:,.0f} now, {TIC_TAC_TOE:,} there")
