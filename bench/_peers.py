"""Others who play in the same run as we do, by turns, so that a busy or slow host counts for all:
what is installed, and gg-bench's environments from a copy of its repository that GG_BENCH names."""

import os
import runpy
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import quincunx

SECONDS, ROUNDS = 0.05, 60
Episode = Callable[[], int]
"""Plays a game at random and tells how many steps it took."""
HOW = "For gg-bench beside it: GG_BENCH=FOLDER make bench, where gg_bench/data/envs lies in FOLDER."


def rates(*episodes: Episode | None) -> list[float]:
    """Steps a second of each, the best of some rounds; 0 for one who is not there."""
    best = [0.0] * len(episodes)
    for _ in range(ROUNDS):
        for place, episode in enumerate(episodes):
            if episode:
                best[place] = max(best[place], _rate(episode))
    return best


def _rate(episode: Episode) -> float:
    steps, started = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - started) < SECONDS:
        steps += episode()
    return steps / elapsed


def ratio(ours: float, theirs: float) -> str:
    return f"{ours / theirs:7.1f}" if theirs else f"{'-':>7}"


def steps(env: Any, random: Random) -> Episode:
    """Both players' moves through gg-bench's interface."""

    def episode() -> int:
        env.reset()
        count, over = 0, False
        # gg-bench's Numeral Nexus does not see that a full grid is the end.
        while not over and (moves := env.valid_moves()):
            over = env.step(random.choice(moves))[2]
            count += 1
        return count

    return episode


def gg_bench(game_id: str, random: Random) -> Episode | None:
    """gg-bench's own environment of a game: the first with its title and as many actions."""
    game, folder = quincunx.game(game_id), os.environ.get("GG_BENCH")
    data = Path(folder or "") / "gg_bench" / "data"
    for text in sorted(data.glob("descriptions/*.txt")) if folder else ():
        words = next((line for line in text.read_text("utf-8").splitlines() if line.strip()), "")
        if game.title.lower() in words.lower():
            env = runpy.run_path(str(data / "envs" / f"env_{text.stem}.py"))["CustomEnv"]()
            if env.action_space.n == game.action_count:
                return steps(env, random)
    return None
