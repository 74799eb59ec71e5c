"""No sentence changes unseen."""

import pytest

from golden.sentences import SECTIONS, read, section


@pytest.mark.parametrize("name", SECTIONS)
def test_sentences(name: str) -> None:
    assert section(name).rstrip() == read()[name].rstrip()
