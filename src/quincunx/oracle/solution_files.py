"""Large solutions kept in the user's cache folder, one byte a position.

A solution is two files: `NAME.bin`, layer after layer as the solver finished them, and `NAME.json`,
notes with the size and the SHA-256 of each layer. While it is being worked out it is called
NAME.part, and its notes are rewritten after each layer, so that a solver that was stopped can go
on; a reader of an older solution is not disturbed. One process at a time solves a game. Reading
needs nothing but the standard library.
"""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from mmap import ACCESS_READ, mmap

from quincunx.oracle.verdicts import SolutionError
from quincunx.storage import (
    FileError,
    FileLock,
    InUseError,
    cache_folder,
    make_folder,
    reason,
    remove,
    write_file,
)

FORMAT = 1
PART = ".part"
MAX_NOTES_CHARACTERS = 100_000


def path_of(name: str, ending: str) -> str:
    return os.path.join(cache_folder(), "solved", f"{name}.{ending}")


class SolutionFile:
    """A solution that is being written, or is whole and being read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.sizes: list[int]
        """The bytes of each layer that is there, in the order in which they are solved."""
        self.sums: list[str]
        """The SHA-256 of each."""
        self.counts: list[int]
        """How many positions each holds."""
        self.sizes, self.sums, self.counts = _read_notes(name)
        self._bytes: mmap | None = None

    @property
    def file(self) -> str:
        return path_of(self.name, "bin")

    @property
    def whole(self) -> bool:
        return bool(self.sums) and not self.name.endswith(PART)

    @contextmanager
    def alone(self, waits: Callable[[], None]) -> Iterator[bool]:
        """Keep others from solving the same game. If somebody does, call `waits` and wait; yield
        whether a whole solution came of it."""
        proper = self.name.removesuffix(PART)
        hold, waited = FileLock(path_of(proper, "bin")), False
        with suppress(FileError):  # raised again when something is to be written
            make_folder(os.path.dirname(hold.name))
            try:
                hold.take()
            except InUseError:
                waited = True
                waits()
                hold.take(wait=True)
                find.cache_clear()
        try:
            SolutionFile(proper + PART)._mend()
            yield waited and SolutionFile(proper).whole
        finally:
            hold.release()

    def _mend(self) -> None:
        """Begin again where a solution that was being written is damaged."""
        try:
            for number in range(len(self.sums)):
                self.check(number)
        except SolutionError:
            remove(path_of(self.name, "json"))

    def begin(self) -> None:
        """Discard what is there and start a new solution."""
        self.sizes, self.sums, self.counts = [], [], []
        make_folder(os.path.dirname(self.file))
        write_file(self.file, b"")
        self._write_notes()

    def finish(self) -> None:
        """The last layer is there: the solution takes its proper name."""
        proper = self.name.removesuffix(PART)
        for ending in ("bin", "json"):
            os.replace(path_of(self.name, ending), path_of(proper, ending))
        self.name = proper
        find.cache_clear()

    def add(self, layer: bytes | memoryview, positions: int) -> None:
        """The next layer."""
        try:
            with open(self.file, "r+b") as file:
                file.seek(sum(self.sizes))
                file.write(layer)
                file.truncate()
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise FileError(f"{self.file!r} cannot be written: {reason(error)}.") from error
        self.sizes.append(len(layer))
        self.sums.append(sha256(layer).hexdigest())
        self.counts.append(positions)
        self._write_notes()

    def layer(self, number: int) -> bytes:
        """A whole layer, checked."""
        self.check(number)
        return self.piece(number, 0, self.sizes[number])

    def value(self, number: int, place: int) -> int:
        """One byte of a layer."""
        return self.piece(number, place, 1)[0]

    def piece(self, number: int, place: int, length: int) -> bytes:
        """Some bytes of a layer."""
        begin = self._offset(number) + place
        return self._map()[begin : begin + length]

    def check(self, number: int) -> None:
        """SolutionError if a layer is not what was written."""
        begin = self._offset(number)
        found = sha256(memoryview(self._map())[begin : begin + self.sizes[number]]).hexdigest()
        if found != self.sums[number]:
            raise SolutionError(
                f"{self.file!r} is damaged: its checksum is wrong, so solve the game again."
            )

    def _offset(self, number: int) -> int:
        return sum(self.sizes[:number])

    def _map(self) -> mmap:
        size = sum(self.sizes)
        if self._bytes is None or len(self._bytes) < size:
            try:
                with open(self.file, "rb") as file:
                    self._bytes = mmap(file.fileno(), 0, access=ACCESS_READ)
            except (OSError, ValueError) as error:
                raise SolutionError(f"{self.file!r} cannot be read: {reason(error)}.") from error
            # Behind the layers that are noted there may be part of the next.
            if len(self._bytes) < size or (self.whole and len(self._bytes) > size):
                raise SolutionError(f"{self.file!r} is cut off: solve the game again.")
        return self._bytes

    def _write_notes(self) -> None:
        notes = {
            "format": FORMAT,
            "sizes": self.sizes,
            "sha256": self.sums,
            "positions": self.counts,
        }
        write_file(path_of(self.name, "json"), json.dumps(notes).encode())


def _read_notes(name: str) -> tuple[list[int], list[str], list[int]]:
    """The sizes, checksums and counts of the layers that are there; none if these are no notes."""
    try:
        with open(path_of(name, "json"), encoding="utf-8") as file:
            notes = json.loads(file.read(MAX_NOTES_CHARACTERS))
        sums, counts = list(map(str, notes["sha256"])), list(map(int, notes["positions"]))
        # Version 0.1 noted the sizes of layers to come as well.
        sizes = list(map(int, notes["sizes"]))[: len(sums)]
        if notes["format"] == FORMAT and len(sums) == len(counts) == len(sizes):
            return sizes, sums, counts
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        pass
    return [], [], []


def whole_or_begun(name: str) -> SolutionFile:
    """The solution with this name, or what there is of it."""
    file = SolutionFile(name)
    return file if file.whole else SolutionFile(name + PART)


@lru_cache(1024)
def find(name: str) -> SolutionFile | None:
    """The whole solution with this name, checked once in a process; None if there is none."""
    file = SolutionFile(name)
    if not file.whole:
        return None
    for number in range(len(file.sizes)):
        file.check(number)
    return file
