"""A progress line on standard error, shown only on a terminal."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
BAR = 24


@contextmanager
def counter(words: str, total: int = 0) -> Iterator[Callable[[int], None]]:
    """Provide a function that shows a count, at most ten times a second, with a bar where the total
    is known. The line is erased at the end."""
    latest, seen = 0.0, sys.stderr.isatty()

    def show(count: int) -> None:
        nonlocal latest
        if seen and time.monotonic() - latest > 0.1:
            latest = time.monotonic()
            shown = f"{count:,} {words}"
            if total:
                done = BAR * count // total
                shown = f"[{'#' * done}{'.' * (BAR - done)}] {count:,} of {total:,} {words}"
            print(f"\r{shown}", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        if seen:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def show_progress(items: Iterable[T], words: str, total: int = 0) -> Iterator[T]:
    """Yield the items and show how many there were."""
    with counter(words, total) as show:
        for count, item in enumerate(items, 1):
            yield item
            show(count)
