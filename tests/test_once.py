"""An agent's move and a learner's action are read once, checked once and computed once."""

import json
from collections import Counter
from typing import Any

import pytest

import quincunx
from quincunx.arena import contest
from quincunx.core import Game
from quincunx.envs import Versus
from quincunx.games.swap_nine.rules import SwapNinePosition
from quincunx.play.match import Match
from quincunx.players import Terms
from quincunx.players.external import ExternalPlayer
from quincunx.players.policy import policy


class Bot(ExternalPlayer):
    """Plays the first move that there is."""

    def prompt(self, match: Match, refused: list[tuple[str, str]]) -> Any:
        return str(match.legal_moves()[0])

    def send(self, prompt: Any) -> str:
        return json.dumps({"move": prompt})


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often moves were found, judged and made."""
    counted: Counter[str] = Counter()

    def count(kind: Any, name: str) -> None:
        before = getattr(kind, name)

        def counting(self: Any, move: Any) -> Any:
            counted[name] += 1
            return before(self, move)

        monkeypatch.setattr(kind, name, counting)

    count(Game, "find_move")
    count(SwapNinePosition, "why_not")
    count(SwapNinePosition, "after")
    return counted


def test_by_an_agent(calls: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "player", lambda name, seed, start, terms: Bot(name, terms))
    start = quincunx.game("swap-nine").start()
    played = contest.play(contest.Task(1, start, "a", "b", 0, Terms()))
    assert played.match.ply == 9
    assert calls == {"find_move": 9, "why_not": 9, "after": 9}


def test_by_a_policy(calls: Counter[str]) -> None:
    chosen = policy(lambda position: str(position.legal_moves()[0]))
    start = quincunx.game("swap-nine").start()
    played = contest.play(contest.Task(1, start, chosen, chosen, 0, Terms()))
    assert played.match.ply == 9
    assert calls == {"find_move": 9, "why_not": 9, "after": 9}


def test_by_a_learner(calls: Counter[str]) -> None:
    env = Versus("swap-nine", opponent="random")
    env.reset(seed=1)
    over, steps = False, 0
    while not over:
        over = env.step(env.episode.actions()[0])[2]
        steps += 1
    plies = env.episode.match.ply
    assert (steps, plies) == (5, 9)
    assert calls == {"find_move": steps, "why_not": steps, "after": plies}
