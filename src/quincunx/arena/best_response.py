"""Exact values of every position of a graph, the level `perfect` there, and best responses."""

from itertools import pairwise
from typing import Any

from quincunx.core.extras import needs
from quincunx.oracle import oracle_of
from quincunx.oracle.graph import Graph, places
from quincunx.players.perfect import UNKNOWN_DISTANCE, perfect_ranks

with needs("fast"):
    import numpy as np

MIN_GAIN = 1e-11
"""By which a move is better than another."""
MIN_CHANCE = 1e-9
"""A smaller chance is none: waiting for it takes longer than can be computed."""


class ExactValues:
    """What each position is worth to X with best play from both, and how soon it is decided."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.counts = np.diff(graph.first)
        """Of moves, by position."""
        payoffs = graph.ends * self._margins()
        low = graph.over
        signs = graph.turns[low:]
        by_move = np.repeat(signs, self.counts[low:])
        distances = np.where(self.counts, UNKNOWN_DISTANCE, 0)
        for plies in range(1, UNKNOWN_DISTANCE):
            better = signs * graph.best(by_move * payoffs[graph.children], low, len(graph))
            changed = better != payoffs[low:]
            if not changed.any():
                break
            distances[low:][changed] = plies
            payoffs[low:] = better
        self.payoffs, self.distances = payoffs, distances
        self.values = np.sign(payoffs)

    def _margins(self) -> Any:
        """Return twice the margin of each end, where that counts, else 1."""
        graph, margins = self.graph, np.ones(len(self.graph))
        for number in np.flatnonzero(self.counts == 0).tolist():
            end = graph.position(number)
            outcome = end.outcome
            assert outcome
            margin = oracle_of(end.game).judge_end(end, outcome).margin
            if margin is None:
                break
            margins[number] = max(2 * abs(margin), 1)
        return margins

    def random_policy(self) -> Any:
        """Return the chances of the level `random`, by move."""
        return 1 / self.counts[self.graph.parents]

    def perfect_policy(self) -> Any:
        """Return the chances of the level `perfect`, by move."""
        graph, low = self.graph, self.graph.over
        parents, children = graph.parents, graph.children
        sign = graph.turns[parents]
        value = sign * self.values[children]
        distance, margin = 1 + self.distances[children], sign * np.fix(self.payoffs[children] / 2)
        game = graph.position(0).game
        if (limit := oracle_of(game).max_empty_for_distance) is not None:
            empty = (graph.features[:, : game.cells] == 0).sum(axis=1)[parents]
            distance[(empty > limit) & (distance > 1)] = UNKNOWN_DISTANCE
        distance[value == 0] = UNKNOWN_DISTANCE
        worth = (graph.turns * self.values)[parents]
        wins, losses = (graph.sums(value == result)[children] for result in (1, -1))
        ranks = perfect_ranks(worth, distance, margin, wins, losses, self.counts[children])
        chosen, best = value == worth, np.zeros(len(graph))
        for rank in ranks:
            best[low:] = graph.best(np.where(chosen, -rank, -np.inf), low, len(graph))
            chosen &= -rank == best[parents]
        return chosen / graph.sums(chosen)[parents]


def respond(graph: Graph, chances: Any, sign: int) -> Any:
    """Return what a best response in the seat of that sign gets from each position, where the other
    plays by chances; with 0 what X gets where both do."""
    values = (sign or 1) * graph.ends
    chances = np.where(chances < MIN_CHANCE, 0, chances)
    chances = chances / graph.sums(chances)[graph.parents]
    bounds = np.searchsorted(graph.levels, np.arange(1, graph.levels[-1] + 2)).tolist()
    for low, high in pairwise(bounds):
        begin, end = graph.first[low], graph.first[high]
        following = values[graph.children[begin:end]]
        if graph.children[begin:end].max() >= low:
            values[low:high] = _solve_components(graph, chances, sign, values, low, high)
        else:
            rows = graph.parents[begin:end] - low
            mean = np.bincount(rows, chances[begin:end] * following, high - low)
            own = graph.turns[low:high] == sign
            values[low:high] = np.where(own, graph.best(following, low, high), mean)
    return values


def _solve_components(
    graph: Graph, chances: Any, sign: int, values: Any, low: int, high: int
) -> Any:
    """Return the same for the components of one level, from the values of the levels below."""
    begin, end = graph.first[low], graph.first[high]
    first, count = graph.first[low : high + 1] - begin, high - low
    rows, children = graph.parents[begin:end] - low, graph.children[begin:end]
    chances, inside = chances[begin:end], children >= low
    children = np.where(inside, children - low, 0)
    outside = np.where(inside, 0, values[graph.children[begin:end]])
    own = graph.turns[low:high] == sign
    # Each of the responder's positions has a chosen move, or stops for a draw where it can stay;
    # without a responder all stop from where nobody ever leaves.
    stops = (own | (sign == 0)) & _can_stay(first, own, inside, children, chances)
    chosen = first[:-1].copy()
    met, moves = np.flatnonzero(~own), np.flatnonzero(~own[rows])
    total = -np.inf
    while True:
        reached = children[moves]
        on = inside[moves] & ~stops[reached]
        # The responder moves on at once.
        after = np.where(on & own[reached], chosen[reached], moves)
        known = np.where(on, outside[after], outside[moves])
        constant = np.bincount(rows[moves], chances[moves] * known, count)
        linked = on & inside[after]
        links = rows[moves][linked], children[after[linked]], chances[moves][linked]
        solved = _solve_equations(graph.components[low:high], *links, constant, met)
        taken = np.where(inside[chosen], solved[children[chosen]], outside[chosen])
        solved[own] = np.where(stops, 0, taken)[own]
        solved = solved.clip(-1, 1)
        offered = np.where(inside, solved[children], outside)
        best = np.maximum.reduceat(offered, first[:-1])
        better = own & (best > solved + MIN_GAIN)
        if not better.any() or solved.sum() <= total:  # the rest is rounding
            return solved
        total = solved.sum()
        numbers = np.where(offered == best[rows], np.arange(len(rows)), len(rows))
        chosen = np.where(better, np.minimum.reduceat(numbers, first[:-1]), chosen)
        stops &= ~better


def _solve_equations(
    components: Any, rows: Any, columns: Any, weights: Any, constants: Any, met: Any
) -> Any:
    """Solve the equations of those `met`, each of which is its constant plus its weighted links to
    others. Those of a component make a block, and blocks of one size are solved at once: `met` has
    them one after the other, a block's rows side by side."""
    _, block, sizes = np.unique(components[met], return_inverse=True, return_counts=True)
    size = sizes[block]
    column = np.zeros(len(components), np.int64)
    column[met] = places(sizes)
    order = np.argsort(size, kind="stable")
    met, size = met[order], size[order]
    row = np.zeros(len(components), np.int64)
    row[met] = np.cumsum(size) - size  # where the row of each begins among all that are not 0
    entries = np.zeros(size.sum())
    entries[row[met] + column[met]] = 1
    entries -= np.bincount(row[rows] + column[columns], weights, len(entries))
    solved, done = np.zeros(len(components)), 0
    for width, many in zip(*np.unique(size, return_counts=True), strict=True):
        some = met[done : done + many]
        matrix = entries[row[some[0]] : row[some[-1]] + width].reshape(-1, width, width)
        right = constants[some].reshape(-1, width, 1)
        solved[some] = np.linalg.solve(matrix, right).reshape(-1)
        done += many
    return solved


def _can_stay(first: Any, own: Any, inside: Any, children: Any, chances: Any) -> Any:
    """Return where a responder can stay in a component for ever, whatever the other does."""
    stays = np.ones(len(own), np.bool_)
    while True:
        staying = inside & stays[children]
        leaves = np.logical_or.reduceat((chances > 0) & ~staying, first[:-1])
        fewer = stays & np.where(own, np.logical_or.reduceat(staying, first[:-1]), ~leaves)
        if (fewer == stays).all():
            return stays
        stays = fewer
