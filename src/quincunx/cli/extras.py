"""A command whose extra is not installed says which to install."""

from collections.abc import Iterator
from contextlib import contextmanager

from quincunx.core import QuincunxError


class ExtraError(QuincunxError):
    """Something is not installed."""


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Around the imports that need an extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "quincunx":
            raise
        raise ExtraError(
            f'This needs {error.name}, which is not installed: pip install "quincunx[{extra}]".'
        ) from error
