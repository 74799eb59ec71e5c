"""What all kernels stand on: the compiler, small operations on sets of cells, and random numbers.

Sets of cells are the bits of a 64-bit integer. Functions are compiled when they are first called
and kept on disk; they release the interpreter's lock, so threads run them side by side.

What is kept lies in a folder named after the text of these files and of the game's folder: numba
alone would not notice that a function has changed which another file's function has inlined.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numba import config, njit
from numpy.typing import NDArray

from quincunx import __version__
from quincunx.storage import FileError, cache_folder

settings: Any = config  # its names are made when it is imported
F = TypeVar("F", bound=Callable[..., Any])
Ints = NDArray[np.int64]
Bytes = NDArray[np.int8]
Shorts = NDArray[np.int16]
Flags = NDArray[np.bool_]
Seeds = NDArray[np.uint64]
Bits = NDArray[np.uint16] | NDArray[np.uint64]

BLOCK = 4096
"""So many lanes are worked on at a time that what is known of them stays near the core."""
ON, WON, LOST, DRAWN, HELD = 0, 1, -1, 2, 3
"""Results of a move for the player who made it; or no move was made."""


@cache
def _folder(base: str, home: str) -> str:
    digest = sha256(__version__.encode())
    for folder in (os.path.dirname(__file__), home):
        for file in sorted(Path(folder).glob("*.py")):
            digest.update(file.read_bytes())
    return os.path.join(base, digest.hexdigest()[:16])


def compiled(function: F) -> F:
    users = settings.CACHE_DIR
    try:
        home = os.path.dirname(function.__code__.co_filename)
        settings.CACHE_DIR = _folder(users or os.path.join(cache_folder(), "compiled"), home)
        return cast("F", njit(cache=True, nogil=True)(function))
    except (RuntimeError, FileError):  # no folder can be written: compiled again in each process
        return cast("F", njit(nogil=True)(function))
    finally:
        settings.CACHE_DIR = users


@compiled
def bit_count(bits: int) -> int:
    """Of a number that is not negative: bits are added in pairs, then fours, then bytes."""
    bits -= bits >> 1 & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = bits + (bits >> 4) & 0x0F0F0F0F0F0F0F0F
    return bits * 0x0101010101010101 >> 56


@compiled
def fill(row: NDArray[Any], value: int) -> None:
    """As a slice that is assigned, which CUDA lacks. Here and below places are unsigned and go up
    by themselves: none is counted from the end, and what is compiled for a GPU is half as long."""
    place = np.uint64(0)
    while place < np.uint64(len(row)):
        row[place] = value
        place += np.uint64(1)


@compiled
def copy(source: NDArray[Any], row: NDArray[Any]) -> None:
    """Into an array, from its beginning."""
    place = np.uint64(0)
    while place < np.uint64(len(source)):
        row[place] = source[place]
        place += np.uint64(1)


@compiled
def spread(bits: int, mask: Flags) -> None:
    """Write the bits of a set into a mask, an entry each."""
    cell = np.uint64(0)
    while cell < np.uint64(len(mask)):
        mask[cell] = bits >> np.int64(cell) & 1
        cell += np.uint64(1)


@compiled
def compress(bits: int, among: int) -> int:
    """The bits that lie in `among`, pushed together."""
    packed = 0
    bits &= among
    while bits:
        lowest = bits & -bits
        packed |= 1 << bit_count(among & (lowest - 1))
        bits ^= lowest
    return packed


@compiled
def draw(seeds: Seeds, lane: int, below: int) -> int:
    """Return a random number from 0 to `below` - 1; each lane has its own stream (splitmix64)."""
    seeds[lane] += np.uint64(0x9E3779B97F4A7C15)
    mixed = seeds[lane]
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return int(((mixed >> np.uint64(32)) * np.uint64(below)) >> np.uint64(32))


def cores() -> int:
    """How many threads may run at once: the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def share(
    pool: ThreadPoolExecutor | None, threads: int, count: int, work: Callable[[int, int], object]
) -> None:
    """Call `work(low, high)` on blocks of `count` things. Each thread, this one too, takes the next
    block when it has finished one, so a thread that starts late delays nothing."""
    blocks = iter(range(0, count, BLOCK))

    def take_blocks() -> None:
        for low in blocks:
            work(low, min(low + BLOCK, count))

    helping = [pool.submit(take_blocks) for _ in range(threads - 1)] if pool else []
    take_blocks()
    for one in helping:
        one.result()


def in_parts(
    count: int,
    parts: int,
    work: Callable[[int, int], int],
    progress: Callable[[int], None],
    done: int,
) -> int:
    """Call `work(low, high)` on so many parts of `count` things, a few at once, and return the sum
    of the results; progress counts from `done`. It can be stopped between parts."""
    ends = sorted({count * part // parts for part in range(parts + 1)})
    total = 0
    pool = ThreadPoolExecutor(cores())
    try:
        for one in [pool.submit(work, *part) for part in pairwise(ends)]:
            total += one.result()
            progress(done + total)
    finally:
        pool.shutdown(cancel_futures=True)
    return total
