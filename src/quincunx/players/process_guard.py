"""Runs a program and ends it with all that it started. A script; `command` starts one a program.

    python process_guard.py FD PROGRAM WORDS…

FD is a socket whose other end is held by the process that plays against the program. One line is
sent over it: `ended` and the status, or `refused` and the number of the error if nothing could be
started. When the other end closes, even because its process was killed, everything is ended. So it
is when the program ends by itself: a game is played by a program, not by what it leaves behind.

On Linux a guard inherits what the program's descendants leave behind, in other sessions too, and
ends its children until it has none. A second guard stands between: whichever of the two a program
kills, the other one ends everything. Elsewhere the program and its process group are ended. Out of
reach is what runs as another user, what a service started for the program, and what is left when
both guards are killed in the same instant.
"""

import os
import select
import signal
import sys
import time
from contextlib import suppress

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
IGNORED_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""Somebody who ends programs by name hits the guard as well, which has still to clean up."""


def guard(line: int, words: list[str], guards: int = 2) -> None:
    """Run a program until it, the line or the parent ends."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    for number in IGNORED_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake)
    os.set_inheritable(line, False)
    parent = os.getppid()
    try:
        program = os.fork()
    except OSError as error:
        report(line, f"refused {error.errno}")
        return
    if program == 0:
        os.setpgid(0, 0)  # shells end what they started by `kill 0`: nobody else is meant
        if guards > 1:
            prctl(PR_SET_PDEATHSIG, signal.SIGCHLD)  # wakes it, to see that its parent has ended
            guard(line, words, guards - 1)
            os._exit(0)
        execute(words, line)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # the program's alone, so that its reader sees where they end
        os.dup2(nothing, stream)
    poll = select.poll()
    poll.register(line, select.POLLIN)
    poll.register(woken, select.POLLIN)
    # A fork of the player's process holds the line as well, so check for the parent now and then.
    status = None
    while (
        status is None and line not in (ready := dict(poll.poll(1000))) and os.getppid() == parent
    ):
        if woken in ready:
            os.read(woken, 4096)
        status = reap(program)
    if status is None:
        os.kill(program, signal.SIGKILL)
    elif guards == 1:
        report(line, f"ended {os.waitstatus_to_exitcode(status)}")
    kill_rest(program)


def execute(words: list[str], line: int) -> None:
    """Become the program, as if nobody stood between."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for number in (*IGNORED_SIGNALS, signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores these two
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execvp(words[0], words)
    except OSError as error:
        report(line, f"refused {error.errno}")
    finally:
        os._exit(127)


def report(line: int, words: str) -> None:
    """Send a line to the player, if it still listens."""
    with suppress(OSError):
        os.write(line, words.encode() + b"\n")


def reap(program: int) -> int | None:
    """Reap children that have ended; return the status of the program if it is among them."""
    with suppress(ChildProcessError):
        while (child := os.waitpid(-1, os.WNOHANG))[0]:
            if child[0] == program:
                return child[1]
    return None


def kill_rest(program: int) -> None:
    """Kill the program's group, then all children, and those inherited as their parents end."""
    with suppress(OSError):  # where nobody is left in it
        os.killpg(program, signal.SIGKILL)
    with suppress(OSError):  # where no child is left, or this system lists none
        while True:
            with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as children:
                for child in children.read().split():
                    os.kill(int(child), signal.SIGKILL)
            if not os.waitpid(-1, os.WNOHANG)[0]:
                time.sleep(0.001)


def prctl(option: int, value: int) -> None:
    """Call Linux's prctl; elsewhere the process group has to do."""
    if sys.platform != "linux":
        return
    with suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(option, value)


if __name__ == "__main__":
    guard(int(sys.argv[1]), sys.argv[2:])
