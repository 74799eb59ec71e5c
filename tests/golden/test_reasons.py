"""No explanation changes unseen."""

import pytest

from golden.reasons import FOLDER, explanations, path
from helpers import BOOKS, thinned_to


@pytest.mark.parametrize("game", thinned_to(BOOKS, *{*BOOKS} - {"numeral-nexus"}))
def test_reasons(game: str) -> None:
    assert path(game).read_text(encoding="utf-8") == explanations(game)


def test_no_file_is_left_over() -> None:
    assert set(FOLDER.glob("*.txt")) == {path(game) for game in BOOKS}
