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
"""What is being written, until it takes its name; the number is its writer's."""
MAX_FILE_BYTES = 64_000_000
MIN_STRAY_AGE_S = 3600
"""Seconds; a younger one may be about to be locked, or to take its name."""
POLL_INTERVAL_S = 0.2
"""Seconds between two looks at what another process writes."""


class FileError(QuincunxError):
    """A file cannot be read or written."""


class TakenOverError(Exception):
    """Another process has the file now: nothing of ours is written any more."""


# Folders.


def data_folder() -> str:
    """Where the user's data is kept."""
    return _folder("XDG_DATA_HOME", "~/.local/share")


def games_folder() -> str:
    """Where unfinished games are kept."""
    return os.path.join(data_folder(), "games")


def cache_folder() -> str:
    """Where large solutions are kept; all of it can be worked out again."""
    return _folder("XDG_CACHE_HOME", "~/.cache")


def _folder(variable: str, otherwise: str) -> str:
    base = os.environ.get(variable) or os.path.expanduser(otherwise)
    if base.startswith("~"):
        raise FileError(f"You have no home folder: set HOME or {variable} to a folder of yours.")
    return os.path.join(base, "quincunx")


# Reading and writing.


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`."""
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
    """Written beside the file, then put in its place: a cut leaves the old one or the new one."""
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
    """Written to a file that is not there yet."""
    if os.path.exists(name):
        raise FileError(f"{quote(name, 200)} is there already: give another name.")
    write_file(name, data)


@contextmanager
def open_locked(name: str) -> Iterator[FileIO]:
    """A file open for adding to it, locked by one process at a time, though another may have put a
    new one in its place meanwhile."""
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
    """Added to the end, whole or not at all, by one process at a time; `apart` before it if
    something stands there. What is to be done `first` is told how much does."""
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
    """With all above it."""
    try:
        os.makedirs(name, exist_ok=True)
    except OSError as error:
        raise FileError(f"The folder {quote(name, 200)} cannot be made: {reason(error)}.") from (
            error
        )


def remove(name: str) -> None:
    """The file is gone, or was not there."""
    with suppress(OSError, ValueError):
        os.remove(name)


def sweep(folder: str, of: str | None = None) -> None:
    """Takes away what was being written, of one file or of all in a folder of ours, when its
    writer was cut off."""
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
    """That a file cannot be read or written, and why."""
    return FileError(f"{quote(name, 200)} cannot be {deed}: {reason(error)}.")


def reason(error: OSError | ValueError) -> str:
    return getattr(error, "strerror", None) or "it is not the name of a plain file"


# One at a time.


def lock(file: BinaryIO | FileIO | int, wait: bool = False) -> bool:
    """Whether this process alone has the open file now, until it is closed or the process ends,
    however it ends. Where there are no locks, as on some networks' disks, everybody has it."""
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        except OSError:
            return True
    return True


class FileLock:
    """The right to write a file. Whoever has it keeps a file beside locked, NAME.lock, and so loses
    it with their life at the latest; it is taken over by putting another lock there."""

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
        """Takes it as soon as nobody has it."""
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
        """Whether some process has it."""
        with suppress(OSError, FileError), self._alone(), open(self.mark, "rb") as file:
            return not lock(file)
        return False

    def write(self, data: bytes) -> None:
        """TakenOverError if it is no longer ours."""
        with self._alone():
            self._check()
            write_file(self.name, data)

    def end(self, last: bytes) -> None:
        """The file is needed no longer. Whoever looks on finds in the lock what it held last."""
        with self._alone():
            self._check()
            if self.file:
                with suppress(OSError):
                    self.file.write(last)
                    self.file.flush()
            remove(self.name)
        self.release()

    def release(self) -> None:
        """Others may have it."""
        if self.file:
            with suppress(FileError, TakenOverError), self._alone():
                self._check()
                remove(self.mark)
            with suppress(OSError):
                self.file.close()
        self.taken, self.file = False, None

    def changes(self) -> Iterator[bytes]:
        """What the file holds, each time that it has changed, for as long as the same process has
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
        """Whether it is still the lock that counts, and not one that was taken over."""
        try:
            return os.path.samestat(os.fstat(file.fileno()), os.stat(self.mark))
        except FileNotFoundError:
            return False

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """To look who has it and to act on that is one step to everybody else: they wait for the
        lock of the folder."""
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
