"""A progress line on standard error, shown only on a terminal."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def counter(words: str) -> Iterator[Callable[[int], None]]:
    """Provide a function that shows a count, at most ten times a second. The line is erased at the
    end."""
    latest, seen = 0.0, sys.stderr.isatty()

    def show(count: int) -> None:
        nonlocal latest
        if seen and time.monotonic() - latest > 0.1:
            latest = time.monotonic()
            print(f"\r{count:,} {words}", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        if seen:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def show_progress(items: Iterable[T], words: str) -> Iterator[T]:
    """Yield the items and show how many there were."""
    with counter(words) as show:
        for count, item in enumerate(items, 1):
            yield item
            show(count)
