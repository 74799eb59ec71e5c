"""Packages that only an extra brings: imported where they are used, missed in one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager

from quincunx.core.errors import QuincunxError


class ExtraError(QuincunxError, ImportError):
    """A package is not installed."""


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Around the imports that need an extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package == "quincunx":
            raise
        raise ExtraError(
            f'This needs {package}, which is not installed: pip install "quincunx[{extra}]".'
        ) from error
