"""Lists the games that were cut off, and goes on with one, or deletes it.

example:
  quincunx resume
"""

from argparse import Namespace

from quincunx.cli.options import NUMBER, PLAIN, flag
from quincunx.terminal.console import Console
from quincunx.terminal.resume import resume_one

GROUP = "play"


OPTIONS = NUMBER | {"--delete": flag("deletes the game instead")} | PLAIN


def run(options: Namespace) -> int:
    return resume_one(options.number, Console(options.plain), options.delete)
