"""The levels against each other, both seats: value-losing moves and Elo with a 95 % interval.

Round robin from the start of each game (Grid Clash: a new numbering a pair), rated as a
tournament is. The order must be strict.
"""

import os
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, pairwise

import quincunx
from quincunx import Match
from quincunx.arena.elo import ratings
from quincunx.oracle import Value, analyze
from quincunx.players import LEVELS, LevelPlayer

PAIRS = {"numeral-nexus": 8}
DEFAULT_PAIRS = 40
Result = tuple[str, str, float]
"""Two levels and the first one's score."""


def play(game_id: str, x: str, o: str, seed: int) -> tuple[Result, dict[str, list[int]]]:
    """One game; and for each level its choices that mattered and those that lost value."""
    match = Match(quincunx.game(game_id).start(seed=seed // 2))
    players = {"X": LevelPlayer(x, 2 * seed), "O": LevelPlayer(o, 2 * seed + 1)}
    counts: dict[str, list[int]] = {x: [0, 0], o: [0, 0]}
    while match.outcome is None:
        turn = match.position.turn
        move = players[turn].pick(match)
        analysis = analyze(match.position)
        values = {item.move: item.value for item in analysis.moves}
        if Value.UNKNOWN not in (values[move], analysis.value) and len(set(values.values())) > 1:
            counts[players[turn].level][0] += 1
            counts[players[turn].level][1] += values[move] is not analysis.value
        match.play(move)
    score = {"X": 1.0, "O": 0.0, None: 0.5}[match.outcome.winner]
    return (x, o, score), counts


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
    fitted = ratings(results)
    lines = []
    for level in LEVELS:
        rating, (choices, lost) = fitted[level], counts[level]
        lines.append(
            f"  {level:9} {rating.elo:6.0f} ({rating.low:.0f} to {rating.high:.0f})"
            f"   value lost in {lost / max(choices, 1):6.1%} of {choices} choices that mattered"
        )
    order = [fitted[level].elo for level in LEVELS]
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
