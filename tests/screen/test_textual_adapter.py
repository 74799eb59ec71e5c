"""What the full screen needs of Textual's private parts is still there."""

from importlib.metadata import version

import pytest
from textual.driver import Driver

from quincunx.screen.app import QuincunxApp

WRITTEN_FOR = "8.2"


@pytest.mark.parametrize("name", ["_capture_stderr", "_driver"])
def test_an_app_has_it(name: str) -> None:
    found = version("textual")
    assert hasattr(QuincunxApp(), name), (
        f"screen/textual_adapter.py was written for Textual {WRITTEN_FOR}; "
        f"Textual {found} has no App.{name}: find another way there."
    )


def test_a_driver_writes_text() -> None:
    assert callable(Driver.write), (
        f"Textual {version('textual')} writes otherwise than {WRITTEN_FOR}"
    )
