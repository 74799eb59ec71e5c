"""Answers about positions and records: computed while visitors wait, and cached."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVarTuple

from starlette.requests import Request
from starlette.responses import Response

from quincunx.web.cache import MAX_CACHE_BYTES, ByteCache
from quincunx.web.errors import refuse
from quincunx.web.worker_pool import STUDYING, answer, asker, processes
from quincunx.work.workers import Workers

MAX_ANSWERS_BYTES = MAX_CACHE_BYTES // 4
CLIENT_CLOSED_REQUEST = 499

Ts = TypeVarTuple("Ts")


class Study:
    """Large boards are drawn and records are read in a process of their own: that is quick, and
    waits for no analysis."""

    def __init__(self) -> None:
        self.thinkers, self.readers = processes(STUDYING), processes(STUDYING, 1)
        self._cache: ByteCache[object, bytes] = ByteCache(MAX_ANSWERS_BYTES)

    def close(self) -> None:
        self.thinkers.close()
        self.readers.close()

    async def reply(
        self, request: Request, workers: Workers, job: Callable[[*Ts], object], *args: *Ts
    ) -> Response:
        """Answer a question whose answer never changes."""
        key = (job, args)
        content = self._cache.get(key)
        if content is None:
            work = workers.ask(answer, job, *args, who=asker.get())
            content = await until_disconnect(request, work)
            self._cache.put(key, content, len(content) + len(repr(key)))
        return Response(content, media_type="application/json")


async def until_disconnect(request: Request, work: Coroutine[Any, Any, bytes]) -> bytes:
    """Return the result of the work, which is cancelled when the visitor goes away."""
    task = asyncio.ensure_future(work)
    disconnect = asyncio.ensure_future(_disconnect(request))
    disconnect.add_done_callback(lambda _: task.cancel())
    try:
        return await task
    except asyncio.CancelledError:
        if disconnect.done():
            refuse(CLIENT_CLOSED_REQUEST, "This request was cancelled.")
        raise
    finally:
        disconnect.cancel()


async def _disconnect(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
