"""A server and its database, of either kind, where anything can be done by hand."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from web.database import Postgres
from web.serving import Server


class Place:
    def __init__(self, home: Path, postgres: Postgres | None) -> None:
        self.postgres, self.home = postgres, home
        self.options = ("--database", postgres.address) if postgres else ()
        self.server = Server(home, *self.options)

    @property
    def file(self) -> Path:
        """SQLite's."""
        return self.home / "quincunx" / "server.db"

    def sql(self, text: str) -> list[Any]:
        if self.postgres:
            return self.postgres.sql(text)
        with closing(sqlite3.connect(self.file)) as database, database:
            database.execute("pragma foreign_keys = on")
            return database.execute(text).fetchall()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Nothing can be written meanwhile."""
        if self.postgres:
            with self.postgres.silent():
                yield
            return
        elsewhere = self.file.rename(self.home / "elsewhere.db")
        try:
            yield
        finally:
            elsewhere.rename(self.file)
