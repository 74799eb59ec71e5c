"""What a run of the tests starts ends with it, however it ends.

The process that begins as pytest forks: the child goes on with the tests, and this one stays behind
to keep watch. The kernel hands it whatever loses its parent, as init has it otherwise, so nothing
gets out of its sight: no daemon, nothing that a killed worker leaves, and no program that
overwrites its own name and environment, as nginx and PostgreSQL do. What is still there after the
tests is named and ended, and fails the run.
"""

import ctypes
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from time import monotonic, sleep

# From <linux/prctl.h>.
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
PATIENCE = 10.0
"""Seconds in which what is ending anyway may end."""
SAME_INTERRUPT = 2.0
"""Seconds in which a second interrupt is the first one once more, by way of the keeper."""
INTERRUPTS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}


def begin() -> None:
    """Gives the run a folder, which is gone when it is over; returns in the run alone."""
    folder = os.environ["QUINCUNX_TEST_RUN"] = tempfile.mkdtemp(prefix="quincunx-tests-")
    os.chmod(folder, 0o755)  # PostgreSQL's own user has its files there
    prctl = ctypes.CDLL(None).prctl
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    sys.stdout.flush()
    sys.stderr.flush()
    signal.pthread_sigmask(signal.SIG_BLOCK, {*INTERRUPTS, signal.SIGCHLD})
    run = os.fork()
    if not run:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {*INTERRUPTS, signal.SIGCHLD})
        return
    status = _watch(run)
    if left := _left_behind():
        print("Left behind by the tests, and ended now:", *left.values(), sep="\n  ", flush=True)
        _end()
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(status or bool(left))


def interrupt_in_order() -> None:
    """However this process is told to end, it does so as after Ctrl-C: what the tests have begun is
    taken down. Programs that it starts are told as usual, even where this one was started to hear
    nothing, as in the background or by nohup."""
    here, last = os.getpid(), float("-inf")

    def interrupt(number: int, _frame: object) -> None:
        nonlocal last
        if os.getpid() != here:  # a fork of ours, which has nothing to take down
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            return
        last, before = monotonic(), last
        if last - before > SAME_INTERRUPT:
            raise KeyboardInterrupt

    for number in INTERRUPTS:
        signal.signal(number, interrupt)


def _watch(run: int) -> int:
    """Hands on what it is told until the run ends; its exit status, as a shell gives it."""
    while True:
        number = signal.sigwait({*INTERRUPTS, signal.SIGCHLD})
        if number != signal.SIGCHLD:
            # As at a terminal, where all hear it: workers told by pytest alone have little time.
            workers = Path(f"/proc/{run}/task/{run}/children").read_text().split()
            _tell(number, run, *map(int, workers))
        elif (status := _reap().get(run)) is not None:
            return status if status >= 0 else 128 - status


def _reap() -> dict[int, int]:
    """The exit statuses of those that have ended."""
    ended: dict[int, int] = {}
    try:
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            ended[found[0]] = os.waitstatus_to_exitcode(found[1])
    except ChildProcessError:
        pass
    return ended


def _left_behind() -> dict[int, str]:
    """What goes on, in words."""
    ends = monotonic() + PATIENCE
    while (found := below(os.getpid())) and monotonic() < ends:
        _reap()
        sleep(0.02)
    return {process: _in_words(process) for process in found}


def _end() -> None:
    for how in (signal.SIGTERM, signal.SIGKILL):
        ends = monotonic() + PATIENCE
        _tell(how, *below(os.getpid()))
        while below(os.getpid()) and monotonic() < ends:
            _reap()
            sleep(0.02)


def _tell(number: int, *processes: int) -> None:
    for process in processes:
        try:
            os.kill(process, number)
        except ProcessLookupError:  # it has just ended
            continue


def below(process: int) -> list[int]:
    """The processes that descend from one and have not ended."""
    parents: dict[int, int] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = file.read_text(errors="replace").rpartition(")")[2].split()[:2]
        except OSError:  # it has just ended
            continue
        if state not in "ZX":
            parents[int(file.parent.name)] = int(parent)
    found = [process]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found[1:]


def _in_words(process: int) -> str:
    """Its command, and the test that it comes from where it still says so."""

    def fields(name: str) -> list[str]:
        try:
            return Path(f"/proc/{process}/{name}").read_text(errors="replace").split("\0")
        except OSError:
            return []

    command = " ".join(fields("cmdline")).strip() or "one that has just ended"
    marker = "PYTEST_CURRENT_TEST="
    tests = [each.removeprefix(marker) for each in fields("environ") if each.startswith(marker)]
    return f"{process} {command[:200]}" + (f", begun in {tests[0]}" if tests else "")
