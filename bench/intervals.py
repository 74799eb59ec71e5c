"""Intervals of matches and of Elo ratings: how often they hold the truth, by simulation.

`python -m bench intervals [--matches N] [--pool N]`. A pool of real games in each seat is the
truth; matches are drawn from it in pairs from the same start, as they are played, and each has its
interval, beside Clopper and Pearson's over all games alike. Elo: of five agents so many points
apart, the first and the last, and those between. Wanted: an interval holds the truth 93 times of a
hundred, two standard errors allowed.
"""

import argparse
from math import exp
from random import Random
from statistics import fmean
from typing import NamedTuple

from quincunx import game
from quincunx.arena.contest import draw_starts, pair_tasks, play
from quincunx.arena.elo import SCALE, ratings
from quincunx.arena.statistics import exact, score
from quincunx.core import Player
from quincunx.players import Terms

MATCHES, POOL = 2_000, 200
GAMES = (10, 20, 100)
LEAST = 0.93
CASES = (
    ("swap-nine", "perfect", "expert"),
    ("grid-clash", "perfect", "expert"),
    ("swap-nine", "expert", "expert"),
    ("grid-clash", "skilled", "skilled"),
    ("zone-conquest", "expert", "expert"),
    ("zone-conquest", "perfect", "expert"),
    ("grid-clash", "skilled", "casual"),
)
AGENTS, APART = 5, (0, 200, 400, 600)
A_PAIR = (4, 10, 40)


class Pair(NamedTuple):
    """What the agent that is named first scored in each seat, from one start."""

    x: float
    o: float


def pool_of(board: str, a: str, b: str, size: int) -> list[Pair]:
    tasks = pair_tasks(draw_starts(game(board), size, 0), a, b, Terms())
    played = [play(task) for task in tasks]
    as_x = [one.points(Player.X) for one in played[::2]]
    return [Pair(x, o.points(Player.O)) for x, o in zip(as_x, played[1::2], strict=True)]


def coverage(pool: list[Pair], games: int, matches: int, random: Random) -> tuple[float, ...]:
    """Of intervals by seat, and of Clopper and Pearson's: how often the truth lies in them, and
    how wide they are on average."""
    truth = fmean(points for pair in pool for points in pair)
    found: list[tuple[float, ...]] = []
    for _ in range(matches):
        pairs = random.choices(pool, k=games // 2)
        by_seat = score([pair.x for pair in pairs], [pair.o for pair in pairs])
        low, high = alike([points for pair in pairs for points in pair])
        found.append(
            (
                by_seat["low"] <= truth <= by_seat["high"],
                by_seat["high"] - by_seat["low"],
                low <= truth <= high,
                high - low,
            )
        )
    return tuple(map(fmean, zip(*found, strict=True)))


def alike(points: list[float]) -> tuple[float, float]:
    """Clopper and Pearson's interval; where half a point is left over, between two of them."""
    whole = (int(sum(points)), -int(-sum(points) // 1))
    bounds = [exact(count, len(points)) for count in whole]
    return fmean(low for low, _ in bounds), fmean(high for _, high in bounds)


def elo_coverage(games: int, apart: int, matches: int, random: Random) -> tuple[float, float]:
    """Of the agents at the ends, and of those between."""
    truth = [1500 + apart * (place - (AGENTS - 1) / 2) for place in range(AGENTS)]
    held: list[list[bool]] = []
    for _ in range(matches):
        results = []
        for a in range(AGENTS):
            for b in range(a):
                chance = 1 / (1 + exp((truth[b] - truth[a]) / SCALE))
                results += [(str(a), str(b), float(random.random() < chance)) for _ in range(games)]
        found = ratings(results)
        rows = [found[str(place)] for place in range(AGENTS)]
        held.append([r.low <= t <= r.high for r, t in zip(rows, truth, strict=True)])
    ends = fmean(row[place] for row in held for place in (0, -1))
    return ends, fmean(one for row in held for one in row[1:-1])


def tell(matches: int, pool_size: int) -> None:
    fails, allowed = [], 2 * (LEAST * (1 - LEAST) / matches) ** 0.5
    print(f"{'':34} {'games':>5} {'by seat':>8} {'width':>6} {'alike':>6} {'width':>6}")
    for board, a, b in CASES:
        pool = pool_of(board, a, b, pool_size)
        for games in GAMES:
            got = coverage(pool, games, matches, Random(f"{board} {a} {b} {games}"))
            name = f"{board} {a} {b}"
            print(f"{name:34} {games:5} {got[0]:8.3f} {got[1]:6.3f} {got[2]:6.3f} {got[3]:6.3f}")
            if got[0] + allowed < LEAST:
                fails.append(f"{name}, {games} games")
    print(f"\n{'Elo, games a pair':17} {'apart':>6} {'the ends':>9} {'between':>8}")
    for apart in APART:
        for games in A_PAIR:
            ends, between = elo_coverage(games, apart, matches // 4, Random(games))
            print(f"{games:17} {apart:6} {ends:9.3f} {between:8.3f}")
            if min(ends, between) + allowed < LEAST:
                fails.append(f"Elo {apart} apart, {games} games a pair")
    if fails:
        raise SystemExit(f"Too seldom right: {', '.join(fails)}.")


def measure() -> None:
    """The short form."""
    tell(400, 100)


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench intervals", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--pool", type=int, default=POOL)
    options = parser.parse_args(words)
    tell(options.matches, options.pool)
