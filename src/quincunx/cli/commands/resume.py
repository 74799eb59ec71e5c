"""List the unfinished games, and resume or delete one.

example:
  quincunx resume
"""

from argparse import Namespace
from contextlib import suppress

from quincunx.cli.options import NUMBER, PLAIN, flag
from quincunx.terminal.console import Console
from quincunx.terminal.resume import resume_one

GROUP = "play"


OPTIONS = NUMBER | {"--delete": flag("delete the game instead")} | PLAIN


def run(options: Namespace) -> int:
    with suppress(EOFError):
        return resume_one(options.number, Console(options.plain), options.delete)
    return 0
