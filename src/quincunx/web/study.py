"""What visitors ask about positions and records: thought about while they wait, and remembered."""

import asyncio
import pickle
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar, TypeVarTuple

from starlette.requests import Request
from starlette.responses import Response

from quincunx.web.cache import MAX_CACHE_BYTES, ByteCache
from quincunx.web.errors import refuse
from quincunx.web.worker_pool import STUDYING, answer, asker, processes
from quincunx.work.workers import Workers

MAX_REMEMBERED_BYTES = MAX_CACHE_BYTES // 4
GONE = 499

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class Study:
    """Large boards are drawn and records are read in a process of their own: that is soon done,
    and waits for no analysis."""

    def __init__(self) -> None:
        self.thinkers, self.readers = processes(STUDYING), processes(STUDYING, 1)
        self._remembered: ByteCache[object, Any] = ByteCache(MAX_REMEMBERED_BYTES)

    def close(self) -> None:
        self.thinkers.close()
        self.readers.close()

    async def reply(
        self, request: Request, workers: Workers, job: Callable[[*Ts], object], *args: *Ts
    ) -> Response:
        """The answer to a question that always has the same."""
        content = await self.recall(request, workers, answer, job, *args)
        return Response(content, media_type="application/json")

    async def recall(
        self, request: Request, workers: Workers, question: Callable[[*Ts], T], *args: *Ts
    ) -> T:
        key = (question, args)
        found: T | None = self._remembered.get(key)
        if found is None:
            asked = workers.ask(question, *args, who=asker.get())
            found = await while_here(request, asked)
            self._remembered.put(key, found, len(pickle.dumps((key, found))))
        return found


async def while_here(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What the work gives; it is given up when the visitor goes away."""
    task = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_left(request))
    leaving.add_done_callback(lambda _: task.cancel())
    try:
        return await task
    except asyncio.CancelledError:
        if leaving.done():
            refuse(GONE, "Nobody waits for this any more.")
        raise
    finally:
        leaving.cancel()


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
