"""What one connection, or many, can do to those who play: nothing."""

import asyncio
import select
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic

import pytest
import uvloop

from helpers import apart, wait_until
from quincunx.web.connections import Connections, Door
from quincunx.web.rate_limit import CONNECTION_PURSE, Limit
from web.serving import Server

ELSEWHERE = "127.0.0.2"
"""An address that is no proxy's; those who play come from 127.0.0.1."""
HEAD = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
PATIENCE_S = 120


def connect(server: Server, come_from: str = ELSEWHERE) -> socket.socket:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    line.settimeout(PATIENCE_S)
    line.bind((come_from, 0))
    line.connect(("127.0.0.1", server.port))
    return line


@contextmanager
def connected(server: Server, count: int, come_from: str) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        yield [stack.enter_context(connect(server, come_from)) for _ in range(count)]


def is_open(line: socket.socket, ready: int = 0) -> bool:
    """Whether nobody ended it; what was sent on it stays unread."""
    poll = select.poll()
    poll.register(line, select.POLLRDHUP)
    return not poll.poll(ready)


def open_among(lines: list[socket.socket], wanted: int) -> int:
    """How many are open, once there are as few as wanted."""
    wait_until(lambda: sum(map(is_open, lines)) <= wanted)
    return sum(map(is_open, lines))


def answer(line: socket.socket) -> bytes:
    try:
        return line.recv(100)
    except ConnectionError:
        return b""


def sends_until_ended(line: socket.socket, data: bytes, most: int) -> int:
    """How many bytes could be sent before the other side ended the connection."""
    sent = 0
    while sent < most and is_open(line):
        try:
            sent += line.send(data)
        except OSError:
            break
    is_open(line, 1_000)
    return sent


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (HEAD + b"X: ", b"a" * 4_000),
        (HEAD, b"a:b\r\n" * 800),
        (b"GET /", b"a" * 4_000),
        (HEAD + b"\r\n" + HEAD + b"X: ", b"a" * 4_000),
        (HEAD + b"a:b\r\n" * 10_000 + b"\r\n", b"a"),
    ],
    ids=["a long header", "many headers", "a long address", "after a request", "all at once"],
)
def test_what_never_ends_is_cut_off(server: Server, begin: bytes, more: bytes) -> None:
    most = 4_000_000
    with connect(server) as line:
        with suppress(ConnectionError):
            line.sendall(begin)
        assert sends_until_ended(line, more, most) < most


@pytest.mark.parametrize(
    "new_loop", [asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"]
)
def test_who_is_refused_is_not_read(
    monkeypatch: pytest.MonkeyPatch, new_loop: Callable[[], asyncio.AbstractEventLoop]
) -> None:
    """A refusal is sent after a pause: to read what comes meanwhile, without end from several
    connections, would take most of the event loop's time."""
    read: list[int] = []
    monkeypatch.setattr(Door, "data_received", lambda _door, data: read.append(len(data)))
    limit = Limit(1, clock=lambda: 0.0)
    limit.take("127.0.0.1", CONNECTION_PURSE.at_once, CONNECTION_PURSE)
    state = Connections(10, lambda _host: False, limit)

    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        async with await loop.create_server(lambda: Door(server_state=state), "127.0.0.1", 0) as on:
            reader, writer = await asyncio.open_connection(*on.sockets[0].getsockname())
            with suppress(ConnectionError):
                writer.write(b"a" * 1_000_000)
                assert (await reader.read()).startswith(b"HTTP/1.1 429 ")
            writer.close()

    apart(scenario(), new_loop)
    assert read == []


@pytest.mark.slow
def test_silence_ends_a_connection_but_no_stream(server: Server) -> None:
    """After 15 s without a whole request; a little now and then does not help."""
    begun = server.create("crossed-paths")
    path = f"/api/games/{begun['id']}/events".encode()
    large = b"GET /api/position?game=crossed-paths&size=26x26 HTTP/1.1\r\nHost: x\r\n\r\n"
    trickles = {
        "silent": (b"", b""),
        "half a head": (HEAD, b""),
        "a slow head": (HEAD + b"X: ", b"a"),
        "half a body": (
            b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n",
            b"",
        ),
        "a slow body": (
            b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n",
            b" ",
        ),
        "a body to a GET": (b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n", b" "),
        "kept alive": (HEAD + b"\r\n", b""),
        "never reads": (large * 100, b""),
    }
    with ExitStack() as stack, server.events(begun["id"]) as events:
        lines = {name: stack.enter_context(connect(server)) for name in trickles}
        quiet = stack.enter_context(connect(server))
        quiet.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n\r\n")
        began = monotonic()
        for name, line in lines.items():
            line.sendall(trickles[name][0])
        ended: dict[str, float] = {}

        def all_ended() -> bool:
            for name in lines.keys() - ended.keys():
                try:
                    lines[name].send(trickles[name][1])
                except OSError:
                    ended[name] = monotonic() - began
                if not is_open(lines[name]):
                    ended.setdefault(name, monotonic() - began)
            return len(ended) == len(lines)

        wait_until(all_ended)
        assert min(ended.values()) > 8, ended
        assert answer(lines["half a body"]).startswith(b"HTTP/1.1 408 ")
        assert is_open(quiet)
        assert next(events).state["ply"] == 0
        server.play(begun, "A1")
        assert next(events).state["ply"] == 1


@pytest.mark.slow
def test_an_address_has_a_hundred_connections(own_server: Server) -> None:
    """Those that wait make room for one that comes; streams stay, and one more is refused. A proxy,
    as this machine may be, has as many as it needs."""
    server = own_server
    path = f"/api/games/{server.create('swap-nine')['id']}/events".encode()
    ask = b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n\r\n"
    with connected(server, 130, ELSEWHERE) as idle:
        assert open_among(idle, 100) == 100
        assert all(is_open(line) for line in idle[-100:]), "those that waited longest went"
        with connected(server, 100, ELSEWHERE) as streams:
            for line in streams:
                line.sendall(ask)
                assert answer(line).startswith(b"HTTP/1.1 200 ")
            assert open_among(idle, 0) == 0
            with connect(server) as late, connect(server, "127.0.0.3") as other:
                assert answer(late)[:12] in (b"HTTP/1.1 503", b"")
                other.sendall(ask)
                assert answer(other).startswith(b"HTTP/1.1 200 ")
            assert all(map(is_open, streams))
            with connected(server, 130, "127.0.0.1") as trusted:
                for line in trusted:
                    line.sendall(ask)
                    assert answer(line).startswith(b"HTTP/1.1 200 ")
    told = [line for line in server.log() if line["level"] == "warning"]
    assert [line["event"].partition(":")[0] for line in told] == [
        "127.0.0.2 has 100 connections open, the most that one address may have"
    ]


@pytest.mark.slow
@pytest.mark.parametrize("come_from", ["127.0.0.1", ELSEWHERE])
def test_few_files_and_many_idle_connections(tmp_path: Path, come_from: str) -> None:
    """`ulimit -n 64`: those who play still play, and computers think."""
    with Server(tmp_path, files=64) as server:
        begun = server.create("swap-nine", o={"kind": "computer", "level": "random"})
        with connected(server, 100, come_from) as idle, server.events(begun["id"]) as events:
            assert next(events).state["ply"] == 0
            assert open_among(idle, 49) < 50
            server.play(begun, "5")
            assert [next(events).state["ply"] for _ in range(2)] == [1, 2]
            again = server.create("crossed-paths")
            server.play(again, "A1", "B2", "C3")
            analysis = "/api/analysis?game=swap-nine&position=---/---/---+X"
            assert server.call("GET", analysis).json()["value"] == "win"
        told = [line["event"] for line in server.log() if line["level"] == "warning"]
        assert len(told) == 1
        assert "connections" in told[0]
