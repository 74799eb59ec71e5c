"""A run of the tests: what it starts ends with it, and its last line shows what was skipped."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from helpers import ROOT, thinned, wait_until

SETTINGS = """
pytest_plugins = ["web.conftest"]
keeper.PATIENCE_S = 0.5
"""
LEAKS = """
import subprocess

def test_leaks():
    subprocess.Popen(["./nap", "7001"])

def test_leaks_a_daemon():
    # One that has forgotten where it comes from, as PostgreSQL and nginx do.
    subprocess.run(["sh", "-c", "env -i setsid ./nap 7002 & exit"])
"""
WAITS = """
import os, subprocess, time
from pathlib import Path
import pytest

@pytest.mark.parametrize("number", [1, 2])
def test_waits(number):
    subprocess.Popen(["./nap", "7003"], start_new_session=True)
    Path(f"waits-{os.getpid()}").touch()
    time.sleep(7000)
"""
NEEDS = """
import pytest

@pytest.mark.parametrize("number", range(2))
def test_page(number, browser): pass

def test_proxy(nginx): pass

@pytest.mark.slow
def test_slow(): pass

def test_nothing(): pass
"""


@contextmanager
def running(
    folder: Path, code: str, *words: str, **variables: str
) -> Iterator[subprocess.Popen[str]]:
    """Run these tests with our conftest and the fixtures of the page."""
    conftest = (ROOT / "tests" / "conftest.py").read_text()
    (folder / "conftest.py").write_text(conftest + SETTINGS)
    (folder / "test_it.py").write_text(code)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = slow\n")
    (folder / "nap").symlink_to(str(shutil.which("sleep")))
    kept = {key: text for key, text in os.environ.items() if not key.startswith("PYTEST_")}
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *words],
        cwd=folder,
        env=kept | {"PYTHONPATH": f"{ROOT}/src:{ROOT}/tests:{ROOT}"} | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


def naps(folder: Path) -> list[str]:
    """Return those that still go on, whoever their parent is."""
    commands = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").readlink() == folder:
                commands.append((process / "cmdline").read_text())
        except OSError:  # it has just ended, or is somebody else's
            continue
    return [command for command in commands if command.startswith("./nap")]


def test_a_leaked_process_is_named_and_ended_and_fails_the_run(tmp_path: Path) -> None:
    with running(tmp_path, LEAKS, "-n", "2") as process:
        output, _ = process.communicate()
    assert process.returncode == 1
    assert "2 passed" in output
    _, _, leaked = output.partition("Left running by the tests, and ended now:\n")
    one, two = sorted(line.partition("./nap ")[2].strip() for line in leaked.splitlines())
    assert one == "7001  PYTEST_CURRENT_TEST=test_it.py::test_leaks (call)"
    assert two == "7002"
    assert not naps(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("whom", ["pytest", "group"])
def test_an_interrupted_run_leaves_nothing(tmp_path: Path, whom: str) -> None:
    with running(tmp_path, WAITS, "-n", "2") as process:
        wait_until(lambda: len([*tmp_path.glob("waits-*")]) == 2)
        if whom == "group":  # as Ctrl-C at a terminal
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.terminate()
        output, _ = process.communicate()
    assert process.returncode
    assert "./nap 7003" in output
    assert not naps(tmp_path)


@pytest.mark.parametrize("ci", thinned(["", "1"], 2))
def test_what_needs_a_missing_program_is_skipped_or_fails_in_ci(tmp_path: Path, ci: str) -> None:
    missing = {"QUINCUNX_CHROMIUM": "", "QUINCUNX_NGINX": "", "CI": ci}
    with running(tmp_path, NEEDS, **missing) as process:
        output, _ = process.communicate()
    assert ("1 passed, 1 skipped, 3 errors" if ci else "1 passed, 4 skipped") in output
    assert process.returncode == (1 if ci else 0)
    slow = "Skipped 1 slow test: `make test-all` runs everything."
    assert output.splitlines()[-1] == (
        slow
        if ci
        else (
            f"{slow} Skipped 2 tests without Chromium, 1 test without nginx: "
            "`apt-get install chromium nginx-light` installs what is missing."
        )
    )
