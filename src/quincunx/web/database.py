"""The way to a database: its address, a deadline for every question, and why one failed.

A password is in the address and nowhere else: no sentence and no line of the log shows it.
"""

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, closing, nullcontext
from typing import Any, TypeVar

from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from quincunx.core import QuincunxError
from quincunx.core.text import quote
from quincunx.storage import data_folder
from quincunx.web.errors import RefusalError

UNANSWERED = "The database does not answer: try again in a moment."
WAIT_TIMEOUT_S = 4.0
"""How long somebody waits for an answer."""
QUERY_TIMEOUT_S = 3.5
"""How long a question may take; what is begun then is undone."""
CONNECT_TIMEOUT_S = 3.0
LOCK_TIMEOUT_S = 3.0
START_TIMEOUT_S = 60.0
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
UNKNOWN = (
    "This is not the address of a database: write sqlite:///FILE or postgresql://USER@HOST/NAME, "
    "and %40 for an @ in a password."
)

T = TypeVar("T")
Question = Callable[[AsyncConnection], Awaitable[T]]


class StoreError(QuincunxError):
    """The database cannot be opened."""


class UnansweredError(RefusalError):
    """The database cannot be asked now; the reason is for the log."""

    def __init__(self, reason: str) -> None:
        super().__init__(503, UNANSWERED)
        self.reason = reason


class Database:
    def __init__(self, url: str | None = None) -> None:
        self.url = _address(url)
        self.shared = self.url.get_backend_name() == "postgresql"
        """Whether other servers may write to the same database."""
        self._file: int | None = None
        """The number by which the system knows SQLite's file."""
        self._writing: AbstractAsyncContextManager[object] = nullcontext()
        self._asked: set[asyncio.Task[Any]] = set()
        options: dict[str, Any] = {"connect_args": {"timeout": LOCK_TIMEOUT_S}}
        if self.shared:
            options = {"pool_size": 10, "pool_pre_ping": True, "async_creator": self.connect}
        try:
            self.engine: AsyncEngine = create_async_engine(self.url.set(query={}), **options)
        except (SQLAlchemyError, ImportError) as error:
            raise StoreError(f"The database cannot be used: {self.reason(error)}.") from error
        if self.shared:
            # A goodbye is not waited for: who is silent would not answer it.
            dialect = self.engine.sync_engine.dialect
            dialect.do_close = dialect.do_terminate  # type: ignore[method-assign]
        else:
            event.listen(self.engine.sync_engine, "connect", _set_up_sqlite)
            # SQLite lets one write at a time, and those who wait look again only now and then.
            self._writing = asyncio.Lock()

    async def connect(self) -> Any:
        """A connection to PostgreSQL: the same for the pool and for whoever listens, with all that
        the address says. OSError if there is none."""
        import asyncpg

        address = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        try:
            return await asyncpg.connect(address, timeout=CONNECT_TIMEOUT_S)
        except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise ConnectionError(self.reason(error)) from error
        except (ValueError, OverflowError) as error:
            raise ConnectionError("a parameter of the address cannot be read") from error

    async def open(self, upgrade: Callable[[Connection], None]) -> None:
        """Brings the schema up to date; StoreError if the database cannot be had."""
        try:
            if not self.shared:
                _try_file(self.url.database or "")
            async with asyncio.timeout(START_TIMEOUT_S), self.engine.begin() as connection:
                await connection.run_sync(upgrade)
            if not self.shared:
                self._file = os.stat(self.url.database or "").st_ino
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise StoreError(f"{self.shown()} cannot be opened: {self.reason(error)}.") from error
        finally:
            await self.close()

    async def close(self) -> None:
        if self.shared:
            self.engine.sync_engine.dispose()
        else:
            await self.engine.dispose()

    async def ask(self, question: Question[T], *, writes: bool = False) -> T:
        """What the database answers; UnansweredError after some seconds, whatever happens.

        In a task of its own: whoever leaves does not tear an answer, and nobody waits until a
        connection that is silent has been given up."""
        task = asyncio.create_task(self._answer(question, writes))
        self._asked.add(task)
        task.add_done_callback(self._asked.discard)
        # Whoever asked may be gone, and the reason with them.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        done, _ = await asyncio.wait({task}, timeout=WAIT_TIMEOUT_S)
        if not done:
            raise UnansweredError(self.reason(TimeoutError()))
        try:
            return task.result()
        except IntegrityError:
            raise
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise UnansweredError(self.reason(error)) from error

    async def _answer(self, question: Question[T], writes: bool) -> T:
        async with asyncio.timeout(QUERY_TIMEOUT_S):
            if not writes:
                async with self.engine.connect() as connection:
                    return await question(connection)
            # What is written to a file that was deleted would be lost at the end.
            if self._file and os.stat(self.url.database or "").st_ino != self._file:
                raise FileNotFoundError("the file is not the one that was opened")
            async with self._writing, self.engine.begin() as connection:
                return await question(connection)

    def shown(self) -> str:
        """The address, without what is secret or may be."""
        plain = self.url.set(drivername=self.url.get_backend_name(), query={})
        return quote(plain.render_as_string(hide_password=True), 200)

    def reason(self, error: BaseException) -> str:
        """Why something failed, in the database's words, without what it was asked."""
        if isinstance(error, DBAPIError) and error.orig:
            error = error.orig.__cause__ or error.orig
        if isinstance(error, TimeoutError) and not error.strerror:
            return f"no answer within {WAIT_TIMEOUT_S:.0f} seconds"
        lines = (getattr(error, "strerror", None) or str(error)).splitlines()
        words = lines[0].rstrip(".") if lines else type(error).__name__
        secrets = [self.url.password, *map(self.url.query.get, ("password", "sslpassword"))]
        for secret in filter(None, secrets):
            words = words.replace(str(secret), "***")
        return words


def _address(url: str | None) -> URL:
    if url is None:
        folder = data_folder()
        os.makedirs(folder, exist_ok=True)
        url = f"sqlite:///{os.path.join(folder, 'server.db')}"
    try:
        found = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise StoreError(UNKNOWN) from error  # what cannot be read may be a password
    kind = found.get_backend_name()
    if kind == "sqlite":
        file = found.database or ":memory:"
        usable = file != ":memory:" and "\0" not in file and not (found.host or found.query)
    else:
        split_wrongly = "@" in f"{found.username}{found.host}{found.database}"
        usable = kind in DRIVERS and not split_wrongly and found.port in (None, *range(1, 65_536))
    if not usable:
        raise StoreError(UNKNOWN)
    return found.set(drivername=DRIVERS[kind])


def _try_file(name: str) -> None:
    """Fail here and now, if at all: the engine would fail in a thread of its own."""
    os.stat(os.path.dirname(os.path.abspath(name)))
    with closing(sqlite3.connect(name)) as connection:
        connection.execute("PRAGMA schema_version")


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    """Readers do not wait for writers, and what was committed outlives a power cut."""
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")
