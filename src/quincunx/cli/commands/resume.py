"""Lists the games that were cut off, and goes on with one, or deletes it.

example:
  quincunx resume
"""

from argparse import ArgumentParser, Namespace

from quincunx.cli.options import seed
from quincunx.terminal.console import Console
from quincunx.terminal.resume import resume_one

GROUP = "play"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("number", nargs="?", type=seed, metavar="N", help="of the list")
    parser.add_argument("--delete", action="store_true", help="deletes the game instead")
    parser.add_argument("--plain", action="store_true", help="no colour, nothing redrawn")


def run(options: Namespace) -> int:
    return resume_one(options.number, Console(options.plain), options.delete)
