"""The level that suits itself to a person, from their games so far."""

from itertools import pairwise
from pathlib import Path

import quincunx
from helpers import run
from quincunx import Match
from quincunx.players import ADAPTIVE, LEVELS, LevelPlayer, Past, adaptive_level, player

NAMES = [*LEVELS]


def test_it_goes_up_after_a_loss_and_down_after_a_win() -> None:
    for lower, upper in pairwise(NAMES):
        assert adaptive_level([Past(lower, "lost")]) == upper
        assert adaptive_level([Past(upper, "won")]) == lower
        assert adaptive_level([Past(upper, "drew")]) == upper


def test_the_ends_are_kept_and_the_last_game_decides() -> None:
    assert adaptive_level([]) == "casual"
    assert adaptive_level([Past("perfect", "lost")]) == "perfect"
    assert adaptive_level([Past("random", "won")]) == "random"
    assert adaptive_level([Past("random", "lost"), Past("skilled", "won")]) == "casual"


def test_it_plays_as_that_level_and_says_so() -> None:
    start = quincunx.game("swap-nine").start()
    found = player(ADAPTIVE, 3, start, past=[Past("casual", "lost")])
    assert isinstance(found, LevelPlayer)
    assert (found.level, found.name) == ("skilled", "adaptive (skilled)")
    skilled = LevelPlayer("skilled", 3)
    assert found.pick(Match(start)) == skilled.pick(Match(start))


def test_it_plays_with_a_person_in_the_terminal(tmp_path: Path) -> None:
    words = ["play", "crossed-paths", "--size", "1x1", "--x", "adaptive", "--record", "games"]
    assert run(*words, home=str(tmp_path)).returncode == 0
    assert '[X "adaptive (casual)"]' in (tmp_path / "games").read_text()
    ended = run("play", "swap-nine", "--x", "adaptive", "--o", "random", home=str(tmp_path))
    assert ended.returncode == 2
    assert "plays with people only" in ended.stderr


def test_it_stays_below_perfect_where_that_cannot_play() -> None:
    large = quincunx.game("zone-conquest", (6, 6)).start()
    found = player(ADAPTIVE, 3, large, past=[Past("expert", "lost")])
    assert isinstance(found, LevelPlayer)
    assert found.level == "expert"
