"""Packages that only an extra brings: imported where they are used, missed in one sentence."""

from importlib import import_module
from typing import Any

from quincunx.core.errors import QuincunxError


class ExtraError(QuincunxError):
    """A package is not installed."""


def extra(module: str, name: str, what: str) -> Any:
    """The module of a package that the extra `name` brings; `what` cannot be done without it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        raise ExtraError(
            f'{what} needs {package}, which is not installed: pip install "quincunx[{name}]".'
        ) from error
