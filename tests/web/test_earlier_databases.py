"""A server's database that an earlier version wrote: every game is there, with its moves, its seats
and what was offered, and goes on."""

import json
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from helpers import ROOT, thinned
from web.database import Postgres
from web.refusing import refused_databases
from web.serving import Server

VERSIONS = ["0.1.0", "8d84873"]
FIXTURES = ROOT / "tests" / "fixtures"
# Games in which nothing happens for a month are deleted, so their time is now.
LATELY = "UPDATE games SET created = '{now}'; UPDATE events SET at = '{now}';"


@pytest.fixture(params=VERSIONS)
def old(request: pytest.FixtureRequest) -> Path:
    return FIXTURES / str(request.param)


@pytest.fixture
def of_sqlite(old: Path, tmp_path: Path) -> Iterator[Server]:
    """As a user would, who starts the server again."""
    (tmp_path / "quincunx").mkdir()
    file = tmp_path / "quincunx" / "server.db"
    shutil.copy(old / "server.db", file)
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
    connection = sqlite3.connect(file)
    connection.executescript(LATELY.format(now=now))
    connection.close()
    with Server(tmp_path) as found:
        yield found


@pytest.fixture
def of_postgresql(old: Path, postgres: Postgres, tmp_path: Path) -> Iterator[Server]:
    psql = [str(postgres.server.bin_path / "psql"), "-q", "-v", "ON_ERROR_STOP=1", postgres.address]
    script = (old / "server.sql").read_text(encoding="utf-8")
    script = "DROP SCHEMA public CASCADE; CREATE SCHEMA public;\n" + script  # of the version before
    script += "SET search_path = public;" + LATELY.format(now="now")
    subprocess.run(psql, input=script, text=True, check=True, stdout=subprocess.DEVNULL)
    with Server(tmp_path, "--database", postgres.address) as found:
        yield found


@pytest.mark.parametrize("kind", thinned(["sqlite", "postgresql"], 2))
def test_every_game_is_there_and_goes_on(
    kind: str, old: Path, request: pytest.FixtureRequest
) -> None:
    server: Server = request.getfixturevalue(f"of_{kind}")
    games = json.loads((old / "expected.json").read_text(encoding="utf-8"))[kind]
    for name, one in games.items():
        state = server.state(one["id"])
        assert {key: state[key] for key in one["state"]} == one["state"], name
    for name in ("going on", "by link", "with a computer", "taken back", "rematch"):
        _goes_on(server, games[name])
    # What was left to do can be done.
    game = games["open seat"]
    assert server.take(game["id"], "x", name="Eve").status_code == 201
    _goes_on(server, game)
    game = games["offered"]
    number = server.state(game["id"])["offer"]["number"]
    assert server.answer(game["id"], number, True, game["seats"]["x"]).status_code == 403
    answer = server.answer(game["id"], number, True, game["seats"]["o"])
    assert (answer.status_code, answer.json()["moves"]) == (200, [])
    for name in ("over", "resigned"):
        game = games[name]
        state = server.state(game["id"])
        assert server.move(game["id"], "A1", state["ply"], game["seats"]["x"]).status_code == 409


def _goes_on(server: Server, game: dict[str, Any]) -> None:
    """By the seat whose turn it is, and by no other."""
    state = server.state(game["id"])
    mine, other = state["to_move"].lower(), "xo".replace(state["to_move"].lower(), "")
    move = state["legal_moves"][0]["move"]
    strange = game["seats"].get(other)
    if strange:
        assert server.move(game["id"], move, state["ply"], strange).status_code == 403
    answer = server.move(game["id"], move, state["ply"], game["seats"][mine])
    assert answer.status_code == 200, answer.text
    assert answer.json()["moves"][: state["ply"] + 1] == [*state["moves"], move]


@pytest.mark.slow
def test_a_damaged_database_is_left_as_it_is(tmp_path: Path) -> None:
    data = (FIXTURES / VERSIONS[0] / "server.db").read_bytes()
    damaged = {
        "cut_off.db": data[: len(data) // 2],
        "overwritten.db": data[:100] + b"\xff" * 4_000 + data[4_100:],
        "something_else.db": b"milk\neggs\n" * 1_000,
    }
    for name, bad in damaged.items():
        (tmp_path / name).write_bytes(bad)
    for said in refused_databases(tmp_path, *[f"sqlite:///{tmp_path / name}" for name in damaged]):
        assert "cannot be opened" in said
    assert {name: (tmp_path / name).read_bytes() for name in damaged} == damaged
