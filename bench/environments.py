"""Steps a second of the environments for learners, in random play.

Gymnasium: the learner's steps, each with a random opponent's reply. Peer: gg-bench's environment
of the same game, measured on another machine of this kind together with OpenSpiel's tic_tac_toe
(C++, driven from Python). That game is run here in turn with ours, and the ratio is ours to the
peer's after both are divided by it, so that a busy or slow host does not count.
"""

import time
from collections.abc import Callable
from random import Random
from typing import Any

from bench.random_play import GG_BENCH

SECONDS = 0.2
RUNS = 5
TIC_TAC_TOE = 577_000
"""What it did there."""


def rate(episode: Callable[[], int]) -> float:
    """Steps a second; an episode tells how many it took."""
    steps, started = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - started) < SECONDS:
        steps += episode()
    return steps / elapsed


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
    own = open_spiel_episode("tic_tac_toe", random)
    fastest = 0.0
    for game_id, (peer, _) in GG_BENCH.items():
        episodes = [
            gymnasium_episode(game_id, random),
            pettingzoo_episode(game_id, random),
            open_spiel_episode(f"quincunx_{game_id.replace('-', '_')}", random),
            gg_bench_episode(game_id, random),
            own,
        ]
        runs = [[rate(episode) for episode in episodes] for _ in range(RUNS)]
        *rates, yardstick = (max(times) for times in zip(*runs, strict=True))
        ratio = (rates[-1] / yardstick) / (peer / TIC_TAC_TOE)
        words = " ".join(f"{one:10,.0f}" for one in rates)
        print(f"{game_id:14} {words} {peer:10,} {ratio:10.2f}")
        fastest = max(fastest, yardstick)
    print(f"OpenSpiel's own tic_tac_toe: {fastest:,.0f} now, {TIC_TAC_TOE:,} there")
