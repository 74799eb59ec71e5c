"""Tests keep out of the user's folders: what somebody has solved there must not change a result,
and what a test plays is nobody's history."""

import os
from collections.abc import Iterator

import pytest
from coverage import Coverage

import keeper
import parts


def pytest_configure(config: pytest.Config) -> None:
    """One folder for all processes of a run."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        keeper.begin()
    cache = os.environ["XDG_CACHE_HOME"] = os.path.join(os.environ["QUINCUNX_TEST_RUN"], "cache")
    os.makedirs(cache, exist_ok=True)
    os.environ["XDG_DATA_HOME"] = os.path.join(os.environ["QUINCUNX_TEST_RUN"], "data")
    # Kept for the next run too: the folder's name there tells the kernels' text.
    os.environ["NUMBA_CACHE_DIR"] = str(config.rootpath / ".pytest_cache" / "compiled")
    # Commands run as a user's do, who has set neither.
    os.environ.pop("PYTHONUNBUFFERED", None)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    whole = config.getoption("--slow") or os.environ.get("CI")
    if config.pluginmanager.hasplugin("hypothesispytest") and not whole:
        from hypothesis import settings

        settings.register_profile("fewer", max_examples=20)
        settings.load_profile("fewer")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the slow tests too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("slow") and not config.getoption("--slow"):
            item.add_marker(pytest.mark.skip(reason=parts.SLOW))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Measure the coverage of the quick tests alone: it makes a computation take twice as long."""
    measured = Coverage.current() if item.get_closest_marker("slow") else None
    if measured is None:
        return (yield)
    measured.stop()
    try:
        with pytest.MonkeyPatch.context() as patch:
            for name in [name for name in os.environ if name.startswith("COVERAGE_")]:
                patch.delenv(name)
            return (yield)
    finally:
        measured.start()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Write the last line, after everything of pytest's own."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:  # a worker
        return
    reasons = (report.longrepr[-1] for report in reporter.stats.get("skipped", ()))
    if line := parts.skipped(reasons):
        reporter.write_line(line)
