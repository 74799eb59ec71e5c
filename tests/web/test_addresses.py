"""`--database` as people type it: what cannot be is refused in a sentence, and no password is
shown."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from helpers import run
from web.database import Postgres

PASSWORD = "hunter7,two"
Attempt = Callable[[str], CompletedProcess[str]]


@pytest.fixture
def attempt(tmp_path: Path) -> Attempt:
    """Starts a server that cannot start; what it says."""

    def start(address: str) -> CompletedProcess[str]:
        result = run("serve", "--port", "0", "--database", address, home=str(tmp_path))
        assert result.returncode == 2, result.stderr
        assert result.stdout == ""
        assert len(result.stderr.splitlines()) == 1, result.stderr
        assert result.stderr.endswith(".\n")
        return result

    return start


@pytest.mark.parametrize(
    ("address", "words"),
    [
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
    ],
)
def test_no_password_is_shown(attempt: Attempt, address: str, words: str) -> None:
    quoted = "".join(f"%{ord(letter):02X}" for letter in PASSWORD)
    for written in (PASSWORD, quoted):
        said = attempt(address.format(written)).stderr
        assert words in said
        for secret in (PASSWORD, quoted, *PASSWORD.split(",")):
            assert secret not in said


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("sqlite:///.", "it is a folder, name a file in it"),
        ("sqlite:///nowhere/games.db", "there is no folder "),
        ("sqlite:///games%00.db", "no file can have this name"),
        ("sqlite:///letter.txt", "file is not a database"),
        ("sqlite:///games.db?colour=red", "takes no parameters: write sqlite:///FILE"),
        ("sqlite://", "names no file: write sqlite:///FILE"),
        ("sqlite:///:memory:", "names no file: write sqlite:///FILE"),
    ],
)
def test_files_that_cannot_be(attempt: Attempt, tmp_path: Path, address: str, words: str) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann, " * 500)
    assert words in attempt(address).stderr
    assert letter.read_text() == "Dear Ann, " * 500


NEWER = (
    "quincunx: The database has a schema that this version does not know: "
    "a newer Quincunx has used it, install that one.\n"
)


def test_a_newer_schema(attempt: Attempt, tmp_path: Path, postgres: Postgres) -> None:
    table = "create table alembic_version (version_num varchar(32) primary key)"
    row = "insert into alembic_version values ('2099')"
    with closing(sqlite3.connect(tmp_path / "games.db")) as database, database:
        database.execute(table)
        database.execute(row)
    assert attempt("sqlite:///games.db").stderr == NEWER
    postgres.sql("create schema later")
    postgres.sql(table.replace("table ", "table later."))
    postgres.sql(row.replace("into ", "into later."))
    assert attempt(f"{postgres.address}&search_path=later").stderr == NEWER


def test_a_wrong_password_is_a_sentence(attempt: Attempt, postgres: Postgres) -> None:
    """PostgreSQL's own refusal, which the driver raises as it is."""
    address = postgres.address.replace("postgres:@", f"nobody:{PASSWORD}@")
    said = attempt(address).stderr
    assert "nobody" in said
    assert PASSWORD not in said
