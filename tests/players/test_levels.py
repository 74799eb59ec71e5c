"""The levels: perfect never gives away value; all are reproducible, and refused where they must."""

import pytest

import quincunx
from helpers import random_position, thinned_to
from quincunx import Match
from quincunx.core import AnyPosition
from quincunx.oracle import Value, analyze
from quincunx.players import LEVELS, LevelError, LevelPlayer, player

GAMES = quincunx.game_ids()
ENCOUNTERS = [
    pytest.param(game, level, marks=pytest.mark.slow)
    if game == "numeral-nexus" or level not in ("random", "casual")
    else (game, level)
    for game in GAMES
    for level in LEVELS
]
QUICK = [game for game in GAMES if game != "numeral-nexus"]


def play_out(position: AnyPosition, x: str, o: str, seed: int) -> Match:
    match = Match(position)
    players = {"X": LevelPlayer(x, seed), "O": LevelPlayer(o, seed + 1)}
    while match.outcome is None:
        match.play(players[match.position.turn].pick(match))
    return match


@pytest.mark.parametrize(("game", "opponent"), ENCOUNTERS)
def test_perfect_wins_what_is_won_from_the_start(game: str, opponent: str) -> None:
    chosen = quincunx.game(game)
    for seed in range(2 if game == "numeral-nexus" else 6):
        start = chosen.start("XO"[seed % 2], seed)
        me = start.turn if seed % 4 < 2 else start.turn.other
        sides = ("perfect", opponent) if me == "X" else (opponent, "perfect")
        match = play_out(start, *sides, seed)
        assert match.outcome is not None
        value = analyze(start).value
        worth = value if me is start.turn else value.reverse
        expected = {Value.WIN: (me,), Value.DRAW: (me, None)}
        assert match.outcome.winner in expected.get(worth, (me, me.other, None))


@pytest.mark.slow
def test_perfect_keeps_values_in_numeral_nexus() -> None:
    chosen, perfect = quincunx.game("numeral-nexus"), LevelPlayer("perfect", 1)
    for seed in range(40):
        position = random_position(chosen, seed, seed % 14)
        if not position.outcome:
            analysis = analyze(position)
            move = perfect.pick(Match(position))
            assert next(i for i in analysis.moves if i.move == move).value is analysis.value


def test_perfect_wins_as_soon_as_it_can() -> None:
    position = quincunx.parse("zone-conquest", "OX-/XXO/-O- X 4 -")
    assert str(LevelPlayer("perfect", 1).pick(Match(position))) == "x1"
    match = play_out(position, "perfect", "perfect", 3)
    assert match.ply == analyze(position).distance


def test_perfect_steers_away_from_repetition() -> None:
    """Drawn games between perfect players end by repetition only when all else has stood."""
    match = Match(quincunx.game("zone-conquest").start())
    perfect, stale = LevelPlayer("perfect", 5), 0
    while match.outcome is None and match.ply < 60:
        before = match.position
        chosen = perfect.pick(match)
        keeping = [item.move for item in analyze(before).best()]
        fresh = [move for move in keeping if not match.standings(before.after(move))]
        assert chosen in fresh or not fresh
        stale += len(fresh) < len(keeping)
        match.play(chosen)
    assert stale > 3, "there was something to steer away from"


def test_a_losing_side_sets_problems() -> None:
    """Of lost moves, one after which the smallest share of replies keeps the win."""
    position = quincunx.game("crossed-paths", (4, 4)).start()
    shares = {}
    for item in analyze(position).moves:
        after = analyze(position.after(item.move))
        shares[item.move] = sum(r.value is Value.WIN for r in after.moves) / len(after.moves)
    chosen = LevelPlayer("perfect", 1).pick(Match(position))
    assert shares[chosen] == min(shares.values())


@pytest.mark.parametrize("game", thinned_to(GAMES, *QUICK))
@pytest.mark.parametrize("level", LEVELS)
def test_levels_are_reproducible_and_legal(game: str, level: str) -> None:
    chosen = quincunx.game(game)
    for seed in range(1 if game == "numeral-nexus" else 3):
        games = [play_out(chosen.start(seed=seed), level, "random", seed).moves for _ in range(2)]
        assert games[0] == games[1]


def test_refusals() -> None:
    with pytest.raises(LevelError, match="There is no level 'grandmaster': choose random, "):
        LevelPlayer("grandmaster", 1)
    large = quincunx.game("swap-nine", (6, 6)).start()
    with pytest.raises(LevelError, match="6x6 are out of reach of perfect: choose 2x2, 2x3, 2x4"):
        player("perfect", 1, large)
    assert player("expert", 1, large).pick(Match(large)) in large.legal_moves()
