"""Runs a program and ends it with all that it started. A script; `command` starts one a program.

    python keeper.py FD PROGRAM WORDS…

FD is a socket whose other end is held by who plays against the program. It is told one thing:
`ended` and the status, or `refused` and the number of the error if there was nothing to start. When
the other end closes, be it that its process was killed, everything is ended. So it is when the
program ends by itself: a game is played by a program, not by what one leaves behind.

On Linux a keeper inherits what the program's descendants leave behind, in other sessions too, and
ends its children until it has none. A second keeper stands between: whichever of the two a program
kills, the other one ends everything. Elsewhere the program and its process group are ended. Out of
reach is what runs as another user, what a service started at the program's wish, and what is left
where both keepers are killed in the same instant.
"""

import os
import select
import signal
import sys
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
DEAF = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""Who ends programs by name finds the keeper as well, which has still to clear up."""


def keep(line: int, words: list[str], keepers: int = 2) -> None:
    """Until the program, the line or the parent ends."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    for number in DEAF:
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
        tell(line, f"refused {error.errno}")
        return
    if program == 0:
        os.setpgid(0, 0)  # shells end what they started by `kill 0`: nobody else is meant
        if keepers > 1:
            prctl(PR_SET_PDEATHSIG, signal.SIGCHLD)  # wakes it, to see that its parent has ended
            keep(line, words, keepers - 1)
            os._exit(0)
        become(words, line)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # the program's alone, so that who reads them sees where they end
        os.dup2(nothing, stream)
    poll = select.poll()
    poll.register(line, select.POLLIN)
    poll.register(woken, select.POLLIN)
    # A fork of the player's process holds the line as well: look now and then who is there.
    status = None
    while (
        status is None and line not in (ready := dict(poll.poll(1000))) and os.getppid() == parent
    ):
        if woken in ready:
            os.read(woken, 4096)
        status = reaped(program)
    if status is None:
        os.kill(program, signal.SIGKILL)
    elif keepers == 1:
        tell(line, f"ended {os.waitstatus_to_exitcode(status)}")
    end_rest(program)


def become(words: list[str], line: int) -> None:
    """The program, as if nobody stood between."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for number in (*DEAF, signal.SIGPIPE, signal.SIGXFSZ):  # the last two Python ignores
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execvp(words[0], words)
    except OSError as error:
        tell(line, f"refused {error.errno}")
    finally:
        os._exit(127)


def tell(line: int, words: str) -> None:
    try:
        os.write(line, words.encode() + b"\n")
    except OSError:
        return  # nobody listens any more


def reaped(program: int) -> int | None:
    """Buries whoever has ended. The status of the program, once that is among them."""
    try:
        while (child := os.waitpid(-1, os.WNOHANG))[0]:
            if child[0] == program:
                return child[1]
    except ChildProcessError:
        pass
    return None


def end_group(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except OSError:
        return  # nobody is left in it


def end_rest(program: int) -> None:
    """The program's group, then all children, and those that become mine as their parents end."""
    end_group(program)
    try:
        while True:
            with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as children:
                for child in children.read().split():
                    os.kill(int(child), signal.SIGKILL)
            if not os.waitpid(-1, os.WNOHANG)[0]:
                time.sleep(0.001)
    except OSError:
        return  # none is left, or this system lists none


def prctl(option: int, value: int) -> None:
    """Linux's; elsewhere the process group has to do."""
    if sys.platform != "linux":
        return
    try:
        import ctypes

        ctypes.CDLL(None).prctl(option, value)
    except (ImportError, OSError, AttributeError):
        return


if __name__ == "__main__":
    keep(int(sys.argv[1]), sys.argv[2:])
