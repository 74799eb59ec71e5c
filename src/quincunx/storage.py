"""The user's folders, and files that are written whole or not at all."""

import os
from contextlib import suppress
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
    beside = Path(f"{path}.{os.getpid()}.new")
    try:
        if path.exists() and not path.is_file():
            raise ValueError
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            beside.unlink(missing_ok=True)
        raise FileError(f"{quote(str(path))} cannot be written: {reason(error)}.") from error


def reason(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or "it is not the name of a plain file"
