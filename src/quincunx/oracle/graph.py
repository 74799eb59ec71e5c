"""Every position that can be reached, as arrays: what follows from what, and what learners see.

Positions are numbered so that moves lead to smaller numbers, except within a *knot*, where play can
go in circles: its positions stand side by side. Knots of one level lead to lower levels alone, and
finished games are level 0.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.util import find_spec
from typing import Any

from quincunx.core import AnyPosition, GameError, Player
from quincunx.core.extras import needs
from quincunx.core.text import quote
from quincunx.kernels import has_kernel, kernel

with needs("fast"):
    import numpy as np

MOST_POSITIONS = 2_000_000


@dataclass(frozen=True)
class Graph:
    start: int
    turns: Any
    """1 where X is to move, -1 where O is."""
    ends: Any
    """1 where X has won, -1 where O has, 0 elsewhere."""
    features: Any
    masks: Any
    first: Any
    """Where the moves of each position begin, one more than there are positions."""
    actions: Any
    children: Any
    knots: Any
    levels: Any
    position: Callable[[int], AnyPosition]

    def __len__(self) -> int:
        return len(self.turns)

    @cached_property
    def parents(self) -> Any:
        """Of each move."""
        return np.repeat(np.arange(len(self)), np.diff(self.first))

    def sums(self, of_moves: Any) -> Any:
        """Over the moves of each position."""
        return np.bincount(self.parents, of_moves, len(self))

    def best(self, of_moves: Any, low: int, high: int) -> Any:
        """The highest over the moves of each of some positions, all of which have some."""
        return np.maximum.reduceat(of_moves, self.first[low:high] - self.first[low])


@lru_cache(maxsize=4)
def graph(start: AnyPosition) -> Graph:
    """All that can be reached from a position; by compiled code where that is at hand."""
    fast = bool(find_spec("numba")) and has_kernel(type(start.game))
    turns, ends, features, masks, first, children, position = (_packed if fast else _plain)(start)
    if fast:
        from quincunx.kernels.compiled import compiled

        knots, levels = compiled(knots_of)(first, children)
    else:
        knots, levels = knots_of(first.tolist(), children.tolist())
    order = np.lexsort((knots, levels))
    number = np.empty_like(order)
    number[order] = np.arange(len(order))
    masks, counts = masks[order], np.diff(first)[order]
    moved = np.repeat(first[order], counts) + places(counts)
    return Graph(
        int(number[0]),
        turns[order],
        ends[order],
        features[order],
        masks,
        np.concatenate([[0], np.cumsum(counts)]),
        np.nonzero(masks)[1],
        number[children[moved]],
        np.array(knots)[order],
        np.array(levels)[order],
        lambda index: position(int(order[index])),
    )


def places(counts: Any) -> Any:
    """0, 1, 2 … up to one less than each count, one after the other."""
    return np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)


def _plain(start: AnyPosition) -> tuple[Any, ...]:
    """By the rules as they are written."""
    numbers, positions, children, first = {start: 0}, [start], list[int](), [0]
    for position in positions:
        for move in position.legal_moves():
            after = position.after(move)
            number = numbers.setdefault(after, len(positions))
            if number == len(positions):
                positions.append(after)
            children.append(number)
        first.append(len(children))
        _check(len(positions), start)
    counts = np.diff(first)
    masks = np.zeros((len(positions), start.game.action_count), np.bool_)
    played = [move.action for position in positions for move in position.legal_moves()]
    masks[np.repeat(np.arange(len(positions)), counts), played] = True
    won = {None: 0, Player.X: 1, Player.O: -1}
    ends = np.zeros(len(positions))
    for end in np.flatnonzero(counts == 0).tolist():
        outcome = positions[end].outcome
        ends[end] = won[outcome.winner if outcome else None]
    turns = np.array([won[position.turn] for position in positions])
    features = np.array([position.features() for position in positions], np.int16)
    return turns, ends, features, masks, np.array(first), np.array(children), positions.__getitem__


def _packed(start: AnyPosition) -> tuple[Any, ...]:
    """By the game's kernel, ply by ply. Positions are told apart by 64 mixed bits each; whether
    that was enough is seen at the end."""
    from quincunx.kernels.compiled import DRAWN, ON
    from quincunx.kernels.lanes import new_lanes

    game, rules = start.game, kernel(type(start.game))
    facts, turn = rules.facts(game), 1 if start.turn is Player.X else -1
    mixing = np.random.default_rng(0).integers(1 << 63, size=64, dtype=np.uint64) * 2 + 1

    def lanes_of(states: Any) -> Any:
        return new_lanes(len(states), 0, game.action_count, 0)._replace(states=states)

    def keys_of(states: Any, turn: int) -> Any:
        mixed = (states.astype(np.uint64) * mixing[: states.shape[1]]).sum(axis=1)
        return (mixed ^ mixed >> np.uint64(32)) * mixing[-1] + np.uint64(turn + 1)

    states = np.array([rules.pack(start)])
    keys, none = keys_of(states, turn), np.zeros(1, np.int8)
    found, known, links = [(states, np.array([turn]), none, none)], keys, list[Any]()
    while len(states):
        lanes = lanes_of(states)
        rules.open_lanes(facts, lanes, 0, len(states))
        masks = lanes.masks[:, : game.action_count]
        parents, actions = np.nonzero(masks)
        played = lanes_of(states[parents])
        rules.play_lanes(facts, played, actions, 0, len(actions))
        keys = keys_of(played.states, -turn)
        links.append((masks, keys, played.states))
        new = np.unique(keys, return_index=True)[1]
        new = new[~np.isin(keys[new], known)]
        results = played.results[new]
        ends = np.where(results == DRAWN, 0, turn * results)
        turn = -turn
        found.append((played.states[new], np.full(len(new), turn), ends, results != ON))
        known = np.concatenate([known, keys[new]])
        states = played.states[new][results == ON]
        _check(len(known), start)
    states, turns, ends, over = map(np.concatenate, zip(*found, strict=True))
    order = np.argsort(known)
    children = order[np.searchsorted(known[order], np.concatenate([one[1] for one in links]))]
    assert (states[children] == np.concatenate([one[2] for one in links])).all()
    masks = np.zeros((len(states), game.action_count), np.bool_)
    masks[over == 0] = np.concatenate([one[0] for one in links])
    features = np.zeros((len(states), len(start.features())), np.int16)
    every = np.ones(len(states), np.bool_)
    rules.feature_lanes(facts, states, every, features, 0, len(states))
    first = np.concatenate([[0], masks.sum(axis=1).cumsum()])

    def position(index: int) -> AnyPosition:
        mover = Player.X if turns[index] > 0 else Player.O
        unpacked: AnyPosition = rules.unpack(game, states[index], mover)
        return unpacked

    return turns, ends.astype(np.float64), features, masks, first, children, position


def _check(count: int, start: AnyPosition) -> None:
    if count > MOST_POSITIONS:
        raise GameError(
            f"More than {MOST_POSITIONS:,} positions follow from {quote(str(start))}, too many to "
            "list: choose a smaller size or a position nearer the end."
        )


def knots_of(first: Any, children: Any) -> Any:
    """The knot of each position and its level, from the start, which is the first (Tarjan's
    algorithm; a position outside all circles is a knot of its own)."""
    count = len(first) - 1
    seen, low, knots, levels = [0] * count, [0] * count, [-1] * count, [0] * count
    following = [first[number] for number in range(count)]
    path, waiting, clock, knot = [0], [0], 1, 0
    seen[0] = low[0] = 1
    while path:
        at = path[-1]
        if following[at] < first[at + 1]:
            child = children[following[at]]
            following[at] += 1
            if not seen[child]:
                clock += 1
                seen[child] = low[child] = clock
                path.append(child)
                waiting.append(child)
            elif knots[child] < 0:
                low[at] = min(low[at], seen[child])
            continue
        path.pop()
        if path:
            low[path[-1]] = min(low[path[-1]], low[at])
        if low[at] == seen[at]:
            begin = len(waiting) - 1
            while waiting[begin] != at:
                begin -= 1
            level = 0
            for member in waiting[begin:]:
                knots[member] = knot
                for edge in range(first[member], first[member + 1]):
                    level = max(level, 1)
                    if knots[children[edge]] not in (-1, knot):
                        level = max(level, levels[children[edge]] + 1)
            while len(waiting) > begin:
                levels[waiting.pop()] = level
            knot += 1
    return knots, levels
