"""Grading: positions graded a second, each for the first time.

Games of random play; a position is graded when every one of its moves has its exact value.
"""

import time
from random import Random

import quincunx
from quincunx import Match, Player
from quincunx.arena.grading import judge_moves
from quincunx.oracle import analyze

SECONDS = 2.0
FEWEST = 60


def random_match(game_id: str, random: Random) -> Match:
    match = Match(quincunx.game(game_id).start(seed=1))
    while moves := match.legal_moves():
        match.play(random.choice(moves))
    return match


def measure() -> None:
    print(f"{'game':14} {'positions':>10} {'a second':>10} {'counted':>8} {'left out':>9}")
    for game_id in quincunx.game_ids():
        analyze(quincunx.game(game_id).start(seed=1))  # what is solved once is solved before
        random, positions, counted, unknown, taken = Random(1), 0, 0, 0, 0.0
        while taken < SECONDS or positions < FEWEST:
            match = random_match(game_id, random)
            analyze.cache_clear()
            started = time.perf_counter()
            moves = [move for side in Player for move in judge_moves(match, side)]
            taken += time.perf_counter() - started
            positions += len(moves)
            counted += sum(move.known and move.mattered for move in moves)
            unknown += sum(not move.known for move in moves)
        print(
            f"{game_id:14} {positions:10,} {positions / taken:10,.0f} "
            f"{counted / positions:8.0%} {unknown / positions:9.0%}"
        )
