"""What a server makes of requests before it reads them: refused if others could read them in
another way, never slow, and charged to the address that sent them."""

import re
import signal
import socket
import struct
from contextlib import suppress
from pathlib import Path
from time import thread_time

import h11
import httpx
import pytest
from starlette.datastructures import Headers

from quincunx.web.connections import Parser
from quincunx.web.static_responses import takes_gzip
from web.refusing import refused
from web.serving import Server, sentence
from web.test_connections import ELSEWHERE, connect

CHUNKED = b"POST /api/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
HEAD = b"GET /nowhere HTTP/1.1\r\nHost: x\r\n"
SPACES = b" " * 7_900


def read_all(line: socket.socket) -> bytes:
    text = b""
    with suppress(ConnectionError):
        while part := line.recv(10_000):
            text += part
    return text


def exchange(server: Server, data: bytes, come_from: str = "127.0.0.1") -> bytes:
    """All that comes back until the server ends the connection."""
    with connect(server, come_from) as line:
        line.sendall(data)
        return read_all(line)


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ("gzip", True),
        ("br;q=1.0, GZIP ; q=0.5", True),
        ("gzip; q=0.000, br", False),
        ("gzip;q=0.001", True),
        ("x-gzip, gzipped", False),
        (f"gzip{' ' * 7_900}x", False),
    ],
)
def test_who_takes_gzip(accepted: str, takes: bool) -> None:
    assert takes_gzip(Headers({"accept-encoding": accepted})) is takes


def effort(data: bytes) -> float:
    """Seconds of this thread, the fewest of some tries."""
    tries = []
    for _ in range(3):
        began, parser = thread_time(), Parser(h11.SERVER, 8_192)
        with suppress(h11.RemoteProtocolError):
            parser.receive_data(data)
            while parser.next_event() not in (h11.NEED_DATA, h11.PAUSED):
                pass
        tries.append(thread_time() - began)
    return min(tries)


@pytest.mark.parametrize("last", [b"\0", b"\x0b", b"\r"])
def test_no_line_takes_the_square_of_its_length(last: bytes) -> None:
    """Sixteen times as long takes about sixteen times as much, not 256 times; what is too short to
    be measured does not count."""
    lines = [HEAD + b"X:" + b" " * length + last + b"\r\n\r\n" for length in (500, 8_000)]
    short, long = map(effort, lines)
    assert long < 80 * max(short, 0.0001)


@pytest.mark.parametrize(
    "data",
    [
        CHUNKED.replace(b"Host", b"Content-Length: 5\r\nHost")
        + b"0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /healthz HTTP/1.1\nHost: x\n\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\nX: y\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n",
        CHUNKED + b"2\r\n{}\r\n0\r\n\r\n",
        b"What would be right?\r\n\r\n",
    ],
    ids=[
        "two lengths",
        "bare line feeds",
        "one bare line feed",
        "the last bare line feed",
        "a bare carriage return",
        "chunks",
        "no request",
    ],
)
def test_what_others_could_read_otherwise_is_refused(server: Server, data: bytes) -> None:
    """Also where it comes byte by byte. The connection ends, and nothing after it is answered."""
    for text in (exchange(server, data), _slowly(server, data)):
        assert text.startswith(b"HTTP/1.1 400 Bad Request\r\n")
        assert b"\r\nconnection: close\r\n" in text
        assert text.count(b"HTTP/1.1") == 1
        assert re.search(rb'\{"detail": "[^"]+\."\}$', text)


def _slowly(server: Server, data: bytes) -> bytes:
    with connect(server, "127.0.0.1") as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with suppress(OSError):
            for number in range(len(data)):
                line.sendall(data[number : number + 1])
        return read_all(line)


@pytest.mark.slow
def test_what_costs_before_it_is_read_is_charged(tmp_path: Path) -> None:
    """Requests in crumbs, connections that are dropped, bodies that break off: all of them come to
    429, for that address alone."""
    crumbs = CHUNKED + b"1\r\n \r\n" * 2_000
    with Server(tmp_path, limit=12) as server:
        assert exchange(server, crumbs, ELSEWHERE).startswith(b"HTTP/1.1 400 ")
        for _ in range(200):
            text = exchange(server, crumbs, ELSEWHERE)
            if text.startswith(b"HTTP/1.1 429 "):
                break
        assert b"\r\nretry-after: " in text
        assert (
            b'{"detail": "Your address opens or breaks off too many connections: try again in '
            in text
        )
        for number, data in ((3, b""), (4, HEAD), (5, CHUNKED + b"1\r\n")):
            address = f"127.0.0.{number}"
            for _ in range(1_000):
                with connect(server, address) as line:
                    line.sendall(data)
                if b" 429 " in exchange(server, HEAD + b"Connection: close\r\n\r\n", address)[:13]:
                    break
            else:
                pytest.fail(f"{data!r} costs nothing")
        begun = server.create("swap-nine")
        server.play(begun, "5")


@pytest.mark.slow
def test_who_leaves_before_the_refusal_is_no_error(tmp_path: Path) -> None:
    """The log has no traceback of those who have spent all and are gone."""
    with Server(tmp_path, limit=3) as server:
        for _ in range(500):
            with connect(server, ELSEWHERE) as line, suppress(OSError):
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                line.sendall(HEAD)
        begun = server.create("swap-nine")
        server.play(begun, "5")
        assert server.stop() == 0
        assert not [line for line in server.log() if line["level"] == "error"]


@pytest.mark.slow
def test_a_body_that_breaks_off_is_paid_for(tmp_path: Path) -> None:
    """As what was asked for; a proxy's visitors too."""
    head = b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n"
    with Server(tmp_path, limit=3) as server:
        assert exchange(server, head + b" " * 20_000).startswith(b"HTTP/1.1 413 ")
        for _ in range(2):
            with connect(server, "127.0.0.1") as line:
                line.sendall(head)
        while len([line for line in server.log() if line.get("path") == "/api/games"]) < 3:
            server.call("GET", "/healthz")
        answer = server.call("POST", "/api/games", {"game": "swap-nine"})
        assert answer.status_code == 429


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_it_ends_as_asked(tmp_path: Path, how: signal.Signals) -> None:
    """Without a failure, and streams end whole; also where the tests were told to ignore it."""
    with Server(tmp_path, under=("env", f"--default-signal={how.name[3:]}")) as server:
        begun = server.create("swap-nine", o={"kind": "computer", "level": "random"})
        with server.events(begun["id"]) as events:
            next(events)
            assert server.stop(how) == 0
            assert list(events) == []


@pytest.mark.slow
def test_nohup_keeps_it_alive(tmp_path: Path) -> None:
    with Server(tmp_path, under=("nohup",)) as server:
        server.process.send_signal(signal.SIGHUP)
        assert server.call("GET", "/healthz").status_code == 200
        assert server.stop() == 0


@pytest.mark.slow
def test_every_line_on_standard_error_is_json_and_none_has_a_token(own_server: Server) -> None:
    """However somebody sends a token: in a path, a query, encoded once or twice."""
    server = own_server
    begun = server.create("swap-nine")
    token = begun["seats"]["x"]
    once = "".join(f"%{ord(letter):02x}" for letter in token)
    twice = once.replace("%", "%25")
    paths = [
        f"/{token}",
        f"/game/{token}",
        f"/api/games/{begun['id']}/seats/{token}",
        f"/api/games/{begun['id']}?token={token}",
        f"/page/{once}/main.js",
        f"/{twice}",
        f"/{'a/' * 245}{token}",
        f"/a{token}b",
        f"/Bearer%20{token}",
    ]
    for path in paths:
        server.call("GET", path)
    exchange(server, f"{token} /{token} HTTP/1.1\r\n\r\n".encode())
    exchange(server, f"{token} /{token} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    server.stop()
    lines = (server.home / "log").read_text().splitlines()
    assert len(lines) == len(server.log()) >= len(paths) + 3
    assert "Only this machine can open the page" in server.log()[0]["event"]
    for text in (token, once, once.upper(), twice, token[:12], token[-12:]):
        assert not [line for line in lines if text in line]
    assert any(line.get("path") == f"/api/games/{begun['id']}/seats/***" for line in server.log())


@pytest.mark.slow
def test_only_its_own_names_are_answered(tmp_path: Path) -> None:
    names = ("--allowed-host", "Games.example.org", "--allowed-host", "[::1]")
    with Server(tmp_path, *names) as server:

        def ask(path: str, host: str) -> httpx.Response:
            return httpx.get(f"{server.base}{path}", headers={"Host": host}, trust_env=False)

        for host in ("games.example.org", "GAMES.example.org:8000", "[::1]:80", "[::1]"):
            assert ask("/api/catalogue", host).status_code == 200, host
        for host in ("example.org", "127.0.0.1", "games.example.org.evil", "", "[::2]", ":80"):
            for path in ("/", "/api/catalogue", "/nowhere"):
                answer = ask(path, host)
                assert (answer.status_code, sentence(answer)[-1]) == (421, "."), host
        for path in ("/healthz", "/readyz"):
            assert ask(path, "10.0.0.7:8000").status_code == 200


def test_options_that_cannot_be(tmp_path: Path) -> None:
    hosts = ["", "http://games.example.org", "games.example.org:80", "a b", "*", "::1", "[]", "ä"]
    for result in refused(tmp_path, *[("serve", "--allowed-host", host) for host in hosts]):
        assert "is no host, write a name as in games.example.org" in result.stderr
    ports = ["99999", "65536", "-1", "nonsense", "8000.5", "80 80", ""]
    for result in refused(tmp_path, *[("serve", "--port", port) for port in ports]):
        assert "is no port, choose one from 0 to 65535:" in result.stderr
    for result in refused(tmp_path, *[("serve", "--expire", days) for days in ("0", "a", "1.5")]):
        assert "is not a number of days from 1 to 99999" in result.stderr
