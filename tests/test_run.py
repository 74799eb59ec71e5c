"""A run of the tests, however it ends: what it starts ends with it, and what it leaves out it says.

Each test here runs pytest on a few tests of its own, with this folder's conftest."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.bots import wait_until
from helpers import ROOT, thinned
from parts import CHROMIUM, NGINX, NODE

CONFTEST = (ROOT / "tests" / "conftest.py").read_text() + "\nkeeper.PATIENCE = 0.5\n"
LEAKS = """
import subprocess

def test_leaks():
    subprocess.Popen(["./nap", "7001"])

def test_leaks_where_nobody_looks():
    # A daemon that has forgotten where it comes from, as PostgreSQL and nginx do.
    subprocess.run(["sh", "-c", "env -i setsid ./nap 7002 & exit"])
"""
WAITS = """
import os, signal, subprocess, sys, time
from pathlib import Path
import pytest

@pytest.fixture
def program():
    with subprocess.Popen(["./nap", "7003"]) as process:
        yield process
        Path(f"taken-down-{os.getpid()}").touch()
        process.kill()

@pytest.mark.parametrize("number", [1, 2])
def test_waits(program, number):
    subprocess.Popen(["./nap", "7004"], start_new_session=True)
    Path(f"waits-{os.getpid()}").touch()
    time.sleep(7000)
"""
NEEDS = """
import pytest
from parts import CHROMIUM, NGINX

@pytest.mark.parametrize("number", range(3))
def test_page(number):
    assert CHROMIUM.needed().endswith("/sh")

def test_proxy():
    assert NGINX.needed().endswith("/sh")

def test_something_else():
    pytest.skip("for another reason")

def test_nothing():
    pass
"""
LONG = """
@pytest.mark.slow
@pytest.mark.parametrize("number", range(2))
def test_long(number):
    pass
"""
SLOW = "2 tests were left out as slow: `make test-all` runs them."
TWO_PARTS = (
    "4 tests were left out, 3 for want of Chromium and 1 for want of nginx: "
    "`apt-get install chromium nginx-light` brings them."
)


@contextmanager
def running(
    folder: Path, code: str, *words: str, **variables: str
) -> Iterator[subprocess.Popen[str]]:
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_it.py").write_text(code)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = slow\n")
    nap = folder / "nap"
    nap.unlink(missing_ok=True)
    nap.symlink_to(str(shutil.which("sleep")))
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "xdist", *words]
    kept = {key: text for key, text in os.environ.items() if key not in ("CI", CHROMIUM.variable)}
    kept = {key: text for key, text in kept.items() if not key.startswith("PYTEST_")}
    surroundings = {"PYTHONPATH": str(ROOT / "tests"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    with subprocess.Popen(
        command,
        cwd=folder,
        env=kept | surroundings | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


def run(folder: Path, code: str, *words: str, **variables: str) -> tuple[int, list[str]]:
    with running(folder, code, *words, **variables) as process:
        output, _ = process.communicate(timeout=60)
    return process.returncode, output.splitlines()


def naps(folder: Path) -> list[str]:
    """Those that still go on, wherever they are."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").readlink() == folder:
                found.append((process / "cmdline").read_text().replace("\0", " "))
        except OSError:  # it has just ended, or is somebody else's
            continue
    return [command for command in found if command.startswith("./nap")]


@pytest.mark.parametrize("words", thinned([["-q", "-n", "2"], ["-q"]], 2), ids=" ".join)
def test_what_is_left_behind_is_named_and_ended_and_fails_the_run(
    tmp_path: Path, words: list[str]
) -> None:
    status, lines = run(tmp_path, LEAKS, *words)
    assert status == 1
    assert "2 passed" in "\n".join(lines)
    start = lines.index("Left behind by the tests, and ended now:")
    one, two = sorted(line.partition("./nap ")[2] for line in lines[start + 1 :])
    assert one == "7001, begun in test_it.py::test_leaks (call)"
    assert two == "7002"
    assert not naps(tmp_path)


@pytest.mark.parametrize(
    ("words", "whom", "how"),
    [
        ([], "pytest", signal.SIGINT),
        pytest.param(["-n", "2"], "pytest", signal.SIGTERM, marks=pytest.mark.slow),
        pytest.param([], "pytest", signal.SIGTERM, marks=pytest.mark.slow),
        pytest.param(["-n", "2"], "group", signal.SIGINT, marks=pytest.mark.slow),
        pytest.param(["-n", "1"], "worker", signal.SIGTERM, marks=pytest.mark.slow),
    ],
)
def test_an_interrupted_run_takes_down_what_it_began(
    tmp_path: Path, words: list[str], whom: str, how: signal.Signals
) -> None:
    count = 2 if "2" in words else 1
    with running(tmp_path, WAITS, *words) as process:
        wait_until(lambda: len([*tmp_path.glob("waits-*")]) == count)
        (tester, *_) = tmp_path.glob("waits-*")
        if whom == "worker":
            os.kill(int(tester.name.partition("-")[2]), how)
        elif whom == "group":  # as Ctrl-C at a terminal
            os.killpg(process.pid, how)
        else:
            process.send_signal(how)
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 2, output
    assert len([*tmp_path.glob("taken-down-*")]) == count
    assert not naps(tmp_path)  # nor what no fixture takes down


def test_a_run_takes_down_what_it_began_also_when_its_keeper_is_killed(tmp_path: Path) -> None:
    code = WAITS.replace("    subprocess.Popen", "    #")
    with running(tmp_path, code) as process:
        wait_until(lambda: bool([*tmp_path.glob("waits-*")]))
        process.kill()
        wait_until(lambda: bool([*tmp_path.glob("taken-down-*")]))
        wait_until(lambda: not naps(tmp_path))


@pytest.mark.slow
def test_a_killed_worker_leaves_nothing(tmp_path: Path) -> None:
    with running(tmp_path, WAITS, "-n", "1", "--max-worker-restart", "0") as process:
        wait_until(lambda: bool([*tmp_path.glob("waits-*")]))
        (file,) = tmp_path.glob("waits-*")
        os.kill(int(file.name.partition("-")[2]), signal.SIGKILL)
        output, _ = process.communicate(timeout=60)
    assert process.returncode != 0
    assert "./nap 7003, begun in test_it.py::test_waits" in output
    assert not naps(tmp_path)


@pytest.mark.parametrize(
    "words", thinned([["-q", "-n", "2"], ["-v"], ["-q", "--slow"]], 3), ids=" ".join
)
@pytest.mark.parametrize(
    "there", thinned(["", "sh"], 2), ids=["parts are missing", "parts are there"]
)
def test_the_last_line_says_what_was_left_out(tmp_path: Path, words: list[str], there: str) -> None:
    """For slowness, for want of a part, for both, and for neither."""
    variables = {"QUINCUNX_CHROMIUM": there, "QUINCUNX_NGINX": there}
    status, lines = run(tmp_path, NEEDS + LONG, *words, **variables)
    assert status == 0
    sentences = ([] if "--slow" in words else [SLOW]) + ([] if there else [TWO_PARTS])
    if sentences:
        assert lines.pop() == " ".join(sentences)
    skipped = 1 + (0 if "--slow" in words else 2) + (0 if there else 4)
    assert f"{8 - skipped} passed, {skipped} skipped" in lines[-1]


@pytest.mark.slow
def test_what_is_there_is_used(tmp_path: Path) -> None:
    status, lines = run(tmp_path, NEEDS, "-q", QUINCUNX_CHROMIUM="sh", QUINCUNX_NGINX="/bin/sh")
    assert status == 0
    assert "5 passed, 1 skipped" in lines[-1]
    status, lines = run(tmp_path, NEEDS, "-q", QUINCUNX_CHROMIUM="sh", QUINCUNX_NGINX="")
    assert status == 0
    assert lines[-1] == (
        "1 test was left out, 1 for want of nginx: `apt-get install nginx-light` brings it."
    )


def test_a_part_that_ought_to_be_there_fails(tmp_path: Path) -> None:
    nothing = {"QUINCUNX_CHROMIUM": "", "QUINCUNX_NGINX": ""}
    status, lines = run(tmp_path, NEEDS, "-q", CI="1", **nothing)
    assert status == 1
    assert "4 failed, 1 passed, 1 skipped" in lines[-1]
    status, lines = run(tmp_path, NEEDS, "-q", QUINCUNX_CHROMIUM="sh", QUINCUNX_NGINX="/no/such")
    assert status == 1
    assert "QUINCUNX_NGINX names '/no/such', which is no program" in "\n".join(lines)


@pytest.mark.parametrize("name", CHROMIUM.names.split())
def test_any_chromium_or_chrome_will_do(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / name
    program.write_text("")
    program.chmod(0o755)
    monkeypatch.delenv(CHROMIUM.variable, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert CHROMIUM.find() == str(program)
    assert NGINX.find() in (None, "/usr/sbin/nginx")


@pytest.mark.parametrize(
    ("version", "fits"),
    [("v18.20.4", False), ("v20.9.0", False), ("v20.19.0", True), ("v24.1.0", True)],
)
def test_an_old_version_is_as_good_as_none(
    version: str, fits: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "node"
    program.write_text(f"#!/bin/sh\necho {version}\n")
    program.chmod(0o755)
    monkeypatch.setenv(NODE.variable, str(program))
    assert NODE.find() == (str(program) if fits else None)
    assert NODE.reason == "There is no Node 20.19 or later here: install Debian's package nodejs."
