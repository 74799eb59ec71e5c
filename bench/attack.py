"""The server under attack: how long the moves of others take while one address does its worst.

One server on SQLite with the options that it has by default. Twenty people at 127.0.0.1 play a move
a second each, and one asks for a small analysis now and then. The attacker is a process of its own
at 127.0.0.2, with lower priority, bounded in connections, requests and seconds. Wanted: the 99th
percentile of the acknowledgement of moves under 100 ms, or four times that of the same run
unattacked, whichever is larger; and every analysis under 3 s.
"""

import asyncio
import json
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from functools import cache
from math import inf
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from bench.serving import memory, server
from quincunx.match import begin
from quincunx.record import write
from quincunx.web.server import allow_many_connections

HOME, ATTACKER = "127.0.0.1", "127.0.0.2"
PLAYERS, SECONDS, AFTER = 20, 15, 2
MOST_REQUESTS, UNREAD = 20_000, 2_000
SEATS = {"x": {"kind": "human"}, "o": {"kind": "human"}}
LOST = (OSError, EOFError)
WANTED, TIMES, LONGEST_ANALYSIS = 100.0, 4, 3.0


class Line:
    """A connection that asks one thing after the other, and begins anew when it is cut."""

    def __init__(self, port: int, come_from: str) -> None:
        self.port, self.come_from = port, come_from
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


# Those who play.


async def play(port: int, number: int, until: float, delays: list[float]) -> None:
    """A move a second, from a new game when one is over."""
    random, line = Random(number), Line(port, HOME)
    await asyncio.sleep(number / PLAYERS)
    begun = state = await line.begin("crossed-paths", size="10x10")
    while perf_counter() < until:
        if state["outcome"]:
            begun = state = await line.begin("crossed-paths", size="10x10")
        move = {"move": random.choice(state["legal_moves"])["move"], "ply": state["ply"]}
        token = begun["seats"][state["to_move"].lower()]
        began = perf_counter()
        try:
            status, found = await line.ask("POST", f"/api/games/{begun['id']}/moves", move, token)
            assert status == 200, found
            state = json.loads(found)
            delays.append((perf_counter() - began) * 1000)
        except LOST:
            delays.append(inf)
        await asyncio.sleep(max(0.0, began + 1 - perf_counter()))
    line.close()


async def study(port: int, until: float, delays: list[float]) -> None:
    """A small analysis, of a position that was never asked for before."""
    line, random = Line(port, HOME), Random()
    while perf_counter() < until:
        numbers = [str(n) for n in random.sample(range(1, 10), 9)]
        text = "/".join(",".join(numbers[row : row + 3]) for row in (0, 3, 6)) + "+X"
        began = perf_counter()
        good = await _try(line, "GET", f"/api/analysis?game=grid-clash&position={text}") == 200
        delays.append(perf_counter() - began if good else inf)
        await asyncio.sleep(2)
    line.close()


async def bystanders(port: int) -> tuple[list[float], list[float]]:
    until = perf_counter() + SECONDS
    moves: list[float] = []
    analyses: list[float] = []
    people = [play(port, number, until, moves) for number in range(PLAYERS)]
    await asyncio.gather(*people, study(port, until, analyses))
    return sorted(moves), analyses


# Those who attack. Each way is a coroutine that is begun so many times at once.


async def endless_header(port: int, database: str) -> None:
    """A header without end, again as soon as it is cut off."""
    line = Line(port, ATTACKER)
    for _ in range(MOST_REQUESTS):
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
    for number in range(MOST_REQUESTS):
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
    for _ in range(MOST_REQUESTS):
        await _try(line, "POST", path, {"move": "A1", "ply": 0}, token)


async def lose_game(port: int, database: str) -> None:
    """Begins such a game, and deletes it behind the server's back, before anything is measured."""
    line = Line(port, ATTACKER)
    begun = await line.begin("crossed-paths")
    with sqlite3.connect(database, timeout=20) as rows:
        rows.execute("delete from games where id = ?", [begun["id"]])
    rows.close()
    line.close()
    Path(f"{database}.gone").write_text(json.dumps([begun["id"], begun["seats"]["x"]]))


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
    for _ in range(MOST_REQUESTS):
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
    line, loop = Line(port, ATTACKER), asyncio.get_running_loop()
    begun = await line.begin("crossed-paths", size="26x26")
    ask = f"GET /api/games/{begun['id']}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    with ExitStack() as stack:
        for _ in range(UNREAD):
            stream = stack.enter_context(socket.socket())
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            stream.setblocking(False)
            stream.bind((ATTACKER, 0))
            with suppress(OSError):
                await loop.sock_connect(stream, (HOME, port))
                await loop.sock_sendall(stream, ask)
        ply = 0
        for _ in range(MOST_REQUESTS):
            move = {"move": f"{chr(65 + ply % 26)}{ply // 26 + 1}", "ply": ply}
            path, token = f"/api/games/{begun['id']}/moves", begun["seats"]["xo"[ply % 2]]
            ply += await _try(line, "POST", path, move, token) == 200
            await asyncio.sleep(0.02)


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
}


async def attack(way: str, port: int, database: str) -> None:
    """Until the time is over; an attacker who fails is no attacker, and says so."""
    function, count = WAYS[way]
    with suppress(TimeoutError):
        async with asyncio.timeout(SECONDS + AFTER):
            await asyncio.gather(*(function(port, database) for _ in range(count)))


def measure() -> None:
    allow_many_connections()
    with tempfile.TemporaryDirectory() as home:
        database = str(Path(home) / "quincunx" / "server.db")
        with server(home, "--limit", "120") as (base, process):
            port = int(base.rstrip("/").rpartition(":")[2])
            asyncio.run(lose_game(port, database))
            asyncio.run(bystanders(port))  # processes begin, and code is warm
            usual = _tell("unattacked", *asyncio.run(bystanders(port)), inf)
            for way in WAYS:
                words = [sys.executable, "-m", "bench.attack", way, str(port), database]
                with subprocess.Popen(["nice", *words]) as attacker:
                    try:
                        found = asyncio.run(bystanders(port))
                    finally:
                        attacker.terminate()
                _tell(way, *found, max(WANTED, TIMES * usual))
                print(f"    the server holds {memory(process):.0f} MB")


def _tell(way: str, moves: list[float], analyses: list[float], most: float) -> float:
    half, slow = moves[len(moves) // 2], moves[int(len(moves) * 0.99)]
    longest = max(analyses)
    good = slow < most and longest < LONGEST_ANALYSIS
    print(
        f"  {way}: median {half:.1f} ms, 99th percentile {slow:.1f} ms of {len(moves)} moves, "
        f"slowest small analysis {longest:.2f} s{'' if good else ': NOT as wanted'}",
        flush=True,
    )
    return slow


if __name__ == "__main__":
    allow_many_connections()
    asyncio.run(attack(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
