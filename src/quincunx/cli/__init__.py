"""The command `quincunx`. One file a command under `commands/`, imported when it is asked for.

A command's file says what it does in its first lines, which are its help; adds its options in
`arguments(parser)`; and does its work in `run(options)`, which returns the exit status.
"""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from quincunx import __version__

NO_DOCSTRINGS = (
    "Python was told to drop docstrings, and the rules and helps are docstrings: leave out -OO, or "
    "unset PYTHONOPTIMIZE."
)


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        _open_streams()
        if given == ["--version"]:
            print(f"quincunx {__version__}")
            status = 0
        elif not __doc__:
            print(f"quincunx: {NO_DOCSTRINGS}", file=sys.stderr)
            status = 2
        else:
            from quincunx.cli.dispatch import dispatch

            status = dispatch(given)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except OSError as error:
        # Nothing more can be said on standard output, at exit neither.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 141
        print(f"quincunx: The output cannot be written: {error.strerror}.", file=sys.stderr)
        return 1


def _open_streams() -> None:
    """A closed stream reads nothing and swallows what is written; and what a terminal cannot
    show is spelled out, never a reason to fail."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - open for good
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
