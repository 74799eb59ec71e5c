"""What stands around every request, one thing a class, the outermost first: headers that keep the
page to itself and compression; a line in the log, and one sentence instead of a traceback; the
names that this server has; what a request costs, with a limit on its body."""

import asyncio
import logging
from collections.abc import Collection
from time import perf_counter

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quincunx.core.text import counted
from quincunx.web.connections import PAUSE
from quincunx.web.rate_limit import Limit, counted_as, price
from quincunx.web.static_responses import squeeze, takes_gzip
from quincunx.web.worker_pool import asker

MAX_BODY_BYTES = 16_384
WAIT_TIMEOUT_S = 10
PROBES = "/healthz", "/readyz"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
ENDS = {"connection": "close"}
"""For what was not read to its end: nothing can follow it."""

log = logging.getLogger("quincunx.web")


class Layer:
    """Around what is asked over HTTP; starting and stopping passes through."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (self.around if scope["type"] == "http" else self.app)(scope, receive, send)

    async def around(self, scope: Scope, receive: Receive, send: Send) -> None:
        raise NotImplementedError


class AddHeaders(Layer):
    """To every answer, which is compressed if it is whole."""

    async def around(self, scope: Scope, receive: Receive, send: Send) -> None:
        squeezes, held = takes_gzip(Headers(scope=scope)), list[Message]()

        async def dressed(message: Message) -> None:
            """The beginning of an answer is held back until it is seen how the rest comes."""
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
                held.append(message)
                return
            if held:
                start = held.pop()
                if squeezes and not message.get("more_body"):
                    squeeze(start, message)
                await send(start)
            await send(message)

        await self.app(scope, receive, dressed)


class LogRequests(Layer):
    """What fails is in the log, whatever it was, and the visitor has a sentence."""

    async def around(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = perf_counter(), 0

        async def noted(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except Exception:  # whatever it was, the log has it and the visitor a sentence
            log.exception("failed", extra={"path": scope["path"]})
            if not status:
                sentence = "Something went wrong on the server: try again in a moment."
                await _refuse(500, sentence, ENDS)(scope, receive, noted)
        finally:
            log.info(
                "request",
                extra={
                    "method": scope["method"],
                    "path": scope["path"],
                    "status": status,
                    "ms": round((perf_counter() - began) * 1000, 1),
                },
            )


class CheckHost(Layer):
    """Only requests to a name of this server are answered, if it was given any. Probes ask for an
    address, so that who looks whether it lives is answered always."""

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        super().__init__(app)
        self.names = names

    async def around(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer: ASGIApp = self.app
        if self.names and scope["path"] not in PROBES:
            host = Headers(scope=scope).get("host", "").lower()
            name, _, port = host.rpartition(":")
            if (name if port.isdecimal() else host) not in self.names:
                sentence = f"This server has another name: ask for {min(self.names)}."
                answer = _refuse(421, sentence, ENDS)
        await answer(scope, receive, send)


class LimitRequests(Layer):
    """A body comes whole, in time and no larger than it may be, or not at all. Either way, what its
    address asks is paid for, held back or refused. Whatever is done then, is done on behalf of that
    address."""

    def __init__(self, app: ASGIApp, limit: Limit) -> None:
        super().__init__(app)
        self.limit = limit

    async def around(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer: ASGIApp = self.app
        body: bytes | None = b""
        try:
            async with asyncio.timeout(WAIT_TIMEOUT_S):
                body = await _read(receive)
        except TimeoutError:
            answer = _refuse(408, "The body did not arrive in time: send it again.", ENDS)
        if body and len(body) > MAX_BODY_BYTES:
            sentence = f"The body has more than {MAX_BODY_BYTES} bytes: send less."
            answer = _refuse(413, sentence, ENDS)
        host, port = scope["client"] or ("", 0)
        address = counted_as(host)
        asker.set(address)
        scope["client"] = (address, port)
        cost = price(scope["method"], scope["path"], body or b"")
        hold, wait = self.limit.take(address, cost)
        if body is None:
            return
        if hold or wait:
            await asyncio.sleep(PAUSE if wait else hold)
        if wait and answer is self.app:
            sentence = (
                f"Your address asked for more than {self.limit.a_minute} games or analyses "
                f"a minute: try again in {counted(wait, 'second')}."
            )
            answer = _refuse(429, sentence, {"retry-after": str(wait)})
        await answer(scope, _again(body, receive), send)


def _refuse(status: int, sentence: str, headers: dict[str, str]) -> JSONResponse:
    return JSONResponse({"detail": sentence}, status, headers)


async def _read(receive: Receive) -> bytes | None:
    """The whole body, or the beginning of one that is too large; None if the visitor left."""
    body = bytearray()
    while len(body) <= MAX_BODY_BYTES:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return bytes(body)


def _again(body: bytes, receive: Receive) -> Receive:
    """Gives the body that was read, then whatever comes after it."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return messages.pop() if messages else await receive()

    return receive_again
