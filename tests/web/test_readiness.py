"""What an operator is told: whether the server lives, whether it can write, why not, and what
expires."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from helpers import run
from quincunx.web.database import UnansweredError
from quincunx.web.events import Seat, Setup
from quincunx.web.store import Store
from web.serving import Server, apart, sentence, wait_until


def test_a_server_that_can_write_says_so_and_leaves_nothing_behind(own_server: Server) -> None:
    for _ in range(3):
        assert own_server.call("GET", "/readyz").json() == {"status": "ok"}
    with closing(sqlite3.connect(own_server.home / "quincunx" / "server.db")) as database:
        assert database.execute("select count(*) from games").fetchone() == (0,)


def test_a_damaged_file_is_told_and_logged(own_server: Server) -> None:
    begun = own_server.create("swap-nine")
    file = own_server.home / "quincunx" / "server.db"
    with file.open("r+b") as damaged, open(f"{file}-wal", "r+b") as log:
        damaged.write(b"nonsense" * 8_000)
        log.truncate()
    wait_until(lambda: own_server.call("GET", "/readyz").status_code == 503)
    said = sentence(own_server.call("GET", "/readyz"))
    assert said in (
        "Nothing can be written: database disk image is malformed.",
        "Nothing can be written: file is not a database.",
    )
    assert own_server.move(begun["id"], "5", 0, begun["seats"]["x"]).status_code == 503
    assert own_server.call("GET", "/healthz").status_code == 503
    reason = said.partition(": ")[2].rstrip(".")
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


def test_a_locked_file_is_not_waited_for_long(own_server: Server) -> None:
    begun = own_server.create("swap-nine")
    with closing(sqlite3.connect(own_server.home / "quincunx" / "server.db")) as database:
        database.execute("begin immediate")
        refused = own_server.move(begun["id"], "5", 0, begun["seats"]["x"])
        assert refused.status_code == 503
        assert refused.elapsed.total_seconds() < 6
        assert sentence(own_server.call("GET", "/readyz")) == (
            "Nothing can be written: database is locked."
        )
    own_server.play(begun, "5")


Aged = Callable[[int, int], list[str]]


@pytest.fixture
def aged(own_server: Server) -> Aged:
    """Makes games, some of them with a past, and starts the server anew with options; what it
    says then about expiry."""

    def begin_again(old: int, young: int, *options: str, days: int = 31) -> list[str]:
        games = [own_server.create("swap-nine")["id"] for _ in range(old + young)]
        own_server.stop()
        with closing(sqlite3.connect(own_server.home / "quincunx" / "server.db")) as file, file:
            for game in games[:old]:
                file.execute(
                    "update games set created = datetime('now', ?) || '.000000' where id = ?",
                    [f"-{days} days", game],
                )
        (own_server.home / "log").unlink()
        own_server.options += options
        own_server.start()
        wait_until(lambda: [line for line in own_server.log() if "expired" in line["event"]])
        return games

    return begin_again


def kept(server: Server, games: list[str]) -> int:
    return sum(server.call("GET", f"/api/games/{game}").status_code == 200 for game in games)


def test_a_clock_that_is_wrong_deletes_nothing(own_server: Server, aged: Aged) -> None:
    games = aged(7, 2)
    assert kept(own_server, games) == 9
    (told,) = [line for line in own_server.log() if "expired" in line["event"]]
    assert told["level"] == "warning"
    assert told["event"] == (
        "nothing expired: nothing has happened for 30 days in 7 of 9 games, more than a tenth; "
        "if the clock is right, quincunx serve --expire-all deletes them"
    )
    own_server.stop()
    own_server.options.append("--expire-all")
    own_server.start()
    wait_until(lambda: kept(own_server, games) == 2)


@pytest.mark.parametrize(("old", "young", "left"), [(1, 3, 3), (2, 3, 5), (2, 18, 18), (3, 18, 21)])
def test_a_tenth_or_a_single_one_expires(
    own_server: Server, aged: Aged, old: int, young: int, left: int
) -> None:
    assert kept(own_server, aged(old, young)) == left


def test_the_days_can_be_chosen(own_server: Server, aged: Any) -> None:
    assert kept(own_server, aged(1, 1, "--expire", "60")) == 2
    assert kept(own_server, aged(1, 1, "--expire", "60", days=61)) == 1


def test_days_that_cannot_be(tmp_path: Path) -> None:
    for days in ("0", "-1", "a", "1.5", "100000"):
        result = run("serve", "--expire", days, home=str(tmp_path))
        assert result.returncode == 2
        assert f"{days!r} is not a number of days from 1 to 99999" in result.stderr
