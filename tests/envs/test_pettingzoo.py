"""The PettingZoo environments: its own conformance suite, and agreement with Match."""

import re
import warnings
from functools import partial
from random import Random
from typing import Any

import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]  # it has no types

import quincunx
from envs.playing import (
    CIRCLE,
    CIRCLING,
    _with_the_toy,  # noqa: F401 - a fixture
    every_game,
    legal_actions,
    random_match,
    score,
    set_bits,
)
from helpers import OTHER_SIZES
from quincunx import IllegalMoveError, Match
from quincunx.envs import aec

SEATS = {"player_1": "X", "player_2": "O"}
# The suite knows PettingZoo's own games by name and says these of every other with a mask.
EXPECTED = "not a NumPy array|is a single number|probably should be gymnasium.spaces|is all zeros"


def conforms(env: Any, cycles: int) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(env, num_cycles=cycles)
    assert not [one for one in said if not re.search(EXPECTED, str(one.message))]


@every_game
def test_pettingzoos_own_suite(game_id: str) -> None:
    for _ in range(3):
        conforms(aec(game_id), 100)
    seed_test(partial(aec, game_id), num_cycles=100)


@pytest.mark.parametrize(("game_id", "size"), OTHER_SIZES)
def test_pettingzoos_own_suite_on_another_size(game_id: str, size: tuple[int, int]) -> None:
    conforms(aec(game_id, size=size), 100)
    seed_test(partial(aec, game_id, size=size), num_cycles=100)


@pytest.mark.parametrize("game_id", ["swap-nine", "grid-clash", "zone-conquest", "crossed-paths"])
def test_pettingzoos_own_suite_with_exact_info(game_id: str) -> None:
    conforms(aec(game_id, exact=True), 100)
    seed_test(partial(aec, game_id, exact=True), num_cycles=100)


@every_game
def test_every_step_is_a_step_of_a_match(game_id: str) -> None:
    env = aec(game_id)
    for seed in range(5):
        played = random_match(game_id, seed)
        env.reset(options={"position": str(played.start)})
        match = Match(played.start)
        for move in played.moves:
            observation, reward, over, truncated, _ = env.last()
            assert SEATS[env.agent_selection] == match.turn
            assert observation["observation"].tolist() == list(match.position.features())
            assert set_bits(observation["action_mask"]) == legal_actions(match)
            other = next(agent for agent in SEATS if agent != env.agent_selection)
            assert set_bits(env.observe(other)["action_mask"]) == []
            assert (reward, over, truncated) == (0, False, False)
            env.step(move.action)
            match.play(move)
        assert env.rewards == {agent: score(match, seat) for agent, seat in SEATS.items()}
        assert all(env.terminations.values())
        assert set(env.truncations.values()) == {match.position.outcome is None}
        assert match.outcome is not None
        assert {info["outcome"] for info in env.infos.values()} == {match.outcome.reason}
        for agent in env.agent_iter():
            assert env.last()[1] == score(match, SEATS[agent])
            env.step(None)
        assert env.agents == []


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = aec("zone-conquest")
    env.reset(options={"position": "OX-/XXO/-O- X 4 -"})
    before = env.last()[0]["observation"].tolist()
    for action in (0, 18, -1, None):
        with pytest.raises(IllegalMoveError):
            env.step(action)
    assert env.agent_selection == "player_1"
    assert env.last()[0]["observation"].tolist() == before
    assert not any(env.terminations.values())


def test_repetition_ends_the_game_as_a_draw_that_the_observation_does_not_show() -> None:
    env = aec("zone-conquest")
    env.reset(options={"position": CIRCLING})
    for action in CIRCLE * 2:
        assert not any(env.terminations.values())
        env.step(action)
    assert env.rewards == {"player_1": 0, "player_2": 0}
    assert env.terminations == env.truncations == {"player_1": True, "player_2": True}


@pytest.mark.parametrize("game_id", ["swap-nine", "zone-conquest"])
def test_exact_info_is_the_oracles(game_id: str) -> None:
    env, random = aec(game_id, exact=True), Random(2)
    points = {"win": 1, "draw": 0, "loss": -1}
    env.reset(seed=1)
    expected: dict[str, float] = {}
    while not any(env.terminations.values()):
        agent = env.agent_selection
        other = next(one for one in SEATS if one != agent)
        analysis = quincunx.analyze(env.episode.position)
        values = {item.move.action: item.value for item in analysis.moves}
        keeping = [action for action in sorted(values) if values[action] == analysis.value]
        info = env.last()[-1]
        assert (info["value"], info["optimal_actions"]) == (analysis.value, keeping)
        assert info["regret"] == expected.get(agent)
        assert env.infos[other]["value"] == analysis.value.reverse
        assert env.infos[other]["optimal_actions"] == []
        action = random.choice(sorted(values))
        expected[agent] = points[analysis.value] - points[values[action]]
        env.step(action)
    for agent in SEATS:
        assert env.infos[agent]["regret"] == expected[agent]
        assert points[env.infos[agent]["value"]] == env.rewards[agent]
