"""Agents that are programs: one line of JSON in, one line of JSON out.

A program lives for one game, unless one of its answers says `"protocol": 2`: then it is kept for
the next, which begins with a line of its own. Between
them and us stands a keeper, which ends a program with all that it started.
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
from quincunx.players.outside import (
    LARGEST_ANSWER,
    AgentError,
    FailedError,
    OutsidePlayer,
    Terms,
    document_in,
)

LAST_WORDS = 200
"""Characters of standard error that are told when a program ends."""
GRACE = 0.5
"""Seconds to leave once the input has ended."""
PATIENCE = 5.0
"""Seconds at the most until a keeper tells that its program has ended, or has ended it."""
KEEPER = os.path.join(os.path.dirname(__file__), "keeper.py")
OURS = "QUINCUNX_"
"""How the variables begin that are not for programs: one of them holds a key."""
LIVING = 2
"""The protocol of programs that live for many games."""
TOLD = ("game", "size", "start", "repetition", "seconds")
"""What the line says that begins a game."""
_idle = defaultdict[tuple[str, ...], "list[Program]"](list)
"""Programs that wait for the next game, by their words and the folder they run in."""


class CommandPlayer(OutsidePlayer):
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
        self.last_words = b""

    def send(self, prompt: Any) -> str:
        lines = [prompt]
        if self.program is None:
            self.program = self._living()
            if self.program:
                game = {key: prompt[key] for key in TOLD} | {"player": prompt["to_move"]}
                lines = [{"protocol": LIVING, "new_game": game}, prompt]
            else:
                self.program = Program(self.words)
        question = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
        try:
            answer = self._exchange(self.program, question)
            self.program.lives |= document_in(answer).get("protocol") == LIVING
            return answer
        except FailedError:
            self._end()
            raise

    def close(self) -> None:
        """One that lives for many games waits for the next. Others are told to leave."""
        program, self.program = self.program, None
        if program and program.lives and not (self.unread or program.has_written()):
            _idle[self._words()].append(program)
        elif program:
            program.leave()
        self.unread = b""

    def _words(self) -> tuple[str, ...]:
        return (os.getcwd(), *self.words)

    def _living(self) -> "Program | None":
        """One that waits for a game, if it has not ended meanwhile."""
        with suppress(IndexError):
            while (program := _idle[self._words()].pop()).news(0.001) is not None:
                program.end()
            return program
        return None

    def _end(self) -> None:
        if self.program:
            self.program.end()
        self.program, self.unread = None, b""

    def _exchange(self, program: "Program", line: bytes) -> str:
        deadline = time.monotonic() + self.terms.seconds
        if self.unread or program.has_written():
            raise FailedError("it wrote more than one line for an answer")
        with selectors.DefaultSelector() as selector:
            selector.register(program.stdin, selectors.EVENT_WRITE)
            selector.register(program.stdout, selectors.EVENT_READ)
            selector.register(program.stderr, selectors.EVENT_READ)
            while b"\n" not in self.unread:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise FailedError(f"it did not answer within {self.terms.seconds:g} s")
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
                            raise FailedError(self._ending(program))
                        if len(self.unread.split(b"\n", 1)[0]) > LARGEST_ANSWER:
                            raise FailedError(f"it wrote more than {LARGEST_ANSWER:,} bytes")
                    elif data:
                        self.last_words = (self.last_words + data)[-4 * LAST_WORDS :]
                    else:
                        selector.unregister(program.stderr)
        answer, _, self.unread = self.unread.partition(b"\n")
        return answer.decode(errors="replace")

    def _ending(self, program: "Program") -> str:
        """Why there is no more output."""
        news = program.news(PATIENCE)
        if news is None:
            return "it closed its output"
        what, _, number = news.partition(" ")
        if what == "refused":
            return f"it cannot be started: {os.strerror(int(number))}"
        self.last_words += program.stderr.read(65_536) or b""
        words = self.last_words.decode(errors="replace").strip().rpartition("\n")[2]
        told = f" ({clean(words, LAST_WORDS)})" if words else ""
        return f"it ended with status {number}{told}" if what else f"it was killed{told}"


class Program:
    """One that runs, and its keeper."""

    def __init__(self, words: list[str]) -> None:
        try:
            self.line, theirs = socket.socketpair()
            with theirs:
                keeper = self._keeper(words, theirs.fileno())
        except OSError as error:
            raise FailedError(f"it cannot be started: {error.strerror}") from error
        assert keeper.stdin
        assert keeper.stdout
        assert keeper.stderr
        self.stdin, self.stdout, self.stderr = keeper.stdin, keeper.stdout, keeper.stderr
        self.lives = False
        """Whether for more than one game."""
        for stream in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(stream.fileno(), False)
        # Called once, also for those who forget to.
        self.end = weakref.finalize(self, _end, keeper, self.line, os.getpid())

    def _keeper(self, words: list[str], line: int) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                [sys.executable, "-I", "-S", KEEPER, str(line), *words],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(line,),
                start_new_session=True,  # Ctrl-C is for us
                env={name: os.environ[name] for name in os.environ if not name.startswith(OURS)},
            )
        except OSError:
            self.line.close()
            raise

    def leave(self) -> None:
        """The end of its input tells the program to; one that stays is ended."""
        self.stdin.close()
        self.news(GRACE)
        self.end()

    def write(self, line: bytes) -> bytes:
        """What is still to be written."""
        try:
            return line[os.write(self.stdin.fileno(), line) :]
        except BlockingIOError:
            return line
        except BrokenPipeError:
            return b""  # the end of its output will tell

    def has_written(self) -> bool:
        """Whether there is output that nobody has asked for."""
        return bool(self.stdout.read(1))

    def news(self, seconds: float) -> str | None:
        """What the keeper tells within that time; empty if it was killed."""
        self.line.settimeout(seconds)
        try:
            return self.line.recv(100).decode().partition("\n")[0]
        except TimeoutError:
            return None
        except OSError:
            return ""


def end_idle() -> None:
    """No more games are played."""
    for program in [one for programs in _idle.values() for one in programs]:
        program.leave()
    _idle.clear()


def _end(keeper: subprocess.Popen[bytes], line: socket.socket, owner: int) -> None:
    """Tells the keeper to end everything, and waits until it has."""
    if os.getpid() != owner:
        return  # a fork's copy, which may not end what is not its own
    line.settimeout(PATIENCE)
    with line, suppress(OSError):
        line.shutdown(socket.SHUT_WR)
        while line.recv(100):
            pass
    with keeper:  # it has ended, unless something cannot be ended
        keeper.kill()
