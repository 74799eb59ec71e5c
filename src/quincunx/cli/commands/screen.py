"""Play full screen, by keyboard or mouse.

This needs the extra `screen`. A game left here or in the dialogue can be resumed in either.

example:
  quincunx screen
"""

import os
import sys
from argparse import Namespace
from importlib.util import find_spec

from quincunx.cli.options import Options
from quincunx.core import GameError
from quincunx.core.extras import needs
from quincunx.terminal.console import Console

GROUP = "play"


OPTIONS: Options = {}


def run(options: Namespace) -> int:
    if not (sys.stdin.isatty() and Console().live):
        raise GameError("The full screen needs a terminal: `quincunx play GAME` does without one.")
    return 0 if full_screen() else plain_home()


def plain_home() -> int:
    """Home in the dialogue, from where the full screen is one of the ways if there can be one."""
    from quincunx.terminal.home import home

    console = Console()
    return home(
        console, {"Full screen": full_screen} if console.live and find_spec("textual") else {}
    )


def full_screen() -> bool:
    """Until the person leaves; or asks for the dialogue, which is no leaving."""
    with needs("screen"):
        from quincunx.screen.app import QuincunxApp
    for name in ("LINES", "COLUMNS"):  # else the size would stay what it was when these were set
        os.environ.pop(name, None)
    return QuincunxApp().run() is None
