"""Opponents that search: compiled code does it for learners, who ask often, and for nobody else."""

from collections.abc import Iterator
from typing import Any

import pytest

import quincunx
from quincunx.envs.gymnasium_env import Versus
from quincunx.envs.vector import VectorVersus
from quincunx.games.numeral_nexus.fast import CompiledSearch
from quincunx.oracle import analyze, oracle_of
from quincunx.players import player

GAME = quincunx.game("numeral-nexus")


def compiled() -> bool:
    oracle: Any = oracle_of(GAME)
    return isinstance(oracle.new_search(), CompiledSearch)


@pytest.fixture(autouse=True)
def new_oracles() -> Iterator[None]:
    """Each test begins with the plain search, and so do those of other files."""
    for known in (oracle_of, analyze):
        known.cache_clear()
    yield
    for known in (oracle_of, analyze):
        known.cache_clear()


@pytest.mark.parametrize(
    "given", [{"opponent": "perfect"}, {"opponent": "casual"}, {"exact": True}]
)
def test_who_learns_against_a_search_has_it_compiled(given: dict[str, Any]) -> None:
    Versus("numeral-nexus", **given)
    assert compiled()


def test_so_has_a_vector_environment() -> None:
    VectorVersus("numeral-nexus", 2, opponent="perfect")
    assert compiled()


def test_who_plays_at_a_screen_waits_for_no_compiler() -> None:
    player("perfect", 0, GAME.start())
    Versus("numeral-nexus")  # against random
    assert not compiled()


def test_without_the_extra_the_plain_search_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.games.numeral_nexus.oracle.find_spec", lambda _name: None)
    Versus("numeral-nexus", opponent="perfect")
    assert not compiled()


@pytest.mark.slow
def test_the_opponent_plays_as_before() -> None:
    """The same game move by move, searched by either."""
    games = []
    for opponent in ("perfect", "casual"):
        for prepared in (False, True):
            env = Versus("numeral-nexus", opponent=opponent, seat="O")
            if not prepared:
                oracle_of.cache_clear()
            analyze.cache_clear()
            _, info = env.reset(seed=3)
            ended = False
            while not ended:
                _, _, ended, _, info = env.step(int(info["action_mask"].nonzero()[0][0]))
            assert compiled() is prepared
            games.append([str(move) for move in env.episode.match.moves])
        assert games[-1] == games[-2]
