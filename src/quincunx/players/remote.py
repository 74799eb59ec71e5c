"""Agents behind an address: the document of `cmd:` by POST, the answer in the reply."""

import json
from collections.abc import Callable
from typing import Any

from quincunx.core.extras import needs
from quincunx.core.text import quote
from quincunx.players.outside import LARGEST_ANSWER, AgentError, FailedError, OutsidePlayer, Terms

BUSY = (429, 500, 502, 503, 504)
"""Answers of a server that may do better in a moment."""
WORDS = 200
"""Characters of an answer that are told when it is a refusal."""


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
) -> str:
    """The body of the reply to a document; FailedError unless a whole one comes in time. The
    server's words are made harmless before they are cut: half a secret is one, too."""
    status, body = _posted(address, document, seconds, headers)
    words = body.decode(errors="replace")
    if status != 200:
        told = quote(harmless(words), WORDS)
        raise FailedError(f"it answered with status {status}: {told}", passing=status in BUSY)
    return words


def _posted(
    address: str, document: Any, seconds: float, headers: dict[str, str]
) -> tuple[int, bytes]:
    import asyncio

    reply = _post(address, document, seconds, headers)
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(reply)
    # Inside an event loop already, as in a notebook.
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, reply).result()


async def _post(
    address: str, document: Any, seconds: float, headers: dict[str, str]
) -> tuple[int, bytes]:
    import asyncio

    with needs("arena"):
        import httpx
    body = bytearray()
    try:
        async with (
            asyncio.timeout(seconds),
            httpx.AsyncClient(timeout=seconds, verify=address.startswith("https:")) as client,
            client.stream(
                "POST", address, json=document, headers={"Accept-Encoding": "identity"} | headers
            ) as response,
        ):
            async for chunk in response.aiter_raw():
                body += chunk
                if len(body) > LARGEST_ANSWER:
                    raise FailedError(f"it answered with more than {LARGEST_ANSWER:,} bytes")
    except (TimeoutError, httpx.TimeoutException) as error:
        raise FailedError(f"it did not answer within {seconds:g} s") from error
    except (httpx.HTTPError, httpx.InvalidURL, OSError, UnicodeError) as error:
        raise FailedError(f"it cannot be reached ({type(error).__name__})", passing=True) from error
    return response.status_code, bytes(body)


class HttpPlayer(OutsidePlayer):
    def __init__(self, name: str, terms: Terms) -> None:
        super().__init__(name, terms)
        address = name if name.startswith(("http://", "https://")) else name.removeprefix("http:")
        self.address = checked_address(address, name)

    def send(self, prompt: Any) -> str:
        return post(self.address, prompt, self.terms.seconds, {})


def reply_text(body: str, harmless: Callable[[str], str] = str) -> str:
    """What a chat-completions reply says; FailedError if it is none."""
    try:
        message = json.loads(body)["choices"][0]["message"]
        content = message["content"]
    except (ValueError, RecursionError, LookupError, TypeError) as error:
        words = quote(harmless(body))
        raise FailedError(f"its reply is no chat completion: {words}") from error
    return content if isinstance(content, str) else ""
