"""Where a series stands, as a record keeps it."""

import pytest

from quincunx import Player, RecordError
from quincunx.terminal.series import Series


def test_a_series_is_read_back() -> None:
    for first in (Player.X, Player.O, None):
        for seat in Player:
            series = Series(5, first, seat, 4, 2, 1)
            assert Series.read(str(series)) == series


@pytest.mark.parametrize(
    "text", ["", "best of three", "best of 3, game 2, 1 to 0, X begins, I am Z", "x" * 5_000]
)
def test_another_text_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="write it as in 'best of 3, game 2, 1 to 0, X begins"):
        Series.read(text)


def test_it_ends_with_most_games_or_with_the_last() -> None:
    series = Series(3, Player.X, Player.X)
    series.count(Player.X)
    assert (series.score(), series.over) == ("you 1, the other 0", False)
    assert "I am X" in str(series)
    series.next_game()
    assert "I am O" in str(series)
    series.count(None)
    assert not series.over
    series.next_game()
    assert "I am X" in str(series)
    series.count(None)
    assert series.over
    short = Series(3, None, Player.O, 2, 0, 1)
    short.count(Player.X)
    assert (short.score(), short.over) == ("you 0, the other 2", True)
