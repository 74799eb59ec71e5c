"""A server for all tests of a process, and a real browser."""

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from web.database import Postgres
from web.serving import Server

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("server"))
    yield found
    found.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        reason = "There is no Chromium here: install Debian's package chromium."
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    found = Server(tmp_path)
    yield found
    if found.process.poll() is None:
        found.stop()


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    found = Postgres()
    yield found
    found.stop()


@pytest.fixture
def servers(postgres: Postgres, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Started at the same time, so that both find the schema wanting."""
    homes = [tmp_path / "one", tmp_path / "two"]
    found: list[Server] = []
    threads = []
    for home in homes:
        home.mkdir()
        work = threading.Thread(
            target=lambda home=home: found.append(Server(home, "--database", postgres.address))
        )
        threads.append(work)
        work.start()
    for thread in threads:
        thread.join()
    one, two = found
    yield one, two
    for server in found:
        if server.process.poll() is None:
            server.stop()
