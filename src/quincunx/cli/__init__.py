"""The command `quincunx`. One file a command under `commands/`, imported when it is asked for.

A command's file says what it does in its first lines, which are its help; adds its options in
`arguments(parser)`; and does its work in `run(options)`, which returns the exit status.
"""

import os
import sys
from collections.abc import Sequence

from quincunx import __version__


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given == ["--version"]:
        print(f"quincunx {__version__}")
        return 0
    # What a terminal cannot show is spelled out, never a reason to fail.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    from quincunx.cli.dispatch import dispatch

    try:
        status = dispatch(given)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The reader of a pipe has gone; nothing is left to say, at exit neither.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        return 130
