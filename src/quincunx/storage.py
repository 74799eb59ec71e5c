"""The user's folders, and files that are written whole or not at all."""

import os

from quincunx.core import QuincunxError
from quincunx.core.text import quote


class FileError(QuincunxError):
    """A file cannot be read or written."""


def data_folder() -> str:
    """Where the user's data is kept."""
    base = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return os.path.join(base, "quincunx")


def games_folder() -> str:
    """Where unfinished games are kept."""
    return os.path.join(data_folder(), "games")


def cache_folder() -> str:
    """Where large solutions are kept; all of it can be worked out again."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "quincunx")


def write_file(name: str, data: bytes) -> None:
    """Written beside the file, then put in its place: a cut leaves the old one or the new one."""
    beside = f"{name}.{os.getpid()}.new"
    try:
        if os.path.exists(name) and not os.path.isfile(name):
            raise ValueError
        with open(beside, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, name)
    except (OSError, ValueError) as error:
        remove(beside)
        raise FileError(f"{quote(name)} cannot be written: {reason(error)}.") from error


def remove(name: str) -> None:
    """The file is gone, or was not there."""
    try:
        os.remove(name)
    except (OSError, ValueError):
        return


def reason(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or "it is not the name of a plain file"
