"""Agents behind an address: the document of `cmd:` by POST, the answer in the reply."""

from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any, TypeVar

from quincunx.core.extras import needs
from quincunx.core.text import quote
from quincunx.players.external import (
    MAX_ANSWER_BYTES,
    AgentError,
    ExternalPlayer,
    NoAnswerError,
    ServerError,
    Terms,
)

TEMPORARY_STATUSES = (408, 429, *range(500, 600))
"""Of a server that may work in a moment."""
MAX_QUOTE_CHARACTERS = 200
"""Of an answer that is quoted when it is a refusal."""
MAX_REDIRECTS = 3
T = TypeVar("T")


def check_address(address: str, name: str) -> str:
    """Return an address that can be asked, without a name or password in it: it is recorded."""
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(address)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        printable = address.isprintable() and address.isascii() and " " not in address
    except ValueError:
        usable = printable = False
    if not (usable and printable):
        raise AgentError(
            f"{quote(name, 80)} has no address: write one as in http://localhost:8000/v1."
        )
    if "@" in parts.netloc:
        raise AgentError("An address with a password would be recorded: leave the password out.")
    return address


def post(
    address: str,
    document: Any,
    seconds: float,
    headers: dict[str, str],
    redact: Callable[[str], str] = str,
    max_bytes: int = MAX_ANSWER_BYTES,
) -> str:
    """Return the body of the reply to a document; NoAnswerError unless a whole one comes in time.
    The server's words are redacted before they are cut: half a secret is one, too."""
    response, body = _run(_post(address, document, seconds, headers, max_bytes))
    words, status = body.decode(errors="replace"), response.status_code
    if elsewhere := response.next_request:
        place = quote(redact(str(elsewhere.url)), MAX_QUOTE_CHARACTERS)
        raise ServerError(f"it redirects to {place}, where no key is sent: name that address")
    if status != 200:
        quoted = quote(redact(words), MAX_QUOTE_CHARACTERS)
        temporary, wait = status in TEMPORARY_STATUSES, response.headers.get("Retry-After", "")
        raise ServerError(
            f"it answered with status {status}: {quoted}", temporary, _parse_retry_after(wait)
        )
    return words


def _run(reply: Coroutine[Any, Any, T]) -> T:
    """Await a reply, inside an event loop or not."""
    import asyncio

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(reply)
    # Inside an event loop already, as in a notebook.
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, reply).result()


@cache
def _ssl_context() -> Any:
    """Return the trusted certificates; loading them takes longer than a request."""
    import httpx

    return httpx.create_ssl_context()


async def _post(
    address: str, document: Any, seconds: float, headers: dict[str, str], max_bytes: int
) -> tuple[Any, bytes]:
    """Return the response and its body. Redirections are followed on the same host only: elsewhere
    the key would go along."""
    import asyncio

    with needs("arena"):
        import httpx
    body = bytearray()
    try:
        async with (
            asyncio.timeout(seconds),
            httpx.AsyncClient(
                timeout=seconds, verify=address.startswith("https:") and _ssl_context()
            ) as client,
        ):
            headers = {"Accept-Encoding": "identity"} | headers
            request = client.build_request("POST", address, json=document, headers=headers)
            response = await client.send(request, stream=True)
            for _ in range(MAX_REDIRECTS):
                further = response.next_request
                if not further or further.method != "POST" or _origin(further) != _origin(request):
                    break
                await response.aclose()
                response = await client.send(further, stream=True)
            async for chunk in response.aiter_raw():
                body += chunk
                if len(body) > max_bytes:
                    raise NoAnswerError(f"it answered with more than {max_bytes:,} bytes")
    except (TimeoutError, httpx.TimeoutException) as error:
        raise ServerError(f"it did not answer within {seconds:g} s", temporary=True) from error
    except (httpx.HTTPError, httpx.InvalidURL, OSError, UnicodeError) as error:
        temporary = not isinstance(error, (httpx.InvalidURL, UnicodeError))
        raise ServerError(f"it cannot be reached ({type(error).__name__})", temporary) from error
    return response, bytes(body)


def _origin(request: Any) -> tuple[str, bytes]:
    return request.url.scheme, request.url.netloc


def _parse_retry_after(words: str) -> float:
    """Return the seconds of a Retry-After header: a number, or a date."""
    from email.utils import parsedate_to_datetime
    from time import time

    try:
        return min(
            float(words)
            if words.isdecimal()
            else parsedate_to_datetime(words).timestamp() - time(),
            1e6,
        )
    except ValueError:
        return 0


class HttpPlayer(ExternalPlayer):
    def __init__(self, name: str, terms: Terms) -> None:
        super().__init__(name, terms)
        address = name if name.startswith(("http://", "https://")) else name.removeprefix("http:")
        self.address = check_address(address, name)

    def send(self, prompt: Any) -> str:
        return post(self.address, prompt, self.terms.seconds, {})
