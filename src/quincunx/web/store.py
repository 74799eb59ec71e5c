"""Games in a database: how each was set up, and the list of its events, which only grows.

An event has the next free number of its game. Two writers that both want that number cannot
both have it: the second is told so, looks again and decides anew. There is no other lock, so any
number of servers can share a PostgreSQL database; it tells each of them what the others wrote.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.play.events import Event, Setup
from quincunx.web.database import WAIT_TIMEOUT_S, Database, StoreError
from quincunx.web.subscriptions import UNSURE

CHANNEL = "quincunx"
"""Where PostgreSQL tells which game has something new."""
MAX_PAUSE_S = 5.0
LISTENER_CHECK_S = 15.0
"""How often a listener that hears nothing asks whether it is still heard."""
EVENTS_PER_PAGE = 200
"""Events that are read at once: nobody else waits for the history of a long game."""
GAMES_PER_BATCH = 200
"""Games that are deleted at once."""
SCHEMA = "1"
"""What is written down of the tables below: another number is another version's."""

log = logging.getLogger("quincunx.web")

metadata = sa.MetaData()
games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("setup", sa.Text, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, index=True),
)
events = sa.Table(
    "events",
    metadata,
    sa.Column(
        "game", sa.String(40), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.DateTime(timezone=True), nullable=False, index=True),
)
versions = sa.Table(
    "alembic_version",  # as 0.1.0 called it
    metadata,
    sa.Column("version_num", sa.String(32), primary_key=True),
)


class TakenError(Exception):
    """Somebody else wrote this event of the game first, or the game is gone."""


class Store(Database):
    async def prepare(self) -> None:
        """Brings the schema up to date; StoreError if the database cannot be had."""
        await self.open(_upgrade)

    async def create(self, game: str, setup: Setup) -> None:
        row = _row(game, setup.text())
        await self.ask(lambda connection: connection.execute(sa.insert(games), row), writes=True)

    async def setup(self, game: str) -> Setup | None:
        query = sa.select(games.c.setup).where(games.c.id == game)
        found = await self.ask(lambda connection: connection.scalar(query))
        return None if found is None else Setup.read(found)

    async def events(self, game: str, after: int = 0) -> list[Event] | None:
        """The next events of a game, a page of them at most; None if there is no such game."""
        newer = sa.and_(events.c.game == games.c.id, events.c.number > after)
        query = (
            sa.select(events.c.number, events.c.kind, events.c.data)
            .select_from(games.outerjoin(events, newer))
            .where(games.c.id == game)
            .order_by(events.c.number)
            .limit(EVENTS_PER_PAGE)
        )

        async def read(connection: AsyncConnection) -> Sequence[Any]:
            return (await connection.execute(query)).all()

        rows = await self.ask(read)
        if not rows:
            return None
        return [Event.read(*row) for row in rows if row.number is not None]

    async def append(
        self, game: str, new: Sequence[Event], opened: Sequence[tuple[str, Setup]] = ()
    ) -> None:
        """All of them or none, with the games that they open; TakenError if a number is not
        free."""
        now = datetime.now(UTC)
        rows = [
            {"game": game, "number": e.number, "kind": e.kind, "data": e.text(), "at": now}
            for e in new
        ]

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(sa.insert(events), rows)
            for other, setup in opened:
                await connection.execute(sa.insert(games), _row(other, setup.text()))
            if self.shared:
                await connection.execute(_notice(game, new[-1].number))

        try:
            await self.ask(write, writes=True)
        except IntegrityError as error:
            raise TakenError from error

    async def listen(self, told: Callable[[str, int], None], unsure: Callable[[], None]) -> None:
        """Calls `told` with every game and event that some server wrote, for as long as this runs;
        and `unsure` when something may have been missed, because the database was away."""
        import asyncpg

        pause, problem = 0.1, ""
        while True:
            connection: Any = None
            try:
                connection = await self.connect()
                cut = await _begin_to_hear(connection, told)
                if problem:
                    log.info("listener: connected again")
                pause, problem = 0.1, ""
                unsure()
                while not cut.is_set():
                    try:
                        await asyncio.wait_for(cut.wait(), LISTENER_CHECK_S)
                    except TimeoutError:
                        await connection.execute("SELECT 1", timeout=WAIT_TIMEOUT_S)
                raise ConnectionError("the connection was cut")
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                if problem != (problem := self.reason(error)):
                    log.warning("listener: %s; trying again", problem)
            finally:
                if connection:
                    connection.terminate()
            await asyncio.sleep(pause)
            pause = min(2 * pause, MAX_PAUSE_S)

    async def idle(self, before: datetime) -> tuple[int, int]:
        """In how many games nothing has happened since, and how many there are."""

        async def count(connection: AsyncConnection) -> tuple[int, int]:
            of = sa.select(sa.func.count()).select_from(games)
            found = [await connection.scalar(query) for query in (of.where(_idle(before)), of)]
            return found[0] or 0, found[1] or 0

        return await self.ask(count)

    async def expire(self, before: datetime) -> list[str]:
        """Deletes games in which nothing has happened since, some at a time; which ones."""

        async def write(connection: AsyncConnection) -> list[str]:
            some = sa.select(games.c.id).where(_idle(before)).limit(GAMES_PER_BATCH)
            query = sa.delete(games).where(games.c.id.in_(some)).returning(games.c.id)
            gone = list((await connection.scalars(query)).all())
            for game in gone if self.shared else ():
                await connection.execute(_notice(game, UNSURE))
            return gone

        return await self.ask(write, writes=True)

    async def look(self) -> None:
        """UnansweredError if nothing can be read now."""
        await self.ask(lambda connection: connection.execute(sa.select(games.c.id).limit(1)))

    async def check(self) -> None:
        """UnansweredError if nothing can be written now. More than a page is written and deleted:
        only what is committed meets a full disk."""
        row = _row(f"check-{secrets.token_hex(8)}", "-" * 5_000)

        async def write(connection: AsyncConnection) -> None:
            await connection.execute(sa.insert(games), row)
            await connection.execute(sa.delete(games).where(games.c.id == row["id"]))

        await self.ask(write, writes=True)


async def _begin_to_hear(connection: Any, told: Callable[[str, int], None]) -> asyncio.Event:
    """From now on `told` is called; the event comes when the connection ends."""

    def hear(_connection: Any, _process: int, _channel: str, payload: str) -> None:
        game, _, number = payload.partition(" ")
        if number.isdecimal():
            told(game, int(number))

    cut = asyncio.Event()
    connection.add_termination_listener(lambda _: cut.set())
    async with asyncio.timeout(WAIT_TIMEOUT_S):
        await connection.add_listener(CHANNEL, hear)
    return cut


def _notice(game: str, number: int) -> Any:
    return sa.select(sa.func.pg_notify(CHANNEL, f"{game} {number}"))


def _idle(before: datetime) -> Any:
    lately = sa.exists().where(events.c.game == games.c.id, events.c.at >= before)
    return sa.and_(games.c.created < before, ~lately)


def _row(game: str, setup: str) -> dict[str, Any]:
    return {"id": game, "setup": setup, "created": datetime.now(UTC)}


def _upgrade(connection: Connection) -> None:
    """Makes what is not there yet. A schema that another version made is told by its number."""
    if connection.dialect.name == "postgresql":
        # Several servers may start at once.
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtext(CHANNEL))))
    versions.create(connection, checkfirst=True)
    found = connection.scalar(sa.select(versions.c.version_num))
    if found is None:
        games.create(connection)
        events.create(connection)
        connection.execute(sa.insert(versions).values(version_num=SCHEMA))
    elif found != SCHEMA:
        raise StoreError(
            "The database has a schema that this version does not know: "
            "a newer Quincunx has used it, install that one."
        )
