"""What stands before every request: its price, a limit on its body, headers that keep the page to
itself, a line in the log, and one sentence instead of a traceback."""

import asyncio
import json
import logging
from time import perf_counter
from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from quincunx.core.text import counted
from quincunx.web.answers import refusal, squeeze, takes_gzip
from quincunx.web.limits import Limit, counted_as, price

LARGEST_BODY = 16_384
LONGEST_WAIT = 10
PAUSE = 0.25
"""Before who asks too much is told so: asking again at once would cost as much as an answer."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
]

log = logging.getLogger("quincunx.web")


class Guard:
    def __init__(self, app: ASGIApp, limit: Limit) -> None:
        self.app, self.limit = app, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, answer = perf_counter(), Answer(scope, send)
        try:
            await self._ask(scope, receive, answer)
        except Exception:  # whatever it was, the log has it and the visitor a sentence
            log.exception("failed", extra={"path": scope["path"]})
            await answer.refuse(500, "Something went wrong here: try again in a moment.")
        finally:
            log.info(
                "request",
                extra={
                    "method": scope["method"],
                    "path": scope["path"],
                    "status": answer.status,
                    "ms": round((perf_counter() - began) * 1000, 1),
                },
            )

    async def _ask(self, scope: Scope, receive: Receive, answer: "Answer") -> None:
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                body = await _read(receive)
        except TimeoutError:
            await answer.refuse(408, "The body did not come in time: send it again.")
            return
        if body is None:
            return
        if len(body) > LARGEST_BODY:
            await answer.refuse(413, f"The body has more than {LARGEST_BODY} bytes: send less.")
            return
        host, port = scope["client"] or ("", 0)
        address = counted_as(host)
        hold, wait = self.limit.take(address, price(scope["method"], scope["path"], body))
        if hold:
            await asyncio.sleep(hold)
        if wait:
            sentence = (
                f"Your address asked for more than {self.limit.a_minute} games or analyses "
                f"a minute: try again in {counted(wait, 'second')}."
            )
            await asyncio.sleep(PAUSE)
            await answer.refuse(429, sentence, (b"retry-after", b"%d" % wait))
            return
        scope["client"] = (address, port)
        await self.app(scope, _again(body, receive), answer.send)


class Answer:
    """What goes out, with the headers that all answers have, compressed if it is whole."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.status = 0
        self._squeezes = takes_gzip(Headers(scope=scope))
        self._send = send
        self._start: Message = {}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message.get("headers", ()), *HEADERS]
            self._start = message
            return
        if self._start:
            if self._squeezes and not message.get("more_body"):
                squeeze(self._start, message)
            start, self._start = self._start, {}
            await self._send(start)
        await self._send(message)

    async def refuse(self, status: int, sentence: str, *headers: tuple[bytes, bytes]) -> None:
        """Unless something was answered already. What was not read to its end cannot go on."""
        if self.status:
            return
        body = refusal(sentence)
        about = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
        ends = [] if headers else [(b"connection", b"close")]
        start = {"type": "http.response.start", "status": status}
        await self.send({**start, "headers": [*about, *headers, *ends]})
        await self.send({"type": "http.response.body", "body": body})


async def _read(receive: Receive) -> bytes | None:
    """The whole body, or the beginning of one that is too large; None if the visitor left."""
    body = bytearray()
    while len(body) <= LARGEST_BODY:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    return bytes(body)


def _again(body: bytes, receive: Receive) -> Receive:
    """Gives the body that was read, then whatever comes after it."""
    given = False

    async def receive_again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again


class JsonLines(logging.Formatter):
    """Each line of the log is a JSON document."""

    FIELDS = ("method", "path", "status", "ms", "game", "games", "times")

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": self.formatTime(record),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= {key: getattr(record, key) for key in self.FIELDS if hasattr(record, key)}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)
