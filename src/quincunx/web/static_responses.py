"""Answers as bytes: compressed if that is worth it, made once if they never change."""

import gzip
import hashlib
import json
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message

WORTH_IT = 1_000


def takes_gzip(headers: Headers) -> bool:
    """Whether a client named gzip among what it accepts, and did not rule it out with q=0."""
    for accepted in headers.get("accept-encoding", "").lower().split(","):
        coding, _, weight = accepted.partition(";")
        if coding.strip() == "gzip":
            return weight.partition("=")[2].strip(" \t0.") != "" or "=" not in weight
    return False


class Constant:
    """An answer that is always the same, made once. A browser that has it is told so."""

    def __init__(self, body: bytes, kind: str) -> None:
        self.body, self.kind = body, kind
        self.squeezed = gzip.compress(body, 9, mtime=0)
        self.tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'

    def answer(self, request: Request, kept: str = "no-cache", status: int = 200) -> Response:
        headers = {"cache-control": kept, "etag": self.tag, "vary": "Accept-Encoding"}
        if status == 200 and self.tag in request.headers.get("if-none-match", ""):
            return Response(None, 304, headers)
        body = self.body
        if len(body) > WORTH_IT and takes_gzip(request.headers):
            body, headers["content-encoding"] = self.squeezed, "gzip"
        return Response(body, status, headers, self.kind)


def squeeze(start: Message, body: Message) -> None:
    """Compresses a whole answer in place. One with a secret, which says no-store, stays as it is:
    the length of what is compressed would tell of the secret to whoever can make the rest."""
    headers = MutableHeaders(scope=start)
    if (
        len(body.get("body", b"")) <= WORTH_IT
        or "content-encoding" in headers
        or "no-store" in headers.get("cache-control", "")
    ):
        return
    body["body"] = gzip.compress(body["body"], 1, mtime=0)
    headers["content-length"] = str(len(body["body"]))
    headers["content-encoding"] = "gzip"
    headers.add_vary_header("Accept-Encoding")


def refusal_in_bytes(status: int, sentence: str, headers: str = "") -> bytes:
    """For those whom the application never sees; their connection ends with it."""
    body = json.dumps({"detail": sentence}).encode()
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\n{headers}connection: close\r\n\r\n"
    )
    return head.encode() + body
