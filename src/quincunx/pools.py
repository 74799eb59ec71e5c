"""Many tasks, done by one process or several, or on a cluster: each result as soon as it is there.

Nobody is asked for one answer in time here: that is what `workers` are for.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, as_completed
from contextlib import contextmanager
from typing import Any, TypeVar

from quincunx.core import QuincunxError
from quincunx.core.text import counted

T = TypeVar("T")
R = TypeVar("R")


class PoolError(QuincunxError):
    """There are no workers, or they were lost."""


def carried_out(
    work: Callable[[T], R], tasks: Sequence[T], executor: Executor | None = None
) -> Iterator[R]:
    """The results of the work on every task, each as soon as it is there."""
    if executor is None:
        yield from map(work, tasks)
        return
    with _interruption_held_back():
        futures = as_completed([executor.submit(work, task) for task in tasks])
    try:
        for future in futures:
            yield future.result()
            del future  # with it a cluster forgets the result, which is not worked out again
    except BrokenExecutor as error:
        raise PoolError("A worker process was ended from outside: begin again.") from error


@contextmanager
def _interruption_held_back() -> Iterator[None]:
    """Processes that are started in here never see a Ctrl-C; before they can ignore it themselves
    they would die of it, and say so at length. We see it a moment later."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def in_order(results: Iterable[R], number: Callable[[R], int], first: int = 1) -> Iterator[R]:
    """The same in the order of their numbers, each once all before it are there; what was waiting
    when no more come is not lost."""
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
    """A pool of that many processes, or the cluster of the Dask scheduler at that address; None
    where one process is enough, the one that is there."""
    if dask is not None:
        from quincunx.cluster import cluster

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
    """Leaves an interruption to the process that gave the work, and ends when that one ends or says
    so; programs in play end with their keepers."""
    import os
    import signal
    import threading
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent

    def follow() -> None:
        wait([parent.sentinel, stopped])
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
