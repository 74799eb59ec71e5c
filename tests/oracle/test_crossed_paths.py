"""Crossed Paths: the theorem on matchings against brute force, networkx and the plain rules."""

from collections.abc import Sequence
from functools import cache
from random import Random

import networkx  # type: ignore[import-untyped]
import pytest

import quincunx
import simple_rules
from helpers import random_position
from quincunx.core import AnyPosition
from quincunx.games.crossed_paths.oracle import CrossedPathsOracle
from quincunx.oracle import Value, analyze
from quincunx.oracle.matching import NONE, Matching

Graph = list[list[int]]

SHAPES = [(1, c) for c in range(1, 11)]
SHAPES += [(r, c) for r in range(2, 5) for c in range(r, 9) if r * c <= 16]

FEW = CrossedPathsOracle.max_empty_for_distance


def lines(rows: int, columns: int) -> Graph:
    """The cells in line with each cell, from the coordinates alone."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    return [
        [
            other
            for other, (s, d) in enumerate(cells)
            if (r, c) != (s, d) and (r == s or c == d or abs(r - s) == abs(c - d))
        ]
        for r, c in cells
    ]


def induced(graph: Graph, vertices: Sequence[int]) -> Graph:
    """The graph between some vertices, which are numbered anew."""
    number = {vertex: index for index, vertex in enumerate(vertices)}
    return [[number[other] for other in graph[v] if other in number] for v in vertices]


def size_of(matching: Matching) -> int:
    """The number of pairs, after a look at each of them."""
    for vertex, mate in enumerate(matching.mate):
        if mate != NONE:
            assert mate in matching.graph[vertex], "mates are not neighbours"
            assert matching.mate[mate] == vertex, "a mate has another mate"
    return sum(mate != NONE for mate in matching.mate) // 2


# Every set of empty cells of the small boards, by brute force on the game itself.


def winning_cells(graph: Graph) -> list[int]:
    """For each set of empty cells, as bits, the cells that win for whoever takes them: those
    from which no cell in line is such a cell of what is then left."""
    around = [sum(1 << other for other in neighbours) for neighbours in graph]
    winning = [0] * (1 << len(graph))
    for mask in range(1, len(winning)):
        for cell, in_line in enumerate(around):
            bit = 1 << cell
            if mask & bit and not winning[mask ^ bit] & in_line:
                winning[mask] |= bit
    return winning


def most_pairs(graph: Graph) -> list[int]:
    """For each set of vertices, as bits, the size of a maximum matching: the first vertex stays
    single or is paired with some neighbour."""
    sizes = [0] * (1 << len(graph))
    for mask in range(1, len(sizes)):
        first = mask.bit_length() - 1
        rest = mask ^ 1 << first
        pairs = [1 + sizes[rest ^ 1 << v] for v in graph[first] if rest >> v & 1]
        sizes[mask] = max([sizes[rest], *pairs])
    return sizes


def compare_every_set(graph: Graph) -> None:
    winning, sizes = winning_cells(graph), most_pairs(graph)
    for mask in range(len(winning)):
        empty = [cell for cell in range(len(graph)) if mask >> cell & 1]
        matching = Matching(induced(graph, empty))
        assert size_of(matching) == sizes[mask], f"set {mask:b}"
        expected = [bool(winning[mask] >> cell & 1) for cell in empty]
        assert matching.left_out == expected, f"set {mask:b}"


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(shape, marks=pytest.mark.slow) if shape[0] * shape[1] > 12 else shape
        for shape in SHAPES
    ],
    ids=lambda shape: "{}x{}".format(*shape),
)
def test_every_set_of_empty_cells_of_a_small_board(shape: tuple[int, int]) -> None:
    compare_every_set(lines(*shape))  # the largest, 2x8 and 4x4, have 65,536 sets


# Against networkx, on graphs too large for brute force.


def compare_with_networkx(graph: Graph) -> list[bool]:
    """The size of the matching; and a vertex is left out by some maximum matching if and only
    if the graph without it has one as large."""
    theirs = networkx.Graph([(v, w) for v, around in enumerate(graph) for w in around])
    theirs.add_nodes_from(range(len(graph)))
    size = len(networkx.max_weight_matching(theirs, maxcardinality=True))
    matching = Matching(graph)
    assert size_of(matching) == size
    left_out = []
    for vertex in range(len(graph)):
        without = theirs.copy()
        without.remove_node(vertex)
        left_out.append(len(networkx.max_weight_matching(without, maxcardinality=True)) == size)
    assert matching.left_out == left_out
    return left_out


def is_mixed(verdicts: list[bool]) -> bool:
    return any(verdicts) and not all(verdicts)


@pytest.mark.parametrize(("side", "counts"), [(7, [*range(3, 25), 31]), (12, [*range(5, 29), 40])])
def test_random_positions_against_networkx(side: int, counts: list[int]) -> None:
    graph, mixed = lines(side, side), 0
    for seed, count in enumerate(counts):
        empty = sorted(Random(seed).sample(range(side**2), count))
        mixed += is_mixed(compare_with_networkx(induced(graph, empty)))
    assert mixed >= 3, "positions in which all moves are alike show little"


def random_graph(seed: int) -> Graph:
    """About as many edges as vertices, so that there are trees, odd circles and chains of them."""
    random = Random(seed)
    count = random.randint(10, 36)
    around: list[set[int]] = [set() for _ in range(count)]
    for _ in range(int(count * random.uniform(0.7, 1.6))):
        v, w = random.sample(range(count), 2)
        around[v].add(w)
        around[w].add(v)
    return [random.sample(sorted(some), len(some)) for some in around]


@pytest.mark.slow
def test_random_sparse_graphs_against_networkx() -> None:
    mixed = sum(is_mixed(compare_with_networkx(random_graph(seed))) for seed in range(150))
    assert mixed >= 25, "graphs in which all vertices are alike show little"


# The oracle as people meet it.


@cache
def brute_force(text: str) -> tuple[Value, int]:
    """By the plain rules: the winner hurries and the loser delays."""
    results = [brute_force(child) for child in children_of(text).values()]
    lost = [distance for value, distance in results if value is Value.LOSS]
    if lost:
        return Value.WIN, 1 + min(lost)
    return Value.LOSS, 1 + max((distance for _, distance in results), default=-1)


def children_of(text: str) -> dict[str, str]:
    return simple_rules.children("crossed-paths", text)


def late_position(rows: int, columns: int, empty: int, seed: int) -> AnyPosition:
    """A random grid with that many empty cells, and a random last cell."""
    random = Random(f"{rows} {columns} {empty} {seed}")
    filled = rows * columns - empty
    turn = random.choice("XO")
    marks = list(simple_rules.other(turn) * ((filled + 1) // 2) + turn * (filled // 2))
    cells = marks + ["-"] * empty
    random.shuffle(cells)
    last = random.choice([i for i, mark in enumerate(cells) if mark == simple_rules.other(turn)])
    grid = "/".join("".join(cells[row * columns : (row + 1) * columns]) for row in range(rows))
    name = simple_rules.crossed_paths_name((last // columns + 1, last % columns + 1))
    return quincunx.parse("crossed-paths", f"{grid} {turn} {name}")


LATE = [
    late_position(*size, empty, seed)
    for size in [(3, 3), (2, 5), (4, 4), (7, 7)]
    for empty in range(8)
    for seed in range(12)
]


@pytest.mark.slow
def test_distances_near_the_end_are_those_of_brute_force() -> None:
    lengths = set()
    for position in LATE:
        analysis, text = analyze(position), str(position)
        value, distance = brute_force(text)
        assert analysis.value is value, text
        given = text.split(" ", maxsplit=1)[0].count("-") <= FEW
        if given:
            assert (analysis.distance, analysis.distance_exact) == (distance, True), text
            lengths.add(distance)
        else:
            assert analysis.distance in (None, distance), text
        for one in analysis.moves:
            child_value, child_distance = brute_force(children_of(text)[str(one.move)])
            assert one.value is not child_value, text
            expected = child_distance + 1
            # A move that ends the game says so however many cells are empty.
            if given or expected == 1:
                assert one.distance == expected, text
            else:
                assert one.distance in (None, expected), text
    assert lengths == set(range(7)), "every distance is met"


def test_a_move_that_ends_the_game_has_distance_1_and_comes_first() -> None:
    # O has just taken B1. A1 is in line with no other empty cell, C2 with several: more cells are
    # empty than distances are given for, but who ends the game knows it.
    text = "-OXOXOX/XO-----/XOXOXOX/OX-OXOX/OXOXOXO/XOXOXOX/OXOXOXO X B1"
    assert text.split(" ", maxsplit=1)[0].count("-") > FEW
    analysis = analyze(quincunx.parse("crossed-paths", text))
    assert [str(one.move) for one in analysis.moves] == ["A1", "C2"]
    assert (analysis.moves[0].value, analysis.moves[0].distance) == (Value.WIN, 1)
    assert analysis.moves[1].distance != 1
    assert (analysis.value, analysis.distance) == (Value.WIN, 1)


def test_the_line_keeps_what_can_be_kept_and_ends_the_game() -> None:
    game = quincunx.game("crossed-paths")
    for seed in range(4):
        position = random_position(game, seed, 8 + seed)
        analysis = analyze(position)
        assert analysis.line
        end = position
        for move in analysis.line:
            end = end.play(move)
        assert end.outcome is not None
        assert (end.outcome.winner is position.turn) == (analysis.value is Value.WIN)
    for position in LATE:
        analysis = analyze(position)
        if analysis.distance is not None:
            assert analysis.line is not None
            assert len(analysis.line) == analysis.distance, str(position)


@pytest.mark.parametrize("size", [(r, c) for r in range(1, 8) for c in range(1, 8)])
def test_the_first_player_wins_on_odd_boards_and_the_second_on_even_ones(
    size: tuple[int, int],
) -> None:
    """As proved in docs/solutions.md: pairs of neighbours fill an even board."""
    analysis = analyze(quincunx.game("crossed-paths", size).start())
    odd = size[0] * size[1] % 2 == 1
    assert analysis.value is (Value.WIN if odd else Value.LOSS)
    assert all(one.value is analysis.value for one in analysis.moves)
    assert len(analysis.moves) == size[0] * size[1]
