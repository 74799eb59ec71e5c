"""What an operator is told: whether the server lives, whether it can write, why not, and what
expires."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, update
from sqlalchemy.ext.asyncio import AsyncConnection

from helpers import apart, wait_until
from quincunx.play.events import Seat, Setup
from quincunx.web.database import UnansweredError
from quincunx.web.expiry import Expiry
from quincunx.web.game_cache import GameCache
from quincunx.web.store import Store, games
from quincunx.web.subscriptions import Hub
from web.serving import Server, sentence


@pytest.mark.slow
def test_a_damaged_file_is_told_and_logged(own_server: Server) -> None:
    begun = own_server.create("swap-nine")
    file = own_server.home / "quincunx" / "server.db"
    with file.open("r+b") as damaged, open(f"{file}-wal", "r+b") as log:
        damaged.write(b"nonsense" * 8_000)
        log.truncate()
    wait_until(lambda: own_server.call("GET", "/readyz").status_code == 503)
    start, _, reason = sentence(own_server.call("GET", "/readyz")).rstrip(".").partition(": ")
    assert start == "Nothing can be written"
    assert own_server.move(begun["id"], "5", 0, begun["seats"]["x"]).status_code == 503
    assert own_server.call("GET", "/healthz").status_code == 503
    assert f"database: {reason}" in [line["event"] for line in own_server.log()]


@pytest.mark.parametrize(
    ("pragma", "reason"),
    [
        ("query_only = on", "attempt to write a readonly database"),
        ("max_page_count = 1", "database or disk is full"),
    ],
)
def test_why_nothing_can_be_written(tmp_path: Path, pragma: str, reason: str) -> None:
    """SQLite's own words, as a file system that is full or read-only makes it say them."""

    async def scenario() -> None:
        store = Store(f"sqlite:///{tmp_path}/server.db")
        await store.prepare()

        def limit(connection: Any, _record: Any) -> None:
            connection.execute(f"PRAGMA {pragma}")

        event.listen(store.engine.sync_engine, "connect", limit)
        seat = Seat("human", "text" * 2_000)
        large = Setup("swap-nine", "", True, 0, "", seat, seat)
        with pytest.raises(UnansweredError) as failed:
            await store.create("game", large)
        assert failed.value.reason == reason
        with pytest.raises(UnansweredError) as failed:
            await store.check()
        assert failed.value.reason == reason
        await store.close()

    apart(scenario())


@pytest.mark.slow
def test_a_locked_file_is_not_waited_for_long(own_server: Server) -> None:
    begun = own_server.create("swap-nine")
    with closing(sqlite3.connect(own_server.home / "quincunx" / "server.db")) as database:
        database.execute("begin immediate")
        assert own_server.move(begun["id"], "5", 0, begun["seats"]["x"]).status_code == 503
        # A busy machine may find first that there was no answer in time.
        locked = "Nothing can be written: database is locked."
        wait_until(lambda: sentence(own_server.call("GET", "/readyz")) == locked)
    own_server.play(begun, "5")


async def aged(store: Store, old: int, young: int) -> None:
    """Games, some of them with a past of a month."""
    seat = Seat("human")
    setup = Setup("swap-nine", "---/---/--- X", True, 0, "2026-11-15", seat, seat)
    for number in range(old + young):
        await store.create(f"game-{number}", setup)
    past = datetime.now(UTC) - timedelta(days=31)
    names = [f"game-{number}" for number in range(old)]

    async def age(connection: AsyncConnection) -> None:
        await connection.execute(update(games).where(games.c.id.in_(names)).values(created=past))

    await store.ask(age, writes=True)


@pytest.mark.parametrize(
    ("old", "young", "left", "limit"),
    [(1, 3, 3, 30), (2, 3, 5, 30), (2, 18, 18, 30), (3, 18, 21, 30), (1, 1, 2, 32)],
)
def test_a_tenth_or_a_single_one_expires(
    tmp_path: Path, old: int, young: int, left: int, limit: int
) -> None:
    """After so many days, of games that are 31 old or new."""

    async def scenario() -> None:
        store = Store(f"sqlite:///{tmp_path}/server.db")
        await store.prepare()
        await aged(store, old, young)
        await Expiry(limit).expire(store, GameCache(store, Hub()))
        assert await store.idle(datetime.now(UTC)) == (left, left)
        await store.close()

    apart(scenario())


@pytest.mark.slow
def test_a_wrong_clock_deletes_nothing_and_the_days_can_be_chosen(tmp_path: Path) -> None:
    """On a real server, begun again with other options."""
    (tmp_path / "quincunx").mkdir()
    file = tmp_path / "quincunx" / "server.db"

    async def scenario() -> None:
        store = Store(f"sqlite:///{file}")
        await store.prepare()
        await aged(store, 7, 2)
        await store.close()

    apart(scenario())

    def count() -> int:
        with closing(sqlite3.connect(file)) as database:
            found: int = database.execute("select count(*) from games").fetchone()[0]
            return found

    def told(server: Server) -> list[dict[str, Any]]:
        return [line for line in server.log() if "expired" in line["event"]]

    with Server(tmp_path) as server:
        wait_until(lambda: told(server))
        (line,) = told(server)
        assert line["level"] == "warning"
        assert line["event"] == (
            "nothing expired: nothing has happened for 30 days in 7 of 9 games, more than a tenth; "
            "if the clock is right, quincunx serve --expire-all deletes them"
        )
        server.stop()
        server.options += ["--expire", "60"]
        server.start()
        wait_until(lambda: len(told(server)) == 2)
        assert (told(server)[1]["event"], told(server)[1]["games"], count()) == ("expired", 0, 9)
        server.stop()
        server.options[-2:] = ["--expire-all"]
        server.start()
        wait_until(lambda: count() == 2)
