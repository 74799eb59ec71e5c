"""Kernels against the plain rules: every position of small boards, random ones of large boards,
and batches followed move by move."""

from typing import Any

import numpy as np
import pytest

import quincunx
from helpers import CASES, WITH_KERNEL, case_name, random_position
from quincunx.core import AnyGame, AnyPosition, GameError, IllegalMoveError
from quincunx.kernels import kernel
from quincunx.kernels.compiled import DRAWN, LOST, ON, WON
from quincunx.kernels.lanes import new_lanes, play_copies
from quincunx.oracle.dataset import reachable

# On these every position that can be reached is compared.
SMALL = [
    ("swap-nine", (2, 2)),
    ("swap-nine", (2, 4)),
    ("swap-nine", (3, 3)),
    ("grid-clash", (2, 3)),
    ("grid-clash", (3, 3)),
    ("zone-conquest", (2, 2)),
    ("zone-conquest", (2, 3)),
    ("crossed-paths", (1, 1)),
    ("crossed-paths", (1, 4)),
    ("crossed-paths", (2, 3)),
    ("crossed-paths", (3, 3)),
]


def compare(game: AnyGame, positions: list[AnyPosition]) -> int:
    """Masks, features, and what every legal move leads to; return how many moves were played."""
    rules: Any = kernel(type(game))
    facts = rules.facts(game)
    resume = [position for position in positions if not position.outcome]
    states = np.array([rules.pack(position) for position in resume])
    count, width = len(resume), len(positions[0].features())
    lanes = new_lanes(count, 0, game.action_count, width)._replace(states=states)
    rules.open_lanes(facts, lanes, 0, count)
    masks, counts, features = lanes.masks[:, : game.action_count], lanes.counts, lanes.final
    rules.feature_lanes(facts, states, ~lanes.fresh, features, 0, count)
    moves = [position.legal_moves() for position in resume]
    expected = np.zeros_like(masks)
    for row, legal in enumerate(moves):
        expected[row, [move.action for move in legal]] = True
    assert (masks == expected).all()
    assert (counts == expected.sum(axis=1)).all()
    assert (features == np.array([position.features() for position in resume])).all()

    actions = np.array([move.action for legal in moves for move in legal])
    played = play_copies(rules, facts, states, np.repeat(np.arange(count), counts), actions)
    after = [
        position.after(move)
        for position, legal in zip(resume, moves, strict=True)
        for move in legal
    ]
    assert (played.states == np.array([rules.pack(position) for position in after])).all()
    assert played.results.tolist() == [result_by_the_rules(position) for position in after]
    for lane, position in zip(played.states[:500], after, strict=False):
        assert rules.unpack(game, lane, position.turn) == position
    return len(actions)


def result_by_the_rules(position: AnyPosition) -> int:
    """For whoever has just moved."""
    if (outcome := position.outcome) is None:
        return ON
    if outcome.winner is None:
        return DRAWN
    return LOST if outcome.winner is position.turn else WON


@pytest.mark.slow
@pytest.mark.parametrize("case", SMALL, ids=case_name)
def test_every_position_of_small_boards(case: tuple[str, tuple[int, int]]) -> None:
    game = quincunx.game(*case)
    assert compare(game, list(reachable(game.start(seed=3)))) > 0


@pytest.mark.slow
@pytest.mark.parametrize("case", [one for one in CASES if one[0] in WITH_KERNEL], ids=case_name)
def test_random_positions(case: tuple[str, tuple[int, int]]) -> None:
    game = quincunx.game(*case)
    longest = 1 + min(game.cells, 60)
    count = 400 if game.cells <= 36 else 60
    positions = [random_position(game, seed, seed % longest) for seed in range(count)]
    assert compare(game, positions) > 0


@pytest.mark.parametrize("game_id", WITH_KERNEL)
def test_a_batch_plays_by_the_rules(game_id: str) -> None:
    """Every lane is followed by the plain rules, over many games, ends and new beginnings."""
    batch = quincunx.batch(game_id, lanes=50, seed=5)
    plain = [batch.position(lane) for lane in range(batch.lanes)]
    assert all(str(position) == str(batch.game.start(seed=0)) for position in plain) or (
        batch.game.has_random_start
    )
    finished = 0
    for _ in range(120 if game_id != "numeral-nexus" else 40):
        actions = batch.sample()
        step = batch.step(actions)
        features, final = batch.features(), batch.final_features()
        for lane, action in enumerate(actions.tolist()):
            move = batch.game.move_of_action[action]
            assert plain[lane].why_not(move) is None
            plain[lane] = plain[lane].after(move)
            outcome = plain[lane].outcome
            assert step.ended[lane] == (outcome is not None)
            assert not step.truncated[lane]
            reward = result_by_the_rules(plain[lane])
            assert step.rewards[lane] == (0 if reward == DRAWN else reward)
            if outcome:
                finished += 1
                assert tuple(final[lane]) == plain[lane].features()
                plain[lane] = batch.position(lane)
                assert not any(cell.owner for cell in plain[lane].board().cells)
                assert plain[lane].turn == "X"
            assert batch.position(lane) == plain[lane]
            assert tuple(features[lane]) == plain[lane].features()
            legal = [move.action for move in plain[lane].legal_moves()]
            assert np.flatnonzero(step.masks[lane]).tolist() == legal
    assert finished > 50


@pytest.mark.parametrize("game_id", ["swap-nine", "grid-clash"])
def test_the_seed_settles_everything_whatever_the_threads(game_id: str) -> None:
    one, two = (quincunx.batch(game_id, lanes=9000, seed=3, threads=threads) for threads in (1, 2))
    other = quincunx.batch(game_id, lanes=9000, seed=4)
    assert two.threads == 2
    differs = False
    for _ in range(20):
        actions = one.sample()
        assert (actions == two.sample()).all()
        differs |= bool((actions != other.sample()).any())
        assert (one.step(actions).masks == two.step(actions).masks).all()
        assert (one.features() == two.features()).all()
    assert differs


def test_samples_can_be_kept_for_a_step_and_are_drawn_anew() -> None:
    batch = quincunx.batch("swap-nine", lanes=500, seed=6)
    first = batch.sample()
    copy = first.copy()
    with pytest.raises(ValueError, match="read-only"):
        first[0] = 0
    batch.step(first)
    assert (first == copy).all()
    one = batch.sample().copy()
    assert (one != batch.sample()).any()


def test_samples_are_spread_over_all_legal_actions() -> None:
    batch = quincunx.batch("swap-nine", lanes=100_000, seed=2)
    counts = np.bincount(batch.sample(), minlength=90)
    legal = np.flatnonzero(counts)
    assert legal.tolist() == np.flatnonzero(batch.masks[0]).tolist()
    # 9 actions: about 11,111 each, and a standard deviation of 99.
    assert abs(counts[legal] - 100_000 / 9).max() < 600


def test_zone_conquest_is_cut_off_at_the_stated_ply() -> None:
    batch = quincunx.batch("zone-conquest", lanes=500, seed=2, size=(4, 4), truncate=12)
    assert quincunx.batch("zone-conquest", lanes=1).truncate == 200
    assert quincunx.batch("swap-nine", lanes=1).truncate is None
    for ply in range(1, 13):
        step = batch.step(batch.sample())
        assert step.truncated.any() == (ply == 12)
        assert not step.ended.any()
    assert step.truncated.all()
    assert (batch.features() == 0).all()
    assert (batch.final_features() != 0).any(axis=1).all()


def test_what_a_batch_refuses() -> None:
    batch = quincunx.batch("swap-nine", lanes=3)
    before = batch.features().copy()
    for actions, lane in (([0, 10, 1], 2), ([-1, 0, 0], 0), ([0, 90, 0], 1)):
        with pytest.raises(IllegalMoveError, match=f"not legal in lane {lane}"):
            batch.step(actions)
    assert (batch.features() == before).all()
    for wrong in ([0, 0], [0.0, 0.0, 0.0], [[0, 0, 0]]):
        with pytest.raises(GameError, match="3 whole numbers"):
            batch.step(wrong)
