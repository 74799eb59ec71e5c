"""What every game must keep, whoever wrote it: those of the folder and toys dropped in."""

import pickle
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import FrozenInstanceError
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from helpers import CASES, TOYS, case_name, random_position, toy_installed
from quincunx.core import AnyGame, AnyPosition, IllegalMoveError, NotationError, choose
from quincunx.core.text import quote
from quincunx.web.documents import sample

pytestmark = pytest.mark.parametrize("case", [*CASES, *TOYS], ids=case_name)
Case = tuple[str, tuple[int, int]]
seeds = st.integers(0, 2**32)
plies = st.integers(0, 45)
few = settings(max_examples=settings().max_examples // 4, deadline=None)


@pytest.fixture(scope="module", autouse=True)
def _with_the_toy() -> Iterator[None]:
    with toy_installed():
        yield


def position_of(case: Case, seed: int, plies: int) -> AnyPosition:
    return random_position(quincunx.game(*case), seed, plies)


def is_one_sentence(text: str) -> bool:
    return text[0].isupper() and text.endswith(".") and ". " not in text and text.isprintable()


@few
@given(seed=seeds, plies=plies)
def test_text_and_values(case: Case, seed: int, plies: int) -> None:
    position = position_of(case, seed, plies)
    game: AnyGame = position.game
    text = str(position)
    again = game.parse(text)
    assert again == position
    assert str(again) == text
    assert hash(again) == hash(position)
    assert quincunx.parse(case[0], text) == position
    assert pickle.loads(pickle.dumps(position)) == position
    assert deepcopy(position) is position
    assert deepcopy(game) is game
    assert eval(repr(position), {"quincunx": quincunx}) == position
    for field in ("turn", "game"):
        with pytest.raises(FrozenInstanceError):
            setattr(position, field, None)


@few
@given(seed=seeds, plies=plies)
def test_legal_moves(case: Case, seed: int, plies: int) -> None:
    position = position_of(case, seed, plies)
    legal = position.legal_moves()
    assert bool(legal) == (position.outcome is None)
    assert all(one.action < two.action for one, two in pairwise(legal))
    for move in position.game.all_moves():
        if move in legal:
            assert position.why_not(move) is None
            assert position.read(str(move)) == position.read(move.action) == position.read(move)
            assert position.read(move) == move
            assert position.play(str(move)) == position.play(move) == position.after(move)
            assert position.after(move).turn == position.turn.other
        else:
            with pytest.raises(IllegalMoveError) as refusal:
                position.play(move)
            assert is_one_sentence(str(refusal.value))
            with pytest.raises(IllegalMoveError, match=re.escape(str(refusal.value))):
                position.read(move.action)
            if position.outcome is None:
                forbidden = position.why_not(move)
                assert forbidden
                assert forbidden.sentence == str(refusal.value)
                assert forbidden.rule == refusal.value.rule


def test_actions_and_notation(case: Case) -> None:
    game = quincunx.game(*case)
    moves = game.all_moves()
    actions = [move.action for move in moves]
    assert actions == sorted(set(actions))
    assert 0 <= actions[0] <= actions[-1] < game.action_count
    assert len({str(move) for move in moves}) == len(moves)
    assert sorted(moves, key=lambda move: -move.action) == list(moves)[::-1]
    assert max(moves) is moves[-1]
    for move in moves:
        assert game.read_move(str(move)) == game.read_move(str(move).lower()) == move
        assert game.read_move(str(move).upper()) is game.move_of_action[move.action]
        assert game.find_move(move.action) is game.move_of_action[move.action]
        assert pickle.loads(pickle.dumps(move)) == move
        with pytest.raises(FrozenInstanceError):
            move.action = 0


@few
@given(seed=seeds, plies=plies)
def test_symmetries(case: Case, seed: int, plies: int) -> None:
    position = position_of(case, seed, plies)
    game: AnyGame = position.game
    outcome = position.outcome
    images = [position.mapped(symmetry) for symmetry in game.symmetries]
    assert images[0] == position
    for symmetry, image in zip(game.symmetries, images, strict=True):
        assert game.parse(str(image)) == image
        moves = {move: game.mapped_move(move, symmetry) for move in position.legal_moves()}
        assert sorted(moves.values()) == image.legal_moves()
        for move, moved in list(moves.items())[seed % 7 :: 7]:
            assert position.after(move).mapped(symmetry) == image.after(moved)
        if outcome is None:
            assert image.outcome is None
        else:
            assert image.outcome is not None
            assert image.outcome.winner == (outcome.winner and symmetry.player(outcome.winner))
        # A group: every symmetry has an inverse among them.
        assert any(image.mapped(inverse) == position for inverse in game.symmetries)


@few
@given(seed=seeds, plies=plies)
def test_board_and_clicks(case: Case, seed: int, plies: int) -> None:
    position = position_of(case, seed, plies)
    board = position.board()
    assert len(board.cells) == board.rows * board.columns
    assert (board.rows, board.columns) == case[1]
    keys = [cell.key for cell in board.cells] + [thing.key for thing in board.beside]
    assert len(keys) == len(set(keys))
    # The same cells in every position, so that a front end can tell what a move changed.
    first = position.game.start(seed=1).board()
    assert [cell.key for cell in board.cells] == [cell.key for cell in first.cells]
    owners = [cell.owner for cell in board.cells if cell.owner]
    assert owners == [c for c in str(position).split(" ")[0] if c in "XO"]
    said: dict[tuple[str, ...], Any] = {}
    for move in position.legal_moves():
        assert position.clicks(move)
        for sequence in position.clicks(move):
            assert sequence not in said
            assert set(sequence) <= set(keys)
            said[sequence] = move
    assert set(choose(position, ()).next) == {sequence[0] for sequence in said}
    for sequence, move in list(said.items())[seed % 11 :: 11]:
        choice = choose(position, sequence)
        assert choice.move == move
        following = {
            other[len(sequence)]
            for other in said
            if other[: len(sequence)] == sequence and len(other) > len(sequence)
        }
        assert set(choice.next) == following
        assert not following or board.finish
        assert choose(position, (*sequence, "nowhere")) == choose(position, ("nowhere",))


@few
@given(seed=seeds, plies=plies)
def test_what_counts_and_what_is_to_be_noticed(case: Case, seed: int, plies: int) -> None:
    position = position_of(case, seed, plies)
    board, outcome = position.board(), position.outcome
    assert [count.label for count in board.counts] == list(
        dict.fromkeys(count.label for count in position.game.start(seed=1).board().counts)
    )
    for label, x, o, of in board.counts:
        assert label.islower()
        assert x is not None or o is not None
        assert min(x or 0, o or 0) >= 0
        assert of is None or max(x or 0, o or 0) <= of
    # It is the same game from the other side: what counts is exchanged too.
    for symmetry in position.game.symmetries:
        seen = position.mapped(symmetry).board()
        sides = [(c.label, c.o, c.x) if symmetry.exchange else c[:3] for c in board.counts]
        assert [count[:3] for count in seen.counts] == sides
        noticed = {cell.highlight for cell in board.cells}
        assert {cell.highlight for cell in seen.cells} == noticed
    # What decides at the end is what was shown first.
    if board.counts and outcome and outcome.counts:
        assert board.counts[0][1:3] == outcome.counts[0][1:]
    beginnings = choose(position, ()).next
    for cell in board.cells:
        if cell.highlight == "line":
            assert outcome
            assert outcome.winner == cell.owner
        elif cell.highlight == "forbidden":
            assert cell.owner == position.turn.other
            assert cell.key not in beginnings


@few
@given(seed=seeds, plies=plies, other=seeds)
def test_features(case: Case, seed: int, plies: int, other: int) -> None:
    position = position_of(case, seed, plies)
    features = position.features()
    assert len(features) == len(position.game.start(seed=1).features())
    assert all(
        type(value) is int and abs(value) <= position.game.feature_bound for value in features
    )
    # Nothing that the rules need is left out: with the turn they tell the whole position.
    for move in position.legal_moves()[:5]:
        for second in position_of(case, other, plies).legal_moves()[:5]:
            one, two = position.after(move), position_of(case, other, plies).after(second)
            same = one.turn == two.turn and one.features() == two.features()
            assert same == (one == two)
    for symmetry in position.game.symmetries:
        stays = symmetry.target == position.game.symmetries[0].target and not symmetry.reverse
        if stays and symmetry.exchange:
            assert position.mapped(symmetry).features() == features


def test_it_can_be_begun_and_shown(case: Case) -> None:
    game = quincunx.game(*case)
    for seed in range(20):
        assert game.start(seed=seed).outcome is None
    shown = sample(case[0])
    assert shown
    assert all(quincunx.parse(case[0], one["position"]) for one in shown)


@few
@given(seed=seeds, plies=plies, other=seeds)
def test_keys_are_told_apart_by_their_text(case: Case, seed: int, plies: int, other: int) -> None:
    one, two = position_of(case, seed, plies).key(), position_of(case, other, plies).key()
    assert (one == two) == (repr(one) == repr(two))
    assert " at 0x" not in repr(one)


@few
@given(text=st.text(max_size=12))
def test_nonsense_is_no_move(case: Case, text: str) -> None:
    position = quincunx.game(*case).start(seed=1)
    try:
        position.play(text)
    except (NotationError, IllegalMoveError) as refusal:
        assert is_one_sentence(str(refusal).replace(quote(text), "This"))
    else:
        assert text.lower() in position.game.move_of_text


def test_rules_are_told_in_numbered_sections(case: Case) -> None:
    game = quincunx.game(*case)
    headings = [line for line in game.rules().splitlines() if line[:1].isdigit()]
    assert [int(line.split(".")[0]) for line in headings] == list(range(1, len(headings) + 1))
    assert headings[-1].endswith("Rulings")
    assert game.rules().startswith(game.title)
    assert quincunx.parse(case[0], game.example).game.id() == case[0]
