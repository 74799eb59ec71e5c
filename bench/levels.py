"""The levels against each other, both seats: value-losing moves and Elo with a 95 % interval.

Round robin from the start of each game (Grid Clash: a new numbering a pair); Elo is the
Bradley-Terry fit, `random` = 0, its interval from resampled games. The order must be strict.
"""

import math
import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, pairwise
from random import Random

import quincunx
from quincunx import Match
from quincunx.oracle import Value, analyze
from quincunx.players import LEVELS, LevelPlayer

PAIRS = {"numeral-nexus": 8}
DEFAULT_PAIRS = 40
SAMPLES = 200
Result = tuple[str, str, float]
"""Two levels and the first one's score."""


def play(game_id: str, x: str, o: str, seed: int) -> tuple[Result, dict[str, list[int]]]:
    """One game; and for each level its choices that mattered and those that lost value."""
    match = Match(quincunx.game(game_id).start(seed=seed // 2))
    players = {"X": LevelPlayer(x, 2 * seed), "O": LevelPlayer(o, 2 * seed + 1)}
    counts: dict[str, list[int]] = {x: [0, 0], o: [0, 0]}
    while match.outcome is None:
        turn = match.position.turn
        move = players[turn].choose(match)
        analysis = analyze(match.position)
        values = {item.move: item.value for item in analysis.moves}
        if Value.UNKNOWN not in (values[move], analysis.value) and len(set(values.values())) > 1:
            counts[players[turn].level][0] += 1
            counts[players[turn].level][1] += values[move] is not analysis.value
        match.play(move)
    score = {"X": 1.0, "O": 0.0, None: 0.5}[match.outcome.winner]
    return (x, o, score), counts


def elo(results: list[Result]) -> dict[str, float]:
    """Bradley-Terry strengths by fixed-point steps; one game drawn with `random` each keeps
    a level that always wins finite."""
    strength = dict.fromkeys(LEVELS, 1.0)
    games = results + [(level, "random", 0.5) for level in LEVELS if level != "random"]
    won = {
        level: sum(s if a == level else 1 - s for a, b, s in games if level in (a, b))
        for level in LEVELS
    }
    met = Counter(frozenset((a, b)) for a, b, _ in games)
    for _ in range(100):
        for level in LEVELS:
            weight = sum(
                count / sum(strength[one] for one in pair)
                for pair, count in met.items()
                if level in pair
            )
            strength[level] = max(won[level], 1e-3) / weight
    return {level: 400 * math.log10(strength[level] / strength["random"]) for level in LEVELS}


def measure_game(game_id: str) -> list[str]:
    results: list[Result] = []
    counts = {level: [0, 0] for level in LEVELS}
    for one, two in combinations(LEVELS, 2):
        for seed in range(PAIRS.get(game_id, DEFAULT_PAIRS)):
            for x, o in ((one, two), (two, one)):
                result, played = play(game_id, x, o, 2 * seed + (x == two))
                results.append(result)
                for level, (choices, lost) in played.items():
                    counts[level][0] += choices
                    counts[level][1] += lost
    fitted = elo(results)
    random = Random(1)
    samples = [elo(random.choices(results, k=len(results))) for _ in range(SAMPLES)]
    lines = []
    for level in LEVELS:
        spread = sorted(sample[level] for sample in samples)
        low, high = spread[SAMPLES // 40], spread[-1 - SAMPLES // 40]
        choices, lost = counts[level]
        lines.append(
            f"  {level:9} {fitted[level]:6.0f} ({low:.0f} to {high:.0f})"
            f"   value lost in {lost / max(choices, 1):6.1%} of {choices} choices that mattered"
        )
    order = [fitted[level] for level in LEVELS]
    strict = all(a < b for a, b in pairwise(order))
    return [
        f"{game_id}: {len(results)} games, order {'strict' if strict else 'NOT STRICT'}",
        *lines,
    ]


def measure() -> None:
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        tables = list(pool.map(measure_game, quincunx.game_ids()))
    print("\n".join(line for lines in tables for line in lines))
    if any("NOT STRICT" in lines[0] for lines in tables):
        raise SystemExit("The levels are not in strict order.")
