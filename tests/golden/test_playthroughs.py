"""Nothing that a game answers changes unseen."""

import pytest

import quincunx
from golden.playthroughs import FOLDER, GAMES, path, playthrough
from helpers import case_name


@pytest.mark.parametrize("case", GAMES, ids=case_name)
def test_playthrough(case: tuple[str, tuple[int, int]]) -> None:
    assert path(*case).read_text(encoding="utf-8") == playthrough(*case)


def test_every_game_has_one_and_no_file_is_left_over() -> None:
    assert {game_id for game_id, _ in GAMES} == set(quincunx.game_ids())
    assert set(FOLDER.glob("*.txt")) == {path(*case) for case in GAMES}
