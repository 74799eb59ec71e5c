"""Random play through the public API (legal_moves, a random choice, after), moves a second.

Beside it the figures of gg-bench's environments on a machine of this kind, and the ratio that
we mean to keep. They are not taken in the same run: the peer cannot be installed here. The last
line tells how fast the interpreter itself runs now; hosts of this kind vary twofold.
"""

import time
from random import Random

import quincunx

# moves a second of gg-bench, ratio to keep
GG_BENCH = {
    "swap-nine": (38_600, 5.0),
    "numeral-nexus": (940, 30.0),
    "grid-clash": (37_700, 5.0),
    "zone-conquest": (111_000, 1.5),
    "crossed-paths": (24_900, 5.0),
}


def moves_a_second(game_id: str, seconds: float = 1.0) -> float:
    game, random, moves = quincunx.game(game_id), Random(1), 0
    started = time.perf_counter()
    while (elapsed := time.perf_counter() - started) < seconds:
        position = game.start(seed=moves)
        while legal := position.legal_moves():
            position = position.after(random.choice(legal))
            moves += 1
    return moves / elapsed


def measure() -> None:
    print(f"{'game':14} {'moves/s':>10} {'gg-bench':>10} {'ratio':>7} {'wanted':>7}")
    for game_id, (peer, wanted) in GG_BENCH.items():
        ours = max(moves_a_second(game_id) for _ in range(3))
        print(f"{game_id:14} {ours:10,.0f} {peer:10,} {ours / peer:7.1f} {wanted:7.1f}")
    started = time.perf_counter()
    for _ in range(10_000_000):
        pass
    print(f"ten million empty loops: {time.perf_counter() - started:.2f} s")
