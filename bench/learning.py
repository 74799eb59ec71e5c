"""Exact value lost against moves played, of one learner in each game.

`python -m bench learning [--rounds N] [--seeds S]` trains the network of
docs/training/torch_self_play.py from games against itself, 8,192 moves a round, and holds it
against every position of Swap Nine, Zone Conquest, Crossed Paths 3x4 and three numberings of Grid
Clash (it plays them all). Numeral Nexus has too many positions: there value lost is the mean over
positions drawn evenly by ply from random play, of which the oracle has proved every move. It needs
torch, which is none of this project's extras. `make bench` trains for a few rounds.
"""

import argparse
import runpy
from collections.abc import Callable
from importlib.util import find_spec
from itertools import zip_longest
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import numpy as np

import quincunx
from quincunx.arena.suite import all_known
from quincunx.core import random_play
from quincunx.players.policy import rows

EXAMPLE = Path(__file__).parents[1] / "docs" / "training" / "torch_self_play.py"
SIZES = {"crossed-paths": (3, 4)}
NUMBERINGS = 3
RANDOM_GAMES, A_PLY = 60, 10
POINTS = (0, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1)
"""After these shares of the rounds it is held against exact values."""

Figures = tuple[float, float]
"""Value lost a decision, and exploitability; not a number where that is out of reach."""


def grading(game_id: str, size: tuple[int, int] | None) -> Callable[[Any], Figures]:
    game = quincunx.game(game_id, size)
    if game_id == "numeral-nexus":
        return _sampled(game)
    starts = [game.start(seed=seed) for seed in range(NUMBERINGS if game.has_random_start else 1)]

    def graded(policy: Any) -> Figures:
        found = [quincunx.exploit(policy, start) for start in starts]
        lost = np.mean([one.value_lost for one in found])
        return float(lost), float(np.mean([one.exploitability for one in found]))

    return graded


def _sampled(game: Any) -> Callable[[Any], Figures]:
    random, chosen = Random(0), []
    games = [list(random_play(game.start(), random))[:-1] for _ in range(RANDOM_GAMES)]
    for ply in zip_longest(*games):
        analyses = (quincunx.analyze(position) for position in ply if position)
        known = (one for one in analyses if all_known(one))
        chosen += [one for one, _ in zip(known, range(A_PLY), strict=False)]
    points = {"win": 1, "draw": 0, "loss": -1}
    features, masks = rows([one.position for one in chosen])
    lost = np.zeros(masks.shape)
    for row, one in zip(lost, chosen, strict=True):
        for item in one.moves:
            row[item.move.action] = points[one.value] - points[item.value]
    print(f"  {len(chosen)} positions of Numeral Nexus with every move proved", flush=True)
    return lambda policy: (float((policy(features, masks) * lost).sum(axis=1).mean()), np.nan)


def tell(rounds: int, seeds: int) -> None:
    if not find_spec("torch"):
        print("There is no torch here: pip install torch.")
        return
    import torch

    torch.set_num_threads(1)
    example = runpy.run_path(str(EXAMPLE))
    moves = example["LANES"] * example["PLIES"]
    for game_id in quincunx.game_ids():
        size = SIZES.get(game_id)
        graded, begin = grading(game_id, size), perf_counter()
        curves = []
        for seed in range(1, seeds + 1):
            learner, curve = example["Learner"](game_id, size, seed), []
            points = {round(rounds * share) for share in POINTS}
            for number in range(rounds + 1):
                if number in points:
                    curve.append(graded(learner.policy))
                if number < rounds:
                    learner.round(1 - number / rounds)
            curves.append(curve)
        took = (perf_counter() - begin) / seeds
        print(f"  {game_id} {quincunx.game(game_id, size).size}, {took:.0f} s a run")
        for number, point in zip(sorted(points), zip(*curves, strict=True), strict=True):
            lost, exploited = zip(*point, strict=True)
            print(f"  {number * moves:11,} moves  {_mean(lost)} lost  {_mean(exploited)} exploited",
                  flush=True)  # fmt: skip


def _mean(figures: tuple[float, ...]) -> str:
    low, high = min(figures), max(figures)
    return f"{np.mean(figures):.4f} ({low:.4f} to {high:.4f})"


def measure() -> None:
    """The short form."""
    tell(8, 1)


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench learning", description=__doc__)
    parser.add_argument("--rounds", type=int, default=128)
    parser.add_argument("--seeds", type=int, default=2)
    options = parser.parse_args(words)
    tell(options.rounds, options.seeds)
