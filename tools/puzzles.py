"""Print the puzzles that are shipped as src/quincunx/analysis/puzzles.txt.

Of each game many are found, and some of every difficulty and length are kept. Name games to find
theirs alone. It takes minutes; tests judge every line again.
"""

import sys
from itertools import zip_longest
from random import Random

from quincunx.analysis.puzzles import Puzzle, search
from quincunx.games import game, game_ids

CANDIDATES = 300
KEPT = 151
"""Of each game: a prime, so that the puzzles of the day, of one game after the other, are all."""
WORK = 1_000_000


def choose(candidates: list[Puzzle], count: int) -> list[Puzzle]:
    """One of each kind in turn, so that the rare ones are all there; then in any order."""
    by_kind: dict[tuple[int, int], list[Puzzle]] = {}
    for puzzle in candidates:
        by_kind.setdefault((puzzle.difficulty, puzzle.length), []).append(puzzle)
    rounds = zip_longest(*by_kind.values())
    chosen = [puzzle for turn in rounds for puzzle in turn if puzzle][:count]
    Random(0).shuffle(chosen)
    return chosen


for game_id in sys.argv[1:] or game_ids():
    candidates = search(game(game_id), CANDIDATES, WORK)
    for puzzle in choose([*candidates], KEPT):
        words = (game_id, puzzle.difficulty, puzzle.length, puzzle.goal, puzzle.solution)
        print(*words, puzzle.position)
