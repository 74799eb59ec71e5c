"""Large solutions kept in the user's cache folder, one byte a position.

A solution is two files: `NAME.bin`, layer after layer as the solver finished them, and `NAME.json`
with the size and the SHA-256 of each layer. While it is being worked out it is called NAME.part,
and its notes are rewritten after each layer, so that a solver that was stopped can go on; a
reader of an older solution is not disturbed. One process at a time solves a game. Reading needs
nothing but the standard library.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from mmap import ACCESS_READ, mmap

from quincunx.oracle.verdicts import SolutionError
from quincunx.storage import (
    FileError,
    FileLock,
    cache_folder,
    make_folder,
    reason,
    remove,
    sweep,
    write_file,
)

FORMAT = 1
PART = ".part"
MAX_KEPT_BYTES = 1 << 28
"""Larger solutions are worked out, but not kept."""
MAX_NOTES_CHARACTERS = 100_000


def path_of(name: str, ending: str) -> str:
    return os.path.join(cache_folder(), "solved", f"{name}.{ending}")


class SolutionFile:
    """A solution that is being written, or is whole and being read."""

    def __init__(self, name: str, sizes: Sequence[int] | None = None) -> None:
        self.name = name
        self.given = sizes
        self.sizes: list[int]
        """The bytes of each layer, in the order in which they are solved; as the notes tell, where
        nothing else does."""
        self.sums: list[str]
        """The SHA-256 of each layer that is there."""
        self.counts: list[int]
        """How many positions each of them holds."""
        self.sizes, self.sums, self.counts = _read_notes(name, sizes)
        self._bytes: mmap | None = None

    @property
    def file(self) -> str:
        return path_of(self.name, "bin")

    @property
    def whole(self) -> bool:
        return len(self.sums) == len(self.sizes) > 0

    @contextmanager
    def alone(self, waits: Callable[[], None]) -> Iterator[bool]:
        """Nobody else solves the same game meanwhile. If somebody does, that is told and waited
        for; whether a whole solution came of it."""
        proper = self.name.removesuffix(PART)
        hold, waited = FileLock(path_of(proper, "bin")), False
        with suppress(FileError):  # told when something is to be written
            make_folder(os.path.dirname(hold.name))
            sweep(os.path.dirname(hold.name))
            waited = not hold.take()
        try:
            if waited:
                waits()
                hold.wait()
                find.cache_clear()
            SolutionFile(proper + PART, self.given)._mend()
            yield waited and SolutionFile(proper, self.given).whole
        finally:
            hold.release()

    def _mend(self) -> None:
        """What is damaged of a solution that was being written is worked out again."""
        try:
            for number in range(len(self.sums)):
                self.check(number)
        except SolutionError:
            remove(path_of(self.name, "json"))

    def begin(self) -> None:
        """Discard what is there and start a new solution."""
        self.sums, self.counts = [], []
        make_folder(os.path.dirname(self.file))
        write_file(self.file, b"")
        self._write_notes()

    def finish(self) -> None:
        """The last layer is there: the solution takes its proper name."""
        assert self.whole
        proper = self.name.removesuffix(PART)
        for ending in ("bin", "json"):
            os.replace(path_of(self.name, ending), path_of(proper, ending))
        self.name = proper
        find.cache_clear()

    def add(self, layer: bytes | memoryview, positions: int) -> None:
        """The next layer."""
        assert len(layer) == self.sizes[len(self.sums)]
        try:
            with open(self.file, "r+b") as file:
                file.seek(self._offset(len(self.sums)))
                file.write(layer)
                file.truncate()
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise FileError(f"{self.file!r} cannot be written: {reason(error)}.") from error
        self.sums.append(sha256(layer).hexdigest())
        self.counts.append(positions)
        self._write_notes()

    def layer(self, number: int) -> bytes:
        """A whole layer, checked."""
        self.check(number)
        begin = self._offset(number)
        return self._map()[begin : begin + self.sizes[number]]

    def value(self, number: int, place: int) -> int:
        """One byte of a layer."""
        return self._map()[self._offset(number) + place]

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
        if self._bytes is None or len(self._bytes) < self._offset(len(self.sums)):
            try:
                with open(self.file, "rb") as file:
                    self._bytes = mmap(file.fileno(), 0, access=ACCESS_READ)
            except (OSError, ValueError) as error:
                raise SolutionError(f"{self.file!r} cannot be read: {reason(error)}.") from error
            # Behind the layers that are noted there may be part of the next.
            size = self._offset(len(self.sums))
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


def _read_notes(name: str, given: Sequence[int] | None) -> tuple[list[int], list[str], list[int]]:
    """The sizes of all layers, and the checksums and counts of those that are there; none if the
    notes are not of this solution."""
    nothing: tuple[list[int], list[str], list[int]] = list(given or ()), [], []
    try:
        with open(path_of(name, "json"), encoding="utf-8") as file:
            notes = json.loads(file.read(MAX_NOTES_CHARACTERS))
        sums, counts = list(map(str, notes["sha256"])), list(map(int, notes["positions"]))
        sizes = list(map(int, notes["sizes"]))
        fits = notes["format"] == FORMAT and (given is None or sizes == list(given))
        fits = fits and len(sums) == len(counts) <= len(sizes)
        return (sizes, sums, counts) if fits else nothing
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return nothing


def whole_or_begun(name: str, sizes: Sequence[int]) -> SolutionFile:
    """The solution with this name, or what there is of it."""
    found = SolutionFile(name, sizes)
    return found if found.whole else SolutionFile(name + PART, sizes)


def keeps(sizes: Sequence[int]) -> bool:
    """Whether a solution of such layers is kept."""
    return sum(sizes) <= MAX_KEPT_BYTES


@lru_cache(1024)
def find(name: str, sizes: tuple[int, ...] | None = None) -> SolutionFile | None:
    """The whole solution with this name, checked once in a process; None if there is none."""
    found = SolutionFile(name, sizes)
    if not found.whole:
        return None
    for number in range(len(found.sizes)):
        found.check(number)
    return found
