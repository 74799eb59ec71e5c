"""Facts are data: whatever our sentences say, programs decide the same."""

import json
from importlib import import_module
from random import Random
from typing import Any

import pytest

import quincunx
from arena.refereeing import game_from, judged, referee
from helpers import BOOKS, random_position
from mutants import mutated
from quincunx.analysis import explainer, grammar, puzzles
from quincunx.core import IllegalMoveError, Outcome, Player, Refusal
from quincunx.play.match import Match
from quincunx.players import LevelPlayer


def test_a_refusal_names_its_rule_and_its_section() -> None:
    zones = quincunx.parse("zone-conquest", "XO-/XO-/--- X 2 2")
    for move, rule, section in [
        ("x2", "repeated", "No Repeated Attacks"),
        ("x1", "own", "Attacking Zones"),
        ("x3", "empty", "Attacking Zones"),
        ("1", "occupied", "Occupying Zones"),
        ("12", "no-cell", "Occupying Zones"),
    ]:
        with pytest.raises(IllegalMoveError) as refused:
            zones.read(move)
        assert (refused.value.rule, refused.value.section) == (rule, section)


@pytest.mark.parametrize("game_id", BOOKS)
def test_every_rule_and_ending_has_a_section_of_the_book(game_id: str) -> None:
    game = quincunx.game(game_id)
    met = set[str]()
    for seed in range(40):
        position = random_position(game, seed, seed)
        met |= {refusal.rule for move in game.all_moves() if (refusal := position.why_not(move))}
        match = Match(random_position(game, seed, 99))
        if match.outcome and match.outcome.kind != "repetition":
            met.add(match.outcome.kind)
    assert met
    assert met <= game.sections.keys()


@pytest.fixture
def _nonsense(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every refusal, reason and outcome reads like nothing."""
    random = Random(7)

    def words(*_told: object) -> str:
        return "".join(random.choices("bcdfgklm", k=12))

    def refusal(rule: str, _sentence: str) -> Refusal:
        return Refusal(rule, words())

    def outcome(winner: Player | None, _reason: str, *rest: Any, **more: Any) -> Outcome:
        return Outcome(winner, words(), *rest, **more)

    for game_id in BOOKS:
        rules: Any = import_module(f"quincunx.games.{game_id.replace('-', '_')}.rules")
        monkeypatch.setattr(rules, "Refusal", refusal)
        monkeypatch.setattr(rules, "Outcome", outcome)
    for module in (grammar, explainer):
        monkeypatch.setattr(module, "sentence", words)


def decisions() -> str:
    """What programs decide about: faults of a referee, puzzles, moves of levels, endings."""
    found: list[Any] = []
    for game_id in BOOKS:
        wrong = game_from(mutated(game_id.replace("-", "_"), 0), game_id.replace("-", "_"))
        document = judged(game_id, referee(wrong))
        for one in [*document["faults"], *document["readings"]]:
            found.append([game_id, one.get("section"), one.get("id"), one["count"]])
        game = quincunx.game(game_id)
        for seed in range(1):
            puzzle = puzzles.find(game, seed)
            wrong_move = next(m for m in puzzle.position.legal_moves() if m != puzzle.solution)
            answer = puzzle.check(wrong_move)
            found.append([str(puzzle.position), puzzle.difficulty, str(answer.refutation)])
        match = Match(game.start(seed=1))
        while not match.outcome:
            match.advance(LevelPlayer("random", match.ply).pick(match))
        found.append([match.outcome.winner, match.outcome.kind, match.outcome.score])
    return json.dumps(found)


@pytest.mark.slow
def test_nonsense_changes_no_decision(request: pytest.FixtureRequest) -> None:
    before = decisions()
    request.getfixturevalue("_nonsense")
    assert decisions() == before
