"""Start of the command, as a multiple of the same interpreter's `-c pass`.

Best of several runs each, taken in turn. Wanted: --version within 3; the first prompt of `play`
(with nothing to read, so that it ends there) within 6.
"""

import subprocess
import sys
import time
from pathlib import Path

COMMANDS = {
    "--version": ["--version"],
    "games": ["games"],
    "legal zone-conquest": ["legal", "zone-conquest", "--json"],
    "play swap-nine": ["play", "swap-nine"],
    "play numeral-nexus": ["play", "numeral-nexus"],
}


def seconds(words: list[str]) -> float:
    started = time.perf_counter()
    subprocess.run(words, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    return time.perf_counter() - started


def measure(runs: int = 15) -> None:
    command = str(Path(sys.executable).with_name("quincunx"))
    candidates = {"python -c pass": [sys.executable, "-c", "pass"]}
    candidates |= {f"quincunx {name}": [command, *words] for name, words in COMMANDS.items()}
    best = dict.fromkeys(candidates, float("inf"))
    for _ in range(runs):
        for name, words in candidates.items():
            best[name] = min(best[name], seconds(words))
    base = best["python -c pass"]
    for name, time_taken in best.items():
        print(f"{name:28} {time_taken * 1000:7.1f} ms {time_taken / base:6.1f}")
