"""Games in a database: how each was set up, and the list of its events, which only grows.

An event has the next free number of its game. Two writers that both want that number cannot
both have it: the second is told so, looks again and decides anew. There is no other lock, so any
number of servers can share a PostgreSQL database; it tells each of them what the others wrote.
"""

import asyncio
import json
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    Column,
    DateTime,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    delete,
    event,
    exists,
    func,
    insert,
    select,
)
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from quincunx.core import QuincunxError
from quincunx.core.text import quote
from quincunx.storage import data_folder

CHANNEL = "quincunx"
"""Where PostgreSQL tells which game has something new."""
LONGEST_PAUSE = 5.0
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}

metadata = MetaData()
games = Table(
    "games",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("setup", Text, nullable=False),
    Column("created", DateTime(timezone=True), nullable=False, index=True),
)
events = Table(
    "events",
    metadata,
    Column("game", String(40), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", DateTime(timezone=True), nullable=False, index=True),
)


class StoreError(QuincunxError):
    """The database cannot be opened."""


class TakenError(Exception):
    """Somebody else wrote this event of the game first."""


class Event(NamedTuple):
    number: int
    kind: str
    data: dict[str, Any]


class Store:
    def __init__(self, url: str | None = None) -> None:
        self.url = _address(url)
        self.shared = self.url.get_backend_name() == "postgresql"
        """Whether other servers may write to the same database."""
        options: dict[str, Any] = {"connect_args": {"timeout": 30}}
        if self.shared:
            options = {"pool_size": 10, "pool_pre_ping": True, "connect_args": {"timeout": 5}}
        try:
            self.engine: AsyncEngine = create_async_engine(self.url, **options)
        except (SQLAlchemyError, ImportError) as error:
            raise StoreError(f"The database cannot be used: {_first_line(error)}.") from error
        self._file: int | None = None
        """The number by which the system knows SQLite's file."""
        self._writing: AbstractAsyncContextManager[object] = nullcontext()
        if not self.shared:
            event.listen(self.engine.sync_engine, "connect", _set_up_sqlite)
            # SQLite lets one write at a time, and those who wait look again only now and then.
            self._writing = asyncio.Lock()

    async def prepare(self) -> None:
        """Brings the schema up to date; StoreError if the database cannot be had."""
        try:
            if not self.shared:
                # Asked first, and at once: the engine would fail in a thread of its own.
                sqlite3.connect(self.url.database or ":memory:").close()
            async with self.engine.begin() as connection:
                await connection.run_sync(_upgrade)
            if not self.shared:
                self._file = os.stat(self.url.database or "").st_ino
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            shown = self.url.set(drivername=self.url.get_backend_name())
            where = quote(shown.render_as_string(hide_password=True), 200)
            raise StoreError(f"{where} cannot be opened: {_first_line(error)}.") from error
        finally:
            await self.close()

    async def close(self) -> None:
        await self.engine.dispose()

    @asynccontextmanager
    async def _write(self) -> AsyncIterator[AsyncConnection]:
        self._look_for_file()
        async with self._writing, self.engine.begin() as connection:
            yield connection

    def _look_for_file(self) -> None:
        """FileNotFoundError if the file is not the one that was opened: what is written to one that
        was deleted would be lost at the end."""
        if self._file and os.stat(self.url.database or "").st_ino != self._file:
            raise FileNotFoundError(self.url.database)

    async def create(self, game: str, setup: dict[str, Any]) -> None:
        async with self._write() as connection:
            await connection.execute(insert(games), _row(game, setup))

    async def setup(self, game: str) -> dict[str, Any] | None:
        async with self.engine.connect() as connection:
            found = await connection.scalar(select(games.c.setup).where(games.c.id == game))
        return None if found is None else json.loads(found)

    async def events(self, game: str, after: int = 0) -> list[Event]:
        query = (
            select(events.c.number, events.c.kind, events.c.data)
            .where(events.c.game == game, events.c.number > after)
            .order_by(events.c.number)
        )
        async with self.engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Event(row.number, row.kind, json.loads(row.data)) for row in rows]

    async def append(
        self, game: str, new: Sequence[Event], opens: tuple[str, dict[str, Any]] | None = None
    ) -> None:
        """All of them or none, with the game that they open; TakenError if a number is not
        free."""
        now = datetime.now(UTC)
        rows = [
            {
                "game": game,
                "number": e.number,
                "kind": e.kind,
                "data": json.dumps(e.data),
                "at": now,
            }
            for e in new
        ]
        try:
            async with self._write() as connection:
                await connection.execute(insert(events), rows)
                if opens:
                    await connection.execute(insert(games), _row(*opens))
                if self.shared:
                    await connection.execute(
                        select(func.pg_notify(CHANNEL, f"{game} {rows[-1]['number']}"))
                    )
        except IntegrityError as error:
            raise TakenError from error

    async def listen(self, told: Callable[[str, int], None], unsure: Callable[[], None]) -> None:
        """Calls `told` with every game and event that some server wrote, for as long as this runs;
        and `unsure` when something may have been missed, because the database was away."""
        import asyncpg

        def hear(_connection: Any, _process: int, _channel: str, payload: str) -> None:
            game, _, number = payload.partition(" ")
            told(game, int(number))

        address = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        pause = 0.1
        while True:
            try:
                connection = await asyncpg.connect(address, timeout=5)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            cut = asyncio.Event()
            connection.add_termination_listener(lambda _, cut=cut: cut.set())
            await connection.add_listener(CHANNEL, hear)
            unsure()
            pause = 0.1
            try:
                await cut.wait()
            finally:
                await connection.close()

    async def expire(self, before: datetime) -> int:
        """Deletes the games in which nothing has happened since; how many."""
        lately = exists().where(events.c.game == games.c.id, events.c.at >= before)
        async with self._write() as connection:
            gone = await connection.execute(delete(games).where(games.c.created < before, ~lately))
        return gone.rowcount

    async def check(self) -> None:
        """Raises what is wrong with the database, if anything is."""
        self._look_for_file()
        async with self.engine.connect() as connection:
            for table in (games, events):
                await connection.execute(select(table).limit(1))


def _row(game: str, setup: dict[str, Any]) -> dict[str, Any]:
    return {"id": game, "setup": json.dumps(setup), "created": datetime.now(UTC)}


def _address(url: str | None) -> Any:
    if url is None:
        folder = data_folder()
        os.makedirs(folder, exist_ok=True)
        url = f"sqlite:///{os.path.join(folder, 'server.db')}"
    try:
        found = make_url(url)
    except ArgumentError as error:
        raise StoreError(
            f"{quote(url)} is no database: write sqlite:///FILE or postgresql://USER@HOST/NAME."
        ) from error
    kind = found.get_backend_name()
    if kind not in DRIVERS:
        raise StoreError(f"{quote(kind)} databases are not known: use sqlite or postgresql.")
    return found.set(drivername=DRIVERS[kind])


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    """Readers do not wait for writers, and what was committed outlives a power cut."""
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", os.path.join(os.path.dirname(__file__), "schema"))
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        # Several servers may start at once.
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(CHANNEL))))
    command.upgrade(config, "head")


def _first_line(error: BaseException) -> str:
    return str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
