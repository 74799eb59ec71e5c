"""The ways in which levels err are a person's: each is shown by name in a position where it can
be told from the others, and weaker levels err so more often."""

from random import Random
from typing import Any

import pytest

import quincunx
from helpers import thinned_to
from players.choices import falls
from quincunx import Match
from quincunx.core import AnyPosition
from quincunx.oracle import Value, analyze
from quincunx.players import LEVELS, LevelPlayer, distribution
from quincunx.players.levels import best_moves, greedy_moves, shallow_moves

GREED = "1,2O,5O/8,4,3O/7,6,9X X"
"""The 4 takes 2 and 3 at once."""
PLAN = "XO-/O--/OXX X - 7"
ERRING = [level for level in LEVELS if level not in ("random", "perfect")]


def values(position: AnyPosition) -> dict[Any, Value]:
    return {item.move: item.value for item in analyze(position).moves}


def chance(level: str, position: AnyPosition, moves: list[Any]) -> float:
    chances = distribution(level, Match(position))
    return sum(chances[move] for move in moves)


def test_a_threat_is_overlooked() -> None:
    """O threatens 1-2-3 in the first row: X must prevent it, and does not always."""
    position = quincunx.parse("numeral-nexus", "O1O2---/-----/--X5--/----X5/----- X XO")
    match = Match(position)
    allowed = [i.move for i in analyze(position).moves if i.value is Value.LOSS and i.distance == 2]
    assert 0 < len(allowed) < len(position.legal_moves())
    assert not {*allowed} & {*best_moves(match)}
    assert not {*allowed} & {*shallow_moves(match)}  # who sees no plan still sees this
    assert {*allowed} <= {*match.legal_moves()}
    assert falls([chance(level, position, allowed) for level in LEVELS])


def test_greed_takes_the_most_now() -> None:
    """A capture that loses, where claiming quietly wins."""
    position = quincunx.parse("grid-clash", GREED)
    match = Match(position)
    taking = greedy_moves(match)
    owned = {m: str(position.after(m)).count(position.turn) for m in position.legal_moves()}
    assert all(owned[move] == max(owned.values()) for move in taking)
    assert {values(position)[move] for move in taking} == {Value.LOSS}
    assert {values(position)[move] for move in best_moves(match)} == {Value.WIN}
    for level in ERRING:
        assert chance(level, position, taking) >= LEVELS[level].greedy / 100
    assert chance("beginner", position, taking) > chance("random", position, taking)


def test_a_plan_is_beyond_sight() -> None:
    """X wins by force, but not soon: whoever sees the next move and its answer alone does not
    find it, though there is no blunder in what is played."""
    position = quincunx.parse("zone-conquest", PLAN)
    match = Match(position)
    analysis = analyze(position)
    assert analysis.value is Value.WIN
    assert (analysis.distance or 0) > 2
    missed = [move for move in shallow_moves(match) if values(position)[move] is not Value.WIN]
    assert missed
    soon_lost = [i.move for i in analysis.moves if i.value is Value.LOSS and i.distance == 2]
    assert not {*missed} & {*soon_lost}
    assert not {*missed} & {*best_moves(match)}
    for level in ERRING:
        assert chance(level, position, missed) > 0
    assert chance("perfect", position, missed) == 0


# A newcomer.


def newcomer(position: AnyPosition, random: Random) -> Any:
    """Takes a win in one, and else plays anything."""
    moves = position.legal_moves()
    for move in moves:
        outcome = position.after(move).outcome
        if outcome and outcome.winner is position.turn:
            return move
    return random.choice(moves)


@pytest.mark.parametrize("seat", ["X", "O"])
@pytest.mark.parametrize("game", thinned_to(quincunx.game_ids(), "swap-nine", "zone-conquest"))
def test_a_newcomer_can_win_against_a_beginner(game: str, seat: str) -> None:
    """One game in twenty at the least, from either seat, also where the other has won at first."""
    games, won = (20 if game == "numeral-nexus" else 100), 0
    for seed in range(games):
        match = Match(quincunx.game(game).start(seed=seed))
        beginner, random = LevelPlayer("beginner", seed), Random(seed)
        while match.outcome is None:
            mine = match.position.turn == seat
            match.advance(newcomer(match.position, random) if mine else beginner.pick(match))
        won += match.outcome.winner == seat
    assert won >= games / 20
