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
from time import monotonic
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from quincunx.web.answers import refusal_in_bytes
from quincunx.web.rate_limit import MINUTE, counted_as

MOST = 4_000
MOST_OF_AN_ADDRESS = 100
LONGEST_SILENCE = 15.0
LARGEST_HEAD = 8_192
AT_ONCE = 4_096
CRUMB = 100
MOST_CRUMBS = 100
MOST_UNSENT = 16_384
"""Bytes of an answer that wait here; whoever makes more waits until they are taken."""

log = logging.getLogger("quincunx.web")
UNREADABLE = refusal_in_bytes(
    400,
    "This is no HTTP request that can be read: "
    f"send one with a head of at most {LARGEST_HEAD} bytes and a body in larger pieces.",
)
FULL = refusal_in_bytes(503, "Too many connections are open: try again in a moment.")


class Connections(ServerState):
    """All connections of a server, and those among them that wait for a request."""

    def __init__(
        self, most: int, trusts: Callable[[str], bool], clock: Callable[[], float] = monotonic
    ) -> None:
        super().__init__()
        self.most, self.trusts, self.clock = most, trusts, clock
        self.most_of_an_address = min(MOST_OF_AN_ADDRESS, most // 2)
        self.waiting: dict[Connection, float] = {}
        """Those without a whole request, and since when; the longest first."""
        self._of: defaultdict[str, set[Connection]] = defaultdict(set)
        self._unread: dict[Connection, tuple[int, float]] = {}
        """How much has not been taken off the server's hands, and since when it did not become
        less."""
        self._told = 0.0
        self._untold = 0

    def admit(self, new: "Connection") -> bool:
        """Whether there is room for one more, made by one that waits if need be."""
        others = self._of[new.address]
        if len(others) >= self.most_of_an_address and not self.trusts(new.host):
            self._tell(
                f"{new.address} has {len(others)} connections open, the most that one address may "
                "have: those of them that wait make room for more, others are refused."
            )
            waiting = others & self.waiting.keys()
            leaves = min(waiting, key=self.waiting.__getitem__, default=new)
        elif len(self.connections) > self.most:
            self._tell(
                f"{self.most} connections are open, the most that this server may have: those that "
                "wait make room for more, others are refused."
            )
            leaves = next(iter(self.waiting), new)
        else:
            leaves = None
        if leaves is new:
            self.forget(new)
            return False
        if leaves:
            self._let_go(leaves)
        self._of[new.address].add(new)
        self.wait(new)
        return True

    def refuses(self, host: str) -> bool:
        """Whether an address has all that it may have, and none of it waits: seen before anything
        is made for one more."""
        others = self._of.get(counted_as(host), ())
        if len(others) < self.most_of_an_address or self.trusts(host):
            return False
        return not any(other in self.waiting for other in others)

    def wait(self, connection: "Connection") -> None:
        """It is its turn to say something, from now on."""
        self.waiting.pop(connection, None)
        self.waiting[connection] = self.clock()

    def forget(self, connection: "Connection") -> None:
        self.connections.discard(connection)
        self.waiting.pop(connection, None)
        self._unread.pop(connection, None)
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
            unread = connection.transport.get_write_buffer_size()
            before, since = self._unread.get(connection, (unread + 1, now))
            if not unread:
                self._unread.pop(connection, None)
            elif unread < before:
                self._unread[connection] = unread, now
            elif now - since >= LONGEST_SILENCE:
                self._let_go(connection)
            else:
                self._unread[connection] = unread, since
        for connection, since in [*self.waiting.items()]:
            if now - since < LONGEST_SILENCE:
                break
            if connection not in self._unread:
                self._let_go(connection)

    def _let_go(self, connection: "Connection") -> None:
        """At once: what is only begun to be closed would stay until its answer is taken, and the
        system would keep what is on its way just as long."""
        if connection in self._unread:
            line = connection.transport.get_extra_info("socket")
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.forget(connection)
        connection.transport.abort()

    def _tell(self, sentence: str) -> None:
        """Once a minute at most, however many come."""
        self._untold += 1
        now = self.clock()
        if not self._told or now - self._told >= MINUTE:
            log.warning(sentence, extra={"times": self._untold})
            self._told, self._untold = now, 0


class Parser(h11.Connection):
    """Bounds what h11 leaves open: the work that little data can make, and data before its time."""

    crumbs = 0

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request):
            self.crumbs = 0
        elif isinstance(event, h11.Data):
            self.crumbs += len(event.data) < CRUMB
            if self.crumbs > MOST_CRUMBS:
                raise h11.RemoteProtocolError("too many pieces")
        elif event is h11.PAUSED and len(self.trailing_data[0]) > LARGEST_HEAD:
            raise h11.RemoteProtocolError("too much before the answer")
        return event


class Door(asyncio.Protocol):
    """Who comes in gets a connection; a flood of those who may not costs little."""

    def __init__(self, **values: Any) -> None:
        self.values = values

    def connection_made(self, transport: Any) -> None:
        peer = transport.get_extra_info("peername")
        if peer and self.values["server_state"].refuses(peer[0]):
            transport.abort()
            return
        connection = Connection(**self.values)
        transport.set_protocol(connection)
        connection.connection_made(transport)


class Connection(H11Protocol):
    server_state: Connections
    host = address = ""

    def __init__(self, *args: Any, **values: Any) -> None:
        super().__init__(*args, **values)
        self.conn = Parser(h11.SERVER, LARGEST_HEAD)

    @property
    def answering(self) -> bool:
        """Whether a whole request is here and its answer is not yet out."""
        cycle = self.cycle
        return cycle is not None and not cycle.response_complete and not cycle.more_body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        transport.set_write_buffer_limits(MOST_UNSENT)
        self.host = self.client[0] if self.client else ""
        self.address = counted_as(self.host)
        if not self.server_state.admit(self):
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.server_state.forget(self)

    def data_received(self, data: bytes) -> None:
        """In parts, since what is whole is not measured by h11. The first byte of a request gives
        it all its time, the others none; when the head is whole, the time of the body begins."""
        begins = self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]
        cycle = self.cycle
        for start in range(0, len(data), AT_ONCE):
            if not self.transport.is_closing():
                super().data_received(data[start : start + AT_ONCE])
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
        """A refusal like any other, if it cannot be taken for the answer to something else."""
        if self.answering or self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()
        else:
            self.transport.write(UNREADABLE)
            self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        """Nothing to upgrade to is needed here."""
