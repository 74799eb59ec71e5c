"""Where exact values are out of reach, levels look ahead over a bounded number of positions."""

from itertools import pairwise

import pytest

import quincunx
from helpers import random_position, thinned_to
from players.choices import Tree, cost, falls, images, looks, reachable
from quincunx import Match
from quincunx.players import LEVELS, distribution, levels, lookahead
from quincunx.players.lookahead import MAX_POSITIONS, WIN_SCORE, search

LARGE = ["swap-nine", "grid-clash", "zone-conquest"]
ABLE = [level for level in LEVELS if level != "perfect"]


@pytest.mark.parametrize("game", ["swap-nine", "grid-clash"])
def test_neighbours_stand_in_order_where_they_search(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exactly, over all games on a board that is small enough, with the exact values hidden."""
    monkeypatch.setattr(levels, "_is_known", lambda _match: False)
    tree = Tree(quincunx.game(game, (2, 3)).start(seed=0))
    for lower, upper in pairwise(ABLE):
        score = (tree.score(upper, lower) + 1 - tree.score(lower, upper)) / 2
        assert 0.55 <= score <= 0.8, (upper, lower)


@pytest.mark.slow
def test_less_is_given_away_from_level_to_level_where_they_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In Zone Conquest positions come again, so what a choice costs is compared."""
    monkeypatch.setattr(levels, "_is_known", lambda _match: False)
    positions = reachable(quincunx.game("zone-conquest", (2, 3)).start())
    times = images(position for position in positions if not position.outcome)
    assert falls(cost(looks(times), times=times).lost)


@pytest.mark.parametrize("game", thinned_to(LARGE, "grid-clash"))
def test_a_move_takes_a_bounded_look_and_no_proof(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is proved in about a second is not asked; positions are counted, so no clock is."""
    monkeypatch.setattr(levels, "analyze", None)
    counted, count_lead = 0, lookahead.count_lead

    def counting(position: object) -> int:
        nonlocal counted
        counted += 1
        return count_lead(position)  # type: ignore[arg-type]  # a position

    monkeypatch.setattr(lookahead, "count_lead", counting)
    for plies in (0, 12, 25, 33):
        position = random_position(quincunx.game(game, (6, 6)), 1, plies)
        if position.outcome is None:
            counted = 0
            levels.best_moves(Match(position))
            assert 0 < counted <= MAX_POSITIONS + 2 * len(position.legal_moves())
            for level in ABLE:
                assert sum(distribution(level, Match(position)).values()) == pytest.approx(1)


def test_a_look_ahead_takes_a_win_and_prevents_one() -> None:
    position = quincunx.parse("zone-conquest", "XXXXXX/------/------/------/------/OOOOO- O - -")
    assert max(search(position).values()) < WIN_SCORE
    game = quincunx.game("zone-conquest", (2, 5))
    winning = game.parse("XXXXX/OOO-- X - -")
    best = max(search(winning), key=search(winning).__getitem__)
    assert winning.after(best).outcome is not None
    threatened = game.parse("XXXXX/OO--- O - -")
    worth = search(threatened, 2)
    kept = [move for move, number in worth.items() if number == max(worth.values())]
    assert {str(move)[0] for move in kept} == {"x"}  # an attack leaves X two short of winning
