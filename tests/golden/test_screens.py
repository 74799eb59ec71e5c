"""No place of the full screen changes its looks unseen."""

import pytest

from golden.screens import FOLDER, SCENES, path, picture
from helpers import thinned_to


@pytest.mark.parametrize("name", thinned_to(SCENES, "home", "values"))
def test_screens(name: str) -> None:
    assert picture(name) == path(name).read_text(encoding="utf-8")


def test_no_file_is_left_over() -> None:
    assert set(FOLDER.glob("*.svg")) == {path(name) for name in SCENES}
