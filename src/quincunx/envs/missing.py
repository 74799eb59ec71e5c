"""What is said when a package that an environment is made for is not installed."""

from quincunx.core import QuincunxError


class MissingPackageError(QuincunxError, ImportError):
    """Names the package and the extra that brings it."""

    def __init__(self, error: ModuleNotFoundError) -> None:
        super().__init__(f'{error.name} is not installed: run pip install "quincunx[learn]".')
