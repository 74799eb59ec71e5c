"""End whatever a run of the tests leaves behind, and fail the run for it.

The process that begins as pytest forks. The child runs the tests; this one waits for it, and the
kernel gives it every process that loses its parent, as it gives them to init otherwise. So nothing
escapes: no daemon, nothing that a killed worker leaves, and no program that overwrites its own name
and environment, as nginx and PostgreSQL do.
"""

import ctypes
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from time import monotonic, sleep

PR_SET_CHILD_SUBREAPER = 36  # from <linux/prctl.h>
PATIENCE_S = 10.0
"""How long a process may take to end by itself after the tests."""


def begin() -> None:
    """Give the run a folder, removed when the run is over. Return in the child alone."""
    folder = os.environ["QUINCUNX_TEST_RUN"] = tempfile.mkdtemp(prefix="quincunx-tests-")
    os.chmod(folder, 0o755)  # PostgreSQL runs as another user and keeps its files there
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    sys.stdout.flush()
    sys.stderr.flush()
    run = os.fork()
    if not run:
        # Programs that tests start hear signals even where nohup or a shell's & ignores them.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to the child as well
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _frame: os.kill(run, number))
    process, status = os.wait()
    while process != run:
        process, status = os.wait()
    leaked = end_leaked()
    if leaked:
        print("Left running by the tests, and ended now:", *leaked, sep="\n  ", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    code = os.waitstatus_to_exitcode(status)
    os._exit(128 - code if code < 0 else code or bool(leaked))


def end_leaked() -> list[str]:
    """Kill the processes that do not end by themselves, and return a line about each."""
    deadline, leaked = monotonic() + PATIENCE_S, []
    while processes := children():
        if monotonic() < deadline:
            os.waitpid(-1, os.WNOHANG)
            sleep(0.02)
            continue
        for process in processes:
            leaked.append(describe(process))
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
    return leaked


def children() -> list[int]:
    return [*map(int, Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())]


def describe(process: int) -> str:
    """Return its command, and the test that started it where its environment still names it."""
    command, environment = (
        Path(f"/proc/{process}/{file}").read_text(errors="replace").split("\0")
        for file in ("cmdline", "environ")
    )
    tests = [text for text in environment if text.startswith("PYTEST_CURRENT_TEST=")]
    return " ".join([str(process), *command, *tests])
