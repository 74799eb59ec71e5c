"""Tests keep out of the user's cache: what somebody has solved there must not change a result."""

import os
import shutil
import signal
import tempfile

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """One folder for all processes of a run, so that kernels are compiled once."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        folder = os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="quincunx-tests-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    # Commands run as a user's do, who has set neither.
    os.environ.pop("PYTHONUNBUFFERED", None)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # Who runs the tests in the background, or by nohup, ignores these; the commands that the tests
    # start would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
