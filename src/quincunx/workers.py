"""Hard thinking in processes of its own, which can be ended.

A question is a function of the library with plain arguments; it runs in one of a few processes and
its answer comes back. Whoever asks has a name. Questions that wait are taken by turns of those who
asked them, and nobody has every process at once: so a small question finds one soon, whatever
somebody else asks. A question that takes too long ends together with its process, and so, shortly,
does one whose asker no longer waits; another process takes its place.

All of it happens in the event loop of those who ask, without threads.
"""

import asyncio
import pickle
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from typing import Any, TypeVar, TypeVarTuple

from quincunx.core import QuincunxError

MOST_WAITING = 200
MOST_WAITING_EACH = 40
LOST = "The thinking broke off: try again in a moment."
LATE = "This takes longer than can be spared: try a smaller board or a shorter game."
BUSY = "Too many are asking at once: try again in a moment."
FORSAKEN = 1.0
"""Seconds that a question may still take when nobody waits for it: most end by themselves, which
costs less than a new process."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class WorkerError(QuincunxError):
    """The question has no answer now."""


class BusyError(WorkerError):
    """Too many ask."""


class LateError(WorkerError):
    """The answer would have come too late."""


class LostError(WorkerError):
    """The process ended before it answered."""


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
    """A process, and the question that it thinks about."""

    def __init__(self, niceness: int, who: str | None) -> None:
        processes = get_context("spawn")
        self.line, theirs = processes.Pipe()
        self.process = processes.Process(target=_work, args=(theirs, niceness), daemon=True)
        self.process.start()
        theirs.close()
        self.begun = self.killed = False
        self.question: _Question | None = None
        self.who = who
        """On whose account it is busy, or was until the process before it had to be ended."""

    @property
    def idle(self) -> bool:
        return self.begun and not self.killed and not self.question

    def kill(self) -> None:
        self.killed = True
        self.process.kill()


class Workers:
    """So many processes, begun at the first question, each of which may take so many seconds."""

    def __init__(self, count: int, longest: float, niceness: int = 0) -> None:
        self.count, self.longest, self.niceness = count, longest, niceness
        self.most_each = max(1, count - 1)
        self._workers: list[_Worker] = []
        self._waiting: OrderedDict[str, deque[_Question]] = OrderedDict()

    async def ask(self, function: Callable[[*Ts], T], *args: *Ts, who: str = "") -> T:
        """What the function answers, or raises. WorkerError if that cannot be had now."""
        waiting = [len(questions) for questions in self._waiting.values()]
        if sum(waiting) >= MOST_WAITING or len(self._waiting.get(who, ())) >= MOST_WAITING_EACH:
            raise BusyError(BUSY)
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
        """Ends whatever is under way."""
        questions = [question for each in self._waiting.values() for question in each]
        questions += [worker.question for worker in self._workers if worker.question]
        for question in questions:
            question.answer.cancel()
        for worker in self._workers:
            worker.kill()
        while self._workers:
            self._end(self._workers[0])

    def _begin(self, who: str | None = None) -> None:
        """As many processes as there shall be."""
        while len(self._workers) < self.count:
            try:
                worker = _Worker(self.niceness, who)
            except OSError as error:  # no more processes or files are to be had
                if self._workers:
                    return
                raise LostError(LOST) from error
            self._workers.append(worker)
            asyncio.get_running_loop().add_reader(worker.line.fileno(), self._hear, worker)

    def _end(self, worker: _Worker) -> None:
        asyncio.get_running_loop().remove_reader(worker.line.fileno())
        self._workers.remove(worker)
        worker.kill()
        worker.process.join()
        worker.line.close()

    def _give(self) -> None:
        """Gives those who are free the questions whose turn it is."""
        for worker in self._workers:
            if worker.idle and (question := self._next()):
                try:
                    worker.line.send_bytes(question.text)
                except OSError:  # it has died just now; another takes the question
                    worker.killed = True
                    continue
                self._unlist(question)
                worker.question, worker.who, question.worker = question, question.who, worker
                question.ends_after(self.longest, self._is_late)

    def _next(self) -> _Question | None:
        for who, questions in self._waiting.items():
            if sum(worker.who == who for worker in self._workers) < self.most_each:
                return questions[0]
        return None

    def _unlist(self, question: _Question) -> None:
        """It does not wait any more, and those who asked it come last."""
        questions = self._waiting.pop(question.who)
        questions.remove(question)
        if questions:
            self._waiting[question.who] = questions

    def _is_late(self, question: _Question) -> None:
        if question.worker:
            question.worker.kill()
        if not question.answer.done():
            question.answer.set_exception(LateError(LATE) if question.worker else BusyError(BUSY))

    def _settle(self, question: _Question) -> None:
        """Nobody waits for the question any more: it was answered, or its asker has gone."""
        if question.worker is None:
            question.stop_timer()
            self._unlist(question)
        elif question.worker.question is question and question.answer.cancelled():
            question.ends_after(FORSAKEN, self._is_late)

    def _hear(self, worker: _Worker) -> None:
        """A process is ready, has answered, or is gone."""
        try:
            good, answer = worker.line.recv()
        except Exception:  # the line ends, or what came cannot be read
            self._replace(worker)
            return
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
        self._end(worker)
        lost = [worker.question] if worker.question else []
        if worker.begun:
            with suppress(LostError):
                self._begin(worker.who)
        elif not self._workers:  # none can live here: there is no use in trying again at once
            lost = [question for each in self._waiting.values() for question in each]
        for question in lost:
            question.stop_timer()
            if not question.answer.done():
                question.answer.set_exception(LostError(LOST))


def _work(line: Connection, niceness: int) -> None:
    """What a process does."""
    _prepare(niceness)
    line.send((True, None))
    while True:
        try:
            function, args = line.recv()
        except EOFError:
            return
        try:
            answer = True, function(*args)
        except QuincunxError as error:
            answer = False, error
        except Exception as error:  # whatever it was, it is told where it was asked
            import traceback

            error.add_note(traceback.format_exc())
            answer = False, error
        line.send(answer)


def _prepare(niceness: int) -> None:
    """Ctrl-C is for those who ask, who then end their processes; and nobody outlives them when they
    are killed."""
    import os
    import signal
    import threading

    os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asker = parent_process()
    assert asker

    def follow() -> None:
        asker.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
