"""Start of the command, as a multiple of the same interpreter's `-c pass`.

Best of several runs each, taken in turn, with modules compiled beforehand as an installed package
has them. Wanted: --version within 3; of `play`, the time until its first prompt stands there,
within 6.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from quincunx import game_ids

COMMANDS = {
    "--version": ["--version"],
    "games": ["games"],
    "legal zone-conquest": ["legal", "zone-conquest", "--json"],
    **{f"play {game}": ["play", game] for game in game_ids()},
}


def seconds(words: list[str], home: str) -> float:
    """Until the command ends; for `play`, until it asks and waits."""
    started = time.perf_counter()
    with subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(home),
    ) as process:
        assert process.stdout
        seen = b""
        while chunk := os.read(process.stdout.fileno(), 4096):
            seen += chunk
            if "play" in words and seen.endswith((b": ", b"zone\n")):
                break
        if "play" not in words:
            process.wait()
        taken = time.perf_counter() - started
        process.kill()
    return taken


def environment(home: str) -> dict[str, str]:
    """With a folder of its own for the user's games, and for compiled modules."""
    own = {"XDG_DATA_HOME": home, "PYTHONPYCACHEPREFIX": home}
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return kept | own


def measure(runs: int = 15) -> None:
    command = str(Path(sys.executable).with_name("quincunx"))
    candidates = {"python -c pass": [sys.executable, "-c", "pass"]}
    candidates |= {f"quincunx {name}": [command, *words] for name, words in COMMANDS.items()}
    best = dict.fromkeys(candidates, float("inf"))
    with tempfile.TemporaryDirectory() as home:
        for _ in range(runs):
            for name, words in candidates.items():
                best[name] = min(best[name], seconds(words, home))
    base = best["python -c pass"]
    for name, time_taken in best.items():
        print(f"{name:28} {time_taken * 1000:7.1f} ms {time_taken / base:6.1f}")
