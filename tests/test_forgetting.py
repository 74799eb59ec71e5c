"""A past game is taken out of the history while another is added: neither is lost."""

from pathlib import Path
from threading import Thread

import pytest

from quincunx import Match, game
from quincunx.play.history import forget, history_file, past_games, remember
from quincunx.storage import open_locked


def finished(move: str) -> Match:
    match = Match(game("zone-conquest").start(), tags={"Date": "2026-01-01"})
    match.play(move)
    match.resign(match.position.turn)
    return match


def first_moves() -> list[str]:
    return [str(past.match.moves[0]) for past in past_games()[0]]


def test_one_that_is_added_meanwhile_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new file takes the place of the one that somebody waits for."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for move in "12":
        remember(finished(move))
    adding = Thread(target=remember, args=[finished("3")])
    forgetting = Thread(target=forget, args=[past_games()[0][0]])
    with open_locked(history_file()):
        forgetting.start()
        adding.start()
    forgetting.join()
    adding.join()
    assert first_moves() == ["2", "3"]
