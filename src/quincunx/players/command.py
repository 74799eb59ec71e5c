"""Agents that are programs: one line of JSON in, one line of JSON out.

A program runs for one game, unless one of its answers says `"protocol": 2`: then it waits for the
next, which begins with a line of its own. A guard between it and us ends a program with all that it
started.
"""

import json
import os
import selectors
import shlex
import shutil
import socket
import subprocess
import sys
import time
import weakref
from collections import defaultdict
from contextlib import suppress
from typing import Any

from quincunx.core.text import clean, quote
from quincunx.players.external import (
    MAX_ANSWER_BYTES,
    AgentError,
    ExternalPlayer,
    NoAnswerError,
    Terms,
    parse_object,
)

MAX_STDERR_CHARACTERS = 200
"""Of standard error that are quoted when a program ends."""
EXIT_GRACE_S = 0.5
"""In which a program may end by itself once its input has ended."""
GUARD_TIMEOUT_S = 5.0
"""In which a guard reports that its program has ended, or has ended it."""
GUARD_SCRIPT = os.path.join(os.path.dirname(__file__), "process_guard.py")
PRIVATE_PREFIX = "QUINCUNX_"
"""Of variables that are not passed on to programs: one of them holds a key."""
PERSISTENT_PROTOCOL = 2
"""Of programs that play many games."""
NEW_GAME_FIELDS = ("game", "size", "start", "repetition", "seconds")
"""Of the line that begins a game."""
_idle = defaultdict[tuple[str, ...], "list[Program]"](list)
"""Programs that wait for the next game, by the folder they run in and their words."""


class CommandPlayer(ExternalPlayer):
    def __init__(self, name: str, terms: Terms) -> None:
        super().__init__(name, terms)
        if os.name != "posix":
            raise AgentError(
                "Programs by cmd: need Linux or macOS: put yours behind an address, as in "
                "http://localhost:8000."
            )
        command = name.removeprefix("cmd:")
        try:
            self.words = shlex.split(command)
        except ValueError as error:
            raise AgentError(f"{quote(name)} cannot be split into words: close its quotes.") from (
                error
            )
        if not self.words or "\0" in command or not shutil.which(self.words[0]):
            program = self.words[0] if self.words else ""
            raise AgentError(
                f"{quote(program, 200)} is no program that can be run: "
                "name one as in cmd:./my_bot, and see that it may be executed."
            )
        self.program: Program | None = None
        self.unread = b""
        self.stderr_tail = b""

    def send(self, prompt: Any) -> str:
        lines = [prompt]
        if self.program is None:
            self.program = self._take_idle()
            if self.program:
                game = {key: prompt[key] for key in NEW_GAME_FIELDS} | {"player": prompt["to_move"]}
                lines = [{"protocol": PERSISTENT_PROTOCOL, "new_game": game}, prompt]
            else:
                self.program = Program(self.words)
        question = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
        try:
            answer = self._exchange(self.program, question)
            self.program.is_persistent |= (
                parse_object(answer).get("protocol") == PERSISTENT_PROTOCOL
            )
            return answer
        except NoAnswerError:
            self._kill()
            raise

    def close(self) -> None:
        """Keep a program that plays many games for the next one; stop others."""
        program, self.program = self.program, None
        if program and program.is_persistent and not (self.unread or program.has_output()):
            _idle[self._idle_key()].append(program)
        elif program:
            program.stop()
        self.unread = b""

    def _idle_key(self) -> tuple[str, ...]:
        return (os.getcwd(), *self.words)

    def _take_idle(self) -> "Program | None":
        """Return a program that waits for a game, unless it has ended meanwhile."""
        with suppress(IndexError):
            while (program := _idle[self._idle_key()].pop()).status(0.001) is not None:
                program.kill()
            return program
        return None

    def _kill(self) -> None:
        if self.program:
            self.program.kill()
        self.program, self.unread = None, b""

    def _exchange(self, program: "Program", line: bytes) -> str:
        deadline = time.monotonic() + self.terms.seconds
        if self.unread or program.has_output():
            raise NoAnswerError("it wrote more than one line for an answer")
        with selectors.DefaultSelector() as selector:
            selector.register(program.stdin, selectors.EVENT_WRITE)
            selector.register(program.stdout, selectors.EVENT_READ)
            selector.register(program.stderr, selectors.EVENT_READ)
            while b"\n" not in self.unread:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise NoAnswerError(f"it did not answer within {self.terms.seconds:g} s")
                for key, _ in selector.select(left):
                    if key.fileobj is program.stdin:
                        line = program.write(line)
                        if not line:
                            selector.unregister(program.stdin)
                        continue
                    data = os.read(key.fd, 65_536)
                    if key.fileobj is program.stdout:
                        self.unread += data
                        if not data:
                            raise NoAnswerError(self._describe_end(program))
                        if len(self.unread.split(b"\n", 1)[0]) > MAX_ANSWER_BYTES:
                            raise NoAnswerError(f"it wrote more than {MAX_ANSWER_BYTES:,} bytes")
                    elif data:
                        self.stderr_tail = (self.stderr_tail + data)[-4 * MAX_STDERR_CHARACTERS :]
                    else:
                        selector.unregister(program.stderr)
        answer, _, self.unread = self.unread.partition(b"\n")
        return answer.decode(errors="replace")

    def _describe_end(self, program: "Program") -> str:
        """Say why there is no more output."""
        status = program.status(GUARD_TIMEOUT_S)
        if status is None:
            return "it closed its output"
        what, _, number = status.partition(" ")
        if what == "refused":
            return f"it cannot be started: {os.strerror(int(number))}"
        self.stderr_tail += program.stderr.read(65_536) or b""
        words = self.stderr_tail.decode(errors="replace").strip().rpartition("\n")[2]
        quoted = f" ({clean(words, MAX_STDERR_CHARACTERS)})" if words else ""
        return f"it ended with status {number}{quoted}" if what else f"it was killed{quoted}"


class Program:
    """A running program and its guard."""

    def __init__(self, words: list[str]) -> None:
        try:
            self.line, theirs = socket.socketpair()
            with theirs:
                guard = self._start(words, theirs.fileno())
        except OSError as error:
            raise NoAnswerError(f"it cannot be started: {error.strerror}") from error
        assert guard.stdin
        assert guard.stdout
        assert guard.stderr
        self.stdin, self.stdout, self.stderr = guard.stdin, guard.stdout, guard.stderr
        self.is_persistent = False
        """Whether it plays more than one game."""
        for stream in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(stream.fileno(), False)
        # Called once, also when nobody calls it.
        self.kill = weakref.finalize(self, _kill, guard, self.line, os.getpid())

    def _start(self, words: list[str], line: int) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                [sys.executable, "-I", "-S", GUARD_SCRIPT, str(line), *words],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(line,),
                start_new_session=True,  # Ctrl-C is for us
                env={
                    name: os.environ[name]
                    for name in os.environ
                    if not name.startswith(PRIVATE_PREFIX)
                },
            )
        except OSError:
            self.line.close()
            raise

    def stop(self) -> None:
        """Close its input, then kill it unless it ends."""
        self.stdin.close()
        self.status(EXIT_GRACE_S)
        self.kill()

    def write(self, line: bytes) -> bytes:
        """Write what fits, and return the rest."""
        try:
            return line[os.write(self.stdin.fileno(), line) :]
        except BlockingIOError:
            return line
        except BrokenPipeError:
            return b""  # the end of its output will show

    def has_output(self) -> bool:
        """Whether there is output that nobody has asked for."""
        return bool(self.stdout.read(1))

    def status(self, seconds: float) -> str | None:
        """Return what the guard reports within that time; empty if it was killed."""
        self.line.settimeout(seconds)
        try:
            return self.line.recv(100).decode().partition("\n")[0]
        except TimeoutError:
            return None
        except OSError:
            return ""


def stop_idle() -> None:
    """Stop the programs that wait for a game."""
    for program in [one for programs in _idle.values() for one in programs]:
        program.stop()
    _idle.clear()


def _kill(guard: subprocess.Popen[bytes], line: socket.socket, owner: int) -> None:
    """Have the guard kill everything, and wait until it has."""
    if os.getpid() != owner:
        return  # a fork's copy, which does not own the program
    line.settimeout(GUARD_TIMEOUT_S)
    with line, suppress(OSError):
        line.shutdown(socket.SHUT_WR)
        while line.recv(100):
            pass
    with guard:  # it has ended, unless something cannot be killed
        guard.kill()
