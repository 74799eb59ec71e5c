"""Files named on the command line: read within limits, written whole or not at all."""

import os
import sys
from pathlib import Path

from quincunx.core import QuincunxError
from quincunx.core.text import quote

LARGEST_FILE = 64_000_000


class FileError(QuincunxError):
    """A file cannot be read or written."""


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        data = sys.stdin.buffer.read(LARGEST_FILE + 1) if name == "-" else _read(Path(name))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise FileError(f"{quote(name)} cannot be read: {reason}.") from error
    if len(data) > LARGEST_FILE:
        raise FileError(f"{quote(name)} is larger than {LARGEST_FILE // 10**6} MB.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileError(f"{quote(name)} is not UTF-8 text.") from error


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST_FILE + 1)


def write_bytes(name: str, data: bytes) -> None:
    """Whole or not at all: written beside the file, then put in its place."""
    path = Path(name)
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise FileError(f"{quote(name)} cannot be written: {reason}.") from error
