"""The solvers that know no game: retrograde analysis, deepening search, and the verdicts."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

import pytest

import quincunx
from helpers import TOY, random_position, toy_installed
from quincunx.core import AnyGame, AnyPosition, Board, Move, Outcome, Player, Position, Refusal
from quincunx.core.grid import Symmetry
from quincunx.oracle import oracle_of
from quincunx.oracle.base import OutOfWorkError
from quincunx.oracle.deepening import Deepening, Search
from quincunx.oracle.retrograde import Retrograde, verdicts_from
from quincunx.oracle.verdicts import Proof, Value, Verdict, best_of

Known = tuple[Value, int | None]


def known(verdict: Verdict) -> Known:
    return verdict.value, verdict.distance


# Three in a row: a game with ends that are drawn.


@pytest.fixture
def toy() -> Iterator[AnyGame]:
    with toy_installed():
        yield quincunx.game(*TOY)


LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


@cache
def minimax(cells: str, turn: str) -> Known:
    """Written for strings: the value, and plies to the end where a win is forced."""
    rival = "O" if turn == "X" else "X"
    if any({cells[int(i)] for i in line} == {rival} for line in LINES):
        return Value.LOSS, 0
    if "-" not in cells:
        return Value.DRAW, 0
    results = [
        minimax(cells[:i] + turn + cells[i + 1 :], rival) for i in range(9) if cells[i] == "-"
    ]
    lost = [distance for value, distance in results if value is Value.LOSS and distance is not None]
    if lost:
        return Value.WIN, 1 + min(lost)
    if all(distance == 0 for _, distance in results):
        return Value.DRAW, 1
    won = [distance for value, distance in results if value is Value.WIN and distance is not None]
    if results and len(won) == len(results):
        return Value.LOSS, 1 + max(won)
    return Value.DRAW, None


def test_three_in_a_row(toy: AnyGame) -> None:
    table = verdicts_from(toy.start())
    assert len(table) == 5478
    values = {Value.WIN: 0, Value.LOSS: 0, Value.DRAW: 0}
    for position, verdict in table.items():
        assert isinstance(position, Position)
        grid, turn = str(position).split(" ")
        assert known(verdict) == minimax(grid.replace("/", ""), turn), str(position)
        assert verdict.proof is Proof.TABLE
        values[verdict.value] += 1
        if moves := position.legal_moves():
            worth = [table[position.after(move)].of_move() for move in moves]
            best = best_of(worth, Proof.TABLE)
            assert known(best) == known(verdict), str(position)
    assert table[toy.start()].value is Value.DRAW
    assert min(values.values()) > 500


def test_limits_stop_the_enumeration(toy: AnyGame) -> None:
    with pytest.raises(OutOfWorkError):
        verdicts_from(toy.start(), most=2000)
    assert len(verdicts_from(toy.start(), most=5478)) == 5478


# A game with loops, solved by hand. From each place the mover goes to one of the places named.

PLACES = {
    "lost": "",  # the mover has lost
    "won": "",  # the mover has won
    "level": "",  # a draw
    "a": "lost c",
    "b": "a",
    "c": "b a",
    "d": "a c",
    "e": "level d",
    "f": "won",
    "g": "f h",
    # To leave this circle is to lose, so nobody does.
    "h": "i a",
    "i": "h c",
    # Out of this one the first player to choose wins, and the other is driven round to there.
    "j": "k",
    "k": "j b",
    # No way out at all; and a place where the mover may stay.
    "l": "m",
    "m": "l",
    "n": "n a",
    # A draw at once or by endless play is better than a loss, and no better than a win.
    "o": "level a",
    "p": "won level",
    "q": "h o c",
    "r": "q d j",
}
BY_HAND: dict[str, Known] = {
    "lost": (Value.LOSS, 0),
    "won": (Value.WIN, 0),
    "level": (Value.DRAW, 0),
    "a": (Value.WIN, 1),
    "b": (Value.LOSS, 2),
    "c": (Value.WIN, 3),
    "d": (Value.LOSS, 4),  # by c, the longer of the two ways to lose
    "e": (Value.WIN, 5),
    "f": (Value.LOSS, 1),
    "g": (Value.WIN, 2),
    "h": (Value.DRAW, None),
    "i": (Value.DRAW, None),
    "j": (Value.LOSS, 4),
    "k": (Value.WIN, 3),
    "l": (Value.DRAW, None),
    "m": (Value.DRAW, None),
    "n": (Value.DRAW, None),
    "o": (Value.DRAW, None),
    "p": (Value.DRAW, 1),
    "q": (Value.DRAW, None),
    "r": (Value.WIN, 5),
}


@dataclass(frozen=True, slots=True, repr=False)
class Place(Position[Move]):
    name: str
    turn: Player

    @property
    def outcome(self) -> Outcome | None:
        winners = {"lost": self.turn.other, "won": self.turn, "level": None}
        return Outcome(winners[self.name], self.name) if self.name in winners else None

    def legal_moves(self) -> list[Move]:
        return [Move(number, name) for number, name in enumerate(PLACES[self.name].split())]

    def why_not(self, move: Move) -> Refusal | None:
        return None

    def after(self, move: Move) -> "Place":
        return Place(move.text, self.turn.other)

    def board(self) -> Board:
        raise NotImplementedError

    def features(self) -> tuple[int, ...]:
        raise NotImplementedError

    def mapped(self, symmetry: Symmetry) -> "Place":
        raise NotImplementedError

    def __str__(self) -> str:
        return f"{self.name} {self.turn}"

    def key(self) -> tuple[str, Player]:
        return self.name, self.turn


class PlaceForEither(Place):
    """The same, where places are told apart by name only: both players have the same future."""

    __slots__ = ()

    def after(self, move: Move) -> "PlaceForEither":
        return PlaceForEither(move.text, self.turn.other)

    def key(self) -> str:  # type: ignore[override]
        return self.name


@pytest.mark.parametrize("turn", Player)
@pytest.mark.parametrize("name", PLACES)
def test_loops_by_hand(name: str, turn: Player) -> None:
    table = verdicts_from(Place(name, turn))
    assert {key: known(verdict) for key, verdict in table.items()} == {
        key: BY_HAND[key[0]] for key in reached(name, turn)
    }
    either = verdicts_from(PlaceForEither(name, turn))
    assert {key: known(verdict) for key, verdict in either.items()} == {
        key: BY_HAND[key] for key, _ in reached(name, turn)
    }


def reached(name: str, turn: Player) -> set[tuple[str, Player]]:
    found, waiting = set(), [(name, turn)]
    while waiting:
        name, turn = waiting.pop()
        if (name, turn) not in found:
            found.add((name, turn))
            waiting += [(following, turn.other) for following in PLACES[name].split()]
    return found


# Deepening: what it proves is true, and the rest it does not know.


class NoTable(Retrograde):
    """Too large at once, so that the search is on its own however fast the machine is."""

    def judge_moves(self, position: AnyPosition) -> dict[Move, Verdict]:
        raise OutOfWorkError


def searching(looks: int) -> Deepening:
    oracle = Deepening(looks=looks)
    oracle.table = NoTable()
    return oracle


SOLVED = [
    TOY,  # where ends are drawn too
    ("swap-nine", (2, 4)),
    pytest.param("swap-nine", (3, 3), marks=pytest.mark.slow),
    pytest.param("grid-clash", (3, 3), marks=pytest.mark.slow),
    ("zone-conquest", (2, 2)),
    pytest.param("zone-conquest", (2, 3), marks=pytest.mark.slow),
    pytest.param("zone-conquest", (2, 4), marks=pytest.mark.slow),
    pytest.param("zone-conquest", (3, 3), marks=pytest.mark.slow),
]


def positions(game: AnyGame) -> Iterator[AnyPosition]:
    """Some positions that are not over, the late ones first."""
    for seed in range(40):
        position = random_position(game, seed, (game.cells - 1 - seed) % game.cells)
        if not position.outcome:
            yield position


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(("game", "size"), SOLVED)
@pytest.mark.parametrize("one_for_all", [False, True], ids=["new each time", "one for all"])
def test_deepening_never_contradicts_the_table(
    game: str, size: tuple[int, int], one_for_all: bool
) -> None:
    """In a game with loops a position is met again at another depth."""
    chosen = quincunx.game(game, size)
    truth, searcher, proved = oracle_of(chosen), searching(1500), 0
    for position in positions(chosen):
        if not one_for_all:
            searcher = searching(1500)
        expected = truth.judge_moves(position)
        found = searcher.judge_moves(position)
        for move, verdict in found.items():
            if verdict.value is not Value.UNKNOWN:
                assert known(verdict) == known(expected[move]), f"{position} {move}"
                proved += 1
        judged = best_of(list(found.values()), Proof.SEARCH)
        assert judged.value in (truth.judge(position).value, Value.UNKNOWN), str(position)
    assert proved >= 8


def test_deepening_proves_what_is_near_and_knows_nothing_of_endless_play() -> None:
    expected = {"a": {"lost": (Value.WIN, 1), "c": (Value.LOSS, 4)}, "j": {"k": (Value.LOSS, 4)}}
    for name, moves in expected.items():
        found = searching(200_000).judge_moves(Place(name, Player.O))
        assert {move.text: known(verdict) for move, verdict in found.items()} == moves
    found = searching(40).judge_moves(Place("h", Player.X))
    assert {move.text: known(verdict) for move, verdict in found.items()} == {
        "i": (Value.UNKNOWN, None),
        "a": (Value.LOSS, 2),
    }


def test_a_search_that_can_end_proves_everything() -> None:
    """Given time, the last five plies of a filling game are all proved."""
    game = quincunx.game("swap-nine")
    truth, searcher = oracle_of(game), searching(200_000)
    for seed in range(8):
        position = random_position(game, seed, 4)
        found = {m: known(v) for m, v in searcher.judge_moves(position).items()}
        assert found == {m: known(v) for m, v in truth.judge_moves(position).items()}


def test_another_question_in_the_middle_of_one_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As one by another thread."""
    game, searcher, within = quincunx.game("swap-nine"), searching(300), Search.within
    one, other = (random_position(game, seed, 5) for seed in (1, 2))
    alone = searcher.judge_moves(one)
    assert {verdict.value for verdict in alone.values()} > {Value.UNKNOWN}
    between = list[Deepening]()

    def asking(self: Search, position: AnyPosition, depth: int) -> Verdict | None:
        if self.looks == 20 and not between:
            between.append(searcher)
            searcher.judge_moves(other)
        return within(self, position, depth)

    monkeypatch.setattr(Search, "within", asking)
    assert searcher.judge_moves(one) == alone
    assert between


def test_large_boards_are_unknown_after_about_a_second() -> None:
    position = quincunx.game("swap-nine", (6, 6)).start()
    analysis = quincunx.analyze(position)
    assert (analysis.value, analysis.distance, analysis.proof) == ("unknown", None, Proof.SEARCH)
    assert {one.value for one in analysis.moves} == {Value.UNKNOWN}
    assert len(analysis.moves) == 36
    assert analysis.line is None


def test_a_large_board_near_its_end_is_known() -> None:
    # X holds 18 of 36 and places one more; O then may only take one back.
    text = "XXXXXX/XXXXXX/XXXXXX/OOOOOO/OOOOOO/OOOO-- X"
    analysis = quincunx.analyze(quincunx.parse("swap-nine", text))
    # X takes at most one, O at most one: 18 + 2 - 1 against 14 + 2 + 0.
    assert (analysis.value, analysis.distance) == (Value.WIN, 2)


# Verdicts.


def verdict(value: Value, distance: int | None = None, margin: int | None = None) -> Verdict:
    return Verdict(value, Proof.TABLE, distance, margin=margin)


def test_verdicts_in_order_best_first() -> None:
    in_order = [
        verdict(Value.WIN, 9, margin=5),
        verdict(Value.WIN, 3, margin=1),
        verdict(Value.WIN, 5, margin=1),
        verdict(Value.WIN, 1),
        verdict(Value.WIN, 3),
        verdict(Value.WIN),
        verdict(Value.DRAW),
        verdict(Value.UNKNOWN),
        verdict(Value.LOSS),
        verdict(Value.LOSS, 6),
        verdict(Value.LOSS, 2),
        verdict(Value.LOSS, 8, margin=-1),
        verdict(Value.LOSS, 2, margin=-1),
        verdict(Value.LOSS, 8, margin=-3),
    ]
    for seed in range(20):
        shuffled = Random(seed).sample(in_order, len(in_order))
        assert sorted(shuffled, key=Verdict.order) == in_order


def test_a_position_is_worth_its_best_move_unless_an_unknown_one_may_be_better() -> None:
    win, draw, unknown, loss = (verdict(value) for value in Value)
    assert best_of([loss, draw, unknown, win], Proof.SEARCH) == win
    assert best_of([loss, draw], Proof.SEARCH) == draw
    for verdicts in ([draw, unknown], [unknown, loss], [loss, unknown, draw], [unknown]):
        assert best_of(verdicts, Proof.SEARCH) == Verdict(Value.UNKNOWN, Proof.SEARCH)
    assert best_of([loss, loss], Proof.SEARCH) == loss
