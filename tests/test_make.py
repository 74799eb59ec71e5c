"""The first start on somebody's machine: the real Makefile in a copy of the tree, where something
is missing or in the way. What is said then says what to do."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.bots import wait_until
from helpers import ROOT

NEEDED = ("Makefile", "pyproject.toml", "README.md", "LICENSE", "src", "requirements")
NO_NETWORK = {
    "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
    "PIP_CONFIG_FILE": "/dev/null",
    "PIP_NO_CACHE_DIR": "1",
    "PIP_RETRIES": "0",
}


@contextmanager
def cloned() -> Iterator[Path]:
    """A copy that every user of the machine can reach."""
    with tempfile.TemporaryDirectory(dir=os.environ["QUINCUNX_TEST_RUN"]) as name:
        folder = Path(name)
        folder.chmod(0o755)
        for each in NEEDED:
            whole = shutil.copytree if (ROOT / each).is_dir() else shutil.copy
            whole(ROOT / each, folder / each)
        yield folder


@pytest.fixture
def clone() -> Iterator[Path]:
    with cloned() as folder:
        yield folder


@pytest.fixture(scope="module")
def set_up() -> Iterator[Path]:
    """One with an environment, made over one of somebody's own, into which nothing is installed."""
    with cloned() as folder:
        (folder / ".venv").mkdir()
        (folder / ".venv" / "mine").touch()
        assert make(folder, ".venv/made").returncode == 0
        yield folder


def make(
    clone: Path,
    *words: str,
    user: int | None = None,
    variables: dict[str, str] = {},  # noqa: B006 - never changed
) -> subprocess.CompletedProcess[str]:
    """With this Python unless another is named, and nobody who types."""
    if not any(word.startswith("PYTHON=") for word in words):
        words = (*words, f"PYTHON={sys.executable}")
    kept = {key: text for key, text in os.environ.items() if not key.startswith(("MAKE", "PIP_"))}
    kept |= {key: os.environ[key] for key in ("PIP_CERT",) if key in os.environ}
    return subprocess.run(
        ["make", "--no-print-directory", *words],
        cwd=clone,
        env=kept | {"HOME": str(clone)} | variables,
        user=user,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def refused(result: subprocess.CompletedProcess[str]) -> str:
    """What is said on one line, without the line of make's own."""
    assert result.returncode == 2, result
    *said, last = result.stderr.splitlines()
    assert last.startswith("make: ***")
    assert "Traceback" not in result.stderr
    return " ".join(said)


def stand_in(folder: Path, code: str) -> str:
    """A program in the place of Python."""
    file = folder / "stand-in"
    file.write_text(f"#!/bin/sh\n{code}\n")
    file.chmod(0o755)
    return f"PYTHON={file}"


def test_no_python(clone: Path) -> None:
    said = refused(make(clone, "play", "PYTHON=python3.99"))
    assert said == (
        "There is no python3.99 here: install Python 3.11 or later (on Debian: apt-get install "
        "python3 python3-venv), or if it has another name, add PYTHON=/path/to/python to what you "
        "typed."
    )
    assert not (clone / ".venv").exists()


@pytest.mark.parametrize("version", ["2.7", "3.9", "3.10"])
def test_an_old_python(clone: Path, version: str) -> None:
    said = refused(make(clone, "play", stand_in(clone, f"echo {version}")))
    assert f"is Python {version}, and Quincunx needs 3.11 or later: install it" in said
    assert said.endswith("add PYTHON=/path/to/python to what you typed.")
    assert not (clone / ".venv").exists()


def test_a_python_that_does_not_start(clone: Path) -> None:
    said = refused(make(clone, "play", stand_in(clone, "echo not today >&2; exit 127")))
    assert "not today" in said
    assert "does not start: install Python 3.11 or later" in said


def test_no_venv_module(clone: Path, tmp_path: Path) -> None:
    """As Debian's Python without the package python3-venv."""
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['ensurepip'] = None\n")
    said = refused(make(clone, "test", variables={"PYTHONPATH": str(tmp_path)}))
    assert said.endswith(
        "has no venv module: install it (on Debian: apt-get install python3-venv), then type the "
        "same again."
    )
    assert not (clone / ".venv").exists()


def test_a_file_in_the_way(clone: Path) -> None:
    (clone / ".venv").write_text("mine\n")
    said = refused(make(clone, "play"))
    assert said == (
        ".venv is in the way, since it is no folder: move it, then type the same again."
    )
    assert (clone / ".venv").read_text() == "mine\n"


@pytest.mark.parametrize("there", [False, True], ids=["new", "begun by another user"])
def test_a_folder_that_cannot_be_written(clone: Path, there: bool) -> None:
    if there:
        (clone / ".venv").mkdir()
        (clone / ".venv").chmod(0o555)
    python = stand_in(clone, "echo 3.13")
    clone.chmod(0o555)
    nobody = 65534 if os.geteuid() == 0 else None  # root may write anywhere
    said = refused(make(clone, "play", python, user=nobody))
    assert said == (
        f"{clone} cannot be written by you: copy Quincunx to a folder of your own, and type the "
        "same there."
    )
    clone.chmod(0o755)


@pytest.mark.slow
@pytest.mark.parametrize("goal", ["play", "test"])
def test_no_network(set_up: Path, goal: str) -> None:
    result = make(set_up, goal, variables=NO_NETWORK)
    said = refused(result)
    assert "Installing" in result.stdout
    assert "ERROR: No matching distribution found for " in said
    assert "Retrying" not in said
    assert said.partition("The packages could not be fetched")[2] == (
        f": see that there is a network, then type `make {goal}` again. Playing needs none of "
        f"them: PYTHONPATH=src {sys.executable} -m quincunx"
    )
    assert not (set_up / ".venv" / "play").exists()
    # The last sentence is true.
    played = subprocess.run(
        [sys.executable, "-S", "-m", "quincunx", "games"],
        cwd=set_up,
        env=os.environ | {"PYTHONPATH": "src"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "zone-conquest" in played.stdout


@pytest.mark.slow
def test_pip_fails_otherwise(set_up: Path) -> None:
    """Its last line is shown, and the rest is kept."""
    settings = set_up / "pyproject.toml"
    text = settings.read_text()
    settings.write_text(text + "\nnonsense\n")
    said = refused(make(set_up, "play", variables=NO_NETWORK))
    settings.write_text(text)
    assert "Expected '=' after a key" in said
    assert said.endswith(
        "The packages could not be installed: .venv/log says all. When that is mended, type "
        "`make play` again, or begin anew with `make clean`."
    )


@pytest.mark.slow
def test_an_interrupted_first_start_is_mended_by_the_next(clone: Path) -> None:
    """And `make play` says what it does, and what to type later."""
    command = ["make", "play", f"PYTHON={sys.executable}"]
    with subprocess.Popen(
        command, cwd=clone, start_new_session=True, stdout=subprocess.DEVNULL
    ) as process:
        wait_until((clone / ".venv" / "bin" / "python").exists)
        os.killpg(process.pid, 9)
    pip = clone / ".venv" / "lib" / f"python3.{sys.version_info[1]}" / "site-packages" / "pip"
    pip.mkdir(parents=True, exist_ok=True)
    (pip / "__init__.py").write_text("half of pip")
    kept = {key: text for key, text in os.environ.items() if key.startswith("PIP_")}
    result = make(clone, "play", variables=kept | {"HOME": os.environ["HOME"]})
    assert (result.returncode, result.stderr) == (0, "")
    first, second, third, *rest = result.stdout.splitlines()
    assert first == "Setting up .venv, this once."
    assert second == "Installing Quincunx there: half a minute or less."
    assert third == "Done. Later, type .venv/bin/quincunx here: quincunx alone is not on your PATH."
    assert rest[0] == "Quincunx: strategy games for two players."
    again = make(clone, "play")
    assert again.stdout.splitlines() == rest
    later = subprocess.run(
        [".venv/bin/quincunx", "games"], cwd=clone, capture_output=True, text=True, check=True
    )
    assert "zone-conquest" in later.stdout


@pytest.mark.slow
def test_an_environment_of_ones_own_is_kept(set_up: Path) -> None:
    assert (set_up / ".venv" / "mine").exists()
    assert (set_up / ".venv" / "made").exists()
