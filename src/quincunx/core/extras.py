"""Optional dependencies: imported where they are used, and reported in one sentence if missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from quincunx.core.errors import QuincunxError


class ExtraError(QuincunxError, ImportError):
    """A package is not installed."""


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Wrap the imports that need an extra."""
    try:
        yield
    except ExtraError:
        raise
    except ImportError as error:
        package = (error.name or "").partition(".")[0]
        if package == "quincunx":
            raise
        if isinstance(error, ModuleNotFoundError):
            wrong = f"This needs {package}, which is not installed"
        else:  # too old a version, or one without a part of its own
            wrong = f"What this needs is incomplete ({str(error).partition(chr(10))[0]})"
        raise ExtraError(f'{wrong}: pip install "quincunx[{extra}]".') from error
