"""Thinking on a real server: it ends in time, and nobody is kept from it."""

import os
import signal
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from helpers import wait_until, workers
from web.serving import Server, long_record, sentence, thinking_at_most, with_the_toy_game

SMALL = "/api/analysis?game=swap-nine&position=---/---/---+X"
LATE = "This takes longer than can be spared: try a smaller board or a shorter game."
LOST = "The thinking broke off: try again in a moment."
PATIENCE = 120


@contextmanager
def serving(home: Path, seconds: float | None = None) -> Iterator[Server]:
    found = Server(home, path=thinking_at_most(home, seconds) if seconds else "")
    try:
        yield found
    finally:
        found.stop(signal.SIGKILL)


def ask(
    server: Server, path: str, body: str | None = None, come_from: str = "127.0.0.1"
) -> httpx.Response:
    way = httpx.HTTPTransport(local_address=come_from)
    with httpx.Client(transport=way, base_url=server.base, timeout=PATIENCE) as client:
        return client.get(path) if body is None else client.post(path, json={"record": body})


@pytest.mark.slow
def test_a_review_that_would_take_minutes_ends_with_its_process(tmp_path: Path) -> None:
    with serving(tmp_path, seconds=5) as server:
        assert server.call("GET", SMALL).status_code == 200
        before = workers(server.process.pid)
        answer = ask(server, "/api/review", long_record(60))
        assert (answer.status_code, sentence(answer)) == (503, LATE)
        wait_until(lambda: not before.keys() <= workers(server.process.pid).keys())
        assert server.call("GET", SMALL).status_code == 200


def test_a_review_has_its_longest_game(server: Server) -> None:
    long = ask(server, "/api/review", long_record(401))
    assert (long.status_code, sentence(long)) == (
        422,
        "The game has 401 moves: a review takes at most 400, so send fewer.",
    )
    fits = ask(server, "/api/review", long_record(400, (3, 3)))
    assert len(fits.json()["moves"]) == 400


@pytest.mark.slow
def test_nobody_waits_for_what_somebody_else_asks(tmp_path: Path) -> None:
    with ThreadPoolExecutor(6) as pool, serving(tmp_path, seconds=600) as server:
        costly = [
            pool.submit(ask, server, "/api/review", long_record(60 + n), "127.0.0.2")
            for n in range(6)
        ]
        wait_until(lambda: max(workers(server.process.pid).values(), default=0) > 1)
        assert ask(server, SMALL).status_code == 200
        assert not any(each.done() for each in costly)


@pytest.mark.slow
def test_what_a_visitor_asked_ends_when_the_visitor_goes(tmp_path: Path) -> None:
    with serving(tmp_path, seconds=600) as server:
        server.call("GET", SMALL)
        before = workers(server.process.pid)
        asked = {"record": long_record(60)}
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(f"{server.base}/api/review", json=asked, timeout=1)
        wait_until(lambda: not before.keys() <= workers(server.process.pid).keys())
        wait_until(lambda: any(line.get("status") == 499 for line in server.log()))
        assert not any("traceback" in line for line in server.log())


@pytest.mark.slow
def test_a_killed_process_takes_only_its_own_question_with_it(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as pool, serving(tmp_path, seconds=600) as server:
        one = pool.submit(ask, server, "/api/review", long_record(60), "127.0.0.2")
        wait_until(lambda: max(workers(server.process.pid).values(), default=0) > 1)
        (busy,) = [child for child, spent in workers(server.process.pid).items() if spent > 1]
        two = pool.submit(ask, server, "/api/review", long_record(6), "127.0.0.3")
        wait_until(lambda: sum(spent > 1 for spent in workers(server.process.pid).values()) == 2)
        os.kill(busy, signal.SIGKILL)
        lost, kept = one.result(), two.result()
        assert (lost.status_code, sentence(lost)) == (503, LOST)
        assert kept.status_code == 200
        assert len(kept.json()["moves"]) == 6


@pytest.mark.slow
def test_computers_reply_by_turns_of_those_who_play(tmp_path: Path) -> None:
    """Somebody begins thirty games whose computers think half a second each; another's computer
    does not wait until all have moved."""
    expert = {"kind": "computer", "level": "expert"}
    body = {"game": "zone-conquest", "size": "6x6", "x": expert, "o": {"kind": "human"}}
    with serving(tmp_path) as server:
        way = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=way, base_url=server.base, timeout=PATIENCE) as client:
            theirs = [client.post("/api/games", json=body).json()["id"] for _ in range(30)]
        mine = server.create("swap-nine", x={"kind": "computer", "level": "casual"})
        with server.events(mine["id"], 0) as events:
            assert next(events).state["ply"] == 1

        def moved(*games: str) -> list[str]:
            """When each of them moved, as the database has it."""
            with sqlite3.connect(server.home / "quincunx" / "server.db") as rows:
                found = dict(rows.execute("select game, at from events where kind = 'move'"))
            rows.close()
            return [found[game] for game in games if game in found]

        wait_until(lambda: len(moved(*theirs)) == len(theirs))
        (at,) = moved(mine["id"])
        assert sum(other > at for other in moved(*theirs)) > 5


SEARCH_HELD = """
import pathlib, time
from quincunx.analysis import puzzles
folder, search = pathlib.Path({folder!r}), puzzles.search
def held(*words):
    (folder / "begun").touch()
    while not (folder / "go on").exists(): time.sleep(0.01)
    return search(*words)
puzzles.search = held
"""


@pytest.mark.slow
def test_the_search_for_a_puzzle_blocks_no_other_request(tmp_path: Path) -> None:
    """It does not end before another request was answered: on the event loop, neither would."""
    path = with_the_toy_game(tmp_path)
    with (tmp_path / "sitecustomize.py").open("a") as code:
        code.write(SEARCH_HELD.format(folder=str(tmp_path)))
    with Server(tmp_path, path=path) as server, ThreadPoolExecutor(1) as pool:
        puzzle = pool.submit(server.call, "GET", "/api/puzzle?game=three-in-a-row&seed=1")
        wait_until((tmp_path / "begun").exists)
        try:
            assert server.call("GET", "/api/catalogue").status_code == 200
            server.play(server.create("swap-nine"), "5")
            assert not puzzle.done()
        finally:
            (tmp_path / "go on").touch()
        assert puzzle.result().json()["game"] == "three-in-a-row"
