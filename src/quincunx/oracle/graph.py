"""Every position that can be reached, as arrays: what follows from what, and what learners see.

Positions are numbered so that moves lead to smaller numbers, except within a *component*, where
play can go in circles: its positions stand side by side. Components of one level lead to lower
levels alone, and finished games are level 0.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from importlib.util import find_spec
from typing import Any

from quincunx.core import AnyGame, AnyPosition, GameError, Player
from quincunx.core.extras import needs
from quincunx.core.text import quote
from quincunx.kernels import has_kernel, kernel
from quincunx.oracle import oracle_of
from quincunx.oracle.retrograde import expand

with needs("fast"):
    import numpy as np

MAX_POSITIONS = 2_000_000
TABLE = 1 << MAX_POSITIONS.bit_length()


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
    children: Any
    """Where they lead, in order of action number."""
    components: Any
    levels: Any
    position: Callable[[int], AnyPosition]

    def __len__(self) -> int:
        return len(self.turns)

    @cached_property
    def over(self) -> int:
        """How many games are over; they come first."""
        return int(np.searchsorted(self.levels, 1))

    @cached_property
    def parents(self) -> Any:
        """Of each move."""
        return np.repeat(np.arange(len(self)), np.diff(self.first))

    def sums(self, of_moves: Any) -> Any:
        """Over the moves of each position."""
        return np.bincount(self.parents, of_moves, len(self))

    def flow(self, mass: Any, chances: Any) -> Any:
        """Return where play is that was there a ply ago."""
        return np.bincount(self.children, mass[self.parents] * chances, len(self))

    def best(self, of_moves: Any, low: int, high: int) -> Any:
        """The highest over the moves of each of some positions, all of which have some."""
        return np.maximum.reduceat(of_moves, self.first[low:high] - self.first[low])


@cache
def fast(function: Callable[..., Any]) -> Callable[..., Any] | None:
    """The same compiled, where that is at hand."""
    if not find_spec("numba"):
        return None
    from quincunx.kernels.compiled import compiled

    return compiled(function)


@lru_cache(maxsize=4)
def graph(start: AnyPosition) -> Graph:
    """All that can be reached from a position; by compiled code where that is at hand."""
    whole = oracle_of(start.game).identity(start) is start
    packed = whole and fast(number_keys) and has_kernel(type(start.game))
    turns, ends, features, masks, first, children, position = (_packed if packed else _plain)(start)
    if tie := fast(components_of):
        components, levels = tie(first, children, np.zeros((7, len(turns)), np.int64))
    else:
        rows = [[0] * len(turns) for _ in range(7)]
        components, levels = map(np.array, components_of(first.tolist(), children.tolist(), rows))
    order = np.lexsort((components, levels))
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
        number[children[moved]],
        components[order],
        levels[order],
        partial(_ordered, position, order),
    )


def places(counts: Any) -> Any:
    """0, 1, 2 … up to one less than each count, one after the other."""
    return np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)


def _plain(start: AnyPosition) -> tuple[Any, ...]:
    """By the rules as they are written, and by what the oracle takes for one position."""
    positions, children, first, played = list[AnyPosition](), list[int](), [0], list[int]()
    for _, position, moves, following in expand(start, oracle_of(start.game).identity):
        positions.append(position)
        children += following
        played += [move.action for move in moves]
        first.append(len(children))
        _check(len(positions), start)
    counts = np.diff(first)
    masks = np.zeros((len(positions), start.game.action_count), np.bool_)
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
    """By the game's kernel, ply by ply. Positions are distinguished by 64 mixed bits each; whether
    that was enough is seen at the end."""
    from quincunx.kernels.compiled import DRAWN, ON
    from quincunx.kernels.lanes import new_lanes, play_copies

    game, rules = start.game, kernel(type(start.game))
    facts, turn = rules.facts(game), 1 if start.turn is Player.X else -1
    mixing = np.random.default_rng(0).integers(1 << 63, size=64, dtype=np.uint64) * 2 + 1

    def keys_of(states: Any, turn: int) -> Any:
        mixed = (states.astype(np.uint64) * mixing[: states.shape[1]]).sum(axis=1)
        mixed = (mixed ^ mixed >> np.uint64(32)) * mixing[-1] + np.uint64(turn + 1)
        return (mixed ^ mixed >> np.uint64(32)).view(np.int64)

    states, none = np.array([rules.pack(start)]), np.zeros(1, np.int8)
    table, numbers = np.zeros(2 * TABLE, np.int64), np.full(2 * TABLE, -1, np.int32)
    numbered = fast(number_keys)
    assert numbered
    numbered(keys_of(states, turn), table, numbers, 0)
    found, links, count = [(states, np.array([turn]), none, none)], list[Any](), 1
    while len(states):
        lanes = new_lanes(len(states), 0, game.action_count, 0)._replace(states=states)
        rules.open_lanes(facts, lanes, 0, len(states))
        masks = lanes.masks[:, : game.action_count]
        parents, actions = np.nonzero(masks)
        _check(len(actions), start)
        played = play_copies(rules, facts, states, parents, actions)
        children, new = numbered(keys_of(played.states, -turn), table, numbers, count)
        links.append((masks, children, played.states))
        results = played.results[new]
        ends = np.where(results == DRAWN, 0, turn * results)
        turn = -turn
        found.append((played.states[new], np.full(len(new), turn), ends, results != ON))
        states, count = played.states[new][results == ON], count + len(new)
        _check(count, start)
    states, turns, ends, over = map(np.concatenate, zip(*found, strict=True))
    children = np.concatenate([one[1] for one in links])
    assert (states[children] == np.concatenate([one[2] for one in links])).all()
    masks = np.zeros((len(states), game.action_count), np.bool_)
    masks[over == 0] = np.concatenate([one[0] for one in links])
    features = np.zeros((len(states), len(start.features())), np.int16)
    every = np.ones(len(states), np.bool_)
    rules.feature_lanes(facts, states, every, features, 0, len(states))
    first = np.concatenate([[0], masks.sum(axis=1).cumsum()])
    position = partial(_unpacked, game, states, turns)
    return turns, ends.astype(np.float64), features, masks, first, children, position


# What finds a position by its number; a graph can be pickled with it.


def _ordered(position: Callable[[int], AnyPosition], order: Any, index: int) -> AnyPosition:
    return position(int(order[index]))


def _unpacked(game: AnyGame, states: Any, turns: Any, index: int) -> Any:
    mover = Player.X if turns[index] > 0 else Player.O
    return kernel(type(game)).unpack(game, states[index], mover)


def _check(count: int, start: AnyPosition) -> None:
    if count > MAX_POSITIONS:
        raise GameError(
            f"More than {MAX_POSITIONS:,} positions follow from {quote(str(start))}, too many to "
            "list: choose a smaller size or a position nearer the end."
        )


def components_of(first: Any, children: Any, work: Any) -> Any:
    """The component of each position, from 1, and its level, from the start, which is the first
    (Tarjan's algorithm; a position outside all circles is a component of its own). It works in
    seven rows of zeros, as many as positions: compiled code in an array, other code in lists."""
    seen, low, components, levels, tried = work[0], work[1], work[2], work[3], work[4]
    path, waiting = work[5], work[6]
    depth = wide = clock = seen[0] = low[0] = 1
    component = 0
    while depth:
        at = path[depth - 1]
        move = first[at] + tried[at]
        if move < first[at + 1]:
            tried[at] += 1
            child = children[move]
            if not seen[child]:
                clock += 1
                seen[child] = low[child] = clock
                path[depth] = waiting[wide] = child
                depth += 1
                wide += 1
            elif not components[child]:
                low[at] = min(low[at], seen[child])
            continue
        depth -= 1
        if depth:
            low[path[depth - 1]] = min(low[path[depth - 1]], low[at])
        if low[at] == seen[at]:
            component, level, begin = component + 1, 0, wide
            while not components[at]:
                begin -= 1
                components[waiting[begin]] = component
            for member in waiting[begin:wide]:
                for move in range(first[member], first[member + 1]):
                    outside = components[children[move]] != component
                    level = max(level, 1 + outside * levels[children[move]])
            for member in waiting[begin:wide]:
                levels[member] = level
            wide = begin
    return components, levels


def number_keys(keys: Any, table: Any, numbers: Any, count: int) -> Any:
    """The number of each key, from a table that holds so many, and which of them are new."""
    found, new, known = np.empty(len(keys), np.int64), np.empty(len(keys), np.int64), count
    for at in range(len(keys)):
        slot = keys[at] & len(table) - 1
        while numbers[slot] >= 0 and table[slot] != keys[at]:
            slot = slot + 1 & len(table) - 1
        if numbers[slot] < 0:
            table[slot], numbers[slot] = keys[at], count
            new[count - known] = at
            count += 1
        found[at] = numbers[slot]
    return found, new[: count - known]
