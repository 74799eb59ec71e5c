"""The user's folders, and files that are written whole or not at all."""

import os
from pathlib import Path

from quincunx.core import QuincunxError
from quincunx.core.text import quote


class FileError(QuincunxError):
    """A file cannot be read or written."""


def games_folder() -> Path:
    """Where unfinished games are kept."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "quincunx" / "games"


def write_file(path: Path, data: bytes) -> None:
    """Written beside the file, then put in its place: a cut leaves the old one or the new one."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except (OSError, ValueError) as error:
        raise FileError(f"{quote(str(path))} cannot be written: {reason(error)}.") from error


def reason(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or "not a file name"
