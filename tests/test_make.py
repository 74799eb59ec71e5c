"""The first start on somebody's machine: the real Makefile in a copy of the tree, where something
is missing or in the way. Each refusal says what to do."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers import ROOT, wait_until

NEEDED = ("Makefile", "pyproject.toml", "README.md", "LICENSE", "src", "requirements")
NO_NETWORK = {
    "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
    "PIP_CONFIG_FILE": "/dev/null",
    "PIP_NO_CACHE_DIR": "1",
    "PIP_RETRIES": "0",
}


@pytest.fixture
def clone() -> Iterator[Path]:
    """A copy that every user of the machine can reach."""
    with tempfile.TemporaryDirectory(dir=os.environ["QUINCUNX_TEST_RUN"]) as name:
        folder = Path(name)
        folder.chmod(0o755)
        for each in NEEDED:
            copy = shutil.copytree if (ROOT / each).is_dir() else shutil.copy
            copy(ROOT / each, folder / each)
        yield folder


def make(
    clone: Path,
    *words: str,
    user: int | None = None,
    variables: dict[str, str] = {},  # noqa: B006 - never changed
) -> subprocess.CompletedProcess[str]:
    """Run make with this Python unless another is named, and without input."""
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
    """Return the refusal on one line, without make's own line."""
    assert result.returncode == 2, result
    *lines, last = result.stderr.splitlines()
    assert last.startswith("make: ***")
    assert "Traceback" not in result.stderr
    return " ".join(lines)


def stand_in(folder: Path, code: str) -> str:
    """A program in the place of Python."""
    file = folder / "stand-in"
    file.write_text(f"#!/bin/sh\n{code}\n")
    file.chmod(0o755)
    return f"PYTHON={file}"


ANOTHER = "add PYTHON=/path/to/python to what you typed."


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (None, f"is missing: install Python 3.11 or later (on Debian: apt-get install python3 "
         f"python3-venv), or if it has another name, {ANOTHER}"),
        ("echo 3.10", "is Python 3.10, and Quincunx needs 3.11 or later: install it, or if it has "
         f"another name, {ANOTHER}"),
        ("exit 127", f"does not start: install Python 3.11 or later, or {ANOTHER}"),
        # As Debian's without the package python3-venv.
        ('[ "$2" = "import ensurepip, venv" ] && exit 1 || echo 3.13', "has no venv module: "
         "install it (on Debian: apt-get install python3-venv), then type the same again."),
    ],
    ids=["missing", "old", "broken", "without venv"],
)  # fmt: skip
def test_python_does_not_fit(clone: Path, code: str | None, sentence: str) -> None:
    python = stand_in(clone, code) if code else "PYTHON=python3.99"
    words = refused(make(clone, "play", python))
    assert words.endswith(f"{python.removeprefix('PYTHON=')} {sentence}")
    assert not (clone / ".venv").exists()


def test_a_file_in_the_way(clone: Path) -> None:
    (clone / ".venv").write_text("mine\n")
    words = refused(make(clone, "play"))
    assert words == ".venv is in the way: it is not a folder. Move it, then type the same again."
    assert (clone / ".venv").read_text() == "mine\n"


def test_a_folder_that_cannot_be_written(clone: Path) -> None:
    python = stand_in(clone, "echo 3.13")
    clone.chmod(0o555)
    nobody = 65534 if os.geteuid() == 0 else None  # root may write anywhere
    words = refused(make(clone, "play", python, user=nobody))
    assert words == (
        f"You may not write to {clone}: copy Quincunx to a folder of your own, and type the same "
        "there."
    )
    clone.chmod(0o755)


@pytest.mark.slow
def test_no_network(clone: Path) -> None:
    """An environment that was there before is kept, and the last sentence is true."""
    (clone / ".venv").mkdir()
    (clone / ".venv" / "mine").touch()
    result = make(clone, "play", variables=NO_NETWORK)
    words = refused(result)
    assert "Installing" in result.stdout
    assert "ERROR: No matching distribution found for " in words
    assert words.partition("The packages could not be downloaded")[2] == (
        ": check the network, then type `make play` again. You can play without them: "
        f"PYTHONPATH=src {sys.executable} -m quincunx"
    )
    assert {path.name for path in (clone / ".venv").iterdir()} & {"mine", "made", "play"} == {
        "mine",
        "made",
    }
    played = subprocess.run(
        [sys.executable, "-S", "-m", "quincunx", "games"],
        cwd=clone,
        env=os.environ | {"PYTHONPATH": "src"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "zone-conquest" in played.stdout


@pytest.mark.slow
def test_an_interrupted_first_start_is_mended_by_the_next(clone: Path) -> None:
    """`make play` shows what it does, and what to type later."""
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
    assert first == "Setting up .venv."
    assert second == "Installing Quincunx: takes up to half a minute."
    assert third.startswith("Done. From now on type .venv/bin/quincunx here")
    assert rest[0] == "Quincunx: strategy games for two players."
    again = make(clone, "play")
    assert again.stdout.splitlines() == rest
    later = subprocess.run(
        [".venv/bin/quincunx", "games"], cwd=clone, capture_output=True, text=True, check=True
    )
    assert "zone-conquest" in later.stdout
