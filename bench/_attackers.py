"""What one address does to a server, for `bench.attack`: each way is a coroutine that is begun so
many times at once, in a process of its own, until its time is over."""

import asyncio
import json
import socket
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from quincunx.play.events import Change, Event, MovePlayed, MovesUndone
from quincunx.play.match import begin
from quincunx.play.record import write

HOME, ATTACKER = "127.0.0.1", "127.0.0.2"
MAX_REQUESTS, UNREAD, STREAMS = 20_000, 2_000, 95
LONG_GAME = 4_226
SEATS = {"x": {"kind": "human"}, "o": {"kind": "human"}}
LOST = (OSError, EOFError)
GET = "GET {} HTTP/1.1\r\nHost: x\r\n{}\r\n"
POST = b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


class Line:
    """A connection that asks one thing after the other, and begins anew when it is cut."""

    def __init__(self, port: int, come_from: str, visitor: str = "") -> None:
        """Who comes from this machine may speak for a visitor, as a proxy does."""
        self.port, self.come_from, self.visitor = port, come_from, visitor
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._line is None:
            self._line = await asyncio.open_connection(
                HOME, self.port, local_addr=(self.come_from, 0)
            )
        return self._line

    def close(self) -> None:
        if self._line:
            self._line[1].close()
        self._line = None

    async def ask(
        self, method: str, path: str, body: Any = None, token: str = ""
    ) -> tuple[int, bytes]:
        """The status and the body of the answer; a connection that was let go is made again."""
        text = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {HOME}\r\nContent-Length: {len(text)}\r\n"
        head += f"Authorization: Bearer {token}\r\n" if token else ""
        head += f"X-Forwarded-For: {self.visitor}\r\n" if self.visitor else ""
        for last in (False, True):
            try:
                reader, writer = await self.open()
                writer.write(f"{head}Content-Type: application/json\r\n\r\n".encode() + text)
                answer = await reader.readuntil(b"\r\n\r\n")
                length = int(answer.lower().partition(b"content-length:")[2].split()[0])
                return int(answer.split()[1]), await reader.readexactly(length)
            except LOST:
                self.close()
                if last:
                    raise
        raise AssertionError

    async def begin(self, game: str, **values: Any) -> dict[str, Any]:
        status, found = await self.ask("POST", "/api/games", {"game": game, **SEATS, **values})
        assert status == 201, found
        begun: dict[str, Any] = json.loads(found)
        return begun


# Those who attack. Each way is a coroutine that is begun so many times at once.


async def endless_header(port: int, database: str) -> None:
    """A header without end, again as soon as it is cut off."""
    line = Line(port, ATTACKER)
    for _ in range(MAX_REQUESTS):
        with suppress(OSError):
            _, writer = await line.open()
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
            while not writer.is_closing():
                writer.write(b"a" * 65_536)
                await writer.drain()
        line.close()


async def thinking(port: int, database: str) -> None:
    """Reviews of records as long as a request may be."""
    line = Line(port, ATTACKER)
    records = [long_record("zone-conquest", (6, 6)), long_record("crossed-paths", (26, 26))]
    for number in range(MAX_REQUESTS):
        await _try(line, "POST", "/api/review", {"record": records[number % 2]})


@cache
def long_record(game: str, size: tuple[int, int]) -> str:
    """A game that goes on for as long as a request can hold, or its rules allow."""
    random, match = Random(1), begin(game, size, repetition=False)
    while match.ply < 400 or len(text := write(match)) < 15_000:
        position = match.position
        moves = [move for move in match.legal_moves() if not position.after(move).outcome]
        if not moves:
            return write(match)
        match.play(random.choice(moves))
    return text


async def gone_game(port: int, database: str) -> None:
    """Moves into a game that is not there any more, as if it had expired under its players."""
    line = Line(port, ATTACKER)
    game, token = json.loads(Path(f"{database}.gone").read_text())
    path = f"/api/games/{game}/moves"
    for _ in range(MAX_REQUESTS):
        await _try(line, "POST", path, {"move": "A1", "ply": 0}, token)


async def prepare(port: int, database: str) -> None:
    """Begin such a game, and delete it behind the server's back; and a long one, with all that has
    happened in it. Before anything is measured."""
    line = Line(port, ATTACKER)
    gone = await line.begin("crossed-paths")
    long = await line.begin("crossed-paths", size="26x26")
    line.close()
    rows = [
        [long["id"], number, event.kind, event.text(), str(datetime.now(UTC).replace(tzinfo=None))]
        for number, event in enumerate(map(Event, range(LONG_GAME), long_game()), 1)
    ]
    with sqlite3.connect(database, timeout=20) as store:
        store.execute("delete from games where id = ?", [gone["id"]])
        store.executemany("insert into events values (?, ?, ?, ?, ?)", rows)
    store.close()
    Path(f"{database}.gone").write_text(json.dumps([gone["id"], gone["seats"]["x"]]))
    Path(f"{database}.long").write_text(long["id"])


def long_game() -> list[Change]:
    """Moves, and then the last of them taken back and played again."""
    cells = [f"{chr(65 + ply % 26)}{ply // 26 + 1}" for ply in range(26)]
    played: list[Change] = [MovePlayed(cell) for cell in cells]
    while len(played) < LONG_GAME:
        played += [MovesUndone(25), MovePlayed(cells[-1])]
    return played[:LONG_GAME]


async def work(port: int, database: str) -> None:
    """Whatever costs most to answer, by turns; and a long game from its beginning."""
    line = Line(port, ATTACKER)
    begun = await line.begin("crossed-paths", size="26x26")
    state = begun
    for _ in range(200):
        token = begun["seats"][state["to_move"].lower()]
        move = {"move": state["legal_moves"][0]["move"], "ply": state["ply"]}
        status, found = await line.ask("POST", f"/api/games/{begun['id']}/moves", move, token)
        if status != 200:
            break
        state = json.loads(found)
    record = (await line.ask("GET", f"/api/games/{begun['id']}/record"))[1].decode()
    events = (
        f"GET /api/games/{begun['id']}/events HTTP/1.1\r\nHost: x\r\nLast-Event-ID: 0\r\n"
        "Connection: close\r\n\r\n"
    )
    for _ in range(MAX_REQUESTS):
        await _try(line, "GET", "/api/catalogue")
        await _try(line, "GET", "/api/position?game=crossed-paths&size=26x26")
        await _try(line, "POST", "/api/replay", {"record": record})
        stream = Line(port, ATTACKER)
        with suppress(OSError, TimeoutError):
            reader, writer = await stream.open()
            writer.write(events.encode())
            async with asyncio.timeout(1):
                while await reader.read(1_000_000):
                    pass
        stream.close()


async def unread_streams(port: int, database: str) -> None:
    """Of a game in which something happens all the time."""
    await watched(port, UNREAD, read=False)


async def few_unread_streams(port: int, database: str) -> None:
    await watched(port, STREAMS, read=False)


async def read_streams(port: int, database: str) -> None:
    await watched(port, STREAMS, read=True)


async def watched(port: int, count: int, *, read: bool) -> None:
    """Moves and undos of a large game, and so many who watch it."""
    line, loop = Line(port, ATTACKER), asyncio.get_running_loop()
    begun = await line.begin("crossed-paths", size="26x26")
    path, seats = f"/api/games/{begun['id']}", begun["seats"]
    ask = GET.format(f"{path}/events", "").encode()
    readers = []
    with ExitStack() as stack:
        for _ in range(count):
            stream = stack.enter_context(socket.socket())
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1_000_000 if read else 4_096)
            stream.setblocking(False)
            stream.bind((ATTACKER, 0))
            with suppress(OSError):
                await loop.sock_connect(stream, (HOME, port))
                await loop.sock_sendall(stream, ask)
                readers += [asyncio.create_task(drain(stream))] if read else []
        for _ in range(MAX_REQUESTS):
            await _try(line, "POST", f"{path}/moves", {"move": "A1", "ply": 0}, seats["x"])
            await _try(line, "POST", f"{path}/offers", {"kind": "undo"}, seats["x"])
            with suppress(*LOST):
                status, found = await line.ask("GET", path)
                if status == 200 and (offer := json.loads(found)["offer"]):
                    answer = f"{path}/offers/{offer['number']}"
                    await _try(line, "POST", answer, {"accept": True}, seats["o"])


async def drain(stream: socket.socket) -> None:
    with suppress(OSError):
        while await asyncio.get_running_loop().sock_recv(stream, 1_000_000):
            pass


async def spaces(port: int, database: str) -> None:
    """One small request, with a header that is mostly spaces."""
    line = Line(port, ATTACKER)
    for _ in range(MAX_REQUESTS):
        for header in (f"Accept-Encoding: gzip{' ' * 7_900}x", f"X:{' ' * 7_900}\0"):
            await exchange(line, GET.format("/nowhere", f"{header}\r\n").encode())


async def chunks(port: int, database: str) -> None:
    """Bodies of one byte a chunk."""
    line = Line(port, ATTACKER)
    for _ in range(MAX_REQUESTS):
        body = b"1\r\n \r\n" * 2_000
        await exchange(line, POST + b"Transfer-Encoding: chunked\r\n\r\n" + body)


async def exchange(line: Line, data: bytes) -> None:
    """Send something, and read as much as comes; the next time on another connection."""
    with suppress(OSError, TimeoutError):
        reader, writer = await line.open()
        writer.write(data)
        async with asyncio.timeout(1):
            await reader.read(100_000)
    line.close()


async def dropped_streams(port: int, database: str) -> None:
    game = Path(f"{database}.long").read_text()
    line = Line(port, ATTACKER)
    for _ in range(MAX_REQUESTS):
        with suppress(OSError):
            _, writer = await line.open()
            writer.write(GET.format(f"/api/games/{game}/events", "").encode())
            await writer.drain()
        line.close()


async def resumed_streams(port: int, database: str) -> None:
    """Far behind in a long game, but not so far that the present state is enough."""
    game, loop = Path(f"{database}.long").read_text(), asyncio.get_running_loop()
    last = f"Last-Event-ID: {LONG_GAME - 95}\r\n"
    for _ in range(MAX_REQUESTS):
        with socket.socket() as stream, suppress(OSError, TimeoutError):
            stream.setblocking(False)
            stream.bind((ATTACKER, 0))
            await loop.sock_connect(stream, (HOME, port))
            await loop.sock_sendall(stream, GET.format(f"/api/games/{game}/events", last).encode())
            async with asyncio.timeout(1):
                await drain(stream)


async def slow_bodies(port: int, database: str) -> None:
    """A byte at a time."""
    line = Line(port, ATTACKER)
    for _ in range(MAX_REQUESTS):
        with suppress(OSError):
            _, writer = await line.open()
            writer.write(POST + b"Content-Length: 10000\r\n\r\n")
            while not writer.is_closing():
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.005)
        line.close()


async def _try(line: Line, *asked: Any) -> int:
    """The status of the answer, 0 if there was none."""
    try:
        return (await line.ask(*asked))[0]
    except LOST:
        await asyncio.sleep(0.01)
        return 0


WAYS: dict[str, tuple[Callable[[int, str], Awaitable[None]], int]] = {
    "an endless header": (endless_header, 8),
    "thinking that goes on": (thinking, 8),
    "moves into a game that is gone": (gone_game, 8),
    "work on the event loop": (work, 8),
    f"{UNREAD:,} streams that nobody reads": (unread_streams, 1),
    "a header of spaces": (spaces, 8),
    "one-byte chunks": (chunks, 8),
    "streams opened and dropped": (dropped_streams, 8),
    f"{STREAMS} streams that are read": (read_streams, 1),
    f"{STREAMS} streams that nobody reads": (few_unread_streams, 1),
    "resuming far behind in a long game": (resumed_streams, STREAMS),
    "slow bodies": (slow_bodies, STREAMS),
}


async def attack(way: str, port: int, database: str, seconds: float) -> None:
    """Until the time is over; an attacker who fails is no attacker, and says so."""
    function, count = WAYS[way]
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(function(port, database) for _ in range(count)))
