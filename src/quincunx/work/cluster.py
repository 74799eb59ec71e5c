"""The workers of a Dask cluster as an executor.

The scheduler gives the task of a lost worker to another one. A task contains its seed, so the
result is the same. Results are released on the cluster as soon as they have arrived, so that a
worker that is lost later takes no finished work with it."""

import socket
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from logging import CRITICAL, getLogger
from typing import TYPE_CHECKING

from quincunx import __version__
from quincunx.core import QuincunxError
from quincunx.core.extras import needs
from quincunx.core.text import listed, quote

if TYPE_CHECKING:  # a heavy package, imported where it is used
    from distributed import Client

SECONDS_TO_CONNECT = 5.0


class ClusterError(QuincunxError):
    """There is no cluster to work with, or it was lost."""


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Provide the cluster's workers; tasks that are left at the end are cancelled."""
    with needs("cluster"):
        from distributed import KilledWorker
    getLogger("distributed.client").setLevel(CRITICAL)  # what it would say is said below
    client = _connected(address)
    try:
        _check(client, address)
        yield client.get_executor(pure=False)  # equal tasks would be merged into one
    except KilledWorker as error:
        raise ClusterError(
            "A task ended every worker that was given it: look in the workers' logs for the cause."
        ) from error
    except CancelledError as error:
        raise ClusterError(
            f"The scheduler at {quote(address)} was lost: begin again when it is back."
        ) from error
    except ModuleNotFoundError as error:
        raise ClusterError(
            f"A machine of the cluster does not have {error.name}: install there what is here."
        ) from error
    finally:
        client.close()


def _connected(address: str) -> "Client":
    from distributed import Client

    scheme, _, place = address.partition("://")
    host, _, port = place.rpartition(":")
    if scheme not in ("tcp", "tls") or not host or not port.isdecimal():
        raise ClusterError(
            f"{quote(address)} is no scheduler's address: give one as in tcp://localhost:8786."
        )
    try:
        if scheme == "tcp":
            _listen((host.strip("[]"), int(port)))
        return Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, OverflowError, ValueError) as error:
        raise ClusterError(
            f"No Dask scheduler answers at {quote(address)}: start one with `dask scheduler`, or "
            "name another."
        ) from error


def _listen(place: tuple[str, int]) -> None:
    """Wait for the scheduler's first byte: `Client` would wait for a silent one for ever."""
    with socket.create_connection(place, SECONDS_TO_CONNECT) as line:
        line.recv(1)


def _check(client: "Client", address: str) -> None:
    """Check that there is a worker, and this version everywhere: another might play other games
    from the same seed."""

    def version() -> str:  # in here, so that its code is sent
        try:
            import quincunx
        except ModuleNotFoundError:
            return "missing"
        return quincunx.__version__

    try:
        client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
    except TimeoutError as error:
        raise ClusterError(
            f"The cluster at {quote(address)} has no workers: start some with "
            f"`dask worker {address}`."
        ) from error
    # The scheduler unpacks the tasks, too.
    found = {client.run_on_scheduler(version), *client.run(version, on_error="ignore").values()}
    others = sorted(found - {__version__})
    if others:
        raise ClusterError(
            f"Quincunx is {__version__} here and {listed(others, 'or')} on the cluster: install "
            "the same everywhere."
        )
