"""No terminal outlives its test."""

from collections.abc import Iterator

import pytest

from terminal.screen import Screen


@pytest.fixture(autouse=True)
def _close_terminals() -> Iterator[None]:
    yield
    while Screen.opened:
        Screen.opened.pop().child.close(force=True)
