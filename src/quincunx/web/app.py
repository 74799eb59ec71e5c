"""The application: routes, the page's files, and what happens at start and stop."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from functools import cache
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import JSONResponse, Response

from quincunx import __version__
from quincunx.core import QuincunxError
from quincunx.core.text import quote
from quincunx.web import play_routes, study_routes
from quincunx.web.database import UnansweredError
from quincunx.web.documents import link_preview
from quincunx.web.errors import RefusalError, status_of
from quincunx.web.expiry import Expiry
from quincunx.web.game_service import GameService
from quincunx.web.middleware import AddHeaders, CheckHost, LimitRequests, LogRequests
from quincunx.web.page_files import PageFiles
from quincunx.web.rate_limit import Limit
from quincunx.web.schemas import ANYWHERE, gives
from quincunx.web.static_responses import Constant
from quincunx.web.study import Study
from quincunx.work.workers import WorkerError

log = logging.getLogger("quincunx.web")
LOOK_TIMEOUT_S = 1.0
PAGES = "/ /new/{game} /board /review /puzzle /learn /learn/{game} /rules/{game} /solutions".split()


def application(
    games: GameService, a_minute: int, expiry: Expiry, hosts: Collection[str] = ()
) -> FastAPI:
    study, limit = Study(), Limit(a_minute)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(expiry.sweep(games.store, games.cache))]
        if games.store.shared:
            listening = games.store.listen(games.hub.publish, games.hub.notify_all)
            tasks.append(asyncio.create_task(listening))
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        games.close()
        study.close()
        await games.store.close()

    app = FastAPI(
        title="Quincunx",
        version=__version__,
        description="Strategy games for two players: refereed, solved, and played by link.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,  # a redirect would name whatever host was asked for
        responses=ANYWHERE,
        middleware=[
            Middleware(AddHeaders),
            Middleware(LogRequests),
            Middleware(LimitRequests, limit=limit),
            Middleware(CheckHost, names=hosts),
        ],
    )
    app.state.limit = limit
    for router in (play_routes.routes(games, limit), study_routes.routes(study)):
        app.include_router(router)

    @app.get("/healthz", responses=gives(dict[str, str], 503))
    async def health() -> dict[str, str]:
        """The server lives, and so does its database."""
        await games.store.look()
        return {"status": "ok", "version": __version__}

    @app.get("/readyz", responses=gives(dict[str, str], 503))
    async def ready() -> dict[str, str]:
        """Games can be written."""
        try:
            await games.store.check()
        except UnansweredError as error:
            log.warning("database: %s", error.reason)
            raise RefusalError(503, f"Nothing can be written: {error.reason}.") from error
        return {"status": "ok"}

    files = PageFiles()

    @cache
    def description() -> Constant:
        return Constant(json.dumps(app.openapi()).encode(), "application/json")

    @app.get("/openapi.json", include_in_schema=False)
    async def openapi(request: Request) -> Response:
        return description().answer(request)

    @app.api_route("/page/{file}", methods=["GET", "HEAD"], include_in_schema=False)
    @app.api_route("/page/{version}/{file}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page_file(request: Request, file: str, version: str = "") -> Response:
        return files.answer(request, file, version)

    async def page(request: Request) -> Response:
        return files.document(request.url.path).answer(request)

    @app.api_route("/game/{game}", methods=["GET", "HEAD"], include_in_schema=False)
    async def game_page(request: Request, game: str) -> Response:
        """Says what is played, for a link that somebody sends; but the page waits for no database
        that is away."""
        with suppress(QuincunxError, TimeoutError):
            async with asyncio.timeout(LOOK_TIMEOUT_S):
                told = link_preview(await games.cache.get(game))
            return files.document(request.url.path, *told).answer(request)
        return await page(request)

    async def refused(request: Request, error: Any) -> Response:
        """Every refusal is one sentence; what the library refuses is 422."""
        nowhere = isinstance(error, HTTPException) and error.status_code == 404
        if nowhere and not request.url.path.startswith(("/api/", "/page/")):
            return files.index.answer(request, status=404)
        if isinstance(error, QuincunxError):
            if isinstance(error, UnansweredError):
                log.warning("database: %s", error.reason)
            status = 503 if isinstance(error, WorkerError) else status_of(error)
            return JSONResponse({"detail": str(error)}, status)
        if isinstance(error, RequestValidationError):
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"][1:])
            what = quote(where) if where else "The body"
            return JSONResponse({"detail": f"{what} does not fit: {first['msg']}."}, 422)
        return JSONResponse({"detail": f"{error.detail}."}, error.status_code, error.headers)

    for path in PAGES:
        app.add_api_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)
    for kind in (QuincunxError, HTTPException, RequestValidationError):
        app.add_exception_handler(kind, refused)
    return app
