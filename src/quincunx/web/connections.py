"""Connections: how many there are, how long they may stay silent, how much one may say at once.

Whoever asks is served. Whoever holds a connection without asking makes room when others come, and
is let go after a while.
"""

import asyncio
import logging
import socket
import struct
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from time import monotonic
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from quincunx.core.text import counted
from quincunx.web import rate_limit
from quincunx.web.rate_limit import MINUTE, Limit, counted_as
from quincunx.web.static_responses import refusal_in_bytes

MAX_CONNECTIONS = 4_000
MAX_CONNECTIONS_PER_ADDRESS = 100
IDLE_TIMEOUT_S = 15.0
MAX_HEADER_BYTES = 8_192
MAX_READ_BYTES = 4_096
END_OF_LINE, END_OF_HEAD = b"\r\n", b"\r\n\r\n"
NO_CONTROL = bytes([9, *range(32, 127), *range(128, 256)])
PAUSE = 0.25
"""Seconds before who asks too much is told so: to ask again at once would cost as much as to be
answered."""
MAX_UNSENT_BYTES = 16_384
"""Bytes of an answer that wait here; whoever makes more waits until they are taken."""

log = logging.getLogger("quincunx.web")
UNREADABLE = refusal_in_bytes(
    400,
    f"This is no HTTP request that can be read: send a head of at most {MAX_HEADER_BYTES} bytes in "
    "lines that end with CR LF, and the Content-Length of the body instead of chunks.",
)
FULL = refusal_in_bytes(503, "Too many connections are open: try again in a moment.")


@cache
def _spent(wait: int) -> bytes:
    later = counted(wait, "second")
    sentence = f"Your address opens or breaks off too many connections: try again in {later}."
    return refusal_in_bytes(429, sentence, f"retry-after: {wait}\r\n")


class Connections(ServerState):
    """All connections of a server, and those among them that wait for a request."""

    def __init__(
        self,
        most: int,
        trusts: Callable[[str], bool],
        limit: Limit,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__()
        self.max_connections, self.trusts, self.limit, self.clock = most, trusts, limit, clock
        self.max_per_address = min(MAX_CONNECTIONS_PER_ADDRESS, most // 2)
        self.waiting: dict[Any, float] = {}
        """Those without a whole request, and since when; the longest first."""
        self._of: defaultdict[str, set[Any]] = defaultdict(set)
        self._last_warning = 0.0
        self._suppressed = 0

    def has_room(self, host: str) -> bool:
        """Whether one more may come, for which one that waits leaves if need be."""
        others = self._of.get(counted_as(host), set())
        if len(others) >= self.max_per_address and not self.trusts(host):
            self._warn(
                f"{counted_as(host)} has {len(others)} connections open, the most that one address "
                "may have: those of them that wait make room for more, others are refused."
            )
            waiting = [other for other in others if other in self.waiting]
            evicted = min(waiting, key=self.waiting.__getitem__, default=None)
        elif len(self.connections) >= self.max_connections:
            self._warn(
                f"{self.max_connections} connections are open, the most that this server may have: "
                "those that wait make room for more, others are refused."
            )
            evicted = next(iter(self.waiting), None)
        else:
            return True
        if evicted:
            self._evict(evicted)
        return evicted is not None

    def charge(self, host: str, price: float) -> bytes:
        """Spend what is not the price of a request, and return the refusal if its address has not
        so much left. Those who come by a proxy pay for their requests alone."""
        if self.trusts(host):
            return b""
        _, wait = self.limit.take(counted_as(host), price, rate_limit.CONNECTION_PURSE)
        return _spent(wait) if wait else b""

    def wait(self, connection: "Connection") -> None:
        """It is its turn to say something, from now on."""
        self.waiting.pop(connection, None)
        self.waiting[connection] = self.clock()

    def hold(self, connection: "Connection | Door") -> None:
        """Count it among those of its address."""
        self._of[connection.address].add(connection)

    def forget(self, connection: Any) -> None:
        self.connections.discard(connection)
        self.waiting.pop(connection, None)
        others = self._of.get(connection.address)
        if others is not None:
            others.discard(connection)
            if not others:
                del self._of[connection.address]

    def sweep(self) -> None:
        """Lets go those that were silent for too long, and those that do not take their answer."""
        now = self.clock()
        for connection in [*self.connections]:
            assert isinstance(connection, Connection)
            if connection.stuck_s(now) >= IDLE_TIMEOUT_S:
                self._evict(connection)
        for connection, since in [*self.waiting.items()]:
            if now - since < IDLE_TIMEOUT_S:
                break
            if not connection.unread:
                self._evict(connection)

    def _evict(self, connection: "Connection") -> None:
        """At once: what is only begun to be closed would stay until its answer is taken, and the
        system would keep what is on its way just as long."""
        if connection.unread:
            line = connection.transport.get_extra_info("socket")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.forget(connection)
        connection.transport.abort()

    def _warn(self, sentence: str) -> None:
        """Once a minute at most, however many come."""
        self._suppressed += 1
        now = self.clock()
        if not self._last_warning or now - self._last_warning >= MINUTE:
            log.warning(sentence, extra={"times": self._suppressed})
            self._last_warning, self._suppressed = now, 0


class Parser(h11.Connection):
    """Bounds what h11 leaves open: the work that little data can cause, and data before its time.
    Refuses what others may read in another way, and bodies in chunks: nobody who writes to this
    server needs them, and h11 takes the square of their length for some."""

    pieces = 0

    def next_event(self) -> Any:
        self.pieces += 1
        if self.their_state is h11.IDLE:
            self._check_head()
        event = super().next_event()
        if isinstance(event, h11.Request):
            if any(name == b"transfer-encoding" for name, _ in event.headers):
                raise h11.RemoteProtocolError("no length")
        elif event is h11.PAUSED and len(self.trailing_data[0]) > MAX_HEADER_BYTES:
            raise h11.RemoteProtocolError("too much before the answer")
        return event

    def _check_head(self) -> None:
        """Refuse control characters, bare line feeds among them: others take these for the end of a
        line, and h11 takes the square of a line's length to find them."""
        head, ended, _ = self.trailing_data[0].partition(END_OF_HEAD)
        text = head.replace(END_OF_LINE, b"")
        if (text if ended else text.removesuffix(b"\r")).translate(None, NO_CONTROL):
            raise h11.RemoteProtocolError("control characters")


class Door(asyncio.Protocol):
    """Who comes in gets a connection; a flood of those who may not costs little."""

    address = ""

    def __init__(self, **values: Any) -> None:
        self.values = values
        self.state: Connections = values["server_state"]

    def connection_made(self, transport: Any) -> None:
        host = _host(transport)
        if not self.state.has_room(host):
            _end(transport, FULL)
        elif refusal := self.state.charge(host, rate_limit.CONNECTION):
            self.address = counted_as(host)
            self.state.hold(self)
            loop = asyncio.get_running_loop()
            # Later, since uvloop starts to read after this method, whatever was paused in it.
            loop.call_soon(transport.pause_reading)
            loop.call_later(PAUSE, _end, transport, refusal)
        else:
            connection = Connection(**self.values)
            transport.set_protocol(connection)
            connection.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.state.forget(self)


def _host(transport: Any) -> str:
    """The visitor's address; IPv4 looks the same on every socket."""
    host: str = (transport.get_extra_info("peername") or [""])[0]
    return host.removeprefix("::ffff:")


def _end(transport: Any, refusal: bytes) -> None:
    if not transport.is_closing():  # or whoever came has left meanwhile
        transport.write(refusal)
        transport.close()


class Connection(H11Protocol):
    server_state: Connections
    conn: Parser
    host = address = ""
    unread, unread_since = 0, 0.0
    """How much has not been taken off the server's hands, and since when it did not become less."""

    def __init__(self, *args: Any, **values: Any) -> None:
        super().__init__(*args, **values)
        self.conn = Parser(h11.SERVER, MAX_HEADER_BYTES)

    @property
    def answering(self) -> bool:
        """Whether a whole request is here and its answer is not yet out."""
        cycle = self.cycle
        return cycle is not None and not cycle.response_complete and not cycle.more_body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(MAX_UNSENT_BYTES)
        self.host = _host(transport)
        self.client = self.client and (self.host, self.client[1])
        self.address = counted_as(self.host)
        self.server_state.hold(self)
        self.server_state.wait(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.server_state.forget(self)

    def stuck_s(self, now: float) -> float:
        """How long nothing of what is unread has been taken."""
        before, self.unread = self.unread, self.transport.get_write_buffer_size()
        if not before or self.unread < before:
            self.unread_since = now
        return now - self.unread_since

    def data_received(self, data: bytes) -> None:
        """In parts, since what is whole is not measured by h11. The first byte of a request gives
        it all its time, the others none; when the head is whole, the time of the body begins."""
        begins = self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]
        cycle = self.cycle
        for start in range(0, len(data), MAX_READ_BYTES):
            if not self.transport.is_closing():
                super().data_received(data[start : start + MAX_READ_BYTES])
                pieces, self.conn.pieces = self.conn.pieces, 0
                refusal = self.server_state.charge(self.host, pieces * rate_limit.PIECE)
                if refusal and not self.transport.is_closing():
                    self._refuse(refusal)
        if begins or self.cycle is not cycle or self.answering:
            self._tell()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._tell()

    def _tell(self) -> None:
        if self.answering:
            self.server_state.waiting.pop(self, None)
        elif not self.transport.is_closing():
            self.server_state.wait(self)

    def send_400_response(self, msg: str) -> None:
        self.server_state.charge(self.host, rate_limit.UNREADABLE)
        self._refuse(UNREADABLE)

    def _refuse(self, refusal: bytes) -> None:
        """Like any other, if it cannot be taken for the answer to something else."""
        if self.answering or self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()
        else:
            _end(self.transport, refusal)

    def _unsupported_upgrade_warning(self) -> None:
        """Nothing to upgrade to is needed here."""
