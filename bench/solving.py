"""Solving, and how its time grows with the number of positions.

Compiled code is warm, and what is kept goes to a folder that is thrown away. Wanted on two cores:
Swap Nine 4x4 within 5 s and 300 MB, Zone Conquest 3x4 within 15 s, the survey within 15 s.
"""

import os
import subprocess
import sys
import tempfile
import time

import quincunx
from quincunx.games.grid_clash.rules import GridClash
from quincunx.games.grid_clash.survey import survey
from quincunx.oracle import new_oracle

SIZES = {
    "swap-nine": [(2, 5), (3, 4), (3, 5), (4, 4)],
    "grid-clash": [(2, 5), (3, 4), (3, 5), (4, 4)],
    "zone-conquest": [(2, 5), (3, 4), (3, 5), (4, 4)],
}
WANTED = {("swap-nine", (4, 4)): 5, ("zone-conquest", (3, 4)): 15, ("zone-conquest", (4, 4)): 1800}
# The child's own peak: what getrusage tells would include this process's.
PEAK = "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
CODE = f"from quincunx.cli import main; main(['solve', 'swap-nine', '--size', '4x4']); {PEAK}"


def silent(_count: int) -> None:
    pass


def growth(game_id: str) -> None:
    smaller: tuple[int, float] | None = None
    for size in SIZES[game_id]:
        start = quincunx.game(game_id, size).start(seed=1)
        oracle = new_oracle(start.game)
        if smaller is None:
            oracle.solve(start, silent)
        started = time.perf_counter()
        oracle.solve(start, silent)
        seconds, positions = time.perf_counter() - started, oracle.positions or 0
        line = f"{game_id:14} {start.game.size} {positions:12,} positions {seconds:8.2f} s"
        line += f" {seconds / positions * 1e9:8.0f} ns each"
        if smaller:
            line += f"  {positions / smaller[0]:6.1f} times the positions, "
            line += f"{seconds / smaller[1]:5.1f} times the time"
        wanted = WANTED.get((game_id, size))
        print(line + (f"; wanted within {wanted} s" if wanted else ""))
        smaller = positions, seconds


def measure() -> None:
    before = os.environ.get("XDG_CACHE_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        for game_id in SIZES:
            growth(game_id)
        result = subprocess.run(
            [sys.executable, "-c", CODE], capture_output=True, text=True, check=True
        )
        peak = int(result.stdout.split()[-1]) // 1024
        print(f"swap-nine      4x4 {peak} MB at most; wanted within 300 MB")
    if before is None:
        del os.environ["XDG_CACHE_HOME"]
    else:
        os.environ["XDG_CACHE_HOME"] = before
    started = time.perf_counter()
    found = survey(GridClash(3, 3), silent)
    seconds = time.perf_counter() - started
    print(f"survey of {found.different:,} numberings {seconds:.1f} s; wanted within 15 s")
