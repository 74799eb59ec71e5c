"""Exact values of every position of a graph, the level `perfect` there, and best responses."""

from itertools import pairwise
from typing import Any

from quincunx.core.extras import needs
from quincunx.oracle import oracle_of
from quincunx.oracle.graph import Graph, fast, places

with needs("fast"):
    import numpy as np

FAR = 10**6
"""A distance that is not known, as levels have it."""
BETTER = 1e-11
SLIP = 1e-9
"""A smaller chance is none: whoever waits for it waits longer than can be computed."""
ROUNDS, REST, PLY = 300, 1e-15, 1e-9
"""How often equations are gone round, what change is none, and what a ply counts as."""


class ExactValues:
    """What each position is worth to X with best play from both, and how soon."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.counts = np.diff(graph.first)
        """Of moves, by position."""
        payoffs = graph.ends * self._margins()
        low = graph.over
        signs = graph.turns[low:]
        by_move = np.repeat(signs, self.counts[low:])
        distances = np.where(self.counts, FAR, 0)
        for plies in range(1, FAR):
            found = signs * graph.best(by_move * payoffs[graph.children], low, len(graph))
            changed = found != payoffs[low:]
            if not changed.any():
                break
            distances[low:][changed] = plies
            payoffs[low:] = found
        self.payoffs, self.distances = payoffs, distances
        self.values = np.sign(payoffs)

    def _margins(self) -> Any:
        """Twice what each end is won by, where that counts, else 1: as payoffs have it."""
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
        """The chances of the level `random`, by move."""
        return 1 / self.counts[self.graph.parents]

    def perfect(self) -> Any:
        """The same of `perfect`: see `players/perfect.py`."""
        graph = self.graph
        parents, children = graph.parents, graph.children
        sign = graph.turns[parents]
        value = sign * self.values[children]
        distance, margin = 1 + self.distances[children], sign * np.fix(self.payoffs[children] / 2)
        game = graph.position(0).game
        if (few := oracle_of(game).max_empty_for_distance) is not None:
            empty = (graph.features[:, : game.cells] == 0).sum(axis=1)[parents]
            distance[(empty > few) & (distance > 1)] = FAR
        distance[value == 0] = FAR
        worth = (graph.turns * self.values)[parents]
        alive = value == worth
        wins, losses = (graph.sums(value == which)[children] for which in (1, -1))
        replies = self.counts[children]
        won, lost = worth > 0, worth < 0
        for rank in (
            np.where(won, distance, np.where(lost, wins / np.maximum(replies, 1), -losses)),
            np.where(won, -margin, np.where(lost, -replies, 0)),
            np.where(lost, -margin, 0),
            np.where(lost, -distance, 0),
        ):
            best, low = np.zeros(len(graph)), graph.over
            best[low:] = graph.best(np.where(alive, -rank, -np.inf), low, len(graph))
            alive &= -rank == best[parents]
        return alive / graph.sums(alive)[parents]


def respond(graph: Graph, chances: Any, sign: int) -> Any:
    """What a best response in the seat of that sign gets from each position, where the other plays
    by chances; with 0 what X gets where both do."""
    values = (sign or 1) * graph.ends
    chances = np.where(chances < SLIP, 0, chances)
    chances = chances / graph.sums(chances)[graph.parents]
    bounds = np.searchsorted(graph.levels, np.arange(1, graph.levels[-1] + 2)).tolist()
    for low, high in pairwise(bounds):
        begin, end = graph.first[low], graph.first[high]
        following = values[graph.children[begin:end]]
        if graph.children[begin:end].max() >= low:
            values[low:high] = _knots(graph, chances, sign, values, low, high)
        else:
            rows = graph.parents[begin:end] - low
            mean = np.bincount(rows, chances[begin:end] * following, high - low)
            own = graph.turns[low:high] == sign
            values[low:high] = np.where(own, graph.best(following, low, high), mean)
    return values


def _knots(graph: Graph, chances: Any, sign: int, values: Any, low: int, high: int) -> Any:
    """The same of the knots of one level, from the values of the levels below."""
    begin, end = graph.first[low], graph.first[high]
    first, count = graph.first[low : high + 1] - begin, high - low
    rows, children = graph.parents[begin:end] - low, graph.children[begin:end]
    chances, inside = chances[begin:end], children >= low
    children = np.where(inside, children - low, 0)
    outside = np.where(inside, 0, values[graph.children[begin:end]])
    own = graph.turns[low:high] == sign
    stays = _staying(first, own, inside, children, chances)
    # Each of the responder's positions has a chosen move, or stops for a draw where it can stay;
    # without a responder all stop from where nobody ever leaves.
    chosen, stops = first[:-1].copy(), (own | (sign == 0)) & stays
    met, moves = np.flatnonzero(~own), np.flatnonzero(~own[rows])
    found, before, settle = np.zeros(count), -np.inf, fast(settled)
    while True:
        reached = children[moves]
        on = inside[moves] & ~stops[reached]
        after = np.where(
            on & own[reached], chosen[reached], moves
        )  # the responder moves on at once
        known = np.where(on, outside[after], outside[moves])
        constant = np.bincount(rows[moves], chances[moves] * known, count)
        linked = on & inside[after]
        links = rows[moves][linked], children[after[linked]], chances[moves][linked]
        if not (settle and settle(*links, constant, met, found)):
            found = _solved(graph.knots[low:high], *links, constant, met)
        taken = np.where(inside[chosen], found[children[chosen]], outside[chosen])
        found[own] = np.where(stops, 0, taken)[own]
        found = found.clip(-1, 1)
        offered = np.where(inside, found[children], outside)
        best = np.maximum.reduceat(offered, first[:-1])
        better = own & (best > found + BETTER)
        if not better.any() or found.sum() <= before:  # the rest is rounding
            return found
        before = found.sum()
        numbers = np.where(offered == best[rows], np.arange(len(rows)), len(rows))
        chosen = np.where(better, np.minimum.reduceat(numbers, first[:-1]), chosen)
        stops &= ~better


def settled(rows: Any, columns: Any, weights: Any, constants: Any, met: Any, found: Any) -> bool:
    """Finds what is its constant plus its weighted links to others, in those `met`, by going round
    until nothing changes, and tells whether it came to that. Where play hardly leaves a knot it
    does not, though a round may change little: that is seen from the plies that play stays, which
    are found as well. For compiled code."""
    plies = np.zeros(len(found))
    for _ in range(ROUNDS):
        change, at = 0.0, 0
        for row in met:
            total, stay = constants[row], 1.0
            while at < len(rows) and rows[at] == row:
                total += weights[at] * found[columns[at]]
                stay += weights[at] * plies[columns[at]]
                at += 1
            change = max(change, abs(total - found[row]), (stay - plies[row]) * PLY)
            found[row], plies[row] = total, stay
        if change < REST:
            return True
    return False


def _solved(knots: Any, rows: Any, columns: Any, weights: Any, constants: Any, met: Any) -> Any:
    """The same, solved as equations. Those of a knot make a block, and blocks of one size are
    solved at once: `met` has them one after the other, a block's rows side by side."""
    _, block, sizes = np.unique(knots[met], return_inverse=True, return_counts=True)
    size = sizes[block]
    column = np.zeros(len(knots), np.int64)
    column[met] = places(sizes)
    order = np.argsort(size, kind="stable")
    met, size = met[order], size[order]
    row = np.zeros(len(knots), np.int64)
    row[met] = np.cumsum(size) - size  # where the row of each begins among all that are not 0
    entries = np.zeros(size.sum())
    entries[row[met] + column[met]] = 1
    entries -= np.bincount(row[rows] + column[columns], weights, len(entries))
    found, done = np.zeros(len(knots)), 0
    for width, many in zip(*np.unique(size, return_counts=True), strict=True):
        some = met[done : done + many]
        matrix = entries[row[some[0]] : row[some[-1]] + width].reshape(-1, width, width)
        right = constants[some].reshape(-1, width, 1)
        found[some] = np.linalg.solve(matrix, right).reshape(-1)
        done += many
    return found


def _staying(first: Any, own: Any, inside: Any, children: Any, chances: Any) -> Any:
    """Where a responder can stay in a knot for ever, whatever the other does."""
    stays = np.ones(len(own), np.bool_)
    while True:
        staying = inside & stays[children]
        leaves = np.logical_or.reduceat((chances > 0) & ~staying, first[:-1])
        fewer = stays & np.where(own, np.logical_or.reduceat(staying, first[:-1]), ~leaves)
        if (fewer == stays).all():
            return stays
        stays = fewer
