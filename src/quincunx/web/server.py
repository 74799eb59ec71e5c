"""Runs the application, and ends it without cutting anybody off."""

import asyncio
import gc
import json
import logging
import os
import re
import signal
import socket
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from quincunx.core import QuincunxError
from quincunx.core.text import quote
from quincunx.web.app import application
from quincunx.web.connections import (
    IDLE_TIMEOUT_S,
    MAX_CONNECTIONS,
    MAX_HEADER_BYTES,
    Connections,
    Door,
)
from quincunx.web.expiry import DAYS, Expiry
from quincunx.web.game_service import GameService
from quincunx.web.store import Store
from quincunx.web.subscriptions import Hub

SHUTDOWN_TIMEOUT_S = 5
SPARE_FILES = 64
THIS_MACHINE = "127.0.0.1,::1"
SEND_BUFFER_BYTES = 16_384
SWITCH = 0.0005
"""Seconds after which the event loop lets those go on who write to the database, in threads."""
MAX_BACKLOG = 256
"""Connections that are let in in one go, before others have their turn."""
MAX_LOGGED = 500
"""Characters of a text."""
_TOKEN = re.compile(r"[\w%-]{22,}", re.ASCII)

log = logging.getLogger("quincunx.web")


class ServerError(QuincunxError):
    """The server cannot listen where it was asked to."""


class Server(uvicorn.Server):
    """Says where it listens once it does, looks after its connections, and closes the event streams
    when it stops."""

    def __init__(
        self,
        config: uvicorn.Config,
        connections: Connections,
        games: GameService,
        address: str,
        remark: str,
    ) -> None:
        super().__init__(config)
        self.server_state = self.held = connections
        self.games, self.address, self.remark = games, address, remark

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """SIGHUP is as good as SIGTERM, unless whoever started the server had it ignored, as nohup
        does; and to end as asked is no failure."""
        with super().capture_signals():
            signal.signal(signal.SIGTERM, self._end)
            hangup = getattr(signal, "SIGHUP", signal.SIGTERM)  # Windows has none
            if signal.getsignal(hangup) is not signal.SIG_IGN:
                signal.signal(hangup, self._end)
            yield

    def _end(self, *_: object) -> None:
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.freeze()  # or every full collection, 80 ms of nobody's turn, walks the libraries again
        if self.started:
            print(self.address, flush=True)
            if self.remark and sys.stderr.isatty():
                print(self.remark, file=sys.stderr)
            elif self.remark:
                log.info(self.remark)

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:
            self.held.sweep()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.games.hub.close()
        await super().shutdown(sockets)


def serve(
    host: str,
    port: int,
    database: str | None,
    a_minute: int,
    remark: str = "",
    expire_days: int = DAYS,
    expire_all: bool = False,
    hosts: Collection[str] = (),
) -> int:
    _log()
    sys.setswitchinterval(SWITCH)
    most = allow_many_connections()
    store = Store(database)
    asyncio.run(store.prepare())
    games = GameService(store, Hub())
    listening = _listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    proxies = os.environ.get("FORWARDED_ALLOW_IPS", THIS_MACHINE)
    inner: Any = application(games, a_minute, Expiry(expire_days, expire_all), hosts)
    app = ProxyHeadersMiddleware(inner, proxies)
    config = uvicorn.Config(
        app,
        http=Door,
        ws="none",
        backlog=MAX_BACKLOG,
        proxy_headers=False,
        timeout_keep_alive=int(IDLE_TIMEOUT_S),
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
    )
    connections = Connections(most, app.trusted_hosts.__contains__, inner.state.limit)
    server = Server(config, connections, games, address, remark)
    server.run([listening])
    return 0 if server.started else 1


def allow_many_connections() -> int:
    """Every stream is an open file: as many as the system lets this process have. How many of them
    may be connections, so that enough are left for the database and for those who think."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MAX_CONNECTIONS
    _, files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    if files == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return min(MAX_CONNECTIONS, max(files // 4, files - SPARE_FILES))


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Of each connection, the most that the system keeps for whoever does not read.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        listening.bind(address)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or "it cannot be a host's name"
        raise ServerError(
            f"The server cannot listen on {quote(host, 200)} port {port} ({why}): "
            "choose another --host or --port."
        ) from error
    return listening


class JsonLines(logging.Formatter):
    """Each line of the log is a JSON document. Whatever could be a token is masked where the text
    may come from outside, in the form that addresses give it too."""

    FIELDS = ("method", "path", "status", "ms", "game", "games", "times")

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": self.formatTime(record),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= {key: getattr(record, key) for key in self.FIELDS if hasattr(record, key)}
        line = {key: masked(text) if isinstance(text, str) else text for key, text in line.items()}
        if record.exc_info:
            lines = self.formatException(record.exc_info).splitlines()
            # What is indented is our own code.
            shown = [text if text.startswith("  ") else masked(text) for text in lines]
            line["traceback"] = "\n".join(shown)
        return json.dumps(line)


def masked(text: str) -> str:
    return _TOKEN.sub("***", text[:MAX_HEADER_BYTES])[:MAX_LOGGED]


def _log() -> None:
    """JSON lines on standard error; for a person who looks on, only what went wrong."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.captureWarnings(True)
    log.setLevel(logging.WARNING if sys.stderr.isatty() else logging.INFO)
