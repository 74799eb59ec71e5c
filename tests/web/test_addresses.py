"""`--database` as people type it: what cannot be is refused in a sentence, and no password is
shown."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from web.database import Postgres
from web.refusing import refused_databases

PASSWORD = "hunter7,two"
QUOTED = "".join(f"%{ord(letter):02X}" for letter in PASSWORD)


UNKNOWN = "write sqlite:///FILE or postgresql://USER@HOST/NAME, and %40 for an @ in a password."


def test_no_password_is_shown(tmp_path: Path) -> None:
    refusals = [
        ("postgresql://ann:{}@127.0.0.1:many/games", UNKNOWN),
        ("postgresql://ann:{}@127.0.0.1:1/games", "cannot be opened: Connect call failed"),
        ("postgresql://ann:{}@nowhere.invalid/games", "cannot be opened: "),
        ("postgresql://ann:a@{}@127.0.0.1:1/games", UNKNOWN),
        ("postgresql://127.0.0.1:1/games?user=ann&password={}", "cannot be opened: "),
        ("postgresql://ann:{}", UNKNOWN),
        ("ann:{}@127.0.0.1/games", UNKNOWN),
    ]
    written = (PASSWORD, QUOTED)
    shown = refused_databases(tmp_path, *(a.format(w) for w in written for a, _ in refusals))
    for text, (_, words) in zip(shown, refusals * len(written), strict=True):
        assert words in text
        for secret in (PASSWORD, QUOTED, *PASSWORD.split(",")):
            assert secret not in text


def test_databases_that_cannot_be(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann, " * 500)
    refusals = {
        "nonsense": UNKNOWN,
        "sqlite:///.": "cannot be opened: ",
        "sqlite:///nowhere/games.db": "cannot be opened: No such file or directory.",
        "sqlite:///games%00.db": UNKNOWN,
        "sqlite:///letter.txt": "file is not a database",
        "sqlite:///games.db?colour=red": UNKNOWN,
        "sqlite:///:memory:": UNKNOWN,
    }
    shown = refused_databases(tmp_path, *refusals)
    for text, words in zip(shown, refusals.values(), strict=True):
        assert words in text
    assert letter.read_text() == "Dear Ann, " * 500


NEWER = (
    "quincunx: The database has a schema that this version does not know: "
    "a newer Quincunx has used it, install that one.\n"
)


@pytest.mark.slow
def test_a_newer_schema(tmp_path: Path, postgres: Postgres) -> None:
    table = "create table alembic_version (version_num varchar(32) primary key)"
    row = "insert into alembic_version values ('2099')"
    with closing(sqlite3.connect(tmp_path / "games.db")) as database, database:
        database.execute(table)
        database.execute(row)
    postgres.sql("create schema later")
    postgres.sql(table.replace("table ", "table later."))
    postgres.sql(row.replace("into ", "into later."))
    later = f"{postgres.address}&search_path=later"
    assert refused_databases(tmp_path, "sqlite:///games.db", later) == [NEWER, NEWER]


@pytest.mark.slow
def test_what_postgresql_itself_refuses_is_a_sentence(tmp_path: Path, postgres: Postgres) -> None:
    """As the driver raises it, without the password."""
    refusals = {
        postgres.address.replace("postgres:@", f"nobody:{PASSWORD}@"): "nobody",
        f"{postgres.address}&ssl=require": 'parameter "ssl" cannot be changed',
        f"{postgres.address}&sslmode=perhaps": "sslmode",
        f"{postgres.address}&sslmode=verify-full&sslrootcert=/nowhere/root.pem": "cannot be opened",
        f"{postgres.address}&nonsense=1": 'unrecognized configuration parameter "nonsense"',
        f"{postgres.address}&port=many": "cannot be opened: ",
    }
    told = refused_databases(tmp_path, *refusals)
    for said, words in zip(told, refusals.values(), strict=True):
        assert words in said
        assert PASSWORD not in said
