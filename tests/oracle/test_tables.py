"""Swap Nine, Grid Clash and Zone Conquest: the tables against the generic solver, against a naive
solver on the simple rules, and entry by entry against what follows."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

import quincunx
import simple_rules
from quincunx.core import AnyPosition, PositionError
from quincunx.oracle import Proof, Value, analyze, oracle_of
from quincunx.oracle.dataset import reachable
from quincunx.oracle.retrograde import verdicts_from

Size = tuple[int, int]
# For each size some numberings of Grid Clash; the first of 3x3 is the book's.
NUMBERINGS = {
    (3, 3): ["5,3,8/2,7,4/9,1,6", "1,2,3/4,5,6/7,8,9", "9,1,8/2,7,3/6,4,5"],
    (2, 2): ["1,2/3,4", "4,1/2,3", "2,4/1,3"],
    (2, 3): ["1,2,3/4,5,6", "6,1,4/2,5,3"],
    (2, 4): ["1,2,3,4/5,6,7,8", "8,3,6,1/2,5,4,7", "4,8,1,5/7,2,6,3"],
}
STARTS = [
    *[("swap-nine", simple_rules.start("swap-nine", *size)) for size in NUMBERINGS],
    *[("zone-conquest", simple_rules.start("zone-conquest", *size)) for size in NUMBERINGS],
    *[("grid-clash", f"{grid} X") for grids in NUMBERINGS.values() for grid in grids],
]
FILLING = ["swap-nine", "grid-clash"]
EVEN_SIZES = [(2, 2), (2, 3), (2, 4)]


# Every position that can be reached, against the generic solver.


@pytest.mark.slow
@pytest.mark.parametrize(("game", "text"), STARTS)
def test_every_reachable_position_against_the_generic_solver(game: str, text: str) -> None:
    start = quincunx.parse(game, text)
    oracle, expected = oracle_of(start.game), verdicts_from(start)
    assert oracle.proof is Proof.TABLE
    values = Counter[Value]()
    for position in reachable(start):
        generic = expected[position.key()]
        verdict = analyze(position).verdict if position.outcome else oracle.judge(position)
        found = (verdict.value, verdict.distance, verdict.distance_exact)
        assert found == (generic.value, generic.distance, True), str(position)
        values[verdict.value] += 1
    assert values[Value.WIN]
    assert values[Value.LOSS]
    assert (values[Value.DRAW] > 0) == (game == "zone-conquest" and start.game.cells > 4)


# Random positions, most of which cannot arise, against what follows from them by simple rules.


def random_text(game: str, size: Size, random: Random) -> str:
    """Any grid, either player to move; not always a position."""
    rows, columns = size
    empty = random.uniform(0.1, 0.8)
    cells = ["-" if random.random() < empty else random.choice("XO") for _ in range(rows * columns)]
    fields = [random.choice("XO")]
    if game == "grid-clash":
        numbers = random.choice(NUMBERINGS[size]).replace("/", ",").split(",")
        cells = [number + cell.strip("-") for number, cell in zip(numbers, cells, strict=True)]
    if game == "zone-conquest":
        attack = str(random.randint(1, rows * columns))
        other = random.choice([attack, str(random.randint(1, rows * columns))])
        fields += random.choice([["-", "-"], [attack, "-"], ["-", attack], [attack, other]])
    between = "," if game == "grid-clash" else ""
    lines = [between.join(cells[row * columns : (row + 1) * columns]) for row in range(rows)]
    return " ".join(["/".join(lines), *fields])


def random_positions(game: str, size: Size, count: int) -> Iterator[AnyPosition]:
    """Different positions that are not over, from a seed."""
    random, seen = Random(f"{game} {size}"), set[str]()
    for _ in range(100 * count):
        text = random_text(game, size, random)
        if text in seen:
            continue
        seen.add(text)
        try:
            position = quincunx.parse(game, text)
        except PositionError:
            continue
        if position.outcome is None:
            yield position
            count -= 1
            if not count:
                return
    raise AssertionError("too few positions")


Known = tuple[Value, int | None, int | None]
"""Value, distance and margin to the player to move."""


def known(game: str, text: str) -> Known:
    """What the oracle says of a position."""
    analysis = analyze(quincunx.parse(game, text))
    return analysis.value, analysis.distance, analysis.margin


def from_children(children: list[Known]) -> Known:
    """What the mover gets, from what the other player gets from each of the positions after."""
    lost = [child for child in children if child[0] is Value.LOSS]
    drawn = [child for child in children if child[0] is Value.DRAW]
    if drawn and not lost:
        return Value.DRAW, None, None
    chosen = lost or children
    margins = [margin for _, _, margin in chosen if margin is not None]
    if margins:
        assert len(margins) == len(chosen)
        best = min(margins)
        chosen = [child for child in chosen if child[2] == best]
    distances = [distance for _, distance, _ in chosen if distance is not None]
    assert len(distances) == len(chosen)
    distance = 1 + (min(distances) if lost else max(distances))
    return Value.WIN if lost else Value.LOSS, distance, -best if margins else None


def reverse(child: Known) -> Known:
    """The same of the move that leads there, to the player who makes it."""
    value = {Value.WIN: Value.LOSS, Value.LOSS: Value.WIN, Value.DRAW: Value.DRAW}[child[0]]
    _, distance, margin = child
    return (
        value,
        None if distance is None else distance + 1,
        None if margin is None else -margin,
    )


RANDOM = [
    *[(game, (3, 3), 100) for game in [*FILLING, "zone-conquest"]],
    *[(game, (2, 3), 60) for game in [*FILLING, "zone-conquest"]],
]


@pytest.mark.parametrize(("game", "size", "count"), RANDOM)
def test_random_positions_follow_from_their_children(game: str, size: Size, count: int) -> None:
    values = set()
    for position in random_positions(game, size, count):
        text = str(position)
        children = {
            move: known(game, child) for move, child in simple_rules.children(game, text).items()
        }
        analysis = analyze(position)
        assert known(game, text) == from_children(list(children.values())), text
        found = {str(one.move): (one.value, one.distance, one.margin) for one in analysis.moves}
        assert found == {move: reverse(child) for move, child in children.items()}, text
        order = [one.verdict.order() for one in analysis.moves]
        assert order == sorted(order), text
        values.add(analysis.value)
    assert values == ({*Value} - {Value.UNKNOWN} if game == "zone-conquest" else {"win", "loss"})


# Zone Conquest: everything that is accepted, by a naive solver on the simple rules alone. Here a
# table that agrees with its own children could still take endless play for a win.


def accepted_zone_conquest(rows: int, columns: int) -> Iterator[str]:
    """With X to move; those that follow have O to move."""
    attacks = ["-", *map(str, range(1, rows * columns + 1))]
    for cells in product("-XO", repeat=rows * columns):
        for fields in product("X", attacks, attacks):
            lines = ["".join(cells[row * columns : (row + 1) * columns]) for row in range(rows)]
            text = " ".join(["/".join(lines), *fields])
            try:
                quincunx.parse("zone-conquest", text)
            except PositionError:
                continue
            yield text


def naive_solution(game: str, texts: list[str]) -> dict[str, Known]:
    """Sweeps over all positions again and again; the n-th settles those decided in n plies."""
    children: dict[str, list[str]] = {}
    waiting = list(texts)
    while waiting:
        text = waiting.pop()
        if text not in children:
            children[text] = list(simple_rules.children(game, text).values())
            waiting += children[text]
    solved: dict[str, Known] = {}
    for text in children:
        if simple_rules.winner(game, text):
            won = simple_rules.winner(game, text) == text.split(" ")[1]
            solved[text] = (Value.WIN if won else Value.LOSS, 0, None)
    plies, settled = 0, True
    while settled:
        plies, settled = plies + 1, False
        news: dict[str, Known] = {}
        for text, following in children.items():
            if text in solved:
                continue
            values = [solved[child][0] if child in solved else None for child in following]
            if Value.LOSS in values:
                news[text] = (Value.WIN, plies, None)
            elif all(value is Value.WIN for value in values) and values:
                news[text] = (Value.LOSS, plies, None)
        solved |= news
        settled = bool(news)
    return {text: solved.get(text, (Value.DRAW, None, None)) for text in children}


@pytest.mark.slow
@pytest.mark.parametrize(("size", "accepted"), [((2, 2), 281), ((2, 3), 4424)])
def test_every_accepted_position_of_zone_conquest(size: Size, accepted: int) -> None:
    texts = list(accepted_zone_conquest(*size))
    assert len(texts) == accepted
    for text, expected in naive_solution("zone-conquest", texts).items():
        assert known("zone-conquest", text) == expected, text


# Margins and tie-breaks.


@pytest.mark.parametrize(
    ("game", "text", "value", "margin"),
    [
        # X can make it two each, but then X has placed last.
        ("swap-nine", "OO/O- X", Value.LOSS, 0),
        ("swap-nine", "OX/OX O", Value.WIN, 0),
        ("swap-nine", "OX/OX X", Value.WIN, 0),
        # Two cells each: 1 and 2 against 3 and 4.
        ("grid-clash", "1,2X/3O,4O X", Value.LOSS, 0),
        ("grid-clash", "1X,2X/3O,4O O", Value.WIN, 0),
        # 1 and 4 against 2 and 3: the sums are equal, the 4 decides.
        ("grid-clash", "1,4X/2O,3O X", Value.WIN, 0),
        ("grid-clash", "1X,4X/2O,3O O", Value.LOSS, 0),
        ("grid-clash", "1X,4X/2O,3O X", Value.WIN, 0),
        # Three each: 1, 3 and 6 are less than 2, 4 and 5, though they hold the highest.
        ("grid-clash", "1X,3X,6X/2O,4O,5O X", Value.LOSS, 0),
        # More cells beat a higher sum.
        ("grid-clash", "1X,2X/3X,4O X", Value.WIN, 2),
        ("grid-clash", "1,2X/3X,4O X", Value.WIN, 2),
    ],
)
def test_tie_breaks_by_hand(game: str, text: str, value: Value, margin: int) -> None:
    analysis = analyze(quincunx.parse(game, text))
    assert (analysis.value, analysis.margin) == (value, margin)


# Who wins: the values of the starts, for either player who begins.


@pytest.mark.parametrize("first", ["X", "O"])
@pytest.mark.parametrize(
    ("game", "grid", "expected"),
    [
        ("swap-nine", "---/---/---", (Value.WIN, 9, 1)),
        ("swap-nine", "--/--", (Value.LOSS, 4, -2)),
        ("swap-nine", "---/---", (Value.LOSS, 6, -2)),
        ("swap-nine", "----/----", (Value.LOSS, 8, -2)),
        ("zone-conquest", "---/---/---", (Value.DRAW, None, None)),
        ("zone-conquest", "--/--", (Value.WIN, 7, None)),
        ("zone-conquest", "---/---", (Value.DRAW, None, None)),
        ("grid-clash", "5,3,8/2,7,4/9,1,6", (Value.WIN, 9, 1)),
    ],
)
def test_who_wins_from_the_start(game: str, grid: str, expected: Known, first: str) -> None:
    text = f"{grid} {first}" + " - -" * (game == "zone-conquest")
    assert known(game, text) == expected
