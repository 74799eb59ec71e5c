"""Crossed Paths: won or lost by a theorem on matchings; docs/solutions.md states and proves it.

A move to cell w wins exactly if some maximum matching of the empty cells, joined where they lie
in line, leaves w out: the opponent must leave w along a line, and whichever cell is taken next,
the matching names the answer. One matching and its outer vertices judge all moves at once.
"""

from collections.abc import Callable
from functools import cache

from quincunx.core import Move
from quincunx.games.crossed_paths.rules import CrossedPaths, CrossedPathsPosition
from quincunx.oracle.base import Oracle
from quincunx.oracle.matching import Matching
from quincunx.oracle.verdicts import Proof, Value, Verdict

MAX_CELLS = 26 * 26
MAX_EMPTY_FOR_LINE = 100


def oracle(game: CrossedPaths) -> Oracle:
    return CrossedPathsOracle()


class CrossedPathsOracle(Oracle):
    proof = Proof.THEOREM
    max_empty_for_distance = 6

    def judge_moves(self, position: CrossedPathsPosition) -> dict[Move, Verdict]:
        empty, graph = _graph(position)
        number = {cell: index for index, cell in enumerate(empty)}
        left_out = Matching(graph).left_out
        moves = position.legal_moves()
        known = len(empty) <= self.max_empty_for_distance
        distances = _distances(graph) if known else None
        everything = (1 << len(empty)) - 1
        verdicts: dict[Move, Verdict] = {}
        for move in moves:
            index = number[move.cell]
            distance = None
            if distances:
                distance = distances(everything ^ 1 << index, index)[1] + 1
            elif not graph[index]:
                distance = 1
            value = Value.WIN if left_out[index] else Value.LOSS
            verdicts[move] = Verdict(value, self.proof, distance)
        return verdicts

    def line(self, position: CrossedPathsPosition) -> tuple[Move, ...] | None:
        """Moves that keep what can be kept; they end when the cells do."""
        if position.cells.count("-") > MAX_EMPTY_FOR_LINE:
            return None
        return self.follow(position)


def pairing(position: CrossedPathsPosition) -> list[tuple[int, int]]:
    """A maximum matching of the empty cells. After a move that wins, its partner answers whatever
    the other player takes, to the end."""
    empty, graph = _graph(position)
    mates = enumerate(Matching(graph).mate)
    return [(empty[one], empty[two]) for one, two in mates if one < two]


def _graph(position: CrossedPathsPosition) -> tuple[list[int], list[list[int]]]:
    """The empty cells, and which of them, by their place there, lie in line with each."""
    lines, cells = position.game.lines, position.cells
    empty = [cell for cell, owner in enumerate(cells) if owner == "-"]
    number = {cell: index for index, cell in enumerate(empty)}
    return empty, [[number[c] for c in lines[cell] if cells[c] == "-"] for cell in empty]


def _distances(graph: list[list[int]]) -> Callable[[int, int], tuple[bool, int]]:
    """Near the end: by trying everything, whether the mover wins and in how many plies."""
    neighbours = [sum(1 << other for other in around) for around in graph]

    @cache
    def judge(empty: int, last: int) -> tuple[bool, int]:
        options = empty & neighbours[last]
        results = [
            judge(empty ^ 1 << cell, cell) for cell in range(len(graph)) if options >> cell & 1
        ]
        lost = [distance for won, distance in results if not won]
        if lost:
            return True, min(lost) + 1
        return False, max((distance for _, distance in results), default=-1) + 1

    return judge
