"""Opens the full screen: boards in place, by keys or the mouse.

It needs the extra `screen`. A game that is left, there or in the dialogue, can go on in either.

example:
  quincunx screen
"""

import os
import sys
from argparse import ArgumentParser, Namespace

from quincunx.core import GameError
from quincunx.core.extras import needs

GROUP = "play"


def arguments(parser: ArgumentParser) -> None:
    """It has none."""


def run(options: Namespace) -> int:
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        raise GameError("The full screen needs a terminal: `quincunx play GAME` does without one.")
    if full_screen():
        return 0
    from quincunx.terminal.console import Console
    from quincunx.terminal.home import home

    return home(Console(), {"Full screen": full_screen})


def full_screen() -> bool:
    """Until the person leaves; or asks for the dialogue, which is no leaving."""
    with needs("screen"):
        from quincunx.screen.app import QuincunxApp
    for name in ("LINES", "COLUMNS"):  # else the size would stay what it was when these were set
        os.environ.pop(name, None)
    return QuincunxApp().run() is None
