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


def test_no_password_is_shown(tmp_path: Path) -> None:
    refusals = [
        ("postgresql://ann:{}@127.0.0.1:many/games", "port is not a number: leave it out"),
        ("postgresql://ann:{}@127.0.0.1:99999/games", "port is not one of 1 to 65535"),
        ("postgresql://ann:{}@127.0.0.1:1/games", "cannot be opened: Connect call failed"),
        ("postgresql://ann:{}@nowhere.invalid/games", "cannot be opened: "),
        ("postgresql://ann:a@{}@127.0.0.1:1/games", "one @ too many: in a password, write %40"),
        ("postgresql://127.0.0.1:1/games?user=ann&password={}", "cannot be opened: "),
        ("postgresql://ann:{}", "port is not a number"),
        ("postgres://ann:{}@127.0.0.1/games", "'postgres' databases are not known"),
        ("ann:{}@127.0.0.1/games", "The address is no database: write sqlite:///FILE or "),
        ("sqlite://ann:{}@127.0.0.1/games", "names no file: write sqlite:///FILE"),
    ]
    written = (PASSWORD, QUOTED)
    told = refused_databases(tmp_path, *(a.format(w) for w in written for a, _ in refusals))
    for said, (_, words) in zip(told, refusals * len(written), strict=True):
        assert words in said
        for secret in (PASSWORD, QUOTED, *PASSWORD.split(",")):
            assert secret not in said


def test_databases_that_cannot_be(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann, " * 500)
    refusals = {
        "nonsense": "'nonsense' is no database: write sqlite:///FILE or postgresql://",
        "mysql://host/name": "'mysql' databases are not known: use sqlite or postgresql.",
        "sqlite:////nowhere/at/all.db": "cannot be opened: ",
        "sqlite:///.": "it is a folder, name a file in it",
        "sqlite:///nowhere/games.db": "there is no folder ",
        "sqlite:///games%00.db": "no file can have this name",
        "sqlite:///letter.txt": "file is not a database",
        "sqlite:///games.db?colour=red": "takes no parameters: write sqlite:///FILE",
        "sqlite://": "names no file: write sqlite:///FILE",
        "sqlite:///:memory:": "names no file: write sqlite:///FILE",
    }
    told = refused_databases(tmp_path, *refusals)
    for said, words in zip(told, refusals.values(), strict=True):
        assert words in said
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
