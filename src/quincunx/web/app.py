"""The application: routes, the page's files, and what happens at start and stop."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles

from quincunx import __version__
from quincunx.core import QuincunxError
from quincunx.core.text import quote
from quincunx.web import play_routes, study_routes
from quincunx.web.database import UnansweredError
from quincunx.web.documents import gives
from quincunx.web.errors import RefusalError
from quincunx.web.expiry import Expiry
from quincunx.web.guard import Guard
from quincunx.web.house import House
from quincunx.web.limits import Limit
from quincunx.web.thinking import Thinkers

log = logging.getLogger("quincunx.web")
PAGE = Path(__file__).parent / "page"
PAGES = "/ /new/{game} /game/{game} /board /review /puzzle /rules/{game} /solutions".split()


def application(house: House, a_minute: int, expiry: Expiry) -> FastAPI:
    thinkers = Thinkers()

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(expiry.sweep(house.store, house.shelf))]
        if house.store.shared:
            tasks.append(
                asyncio.create_task(house.store.listen(house.hub.tell, house.hub.tell_all))
            )
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        house.close()
        thinkers.close()
        await house.store.close()

    app = FastAPI(
        title="Quincunx",
        version=__version__,
        description="Five strategy games for two players: refereed, solved, and played by link.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    limit = Limit(a_minute)
    app.include_router(play_routes.routes(house, limit))
    app.include_router(study_routes.routes(thinkers, limit))

    @app.get("/healthz", responses=gives(dict[str, str]))
    async def health() -> dict[str, str]:
        """The server lives, whatever the database does."""
        return {"status": "ok", "version": __version__}

    @app.get("/readyz", responses=gives(dict[str, str], 503))
    async def ready() -> dict[str, str]:
        """Games can be written."""
        try:
            await house.store.check()
        except UnansweredError as error:
            log.warning("database: %s", error.reason)
            raise RefusalError(503, f"Nothing can be written: {error.reason}.") from error
        return {"status": "ok"}

    app.mount("/page", StaticFiles(directory=PAGE), "page")
    for path in PAGES:
        app.add_api_route(path, _page, methods=["GET", "HEAD"], include_in_schema=False)
    for kind in (QuincunxError, HTTPException, RequestValidationError):
        app.add_exception_handler(kind, _refused)
    app.add_middleware(Guard)
    return app


async def _page() -> Response:
    return _index(200)


def _index(status: int) -> Response:
    return FileResponse(PAGE / "index.html", status, headers={"cache-control": "no-cache"})


async def _refused(request: Request, error: Any) -> Response:
    """Every refusal is one sentence; what the library refuses is 422."""
    if isinstance(error, QuincunxError):
        if isinstance(error, UnansweredError):
            log.warning("database: %s", error.reason)
        return JSONResponse({"detail": str(error)}, getattr(error, "status", 422))
    if isinstance(error, RequestValidationError):
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        what = quote(where) if where else "The body"
        return JSONResponse({"detail": f"{what} does not fit: {first['msg']}."}, 422)
    if error.status_code == 404 and not request.url.path.startswith(("/api/", "/page/")):
        return _index(404)
    return JSONResponse({"detail": f"{error.detail}."}, error.status_code, error.headers)
