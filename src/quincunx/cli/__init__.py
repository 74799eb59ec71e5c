"""The command `quincunx`: one file for each command under `commands/`, imported when it is needed.

The docstring of a command's file is its help, `OPTIONS` lists its options, and `run(options)` does
the work and returns the exit status, or None for 0.
"""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from io import TextIOWrapper
from typing import Any

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
        return _report(error)
    except MemoryError:
        print("quincunx: There is not enough memory: ask for something smaller.", file=sys.stderr)
        return 1


class InputError(OSError):
    """Standard input cannot be read."""


class OutputError(OSError):
    """Standard output cannot be written."""


def _report(error: OSError) -> int:
    """Print what the system refused, and return the exit status."""
    what = "The system refused this"
    if isinstance(error, InputError):
        what = "The input cannot be read"
    elif isinstance(error, OutputError):
        # Nothing more can be written to standard output, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno == errno.EPIPE:
            return 141
        what = "The output cannot be written"
    elif isinstance(error.filename, (str, bytes)):
        from quincunx.core.text import quote

        what = f"{quote(os.fsdecode(error.filename), 200)} cannot be used"
    print(f"quincunx: {what}: {error.strerror or type(error).__name__}.", file=sys.stderr)
    return 1


def _open_streams() -> None:
    """Replace closed streams, and escape what a terminal cannot show instead of failing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - open for good
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    _name_errors(sys.stdin, InputError, "readline")
    _name_errors(sys.stdout, OutputError, "write", "flush")
    # If errors cannot be written, nobody reads them.
    _name_errors(sys.stderr, None, "write", "flush")


def _name_errors(stream: Any, kind: type[OSError] | None, *methods: str) -> None:
    """Raise errors of these methods as another kind, or ignore them."""

    def attempt(method: Callable[..., Any], *values: Any) -> Any:
        try:
            return method(*values)
        except OSError as error:
            if kind:
                raise kind(error.errno, error.strerror) from error

    if isinstance(stream, TextIOWrapper):
        for name in methods:
            if name not in vars(stream):
                setattr(stream, name, partial(attempt, getattr(stream, name)))
