"""What stands before every request: a limit on its body, headers that keep the page to itself, a
line in the log, and one sentence instead of a traceback."""

import asyncio
import json
import logging
from time import perf_counter
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 16_384
LONGEST_WAIT = 10
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
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = perf_counter(), 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        try:
            body: bytes | None = b""
            if scope["method"] not in ("GET", "HEAD"):
                async with asyncio.timeout(LONGEST_WAIT):
                    body = await _read(receive)
            if body is None:
                await _say(answer, 413, f"The body has more than {LARGEST_BODY} bytes: send less.")
            else:
                await self.app(scope, _again(body, receive), answer)
        except TimeoutError:
            if not status:
                await _say(answer, 408, "The body did not come in time: send it again.")
        except Exception:  # whatever it was, the log has it and the visitor a sentence
            log.exception("failed", extra={"path": scope["path"]})
            if not status:
                await _say(answer, 500, "Something went wrong here: try again in a moment.")
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


async def _read(receive: Receive) -> bytes | None:
    """The whole body; None if it is too large."""
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > LARGEST_BODY:
            return None
        if message["type"] == "http.disconnect" or not message.get("more_body"):
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


async def _say(send: Send, status: int, sentence: str) -> None:
    body = json.dumps({"detail": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class JsonLines(logging.Formatter):
    """Each line of the log is a JSON document."""

    FIELDS = ("method", "path", "status", "ms", "game", "games")

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
