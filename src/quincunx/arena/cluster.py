"""The workers of a Dask cluster as an executor.

The scheduler gives a task that a lost worker had in hand to another one. A task brings its seed, so
the result is the same. What has come in is given up on the cluster at once: a worker that is lost
later takes nothing along that would have to be done again.
"""

import socket
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from logging import CRITICAL, getLogger
from typing import TYPE_CHECKING, Any

from quincunx import __version__
from quincunx.arena.contest import ArenaError
from quincunx.core.extras import needs
from quincunx.core.text import listed, quote

if TYPE_CHECKING:  # a heavy package, imported where it is used
    from distributed import Client

SECONDS_TO_CONNECT = 5.0


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Its workers, until the end; what is left then is cancelled."""
    with needs("cluster"):
        from distributed import KilledWorker
    getLogger("distributed.client").setLevel(CRITICAL)  # what it would say is said below
    client = _connected(address)
    try:
        _check(client, address)
        yield ClusterExecutor(client)
    except KilledWorker as error:
        raise ArenaError(
            "A task ended every worker that was given it: look in the workers' logs for the cause."
        ) from error
    except CancelledError as error:
        raise ArenaError(
            f"The scheduler at {quote(address)} was lost: begin again when it is back."
        ) from error
    except ModuleNotFoundError as error:
        raise ArenaError(
            f"A machine of the cluster does not have {error.name}: install there what is here."
        ) from error
    finally:
        client.close()


class ClusterExecutor(Executor):
    """Futures that are settled once, as soon as the cluster has the result."""

    def __init__(self, client: "Client") -> None:
        self._client = client

    def submit(self, work: Callable[..., Any], /, *task: Any, **named: Any) -> Future[Any]:
        # Not pure: equal tasks would be merged into one.
        asked = self._client.submit(work, *task, **named, pure=False)
        given: Future[Any] = Future()
        loop: Any = self._client.loop
        loop.add_callback(_settle, given, asked)
        return given


async def _settle(given: Future[Any], asked: Any) -> None:
    """Takes the result and lets the cluster forget it."""
    result, refusal = None, None
    try:
        result = await asked
    except (Exception, CancelledError) as error:
        refusal = error
    asked.release()
    if not given.set_running_or_notify_cancel():
        return
    if refusal is None:
        given.set_result(result)
    else:
        given.set_exception(refusal)


def _connected(address: str) -> "Client":
    from distributed import Client

    scheme, _, place = address.partition("://")
    host, _, port = place.rpartition(":")
    if scheme not in ("tcp", "tls") or not host or not port.isdecimal():
        raise ArenaError(
            f"{quote(address)} is no scheduler's address: give one as in tcp://localhost:8786."
        )
    try:
        if scheme == "tcp":
            _listen((host.strip("[]"), int(port)))
        return Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, OverflowError, ValueError) as error:
        raise ArenaError(
            f"No Dask scheduler answers at {quote(address)}: start one with `dask scheduler`, or "
            "name another."
        ) from error


def _listen(place: tuple[str, int]) -> None:
    """A scheduler speaks first. For one that is mute Client would wait for ever."""
    with socket.create_connection(place, SECONDS_TO_CONNECT) as line:
        line.recv(1)


def _check(client: "Client", address: str) -> None:
    """At least one worker, and everywhere this Quincunx: another might play other games from the
    same seed."""

    def version() -> str:  # in here, so that it is sent as it stands
        try:
            import quincunx
        except ModuleNotFoundError:
            return "missing"
        return quincunx.__version__

    try:
        client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
    except TimeoutError as error:
        raise ArenaError(
            f"The cluster at {quote(address)} has no workers: start some with "
            f"`dask worker {address}`."
        ) from error
    # The scheduler unpacks the tasks, too.
    found = {client.run_on_scheduler(version), *client.run(version, on_error="ignore").values()}
    others = sorted(found - {__version__})
    if others:
        raise ArenaError(
            f"Quincunx is {__version__} here and {listed(others, 'or')} on the cluster: install "
            "the same everywhere."
        )
