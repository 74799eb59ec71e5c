"""The private parts of Textual that the full screen needs; written for Textual 8.2.

There is no public way to any of them: tests/test_private_parts.py says which is gone when
a later version changes one.
"""

import sys
from collections.abc import Mapping
from typing import Any

from textual.app import App


def share_stderr(app: App[Any]) -> None:
    """Let processes that are started take the real standard error with them."""
    if sys.__stderr__:
        setattr(app._capture_stderr, "fileno", sys.__stderr__.fileno)  # noqa: B010 - not declared


def translate_output(app: App[Any], table: Mapping[int, str]) -> None:
    """Translate what is written to a terminal that has not all signs."""
    driver: Any = app._driver
    if driver:
        write = driver.write
        driver.write = lambda data: write(data.translate(table))
