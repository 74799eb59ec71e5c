"""The extra `docs` builds the documentation as a site, and refuses a link that leads nowhere."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]


def build(folder: Path) -> Path:
    """Build the site from a copy in this folder, strictly, and return where it is."""
    for name in ("docs", "src"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "mkdocs.yml", folder)
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return folder / "build" / "docs"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        page = (build(Path(name)) / "api.html").read_text(encoding="utf-8")
        assert 'id="quincunx.game"' in page
        assert "Return the game with this id" in page
