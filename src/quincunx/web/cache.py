"""What is kept in memory to spare work: bounded by bytes, and what was used least recently goes
first. Nothing is lost with it."""

from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

MAX_CACHE_BYTES = 64_000_000
"""Of all caches of a server together."""


class ByteCache(Generic[K, V]):
    def __init__(self, most: int) -> None:
        self.max_bytes = most
        self.size = 0
        """The bytes of all that is in here, as those who put it told."""
        self._kept: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K) -> V | None:
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def put(self, key: K, value: V, size: int) -> None:
        """Keeps a value, also one that has grown; one that is larger than everything is not kept,
        and drives nothing else out."""
        self.drop(key)
        if size > self.max_bytes:
            return
        self._kept[key] = value, size
        self.size += size
        while self.size > self.max_bytes:
            self.drop(next(iter(self._kept)))

    def drop(self, key: K) -> None:
        _, size = self._kept.pop(key, (None, 0))
        self.size -= size
