"""Steps through a game record: Enter for the next move, b for the one before, a number, q to leave.

example:
  quincunx replay game.txt
"""

from argparse import ArgumentParser, Namespace

from quincunx.record import read_all
from quincunx.storage import read_text
from quincunx.terminal.console import Console
from quincunx.terminal.replay import step_through

GROUP = "learn"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a game record")
    parser.add_argument("--plain", action="store_true", help="no colour, nothing redrawn")


def run(options: Namespace) -> int:
    console = Console(options.plain)
    for recorded in read_all(read_text(options.file)):
        if not step_through(recorded, console):
            break
    return 0
