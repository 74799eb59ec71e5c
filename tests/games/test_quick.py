"""What is made quick changes nothing: made positions, remembered moves, numbers drawn by hand."""

import pickle
from dataclasses import FrozenInstanceError
from random import Random
from typing import Any

import pytest

import quincunx
from helpers import BOOKS, OTHER_SIZES
from quincunx import Match
from quincunx.core import quick
from quincunx.core.game import random_play

REMEMBERING = ["swap-nine", "zone-conquest"]


def positions(game_id: str, games: int, size: tuple[int, int] | None = None) -> list[Any]:
    game, random = quincunx.game(game_id, size), Random(f"{game_id} {size}")
    starts = (game.start("XO"[seed % 2], seed) for seed in range(games))
    return [position for start in starts for position in random_play(start, random)]


def unremembered(position: Any) -> list[Any]:
    """What the rule says, without what is kept."""
    answer: list[Any] = type(position).legal_moves.__wrapped__(position)
    return answer


@pytest.mark.parametrize("game_id", BOOKS)
def test_positions_after_a_move_are_values_as_any_other(game_id: str) -> None:
    for after in positions(game_id, 3)[1:]:
        read = after.game.parse(str(after))
        assert type(after) is type(read)
        assert (after, hash(after), repr(after)) == (read, hash(read), repr(read))
        assert pickle.loads(pickle.dumps(after)) == after
        with pytest.raises(FrozenInstanceError):
            after.turn = after.turn.other
        with pytest.raises((AttributeError, TypeError)):
            after.more = 1  # there is no room for it


@pytest.mark.parametrize(
    ("game_id", "size"),
    [*((one, None) for one in REMEMBERING), *(c for c in OTHER_SIZES if c[0] in REMEMBERING)],
)
def test_remembered_moves_are_those_of_the_rule(game_id: str, size: tuple[int, int] | None) -> None:
    for position in positions(game_id, 100, size):
        moves = unremembered(position)
        assert position.legal_moves() == position.legal_moves() == moves
        actions = [move.action for move in moves]
        assert position.legal_actions() == position.legal_actions() == actions


def test_every_last_attack_is_told_apart_that_forbids_something() -> None:
    game = quincunx.game("zone-conquest")
    texts = [f"XO-/XO-/--- {turn} {x} {o}" for turn in "XO" for x in "-1245" for o in "-1245"]
    for text in texts:
        try:
            position = game.parse(text)
        except quincunx.PositionError:
            continue
        assert position.legal_moves() == unremembered(position)
    assert "x2" not in map(str, game.parse("XO-/XO-/--- X 2 2").legal_moves())
    assert "x2" in map(str, game.parse("XO-/XO-/--- X - 2").legal_moves())


@pytest.mark.parametrize("game_id", REMEMBERING)
def test_whoever_asks_may_change_the_answer(game_id: str) -> None:
    position = quincunx.game(game_id).start(seed=1)
    position.legal_moves().clear()
    position.legal_actions().clear()
    assert position.legal_moves() == unremembered(position) != []
    assert len(position.legal_actions()) == len(position.legal_moves())


def test_only_so_much_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    game = type(quincunx.game("swap-nine"))(3, 3)  # with nothing remembered yet
    monkeypatch.setattr(quick, "MAX_CACHED_POSITIONS", 20)
    seen = list(random_play(game.start(), Random(1))) * 2
    for first in range(20):
        seen += random_play(game.start(), Random(first))
    assert all(position.legal_moves() == unremembered(position) for position in seen)
    assert list(map(len, game.cache.values())) == [20]
    large = quincunx.game("swap-nine", (4, 4))
    assert large.start().legal_moves()
    assert not any(large.cache.values())


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 3), (4, 4), (6, 6)])
def test_numbers_of_grid_clash_are_those_of_random_sample(size: tuple[int, int]) -> None:
    game = quincunx.game("grid-clash", size)
    for seed in range(200):
        drawn = Random(seed).sample(range(1, game.cells + 1), game.cells)
        assert game.start(seed=seed).numbers == tuple(drawn)


def test_captures_are_the_cells_that_change_hands() -> None:
    for position in positions("grid-clash", 30):
        for move in position.legal_moves():
            pairs = zip(position.owners, position.after(move).owners, strict=True)
            changed = [cell for cell, (old, new) in enumerate(pairs) if old != new]
            assert sorted([*position.captures(move), move.cell]) == changed


def test_lines_are_looked_for_in_the_position_that_is_asked_about() -> None:
    won: Any = quincunx.parse("numeral-nexus", "X1X2X3--/-----/-----/-----/O5O7--- O XO")
    open_ = quincunx.parse("numeral-nexus", "X1X2---/-----/-----/-----/O5O7--- X XO")
    for _ in range(2):
        assert won.outcome
        assert not open_.outcome
        assert open_.legal_moves()
        assert not won.legal_moves()
        assert won.winning_lines() == [(0, 1, 2)]
        won.winning_lines().clear()  # the caller's own


@pytest.mark.parametrize("game_id", BOOKS)
def test_a_match_counts_standings_in_every_game(game_id: str) -> None:
    match, random = Match(quincunx.game(game_id).start(seed=1)), Random(1)
    while not match.outcome and match.ply < 6:
        assert match.standings(match.position) == 1
        step = match.step(random.choice(match.legal_moves()))
        assert match.standings(step.position) == 0
        if random.random() < 0.5:
            match.take(step)
        else:
            match.advance(step.move)
        assert (match.position, match.outcome) == (step.position, step.outcome)
    last = match.position
    match.undo(0)
    assert (match.standings(last), match.standings(match.start)) == (0, 1)
