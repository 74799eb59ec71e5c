"""Random play through the public API (legal_moves, a random choice, after), moves a second.

Beside it gg-bench's environments in the same run, where there is a copy of them, and how many
times as fast we mean to be. Lots are drawn as theirs are: nobody seeds a generator for each game.
"""

import time
from random import Random

import quincunx
from bench._peers import HOW, Episode, gg_bench, rates, ratio

WANTED = {
    "swap-nine": 5.0,
    "numeral-nexus": 30.0,
    "grid-clash": 5.0,
    "zone-conquest": 1.5,
    "crossed-paths": 5.0,
}


def library(game_id: str, random: Random) -> Episode:
    game = quincunx.game(game_id)

    def episode() -> int:
        position, moves = game.start(), 0
        while legal := position.legal_moves():
            position = position.after(random.choice(legal))
            moves += 1
        return moves

    return episode


def moves_a_second(game_id: str) -> float:
    return rates(library(game_id, Random(1)))[0]


def measure() -> None:
    print(f"{'game':14} {'moves/s':>10} {'gg-bench':>10} {'ratio':>7} {'wanted':>7}")
    for game_id, wanted in WANTED.items():
        ours, theirs = rates(library(game_id, Random(1)), gg_bench(game_id, Random(1)))
        print(f"{game_id:14} {ours:10,.0f} {theirs:10,.0f} {ratio(ours, theirs)} {wanted:7.1f}")
    print(HOW)
    started = time.perf_counter()
    for _ in range(10_000_000):
        pass
    print(f"ten million empty loops: {time.perf_counter() - started:.2f} s")
