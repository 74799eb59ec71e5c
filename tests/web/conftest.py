"""A server for all tests of a process, and a real browser."""

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from helpers import ROOT
from parts import CHROMIUM, NGINX, NODE, OPENSSL
from tools.site import PYODIDE
from tools.site import make as make_site
from web.database import Postgres
from web.place import Place
from web.playing import People, Person
from web.serving import Server, Site

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The page without a server, where npm has brought Python for the browser."""
    NODE.needed()
    if not PYODIDE.exists():
        subprocess.run(["make", "-C", str(ROOT), "node_modules/.bin/eslint"], check=True)
    found = Site(tmp_path_factory.mktemp("site"))
    make_site(found.folder)
    yield found
    found.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = CHROMIUM.needed()
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield found
        found.close()


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    """Return a function that opens that many windows, which are closed after the test."""
    with ExitStack() as windows:

        def come(count: int, **options: Any) -> list[Person]:
            persons = [Person(browser, server, **options) for _ in range(count)]
            for person in persons:
                windows.callback(person.close)
            return persons

        yield come


@pytest.fixture
def person(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Person]:
    """A visitor of the server, or of the place that the test's parameter names."""
    visitor = Person(browser, request.getfixturevalue(getattr(request, "param", "server")))
    yield visitor
    visitor.close()


@pytest.fixture(scope="session")
def nginx() -> None:
    """That it is there, and what makes its certificate: asked before any server is started."""
    NGINX.needed()
    OPENSSL.needed()


@pytest.fixture(scope="session")
def node() -> str:
    return NODE.needed()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    with Server(tmp_path) as found:
        yield found


@pytest.fixture(scope="session")
def cluster() -> Iterator[Postgres]:
    with Postgres() as found:
        yield found


@pytest.fixture(scope="module")
def postgres(cluster: Postgres) -> Postgres:
    """A database of its own on a PostgreSQL for all tests of a process."""
    cluster.begin_anew()
    return cluster


@pytest.fixture
def servers(postgres: Postgres, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Started at the same time, so that both find the schema wanting."""
    homes = tmp_path / "one", tmp_path / "two"
    for home in homes:
        home.mkdir()
    words = ("--database", postgres.address)
    with (
        Server(homes[0], *words, wait=False) as one,
        Server(homes[1], *words, wait=False) as two,
    ):
        one.listens()
        two.listens()
        yield one, two


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    shared = request.param == "postgresql"
    found = Place(tmp_path, request.getfixturevalue("postgres") if shared else None)
    with found.server:
        yield found
