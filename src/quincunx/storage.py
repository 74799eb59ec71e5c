"""The user's folders, and files that are written whole or not at all, by one process at a time."""

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from io import FileIO
from typing import BinaryIO

from quincunx.core import QuincunxError
from quincunx.core.text import quote

try:
    import fcntl
except ImportError:  # Windows: there nobody is kept from writing what another writes
    fcntl = None  # type: ignore[assignment]

STRAY = re.compile(r"(.+)\.[0-9]+\.new")
"""A file that is being written, before it is renamed; the number is its writer's process id."""
MAX_FILE_BYTES = 64_000_000
MIN_STRAY_AGE_S = 3600
"""A younger file may be about to be locked or renamed."""
POLL_INTERVAL_S = 0.2
"""Between two reads of a file that another process writes."""


class FileError(QuincunxError):
    """A file cannot be read or written."""


class TakenOverError(Exception):
    """Another process has taken over the file: this one may not write it any more."""


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
            lock(file)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, name)
    except BaseException as error:
        remove(beside)
        if isinstance(error, (OSError, ValueError)):
            raise failure(name, "written", error) from error
        raise
    sweep(os.path.dirname(name), os.path.basename(name))


def write_new(name: str, data: bytes) -> None:
    """Write a file that does not exist yet."""
    if os.path.exists(name):
        raise FileError(f"{quote(name, 200)} is there already: give another name.")
    write_file(name, data)


@contextmanager
def open_locked(name: str) -> Iterator[FileIO]:
    """Open a file for appending, locked by this process; if another process replaced the file
    meanwhile, the new one is opened."""
    try:
        while True:
            with open(name, "ab", buffering=0) as file:
                lock(file, wait=True)
                with suppress(FileNotFoundError):
                    if os.path.samestat(os.fstat(file.fileno()), os.stat(name)):
                        yield file
                        return
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


def sweep(folder: str, of: str | None = None) -> None:
    """Remove what interrupted writers left in a folder, of one file or of all."""
    with suppress(OSError):
        for entry in os.scandir(folder or "."):
            stray = STRAY.fullmatch(entry.name)
            if not stray or of not in (None, stray[1]) or not entry.is_file(follow_symlinks=False):
                continue
            if time.time() - entry.stat().st_mtime > MIN_STRAY_AGE_S:
                with open(entry.path, "rb") as file:
                    if lock(file):
                        remove(entry.path)


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
    process; replacing NAME.lock takes it over."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.mark = f"{name}.lock"
        self.taken = False
        self.file: BinaryIO | None = None

    def take(self) -> bool:
        """Whether it is ours now; it is not where somebody has it."""
        if fcntl is not None:
            with self._alone():
                file = open(self.mark, "a+b")  # noqa: SIM115 - open for as long as it is ours
                if not lock(file):
                    file.close()
                    return False
                self.file = file
        self.taken = True
        return True

    def wait(self) -> None:
        """Wait until nobody has it, and take it."""
        while not self.take():
            with suppress(FileNotFoundError), open(self.mark, "rb") as file:
                lock(file, wait=True)

    def take_over(self) -> None:
        """Takes it from whoever has it, who learns of it at the next writing."""
        beside = f"{self.mark}.{os.getpid()}.new"
        with self._alone():
            file = open(beside, "w+b")  # noqa: SIM115 - open for as long as it is ours
            lock(file)
            try:
                os.replace(beside, self.mark)
            except OSError:
                file.close()
                remove(beside)
                raise
        self.file, self.taken = file, True

    @property
    def in_use(self) -> bool:
        """Whether a process has it."""
        with suppress(OSError, FileError), self._alone(), open(self.mark, "rb") as file:
            return not lock(file)
        return False

    def write(self, data: bytes) -> None:
        """Write the file; raise TakenOverError if another process has taken it over."""
        with self._alone():
            self._check()
            write_file(self.name, data)

    def end(self, last: bytes) -> None:
        """Remove the file. Its last content goes into the lock file, for those who watch it."""
        with self._alone():
            self._check()
            if self.file:
                with suppress(OSError):
                    self.file.write(last)
                    self.file.flush()
            remove(self.name)
        self.release()

    def release(self) -> None:
        """Give it up."""
        if self.file:
            with suppress(FileError, TakenOverError), self._alone():
                self._check()
                remove(self.mark)
            with suppress(OSError):
                self.file.close()
        self.taken, self.file = False, None

    def changes(self) -> Iterator[bytes]:
        """Yield the content of the file whenever it has changed, as long as the same process has
        it."""
        seen, held = b"", True
        with suppress(FileNotFoundError), open(self.mark, "rb") as mark:
            while held:
                with self._alone():
                    held = self._is_mark(mark) and not lock(mark)
                    data = mark.read()
                    if not data:
                        with suppress(FileNotFoundError), open(self.name, "rb") as file:
                            data = file.read()
                if data not in (b"", seen):
                    yield data
                    seen = data
                if held:
                    time.sleep(POLL_INTERVAL_S)

    def _check(self) -> None:
        if self.file and not self._is_mark(self.file):
            raise TakenOverError

    def _is_mark(self, file: BinaryIO) -> bool:
        """Whether the open file is still NAME.lock, and was not replaced."""
        try:
            return os.path.samestat(os.fstat(file.fileno()), os.stat(self.mark))
        except FileNotFoundError:
            return False

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Lock the folder, so that checking who has the file and acting on it is one step."""
        folder = None
        try:
            if fcntl is not None:
                folder = os.open(os.path.dirname(self.name) or ".", os.O_RDONLY)
                lock(folder, wait=True)
            yield
        except OSError as error:
            raise failure(self.name, "written", error) from error
        finally:
            if folder is not None:
                os.close(folder)
