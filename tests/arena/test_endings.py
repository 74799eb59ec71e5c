"""Whatever a program started ends with it, however that or we come to an end."""

import gc
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import quincunx
from arena.bots import (
    _ended_with_the_test,  # noqa: F401 - a fixture
    all_gone,
    family,
    members,
    runs,
)
from helpers import thinned, wait_until
from quincunx import Match
from quincunx.players import ForfeitError, Terms, player

PATIENT = Terms(seconds=60, retries=0)


def asked_once(tmp_path: Path, then: str) -> tuple[Any, Match]:
    """A family that has answered the first question."""
    match = Match(quincunx.game("swap-nine").start())
    bot = player(family(tmp_path, then), 0, match.position, PATIENT)
    match.play(bot.pick(match))
    assert sorted(members(tmp_path)) == ["child", "daemon", "elsewhere", "program"]
    assert all(map(runs, members(tmp_path).values()))
    match.play("9")
    return bot, match


@pytest.mark.parametrize(
    ("then", "reason"),
    [
        ("fails", r"it ended with status 1 \(no idea\)"),
        ("kills", "it ended with status -9"),
        ("kills its parent", "it was killed"),
        ("kills the first of its session", "it was killed"),
    ],
)
def test_a_program_that_ends_first(tmp_path: Path, then: str, reason: str) -> None:
    match = Match(quincunx.game("swap-nine").start())
    bot = player(family(tmp_path, then), 0, match.position, PATIENT)
    with pytest.raises(ForfeitError, match=reason):
        bot.pick(match)
    assert len(members(tmp_path)) == 4
    assert all_gone(tmp_path)  # before anybody closes


def test_a_program_that_answers_and_leaves(tmp_path: Path) -> None:
    """What it left behind does not hold up the end of its output."""
    match = Match(quincunx.game("swap-nine").start())
    bot = player(family(tmp_path, "leaves"), 0, match.position, PATIENT)
    match.play(bot.pick(match))
    match.play("9")
    wait_until(lambda: all_gone(tmp_path))
    with pytest.raises(ForfeitError, match="it ended with status 0"):
        bot.pick(match)


@pytest.mark.parametrize("ending", ["late", "closed", "forgotten"])
def test_a_program_that_stays(tmp_path: Path, ending: str) -> None:
    bot, match = asked_once(tmp_path, "hangs")
    if ending == "late":
        bot.terms = Terms(seconds=0.1)
        with pytest.raises(ForfeitError, match=r"it did not answer within 0\.1 s"):
            bot.pick(match)
    elif ending == "closed":
        bot.close()
        bot.close()
    else:
        del bot
        gc.collect()
    assert all_gone(tmp_path)


PLAYS = """
import os, sys, time
import quincunx
from quincunx import Match
from quincunx.players import Terms, player

match = Match(quincunx.game("swap-nine").start())
bot = player(sys.argv[1], 0, match.position, Terms(seconds=60))
match.play(bot.pick(match))
if sys.argv[2] == "copied" and os.fork() == 0:
    with open(sys.argv[3], "w") as file:
        file.write(str(os.getpid()))
    bot.close()
print("asked", flush=True)
time.sleep(1000)
"""


@pytest.mark.parametrize("number", thinned([signal.SIGKILL, signal.SIGTERM, signal.SIGHUP], 3))
def test_we_are_killed(tmp_path: Path, number: int) -> None:
    """Not by us: a guard sees to it."""
    command = [sys.executable, "-c", PLAYS, family(tmp_path, "hangs"), "alone"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout
        try:
            assert process.stdout.readline() == b"asked\n"
            assert len(members(tmp_path)) == 4
            assert all(map(runs, members(tmp_path).values()))
        finally:
            process.send_signal(number)
    wait_until(lambda: all_gone(tmp_path))


def test_a_fork_holds_nothing_up_and_ends_nothing(tmp_path: Path) -> None:
    """A process that was copied from ours, as by multiprocessing, has all that we hold."""
    copy = tmp_path / "copy.pid"
    command = [sys.executable, "-c", PLAYS, family(tmp_path, "hangs"), "copied", str(copy)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout
        try:
            assert [process.stdout.readline() for _ in range(2)] == [b"asked\n"] * 2
            assert len(members(tmp_path)) == 5
            assert all(map(runs, members(tmp_path).values()))  # though the copy has closed
        finally:
            process.kill()
        process.stdout.close()
    family_alone = [one for name, one in members(tmp_path).items() if name != copy.stem]
    wait_until(lambda: not any(map(runs, family_alone)))
    assert runs(members(tmp_path)[copy.stem])


def test_the_thread_that_began_it_ends(tmp_path: Path) -> None:
    """A death signal of Linux would come when a thread ends."""
    from threading import Thread

    begun: list[Any] = []
    thread = Thread(target=lambda: begun.append(asked_once(tmp_path, "hangs")))
    thread.start()
    thread.join()
    ((bot, _),) = begun
    assert runs(members(tmp_path)["program"])
    bot.close()
    assert all_gone(tmp_path)


@pytest.mark.parametrize("generations", [1, 2])
def test_a_guard_is_killed(tmp_path: Path, generations: int) -> None:
    """Everything dies with it, in other sessions too, and we go on."""
    bot, match = asked_once(tmp_path, "hangs")
    guard = members(tmp_path)["program"]
    for _ in range(generations):
        guard = int(Path(f"/proc/{guard}/stat").read_text().split()[3])
        assert "process_guard.py" in Path(f"/proc/{guard}/cmdline").read_text()
    os.kill(guard, signal.SIGTERM)  # to which it is deaf
    os.kill(guard, signal.SIGKILL)
    wait_until(lambda: all_gone(tmp_path))
    with pytest.raises(ForfeitError, match="it was killed"):
        bot.pick(match)
