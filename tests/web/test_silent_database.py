"""A PostgreSQL that says nothing, cuts connections, or takes no writes; and its address, which the
pool and the listener read alike."""

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from helpers import apart, wait_until
from web.database import Postgres
from web.serving import HUMANS, Server, sentence

pytestmark = pytest.mark.slow
UNANSWERED = "The database does not answer: try again in a moment."


@pytest.fixture
def one(postgres: Postgres, tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, "--database", postgres.address) as server:
        yield server


def test_a_silent_database_is_told_within_seconds(one: Server, postgres: Postgres) -> None:
    begun = one.create("swap-nine")
    game, x = begun["id"], begun["seats"]["x"]
    one.play(begun, "5", "1")
    with postgres.silent():
        for method, path, body in (
            ("GET", f"/api/games/{game}", None),
            ("GET", f"/api/games/{game}/events", None),
            ("POST", f"/api/games/{game}/moves", {"move": "9", "ply": 2}),
            ("POST", "/api/games", {"game": "swap-nine", **HUMANS}),
            ("GET", "/api/games/another", None),
            ("GET", "/healthz", None),
        ):
            answer = one.call(method, path, body, x)
            assert (answer.status_code, sentence(answer)) == (503, UNANSWERED)
        ready = one.call("GET", "/readyz")
        assert (ready.status_code, sentence(ready)) == (
            503,
            "Nothing can be written: no answer within 4 seconds.",
        )
    wait_until(lambda: one.move(game, "9", 2, x).status_code == 200)
    assert one.state(game)["moves"] == ["5", "1", "9"]
    assert one.call("GET", "/readyz").status_code == 200
    reasons = [line["event"] for line in one.log() if line["level"] == "warning"]
    assert "database: no answer within 4 seconds" in reasons


def test_many_who_ask_a_silent_database_take_nothing_from_those_who_come_after(
    one: Server, postgres: Postgres
) -> None:
    """More than the pool has connections; all of them are given up, and all places are free."""
    begun = one.create("swap-nine")
    address = f"{one.base}/api/games/{begun['id']}"

    async def scenario() -> None:
        async with httpx.AsyncClient(timeout=90) as client:
            with postgres.silent():
                answers = await asyncio.gather(*(client.get(address) for _ in range(50)))
                assert {answer.status_code for answer in answers} == {503}

    apart(scenario())
    wait_until(lambda: one.call("GET", f"/api/games/{begun['id']}").status_code == 200)
    for _ in range(30):
        assert one.call("GET", f"/api/games/{begun['id']}").status_code == 200


def test_a_server_ends_also_when_its_database_is_silent(postgres: Postgres, tmp_path: Path) -> None:
    server = Server(tmp_path, "--database", postgres.address)
    begun = server.create("swap-nine")
    server.play(begun, "5")
    with postgres.silent():
        server.process.terminate()
        try:
            server.process.wait(90)
        finally:
            server.stop(signal.SIGKILL)
    assert server.process.returncode == 0
    assert [line for line in server.log() if line["level"] == "error"] == []


def test_a_database_that_takes_no_writes(one: Server, postgres: Postgres) -> None:
    begun = one.create("swap-nine")
    assert one.call("GET", "/readyz").json() == {"status": "ok"}
    assert postgres.sql("select * from games where id like 'check-%'") == []

    def read_only(word: str) -> None:
        postgres.sql(f"alter system set default_transaction_read_only = {word}")
        postgres.sql("select pg_reload_conf()")

    try:
        read_only("on")
        wait_until(lambda: one.call("GET", "/readyz").status_code == 503)
        assert "read-only transaction" in sentence(one.call("GET", "/readyz"))
        assert one.call("GET", "/healthz").status_code == 200
        refused = one.move(begun["id"], "5", 0, begun["seats"]["x"])
        assert (refused.status_code, sentence(refused)) == (503, UNANSWERED)
    finally:
        read_only("off")
    wait_until(lambda: one.call("GET", "/readyz").status_code == 200)
    reason = "database: cannot execute INSERT in a read-only transaction"
    assert reason in [line["event"] for line in one.log()]


def test_parameters_are_for_the_pool_and_the_listener(postgres: Postgres, tmp_path: Path) -> None:
    with Server(tmp_path, "--database", f"{postgres.address}&application_name=club") as server:
        server.create("swap-nine")
        names = "select query from pg_stat_activity where application_name = 'club'"
        wait_until(lambda: any("LISTEN" in row["query"] for row in postgres.sql(names)))
        assert len(postgres.sql(names)) >= 2


def test_a_listener_that_is_cut_says_so_and_hears_again(
    servers: tuple[Server, Server], postgres: Postgres
) -> None:
    one, two = servers
    listening = "from pg_stat_activity where query like 'LISTEN%'"

    def listeners() -> set[int]:
        return {row["pid"] for row in postgres.sql(f"select pid {listening}")}

    wait_until(lambda: len(listeners()) >= 2)
    begun = one.create("swap-nine")
    with two.events(begun["id"]) as events:
        next(events)
        before = listeners()
        postgres.sql(f"select pg_terminate_backend(pid) {listening}")
        wait_until(lambda: len(listeners() - before) >= 2)
        one.play(begun, "5")
        assert next(events).state["ply"] == 1
    for server in servers:
        told = [line["event"] for line in server.log() if line["event"].startswith("listener: ")]
        assert "listener: connected again" in told
        assert told[0].endswith("; trying again")
        assert len(told) < 6
