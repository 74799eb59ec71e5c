"""`python -m bench levels` keeps finished games, and goes on with them after a cut."""

import subprocess
import sys
from pathlib import Path

from helpers import ROOT

COMMAND = [sys.executable, "-m", "bench", "levels", "--workers", "1", "--only", "swap-nine-3x3"]


def bench(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )


def test_it_goes_on_where_it_was_cut(tmp_path: Path) -> None:
    file = tmp_path / "games"
    whole = bench("--games", "8", "--file", str(file))
    lines = file.read_text().splitlines()
    assert len(lines) == 1 + 4 * 10  # nine pairs of levels, and random against itself
    kept = "\n".join(lines[:20])
    file.write_text(kept + "\n" + lines[20][:-3])
    again = bench("--games", "8", "--file", str(file))
    assert again.stdout == whole.stdout
    assert again.returncode == whole.returncode
    assert sorted(file.read_text().splitlines()) == sorted(lines)
    assert file.read_text().startswith(kept)
    assert "8 games a pair" in whole.stdout
    assert "At a bound:" in whole.stdout
    assert "Fails:" in whole.stdout
