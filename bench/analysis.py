"""Analysis of all moves: the first answer in a fresh process, and later ones.

First: a new interpreter that imports, solves what it must and analyses the start; wanted within
0.5 s (Zone Conquest 1 s). Later: positions from random play in one process, median and worst.
"""

import subprocess
import sys
import time
from random import Random

import quincunx
from quincunx.oracle import Value, oracle_of

CODE = "import quincunx; quincunx.analyze(quincunx.game({!r}).start(seed=1))"
POSITIONS = {"numeral-nexus": 40}


def later(game_id: str, size: tuple[int, int] | None = None, count: int = 300) -> list[float]:
    game, random, times = quincunx.game(game_id, size), Random(1), list[float]()
    quincunx.analyze(game.start(seed=1))
    while len(times) < count:
        position = game.start(seed=1)
        while (moves := position.legal_moves()) and len(times) < count:
            if random.random() < 0.3:
                started = time.perf_counter()
                quincunx.analyze.__wrapped__(position)  # not from memory
                times.append((time.perf_counter() - started) * 1000)
            position = position.after(random.choice(moves))
    return sorted(times)


def settled(count: int = 1000) -> None:
    """How often the value and a best move of a Numeral Nexus position are found within 1 s."""
    game, random, found = quincunx.game("numeral-nexus"), Random(2), 0
    for _ in range(count):
        positions = [game.start()]
        while moves := positions[-1].legal_moves():
            positions.append(positions[-1].after(random.choice(moves)))
        started = time.perf_counter()
        verdict = oracle_of(game).judge(random.choice(positions[:-1]))
        in_time = time.perf_counter() - started < 1
        found += in_time and verdict.value is not Value.UNKNOWN
    print(f"numeral-nexus: {found / count:.1%} of {count} positions settled within 1 s")


def measure() -> None:
    print(f"{'game':22} {'first':>9} {'median':>10} {'worst':>10}")
    for game_id in quincunx.game_ids():
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", CODE.format(game_id)], check=True)
        first = (time.perf_counter() - started) * 1000
        times = later(game_id, count=POSITIONS.get(game_id, 300))
        middle, worst = times[len(times) // 2], times[-1]
        print(f"{game_id:22} {first:6.0f} ms {middle:7.2f} ms {worst:7.2f} ms")
    settled()
    times = later("crossed-paths", (26, 26), 30)
    print(f"{'crossed-paths 26x26':22} {'':9} {times[15]:7.2f} ms {times[-1]:7.2f} ms")
