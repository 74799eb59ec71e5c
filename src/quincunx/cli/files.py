"""Files named on the command line: read within limits."""

import sys
from pathlib import Path

from quincunx.core.text import quote
from quincunx.storage import FileError, reason

LARGEST_FILE = 64_000_000


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        data = sys.stdin.buffer.read(LARGEST_FILE + 1) if name == "-" else _read(Path(name))
    except (OSError, ValueError) as error:
        raise FileError(f"{quote(name)} cannot be read: {reason(error)}.") from error
    if len(data) > LARGEST_FILE:
        raise FileError(f"{quote(name)} is larger than {LARGEST_FILE // 10**6} MB.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileError(f"{quote(name)} is not UTF-8 text.") from error


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST_FILE + 1)
