"""A match on a local Dask cluster comes out as it does here."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from distributed import LocalCluster

COMMAND = str(Path(sys.executable).with_name("quincunx"))


def match(*options: str) -> str:
    words = [COMMAND, "match", "swap-nine", "skilled", "casual", "--games", "4", "--seed", "1"]
    result = subprocess.run([*words, *options], stdout=subprocess.PIPE, text=True, check=True)
    return result.stdout


if __name__ == "__main__":
    make: Any = LocalCluster
    with make(n_workers=1, threads_per_worker=1, dashboard_address=":0", silence_logs=60) as one:
        found = match("--dask", one.scheduler_address)
    assert found == match("--workers", "1"), found
