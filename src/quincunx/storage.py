"""The user's folders, and files that are written whole or not at all, by one process at a time."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from io import FileIO
from typing import BinaryIO

from quincunx.core import QuincunxError
from quincunx.core.text import quote

try:
    import fcntl
except ImportError:  # Windows: there nobody is kept from writing what another writes
    fcntl = None  # type: ignore[assignment]

MAX_FILE_BYTES = 64_000_000


class FileError(QuincunxError):
    """A file cannot be read or written."""


class InUseError(FileError):
    """Another process has locked the file."""


# Folders.


def data_folder() -> str:
    """Return the folder for the user's data."""
    return _folder("XDG_DATA_HOME", "~/.local/share")


def games_folder() -> str:
    """Return the folder for unfinished games."""
    return os.path.join(data_folder(), "games")


def cache_folder() -> str:
    """Return the folder for large solutions, all of which can be computed again."""
    return _folder("XDG_CACHE_HOME", "~/.cache")


def _folder(variable: str, otherwise: str) -> str:
    base = os.environ.get(variable) or os.path.expanduser(otherwise)
    if base.startswith("~"):
        raise FileError(f"You have no home folder: set HOME or {variable} to a folder of yours.")
    return os.path.join(base, "quincunx")


# Reading and writing.


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for `-`."""
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        raise failure(name, "read", error) from error
    if len(data) > MAX_FILE_BYTES:
        raise FileError(f"{quote(name, 200)} is larger than {MAX_FILE_BYTES // 10**6} MB.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileError(f"{quote(name, 200)} cannot be read: it is not UTF-8 text.") from error


def write_file(name: str, data: bytes) -> None:
    """Write a new file and rename it, so that an interruption leaves the old file or the new
    one."""
    beside = f"{name}.{os.getpid()}.new"
    try:
        if os.path.exists(name) and not os.path.isfile(name):
            raise ValueError
        with open(beside, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, name)
    except BaseException as error:
        remove(beside)
        if isinstance(error, (OSError, ValueError)):
            raise failure(name, "written", error) from error
        raise


def write_new(name: str, data: bytes) -> None:
    """Write a file that does not exist yet."""
    if os.path.exists(name):
        raise FileError(f"{quote(name, 200)} is there already: give another name.")
    write_file(name, data)


@contextmanager
def open_locked(name: str, wait: bool = True) -> Iterator[FileIO]:
    """Open a file for appending, locked by this process. If another process has locked it, wait or
    raise InUseError; if another process replaced the file meanwhile, open the new one."""
    try:
        while True:
            with open(name, "ab", buffering=0) as file:
                if not lock(file, wait):
                    raise InUseError(f"{quote(name, 200)} is in use by another process.")
                with suppress(FileNotFoundError):
                    if os.path.samestat(os.fstat(file.fileno()), os.stat(name)):
                        yield file
                        return
    except FileError:
        raise
    except (OSError, ValueError) as error:
        raise failure(name, "written", error) from error


def append_file(
    name: str, data: bytes, apart: bytes = b"", first: Callable[[int], None] | None = None
) -> None:
    """Append data, whole or not at all, one process at a time; `apart` precedes it if the file is
    not empty. `first` is called before that with the size of the file."""
    with open_locked(name) as file:
        before = file.seek(0, os.SEEK_END)
        if first:
            first(before)
        rest = memoryview((apart if before else b"") + data)
        try:
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        except BaseException:
            with suppress(OSError):
                file.truncate(before)
            raise


def make_folder(name: str) -> None:
    """Make a folder and its parents."""
    try:
        os.makedirs(name, exist_ok=True)
    except OSError as error:
        raise FileError(f"The folder {quote(name, 200)} cannot be made: {reason(error)}.") from (
            error
        )


def remove(name: str) -> None:
    """Remove a file, if it exists."""
    with suppress(OSError, ValueError):
        os.remove(name)


def failure(name: str, deed: str, error: OSError | ValueError) -> FileError:
    """Return the error that a file cannot be read or written, with the reason."""
    return FileError(f"{quote(name, 200)} cannot be {deed}: {reason(error)}.")


def reason(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or "it is not the name of a plain file"


# One at a time.


def lock(file: BinaryIO | FileIO | int, wait: bool = False) -> bool:
    """Lock an open file until it is closed or the process ends; return whether it is locked. Where
    there are no locks, as on some network drives, everybody gets it."""
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        except OSError:
            return True
    return True


class FileLock:
    """The right to write a file. Its owner keeps NAME.lock locked, so that the right ends with the
    process."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.mark = f"{name}.lock"
        self.taken = False
        self._stack = ExitStack()

    def take(self, wait: bool = False) -> None:
        """Take it, or raise InUseError if another process has it and we do not wait."""
        if fcntl is not None:
            self._stack.enter_context(open_locked(self.mark, wait))
            self._stack.callback(remove, self.mark)  # before it is closed: it may be another's then
        self.taken = True

    @property
    def in_use(self) -> bool:
        """Whether a process has it."""
        with suppress(OSError), open(self.mark, "rb") as file:
            return not lock(file)
        return False

    def release(self) -> None:
        """Give it up."""
        self._stack.close()
        self.taken = False
