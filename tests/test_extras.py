"""Every extra alone does its real job: from the wheel, in an environment with nothing else.

What each does is said in `extras/`, which is run there. Once with the newest versions, and once
with the lowest that pyproject.toml allows.
"""

import os
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from helpers import ROOT
from release import build

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
REQUIREMENTS: dict[str, list[str]] = PROJECT["optional-dependencies"]
UV = [sys.executable, "-m", "uv", "--quiet", "--no-progress"]
SECONDS = 300

pytestmark = pytest.mark.slow


def run(words: list[str], home: Path) -> None:
    """Ends with all that it has started; says everything if it fails."""
    mine = {"PYTHONPATH", "VIRTUAL_ENV", "XDG_CACHE_HOME"}
    surroundings = {key: value for key, value in os.environ.items() if key not in mine}
    if words[: len(UV)] != UV:
        surroundings |= {"HOME": str(home), "XDG_CACHE_HOME": str(home), "XDG_DATA_HOME": str(home)}
    with subprocess.Popen(
        words,
        cwd=home,
        env=surroundings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            said, _ = process.communicate(timeout=SECONDS)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert process.returncode == 0, said


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where packages can be had; elsewhere, but not in CI, there is nothing to be tested."""
    folder = tmp_path_factory.mktemp("built")
    (folder / "wanted.txt").write_text("pytest\n")
    try:
        run([*UV, "pip", "compile", "--no-cache", "wanted.txt"], folder)
    except AssertionError:
        if os.environ.get("CI"):
            raise
        pytest.skip("No registry of packages can be reached, so no extra can be installed.")
    return build(folder / "dist")[0]


@pytest.fixture
def home() -> Iterator[Path]:
    """Gone at once: pytest would keep some hundred megabytes of each for days."""
    with tempfile.TemporaryDirectory(prefix="quincunx-extra-") as folder:
        yield Path(folder)


@pytest.mark.parametrize("resolution", ["highest", "lowest-direct"])
@pytest.mark.parametrize("extra", sorted({*REQUIREMENTS} - {"all", "dev"}))
def test_an_extra_alone(extra: str, resolution: str, wheel: Path, home: Path) -> None:
    python = str(home / "env" / "bin" / "python")
    # Of the wheel uv would take the newest requirements always: only what is named is direct.
    wanted = [f"quincunx[{extra}] @ {wheel.as_uri()}", *REQUIREMENTS[extra]]
    install = ["pip", "install", "--python", python, "--only-binary", ":all:"]
    run([*UV, "venv", "--python", sys.executable, str(home / "env")], home)
    run([*UV, *install, "--resolution", resolution, *wanted], home)
    # Its folder is not looked into: there is an inspect.py, which is also a module of Python's.
    run([python, "-P", str(ROOT / "tests" / "extras" / f"{extra}.py")], home)
