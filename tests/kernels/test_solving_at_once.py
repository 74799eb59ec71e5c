"""One process at a time writes a solution, whatever becomes of it."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers import run
from quincunx.oracle import solution_files

GAME = "swap-nine"
SIZE = (2, 5)
WORDS = ("solve", GAME, "--size", "2x5")
FIRST = """
import quincunx
from quincunx.oracle import oracle_of
start = quincunx.game("swap-nine", (2, 5)).start()
oracle = oracle_of(start.game)
with oracle.solution_file(start).alone(lambda: None):
    print("begun", flush=True)
    input()
    oracle.solve(start, lambda count: None)
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    solution_files.find.cache_clear()
    yield tmp_path / "quincunx" / "solved"
    solution_files.find.cache_clear()


@pytest.fixture
def two() -> Iterator[tuple["subprocess.Popen[str]", "subprocess.Popen[str]"]]:
    """A process that is solving, and another that has said that it waits."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    started: list[subprocess.Popen[str]] = []
    try:
        for words in (["-c", FIRST], ["-m", "quincunx", *WORDS]):
            process = subprocess.Popen([sys.executable, *words], text=True, **pipes)  # type: ignore[call-overload]
            started.append(process)
            told = process.stdout if len(started) == 1 else process.stderr
            assert told.readline() in (
                "begun\n",
                "Another process is solving this: its solution is waited for; Ctrl-C leaves.\n",
            )
        yield started[0], started[1]
    finally:
        for process in started:
            process.kill()
            process.communicate()


@pytest.mark.slow
def test_the_second_waits_and_takes_what_it_waited_for(
    two: tuple["subprocess.Popen[str]", "subprocess.Popen[str]"], cache: Path
) -> None:
    first, second = two
    assert first.communicate("\n", timeout=60)[1] == ""
    shown, error = second.communicate(timeout=60)
    assert (second.returncode, error) == (0, "")
    assert "the second player wins by 2" in shown
    assert "59,049 positions" in shown
    assert sorted(file.name for file in cache.iterdir()) == [
        "swap-nine-2x5.bin",
        "swap-nine-2x5.json",
    ]
    assert "are right" in run("verify", *WORDS[1:]).stdout


@pytest.mark.slow
def test_the_second_goes_on_where_the_first_was_killed(
    two: tuple["subprocess.Popen[str]", "subprocess.Popen[str]"], cache: Path
) -> None:
    first, second = two
    first.send_signal(signal.SIGKILL)
    shown, _ = second.communicate(timeout=60)
    assert second.returncode == 0
    assert "the second player wins by 2" in shown
    assert len(list(cache.iterdir())) == 2


def test_a_folder_that_cannot_be_made(cache: Path) -> None:
    cache.parent.write_text("in the way")
    refused = run(*WORDS)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == (
        f"quincunx: The folder {str(cache)!r} cannot be made: Not a directory.\n"
    )
    few = ("--position", "XXXXX/OOOO- X")
    assert run("solve", GAME, *few).returncode == 0
