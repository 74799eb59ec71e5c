"""A computer's move: the first in a fresh process, then whole games of `perfect` and `expert`.

Wanted: the first within 1 s, then 95 of 100 within 200 ms (Numeral Nexus: 1 s).
"""

import subprocess
import sys
import time

import quincunx
from quincunx import Match
from quincunx.oracle import analyze
from quincunx.players import LevelPlayer

CODE = """
import quincunx
from quincunx.players import LevelPlayer
LevelPlayer("perfect", 1).pick(quincunx.Match(quincunx.game({!r}).start(seed=1)))
"""
GAMES = {"numeral-nexus": 4}


def later(game_id: str, games: int) -> list[float]:
    times = []
    for seed in range(games):
        match = Match(quincunx.game(game_id).start(seed=seed))
        players = [LevelPlayer("perfect", seed), LevelPlayer("expert", seed)]
        while match.outcome is None:
            analyze.cache_clear()
            started = time.perf_counter()
            match.play(players[(match.ply + seed) % 2].pick(match))
            times.append((time.perf_counter() - started) * 1000)
    return sorted(times)


def measure() -> None:
    print(f"{'game':14} {'first':>9} {'median':>10} {'95 of 100':>10} {'worst':>10}")
    for game_id in quincunx.game_ids():
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", CODE.format(game_id)], check=True)
        first = (time.perf_counter() - started) * 1000
        times = later(game_id, GAMES.get(game_id, 10))
        middle, most, worst = times[len(times) // 2], times[int(len(times) * 0.95)], times[-1]
        print(f"{game_id:14} {first:6.0f} ms {middle:7.1f} ms {most:7.1f} ms {worst:7.1f} ms")
