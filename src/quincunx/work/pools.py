"""Run many tasks in one process, in several, or on a cluster; results come as they are ready.

For a single answer before a deadline see `workers`.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, as_completed
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import Event, Thread, local
from typing import Any, TypeVar, cast

from quincunx.core import QuincunxError
from quincunx.core.text import counted

T = TypeVar("T")
R = TypeVar("R")
Runner = Executor | int | None
"""What runs tasks: an executor, so many threads of this process, or the process itself."""
_here = local()


class PoolError(QuincunxError):
    """There are no workers, or they were lost."""


def run_tasks(work: Callable[[T], R], tasks: Sequence[T], executor: Runner = None) -> Iterator[R]:
    """Yield the result of every task as soon as it is ready."""
    if executor is None or executor == 1:
        yield from map(work, tasks)
        return
    if isinstance(executor, int):
        yield from _in_threads(work, tasks, executor)
        return
    with _interruption_held_back():
        futures = as_completed([executor.submit(work, task) for task in tasks])
    try:
        for future in futures:
            yield future.result()
            del future  # with it a cluster forgets the result, which is not worked out again
    except BrokenExecutor as error:
        raise PoolError("A worker process was ended from outside: begin again.") from error


def _in_threads(work: Callable[[T], R], tasks: Sequence[T], count: int) -> Iterator[R]:
    """Run tasks that mostly wait. The interpreter does not wait for these threads at an
    interruption, as it does for those of the standard library."""
    todo, done = SimpleQueue[T](), SimpleQueue[tuple[R | None, BaseException | None]]()
    stopped = Event()
    for task in tasks:
        todo.put(task)

    def go() -> None:
        _here.stopped = stopped
        with suppress(Empty):
            while not stopped.is_set():
                task = todo.get_nowait()
                try:
                    done.put((work(task), None))
                except BaseException as error:
                    done.put((None, error))

    for _ in range(min(count, len(tasks))):
        Thread(target=go, daemon=True).start()
    try:
        for _ in tasks:
            result, error = done.get()
            if error:
                raise error
            yield cast("R", result)
    finally:
        stopped.set()


def wait(seconds: float) -> bool:
    """Wait, unless the work of this thread was cancelled; return whether it goes on."""
    stopped: Event | None = getattr(_here, "stopped", None)
    if stopped:
        return not stopped.wait(seconds)
    if seconds:
        time.sleep(seconds)
    return True


@contextmanager
def _interruption_held_back() -> Iterator[None]:
    """Block Ctrl-C while processes start: before they can ignore it they would die with a
    traceback. This process sees it a moment later."""
    import signal

    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def in_order(results: Iterable[R], number: Callable[[R], int], first: int = 1) -> Iterator[R]:
    """Yield results in the order of their numbers, each when all before it are ready; if the
    results fail, those that were waiting are yielded first."""
    waiting: dict[int, R] = {}
    try:
        for one in results:
            waiting[number(one)] = one
            while first in waiting:
                yield waiting.pop(first)
                first += 1
    except GeneratorExit:
        raise
    except BaseException:
        for late in sorted(waiting):
            yield waiting[late]
        raise


@contextmanager
def pool(count: int | None = None, dask: str | None = None) -> Iterator[Executor | None]:
    """Provide a pool of so many processes, or the cluster of the Dask scheduler at an address; None
    where this process is enough."""
    if dask is not None:
        from quincunx.work.cluster import cluster

        with cluster(dask) as executor:
            yield executor
        return
    if count is None or count == 1:
        yield None
        return
    if count < 1:
        raise PoolError(f"{counted(count, 'worker')} cannot play: choose 1 or more.")
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    processes = get_context("spawn")
    stopped, stop = processes.Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, processes, _prepare_worker, (stopped,))
    try:
        yield pool
    except BaseException:
        stop.close()  # nobody waits for games in progress
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        stop.close()
        stopped.close()


def _prepare_worker(stopped: Any) -> None:
    """Run in each process of a pool; external programs end with their guards."""
    from quincunx.work.workers import end_with_parent

    end_with_parent(stopped)
