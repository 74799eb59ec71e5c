"""The server under attack: how long the moves of others take while one address does its worst.

One server on SQLite with the options that it has by default. Twenty people, each with an address,
play a move a second each, and one asks for a small analysis now and then. The attacker is a process
of its own at 127.0.0.2, with lower priority, bounded in connections, requests and seconds. Before
every attack the same is measured without it. Wanted: the 99th percentile of the acknowledgement of
moves under 100 ms, or three times that of the same moves unattacked, whichever is larger; and every
analysis under 3 s. `python -m bench attack --only WORD…` measures the ways that have such a word.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
from math import inf
from pathlib import Path
from random import Random
from time import perf_counter

from bench._attackers import HOME, LOST, WAYS, Line, _try, attack, prepare
from bench.serving import memory, server
from quincunx.web.server import allow_many_connections

PLAYERS, SECONDS, AFTER = 20, 15, 2
WANTED_MS, TIMES, MAX_ANALYSIS_S = 100.0, 3, 3.0


# Those who play.


async def play(port: int, number: int, until: float, delays: list[float]) -> None:
    """A move a second, from a new game when one is over."""
    random, line = Random(number), Line(port, HOME, f"10.0.0.{number}")
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
    line, random = Line(port, HOME, "10.0.1.0"), Random()
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


def measure(*words: str) -> None:
    allow_many_connections()
    print(f"  {'99th percentile of moves, ms':40} base  attacked  slowest analysis, s  server, MB")
    with tempfile.TemporaryDirectory() as home:
        database = str(Path(home) / "quincunx" / "server.db")
        with server(home, "--limit", "120") as (base, process):
            port = int(base.rstrip("/").rpartition(":")[2])
            asyncio.run(prepare(port, database))
            asyncio.run(bystanders(port))  # processes begin, and code is warm
            for way in WAYS:
                if words and not any(word in way for word in words):
                    continue
                usual = late(asyncio.run(bystanders(port))[0])
                program = [sys.executable, "-m", "bench.attack", way, str(port), database]
                with subprocess.Popen(["nice", *program]) as attacker:
                    try:
                        moves, analyses = asyncio.run(bystanders(port))
                    finally:
                        attacker.terminate()
                good = late(moves) < max(WANTED_MS, TIMES * usual)
                good = good and max(analyses) < MAX_ANALYSIS_S
                print(
                    f"  {way:40} {usual:4.0f}  {late(moves):8.0f}  {max(analyses):19.2f}  "
                    f"{memory(process):10.0f}{'' if good else '  NOT as wanted'}",
                    flush=True,
                )


def late(moves: list[float]) -> float:
    """The 99th percentile."""
    return moves[int(len(moves) * 0.99)]


def main(words: list[str]) -> None:
    measure(*words[1:] if words[:1] == ["--only"] else ())


if __name__ == "__main__":
    allow_many_connections()
    asyncio.run(attack(sys.argv[1], int(sys.argv[2]), sys.argv[3], SECONDS + AFTER))
