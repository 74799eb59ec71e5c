"""Numeral Nexus: the search against plain brute force, and the book against every defence."""

import lzma
from functools import cache
from random import Random

import pytest

import quincunx
from helpers import random_position, thinned
from quincunx.core import AnyPosition, GameError
from quincunx.games.numeral_nexus.check import Checker, check_prepared
from quincunx.games.numeral_nexus.opening_book import (
    First,
    OpeningBook,
    book,
    read,
    write,
)
from quincunx.games.numeral_nexus.oracle import NumeralNexusOracle
from quincunx.games.numeral_nexus.rules import NumeralNexus, NumeralNexusPosition
from quincunx.games.numeral_nexus.states import States
from quincunx.oracle import Value, analyze
from quincunx.oracle.verdicts import SolutionError


@cache
def brute_force(position: AnyPosition, plies: int) -> int:
    """By the plain rules: 1 if the mover wins within so many plies, -1 if it loses, else 0."""
    if outcome := position.outcome:
        if outcome.winner is None:
            return 0
        return 1 if outcome.winner is position.turn else -1
    if plies == 0:
        return 0
    best = -1
    for move in position.legal_moves():
        best = max(best, -brute_force(position.after(move), plies - 1))
        if best == 1:
            break
    return best


def sample(size: tuple[int, int], seeds: range, empties: range) -> list[NumeralNexusPosition]:
    """Positions from random play that are not over, with so many empty cells."""
    game = NumeralNexus(*size)
    found = list[NumeralNexusPosition]()
    for seed in seeds:
        wanted = Random(seed).choice(empties)
        position = random_position(game, seed, game.cells - wanted + seed % 3)
        assert isinstance(position, NumeralNexusPosition)
        if not position.outcome and position.owners.count("-") in empties:
            found.append(position)
    return found


def known(position: NumeralNexusPosition) -> tuple[Value, int | None]:
    verdict = NumeralNexusOracle(position.game).solve(position, lambda _count: None)
    return verdict.value, verdict.distance


@pytest.mark.parametrize(
    ("size", "seeds", "empties", "deepest"),
    [
        pytest.param((5, 5), range(60), range(14, 24), 2, marks=pytest.mark.slow),
        # To the end, the count of a full grid included; on an even grid it can be drawn.
        ((3, 3), range(45), range(1, 4), 3),
        ((3, 4), range(60), range(1, 3), 3),
    ],
)
def test_wins_and_losses_are_those_of_brute_force(
    size: tuple[int, int], seeds: range, empties: range, deepest: int
) -> None:
    """Every win within so many plies is found, and none is claimed that is not there."""
    for position in sample(size, seeds, empties):
        value, distance = known(position)
        for plies in range(1, deepest + 1):
            expected = {1: Value.WIN, -1: Value.LOSS}.get(brute_force(position, plies))
            found = value if distance is not None and distance <= plies else None
            assert found is expected, (str(position), plies)


@pytest.mark.parametrize("position", thinned(sample((5, 5), range(70), range(15, 24)), 6), ids=str)
def test_verdicts_follow_from_the_moves(position: NumeralNexusPosition) -> None:
    """A win in n has a move to a loss in n - 1, and so on: each child proved on its own."""
    analysis = analyze(position)
    assert analysis.value is not Value.UNKNOWN
    best = analysis.moves[0]
    assert (best.value, best.distance) == (analysis.value, analysis.distance)
    after = position.after(best.move)
    if after.outcome is None:
        value, distance = known(after)
        assert (value.reverse, (distance or 0) + 1) == (best.value, best.distance)
    for item in analysis.moves[:: max(1, len(analysis.moves) // 5)]:
        child = position.after(item.move)
        if item.value is Value.UNKNOWN or child.outcome:
            continue
        value, distance = known(child)
        assert value.reverse is item.value
        if item.distance_exact:
            assert item.distance == (distance or 0) + 1
        else:
            assert item.distance is not None
            assert item.distance >= (distance or 0) + 1


def test_the_start_and_its_first_moves() -> None:
    analysis = analyze(quincunx.game("numeral-nexus").start())
    assert (analysis.value, analysis.distance) == (Value.WIN, 7)
    losing = {str(item.move) for item in analysis.moves if item.value is Value.LOSS}
    assert losing == {f"{n}@{cell}" for n in (1, 9) for cell in ("B2", "B4", "D2", "D4")}
    assert {item.value for item in analysis.moves} == {Value.WIN, Value.LOSS}
    start = quincunx.game("numeral-nexus").start("O")
    assert analyze(start).value is Value.WIN
    assert analyze(start.play("1@B2")).value is Value.WIN
    assert len(analyze(start).line or ()) == 7


@pytest.mark.slow
def test_what_the_search_says_of_first_moves_is_what_the_book_says() -> None:
    game = NumeralNexus(5, 5)
    for text in list(book().firsts)[3:30:4]:
        value, distance = known(game.parse(text))
        assert (value, distance) == (book().firsts[text].value, book().firsts[text].distance)


def test_a_lost_position_has_at_most_distances_where_work_ran_out() -> None:
    position = quincunx.game("numeral-nexus").start().play("1@A1")
    analysis = analyze(position)
    assert (analysis.value, analysis.distance) == (Value.LOSS, 8)
    assert {item.value for item in analysis.moves} == {Value.LOSS}
    assert any(not item.distance_exact for item in analysis.moves)


def test_states_know_the_rules() -> None:
    """Moves, ends and what follows, against the plain rules."""
    for position in sample((4, 4), range(60), range(1, 14)):
        states = States(NumeralNexus(4, 4))
        state = states.of_position(position)
        children = {c.move: c for c in (*states.placements(state), *states.exchanges(state))}
        assert set(children) == {states.code(move) for move in position.legal_moves()}
        for move in position.legal_moves():
            after, child = position.after(move), children[states.code(move)]
            outcome = after.outcome
            expected = None
            if outcome:
                expected = 0 if not outcome.winner else 1 if outcome.winner is after.turn else -1
            assert states.finished(child) == expected
            again = states.of_position(after)
            assert (child.me.bits, child.you.bits) == (again.me.bits, again.you.bits)
            assert (child.me.reach, child.you.reach) == (again.me.reach, again.you.reach)
            assert (child.me.swap, child.you.swap) == (again.me.swap, again.you.swap)


# The book


@pytest.mark.slow
def test_the_book_wins_against_every_defence() -> None:
    """Slow for a reason: this is the proof, by the plain rules alone, that the first player wins in
    seven plies, whatever the other does; and that the values and distances of every ninth first
    move are right. `quincunx verify numeral-nexus` checks them all, in a minute or two."""
    checker, start = Checker(book()), NumeralNexus(5, 5).start()
    checker.check_start(start)
    assert checker.win(start) == 7
    for text in list(book().firsts)[::9]:
        checker.check_first(NumeralNexus(5, 5).parse(text))
    assert checker.replies > 500_000


def a_first() -> tuple[Checker, NumeralNexusPosition]:
    """A first move whose tree is small, with a checker of its own."""
    text = next(text for text, first in book().firsts.items() if first.value == "win")
    return Checker(book()), NumeralNexus(5, 5).parse(text)


def test_a_changed_or_missing_answer_is_found() -> None:
    checker, position = a_first()
    checker.check_first(position)
    longest = max(checker.longest, key=lambda text: checker.longest[text])
    asked = NumeralNexus(5, 5).parse(longest)
    idle = next(one for one in asked.legal_moves() if known(asked.after(one))[0] is not Value.LOSS)
    missing = {text: move for text, move in book().answers.items() if text != longest}
    for answers in (missing, {**missing, longest: str(idle)}):
        with pytest.raises(SolutionError):
            Checker(OpeningBook(book().firsts, answers)).check_first(position)


def test_a_false_claim_is_found() -> None:
    _, position = a_first()
    said = book().firsts[str(position)]
    for claim in (First("win", said.distance + 2, "-"), First("loss", said.distance, "-")):
        damaged = OpeningBook(book().firsts | {str(position): claim}, book().answers)
        with pytest.raises(SolutionError):
            Checker(damaged).check_first(position)
    with pytest.raises(SolutionError, match="says nothing of the first move"):
        Checker(OpeningBook({}, {})).check()


def test_one_flipped_bit_in_the_file_is_found() -> None:
    packed = write(book())
    assert read(packed) == book()
    random = Random(1)
    for _ in range(40):
        place, bit = random.randrange(len(packed)), random.randrange(8)
        damaged = bytearray(packed)
        damaged[place] ^= 1 << bit
        with pytest.raises(GameError, match="damaged"):
            read(bytes(damaged))


def test_a_file_of_something_else_is_refused() -> None:
    for data in (b"", b"nonsense", lzma.compress(b"nonsense"), lzma.compress(b"\xff")):
        with pytest.raises(GameError, match="damaged"):
            read(data)


def test_the_books_winner_swaps_no_equals() -> None:
    """So the book stays a proof if swaps of two equal numbers of one owner were forbidden."""
    game, swaps = NumeralNexus(5, 5), 0
    for text, answer in book().answers.items():
        if "~" in answer:
            swaps += 1
            position, move = game.parse(text), game.read_move(answer)
            cells = (move.first, move.second)
            assert len({(position.owners[c], position.numbers[c]) for c in cells}) == 2
    assert swaps > 0


def test_other_sizes_have_no_book() -> None:
    assert check_prepared(NumeralNexus(3, 3).start(), lambda _count: None) is None
