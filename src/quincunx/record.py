"""Game records as text: the public names of `quincunx.play.record`."""

from quincunx.play.record import read, read_all, write

__all__ = ["read", "read_all", "write"]
