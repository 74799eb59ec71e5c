"""A line on standard error that grows while long work goes on; nothing where nobody looks."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


BAR = 24


def counter(words: str, total: int = 0) -> Callable[[int], None]:
    """Shows a count, ten times a second at the most, with a bar where the total is known; a count
    below 0 wipes it away."""
    latest = 0.0

    def show(count: int) -> None:
        nonlocal latest
        if not sys.stderr.isatty():
            return
        if count < 0:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        elif time.monotonic() - latest > 0.1:
            latest = time.monotonic()
            shown = f"{count:,} {words}"
            if total:
                done = BAR * count // total
                shown = f"[{'#' * done}{'.' * (BAR - done)}] {count:,} of {total:,} {words}"
            print(f"\r{shown}", end="", file=sys.stderr, flush=True)

    return show


def watched(items: Iterable[T], words: str, total: int = 0) -> Iterator[T]:
    """Hands on the items and shows how many there were."""
    show, count = counter(words, total), 0
    try:
        for item in items:
            yield item
            count += 1
            show(count)
    finally:
        show(-1)
