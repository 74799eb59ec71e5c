"""Agents that are programs: one process a game, one line of JSON in, one line of JSON out."""

import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from typing import Any

from quincunx.core.text import clean, quote
from quincunx.match import Match
from quincunx.players.outside import (
    LARGEST_ANSWER,
    AgentError,
    FailedError,
    OutsidePlayer,
    Terms,
    request,
)

LAST_WORDS = 200
"""Characters of standard error that are told when a program ends."""
GRACE = 0.5
"""Seconds to leave once the input has ended."""


class CommandPlayer(OutsidePlayer):
    def __init__(self, name: str, terms: Terms) -> None:
        super().__init__(name, terms)
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
        self.process: subprocess.Popen[bytes] | None = None
        self.unread = b""
        self.last_words = b""

    def prompt(self, match: Match, refused: list[tuple[str, str]]) -> Any:
        return request(match, refused, self.terms.seconds)

    def send(self, prompt: Any) -> str:
        if self.process is None:
            self.process = self._start()
        try:
            return self._exchange(self.process, json.dumps(prompt).encode() + b"\n")
        except FailedError:
            self._kill()
            raise

    def close(self) -> None:
        """The end of its input tells the program to leave; one that stays is ended."""
        if self.process and self.process.stdin:
            self.process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(GRACE)
        self._kill()

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen(
                self.words,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that it can be ended with all that it started
            )
        except OSError as error:
            raise FailedError(f"it cannot be started: {error.strerror}") from error
        for stream in (process.stdin, process.stdout, process.stderr):
            assert stream
            os.set_blocking(stream.fileno(), False)
        return process

    def _exchange(self, process: subprocess.Popen[bytes], line: bytes) -> str:
        deadline = time.monotonic() + self.terms.seconds
        if self.unread:
            raise FailedError("it wrote more than one line for an answer")
        with selectors.DefaultSelector() as selector:
            assert process.stdin
            assert process.stdout
            assert process.stderr
            selector.register(process.stdin, selectors.EVENT_WRITE)
            selector.register(process.stdout, selectors.EVENT_READ)
            selector.register(process.stderr, selectors.EVENT_READ)
            while b"\n" not in self.unread:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise FailedError(f"it did not answer within {self.terms.seconds:g} s")
                if len(self.unread) > LARGEST_ANSWER:
                    raise FailedError(f"it wrote more than {LARGEST_ANSWER:,} bytes")
                for key, _ in selector.select(left):
                    if key.fileobj is process.stdin:
                        line = self._write(process, line)
                        if not line:
                            selector.unregister(process.stdin)
                        continue
                    data = os.read(key.fd, 65_536)
                    if key.fileobj is process.stdout:
                        self.unread += data
                        if not data:
                            raise FailedError(self._end(process, deadline))
                    elif data:
                        self.last_words = (self.last_words + data)[-4 * LAST_WORDS :]
                    else:
                        selector.unregister(process.stderr)
        answer, _, self.unread = self.unread.partition(b"\n")
        return answer.decode(errors="replace")

    def _write(self, process: subprocess.Popen[bytes], line: bytes) -> bytes:
        """What is still to be written."""
        assert process.stdin
        try:
            return line[os.write(process.stdin.fileno(), line) :]
        except BlockingIOError:
            return line
        except BrokenPipeError:
            return b""  # the end of its output will tell

    def _end(self, process: subprocess.Popen[bytes], deadline: float) -> str:
        try:
            status = process.wait(max(0.0, min(GRACE, deadline - time.monotonic())))
        except subprocess.TimeoutExpired:
            return "it closed its output"
        assert process.stderr
        self.last_words += process.stderr.read() or b""
        words = self.last_words.decode(errors="replace").strip().rpartition("\n")[2]
        told = f" ({clean(words, LAST_WORDS)})" if words else ""
        return f"it ended with status {status}{told}"

    def _kill(self) -> None:
        if self.process is None:
            return
        if self.process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                stream.close()
        self.process, self.unread = None, b""
