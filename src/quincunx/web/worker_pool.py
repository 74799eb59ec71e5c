"""The processes in which visitors' questions are answered, so that nobody's move waits for them.

Computers' moves and analyses have separate processes: a long analysis delays no reply.
"""

import os
from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVarTuple

from quincunx.web.documents import encoded
from quincunx.work.workers import Workers

TIMEOUT_S = 20.0
PROCESSES = max(2, min(4, os.cpu_count() or 1))
MOVING, STUDYING = 2, 5
"""How nice the processes are: a move is acknowledged before anything else is done, then computers
reply, then the rest."""

Ts = TypeVarTuple("Ts")

asker: ContextVar[str] = ContextVar("asker", default="")
"""The address on whose behalf something is done, also in the tasks that follow from a request."""


def processes(niceness: int, count: int = PROCESSES) -> Workers:
    """For one kind of question, shared fairly by the addresses that ask."""
    return Workers(count, TIMEOUT_S, niceness)


def answer(job: Callable[[*Ts], object], *args: *Ts) -> bytes:
    """The document as it is sent."""
    return encoded(job(*args))
