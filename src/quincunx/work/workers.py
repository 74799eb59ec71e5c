"""Long computations in processes of their own, with deadlines.

A question is a function of the library with plain arguments; it runs in one of a few processes, and
its answer comes back. Whoever asks has a name. Waiting questions are taken in turns of those who
asked them, and nobody gets every process at once, so that a small question soon finds a process.
A question that takes too long is ended with its process, and so, shortly, is one whose asker no
longer waits; another process takes its place.

Everything happens in the caller's event loop, without threads. `anyio.to_process` was tried
instead: it mixes up answers after a SIGINT.
"""

import asyncio
import os
import pickle
import signal
import socket
import threading
import traceback
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar, TypeVarTuple

from quincunx.core import QuincunxError

MAX_WAITING = 200
MAX_WAITING_EACH = 40
LOST = "The thinking broke off: try again in a moment."
LATE = "This takes longer than can be spared: try a smaller board or a shorter game."
BUSY = "Too many are asking at once: try again in a moment."
GRACE_PERIOD_S = 1.0
"""For a question that nobody waits for: most end by themselves, which costs less than a new
process."""

HEADER_BYTES = 8
"""Before each message: its length."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class WorkerError(QuincunxError):
    """The question has no answer now."""


@dataclass(eq=False)
class _Question:
    text: bytes
    who: str
    answer: asyncio.Future[Any]
    worker: "_Worker | None" = None
    timer: asyncio.TimerHandle | None = None

    def ends_after(self, seconds: float, end: Callable[["_Question"], None]) -> None:
        self.stop_timer()
        self.timer = self.answer.get_loop().call_later(seconds, end, self)

    def stop_timer(self) -> None:
        if self.timer:
            self.timer.cancel()


class _Worker:
    """A process, and the question that it is working on."""

    def __init__(self, niceness: int, who: str | None) -> None:
        self.line, theirs = socket.socketpair()
        self.process = get_context("spawn").Process(
            target=_work, args=(theirs, niceness), daemon=True
        )
        try:
            self.process.start()
        except OSError:
            self.line.close()
            raise
        finally:
            theirs.close()
        self.task: asyncio.Task[None] | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.begun = self.killed = False
        self.question: _Question | None = None
        self.who = who
        """For whom it is busy, or its predecessor was until it was ended."""

    @property
    def idle(self) -> bool:
        free = self.begun and not self.killed and not self.question
        return free and self.process.is_alive()

    def take(self, question: _Question) -> None:
        assert self.writer
        self.question, self.who, question.worker = question, question.who, self
        self.writer.write(question.text)

    def kill(self) -> None:
        self.killed = True
        self.process.kill()

    def end(self) -> None:
        self.kill()
        self.process.join()
        if self.writer:
            self.writer.transport.abort()
        else:
            self.line.close()


class Workers:
    """Some processes, started at the first question, and a time limit for each question."""

    def __init__(self, count: int, longest: float, niceness: int = 0) -> None:
        self.count, self.longest, self.niceness = count, longest, niceness
        self.most_each = max(1, count - 1)
        self._workers: list[_Worker] = []
        self._waiting: OrderedDict[str, deque[_Question]] = OrderedDict()

    async def ask(self, function: Callable[[*Ts], T], *args: *Ts, who: str = "") -> T:
        """Return what the function returns, or raise what it raises; WorkerError if it cannot run
        now."""
        waiting = [len(questions) for questions in self._waiting.values()]
        if sum(waiting) >= MAX_WAITING or len(self._waiting.get(who, ())) >= MAX_WAITING_EACH:
            raise WorkerError(BUSY)
        self._begin()
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        question = _Question(pickle.dumps((function, args)), who, answer)
        question.ends_after(self.longest, self._is_late)
        self._waiting.setdefault(who, deque()).append(question)
        self._give()
        try:
            return await answer
        finally:
            self._settle(question)

    def close(self) -> None:
        """End all processes and questions."""
        questions = [question for each in self._waiting.values() for question in each]
        questions += [worker.question for worker in self._workers if worker.question]
        for question in questions:
            question.answer.cancel()
        for worker in self._workers:
            worker.kill()
        for worker in self._workers:
            worker.end()
            if worker.task:
                worker.task.cancel()
        self._workers.clear()

    def _begin(self, who: str | None = None) -> None:
        """Start the processes that are missing."""
        while len(self._workers) < self.count:
            try:
                worker = _Worker(self.niceness, who)
            except OSError as error:  # no more processes or files are to be had
                if self._workers:
                    return
                raise WorkerError(LOST) from error
            self._workers.append(worker)
            worker.task = asyncio.create_task(self._attend(worker))

    async def _attend(self, worker: _Worker) -> None:
        """Read the messages of a process, to its end."""
        try:
            reader, worker.writer = await asyncio.open_unix_connection(sock=worker.line)
            while True:
                size = int.from_bytes(await reader.readexactly(HEADER_BYTES), "big")
                self._hear(worker, *pickle.loads(await reader.readexactly(size)))
        except Exception:  # the line ends, or what came cannot be read
            self._replace(worker)

    def _give(self) -> None:
        """Give idle processes the questions whose turn it is."""
        for worker in self._workers:
            if worker.idle and (question := self._next()):
                self._unlist(question)
                worker.take(question)
                question.ends_after(self.longest, self._is_late)

    def _next(self) -> _Question | None:
        for who, questions in self._waiting.items():
            if sum(worker.who == who for worker in self._workers) < self.most_each:
                return questions[0]
        return None

    def _unlist(self, question: _Question) -> None:
        """Remove a question from the queue, and put its asker last."""
        questions = self._waiting.pop(question.who)
        questions.remove(question)
        if questions:
            self._waiting[question.who] = questions

    def _is_late(self, question: _Question) -> None:
        if question.worker:
            question.worker.kill()
        if not question.answer.done():
            question.answer.set_exception(WorkerError(LATE if question.worker else BUSY))

    def _settle(self, question: _Question) -> None:
        """Clean up after a question that was answered, or whose asker has gone."""
        if question.worker is None:
            question.stop_timer()
            self._unlist(question)
        elif question.worker.question is question and question.answer.cancelled():
            question.ends_after(GRACE_PERIOD_S, self._is_late)

    def _hear(self, worker: _Worker, good: bool, answer: Any) -> None:
        """Handle a message: a process is ready, or has answered."""
        if worker.killed:
            return
        worker.begun, worker.who = True, None
        if question := worker.question:
            worker.question = None
            question.stop_timer()
            if not question.answer.done():
                tell = question.answer.set_result if good else question.answer.set_exception
                tell(answer)
        self._give()

    def _replace(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.end()
        lost = [worker.question] if worker.question else []
        if worker.begun:
            with suppress(WorkerError):
                self._begin(worker.who)
        elif not self._workers:  # none can live here: there is no use in trying again at once
            lost = [question for each in self._waiting.values() for question in each]
        for question in lost:
            question.stop_timer()
            if not question.answer.done():
                question.answer.set_exception(WorkerError(LOST))


def _work(line: socket.socket, niceness: int) -> None:
    """Answer questions in a process."""
    os.nice(niceness)
    end_with_parent()
    stream = line.makefile("rwb")
    answer: tuple[bool, Any] = (True, None)
    while True:
        text = pickle.dumps(answer)
        stream.write(len(text).to_bytes(HEADER_BYTES, "big") + text)
        stream.flush()
        try:
            function, args = pickle.load(stream)
        except EOFError:
            return
        try:
            answer = True, function(*args)
        except QuincunxError as error:
            answer = False, error
        except Exception as error:  # raised again where it was asked
            error.add_note(traceback.format_exc())
            answer = False, error


def end_with_parent(*signals: Connection) -> None:
    """Leave Ctrl-C to the parent process, and end when it ends or one of the connections closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent

    def follow() -> None:
        wait([parent.sentinel, *signals])
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
