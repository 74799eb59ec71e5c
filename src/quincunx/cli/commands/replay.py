"""Step through a game record: Enter for the next move, b for the one before, a number, q to leave.

example:
  quincunx replay game.txt
"""

from argparse import Namespace

from quincunx.cli.options import PLAIN, option
from quincunx.play.record import read_all
from quincunx.storage import read_text
from quincunx.terminal.console import Console
from quincunx.terminal.replay import step_through

GROUP = "learn"


OPTIONS = {"file": option("FILE", "a game record")} | PLAIN


def run(options: Namespace) -> None:
    console = Console(options.plain)
    for recorded in read_all(read_text(options.file)):
        if not step_through(recorded, console):
            break
