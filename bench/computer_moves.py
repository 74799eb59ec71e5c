"""A computer's move: the first in a fresh process, then whole games of `perfect` and `expert`.

Wanted: the first within 1 s, then 95 of 100 within 200 ms (Numeral Nexus: 1 s). On 6x6, where
exact values are out of reach, `expert` plays `skilled`: within 300 ms.
"""

import subprocess
import sys
import time

import quincunx
from quincunx import Match
from quincunx.core import AnyGame
from quincunx.oracle import analyze
from quincunx.players import LevelPlayer

CODE = """
import quincunx
from quincunx.players import LevelPlayer
LevelPlayer("perfect", 1).pick(quincunx.Match(quincunx.game({!r}).start(seed=1)))
"""
GAMES = {"numeral-nexus": 4}
LARGE = ["swap-nine", "grid-clash", "zone-conquest"]


def later(game: AnyGame, games: int, *levels: str) -> list[float]:
    times = []
    for seed in range(games):
        match = Match(game.start(seed=seed))
        players = [LevelPlayer(level, seed) for level in levels]
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
        game = quincunx.game(game_id)
        times = later(game, GAMES.get(game_id, 10), "perfect", "expert")
        print(f"{game_id:14} {first:6.0f} ms {_shown(times)}")
    for game_id in LARGE:
        times = later(quincunx.game(game_id, (6, 6)), 3, "expert", "skilled")
        print(f"{game_id:14} {'6x6':>9} {_shown(times)}")


def _shown(times: list[float]) -> str:
    middle, most, worst = times[len(times) // 2], times[int(len(times) * 0.95)], times[-1]
    return f"{middle:7.1f} ms {most:7.1f} ms {worst:7.1f} ms"
