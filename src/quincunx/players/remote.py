"""Agents behind an address: the document of `cmd:` by POST, the answer in the reply."""

from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any, TypeVar

from quincunx.core.extras import needs
from quincunx.core.text import quote
from quincunx.players.outside import (
    LARGEST_ANSWER,
    AgentError,
    FailedError,
    OutsidePlayer,
    Terms,
    UnservedError,
)

BUSY = (408, 429, *range(500, 600))
"""Answers of a server that may do better in a moment."""
WORDS = 200
"""Characters of an answer that are told when it is a refusal."""
MAX_REDIRECTS = 3
T = TypeVar("T")


def checked_address(address: str, name: str) -> str:
    """An address that can be asked, without a name or password in it, since it is recorded."""
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
    harmless: Callable[[str], str] = str,
    largest: int = LARGEST_ANSWER,
) -> str:
    """The body of the reply to a document; FailedError unless a whole one comes in time. The
    server's words are made harmless before they are cut: half a secret is one, too."""
    response, body = _posted(_post(address, document, seconds, headers, largest))
    words, status = body.decode(errors="replace"), response.status_code
    if elsewhere := response.next_request:
        place = quote(harmless(str(elsewhere.url)), WORDS)
        raise UnservedError(f"it redirects to {place}, where no key is sent: name that address")
    if status != 200:
        told, after = quote(harmless(words), WORDS), response.headers.get("Retry-After", "")
        passing = status in BUSY
        raise UnservedError(
            f"it answered with status {status}: {told}", passing, _seconds_of(after)
        )
    return words


def _posted(reply: Coroutine[Any, Any, T]) -> T:
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
def _trusted() -> Any:
    """The certificates that are trusted; to load them takes longer than to ask."""
    import httpx

    return httpx.create_ssl_context()


async def _post(
    address: str, document: Any, seconds: float, headers: dict[str, str], largest: int
) -> tuple[Any, bytes]:
    """The response and its body. Redirections are followed on the same host alone: elsewhere the
    key would go along."""
    import asyncio

    with needs("arena"):
        import httpx
    body = bytearray()
    try:
        async with (
            asyncio.timeout(seconds),
            httpx.AsyncClient(
                timeout=seconds, verify=address.startswith("https:") and _trusted()
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
                if len(body) > largest:
                    raise FailedError(f"it answered with more than {largest:,} bytes")
    except (TimeoutError, httpx.TimeoutException) as error:
        raise UnservedError(f"it did not answer within {seconds:g} s", passing=True) from error
    except (httpx.HTTPError, httpx.InvalidURL, OSError, UnicodeError) as error:
        passing = not isinstance(error, (httpx.InvalidURL, UnicodeError))
        raise UnservedError(f"it cannot be reached ({type(error).__name__})", passing) from error
    return response, bytes(body)


def _origin(request: Any) -> tuple[str, bytes]:
    return request.url.scheme, request.url.netloc


def _seconds_of(words: str) -> float:
    """How long a server asks to be left alone: in seconds, or until a date."""
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


class HttpPlayer(OutsidePlayer):
    def __init__(self, name: str, terms: Terms) -> None:
        super().__init__(name, terms)
        address = name if name.startswith(("http://", "https://")) else name.removeprefix("http:")
        self.address = checked_address(address, name)

    def send(self, prompt: Any) -> str:
        return post(self.address, prompt, self.terms.seconds, {})
