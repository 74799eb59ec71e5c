"""A real server in a process of its own, which can be killed and begun again."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self

import httpx

from helpers import ROOT

HUMANS = {"x": {"kind": "human", "name": "Ann"}, "o": {"kind": "human", "name": "Bob"}}


class Server:
    """`quincunx serve` with a folder of its own. Its port stays the same when it begins again."""

    def __init__(
        self, home: Path, *options: str, limit: int = 0, path: str = "", wait: bool = True
    ) -> None:
        self.home = home
        self.options = [*options, "--limit", str(limit)]
        self.environment = os.environ | {"XDG_DATA_HOME": str(home)}
        if path:
            self.environment["PYTHONPATH"] = path
        self.port = 0
        self.start(wait)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()

    def start(self, wait: bool = True) -> None:
        words = ["serve", "--port", str(self.port), *self.options]
        with open(self.home / "log", "a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "quincunx", *words],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=self.environment,
            )
        if wait:
            self.listens()

    def listens(self) -> None:
        """Waits until it does."""
        assert self.process.stdout
        try:
            self.base = self.process.stdout.readline().strip().rstrip("/")
            assert self.base, (self.home / "log").read_text()
        except BaseException:  # also when somebody loses patience
            self.stop(signal.SIGKILL)
            raise
        self.port = int(self.base.rpartition(":")[2])

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        try:
            return self.process.wait(20)
        finally:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout
            self.process.stdout.close()

    def log(self) -> list[dict[str, Any]]:
        lines = (self.home / "log").read_text().splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]

    # Requests.

    def call(
        self, method: str, path: str, body: Any = None, token: str | None = None
    ) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.request(method, self.base + path, json=body, headers=headers, timeout=30)

    def create(self, game: str, **values: Any) -> dict[str, Any]:
        answer = self.call("POST", "/api/games", {"game": game, **HUMANS, **values})
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def state(self, game: str) -> dict[str, Any]:
        found: dict[str, Any] = self.call("GET", f"/api/games/{game}").json()
        return found

    def move(self, game: str, move: str, ply: int, token: str | None) -> httpx.Response:
        return self.call("POST", f"/api/games/{game}/moves", {"move": move, "ply": ply}, token)

    def play(self, begun: dict[str, Any], *moves: str, ply: int = 0) -> None:
        """Moves from a ply on, by turns of those who have their tokens from the start."""
        for number, move in enumerate(moves, ply):
            answer = self.move(begun["id"], move, number, begun["seats"]["xo"[number % 2]])
            assert answer.status_code == 200, answer.text

    @contextmanager
    def events(self, game: str, after: int | None = None) -> Iterator[Iterator["Heard"]]:
        """What a listener hears, as it comes."""
        headers = {} if after is None else {"Last-Event-ID": str(after)}
        address = f"{self.base}/api/games/{game}/events"
        with httpx.stream("GET", address, headers=headers, timeout=20) as answer:
            assert answer.status_code == 200
            yield read_events(answer.iter_lines())


class Heard:
    def __init__(self, fields: dict[str, str]) -> None:
        self.number = int(fields["id"])
        self.kind = fields.get("event")
        self.state = json.loads(fields["data"])


def read_events(lines: Iterator[str]) -> Iterator[Heard]:
    fields: dict[str, str] = {}
    for line in lines:
        if line:
            key, _, value = line.partition(": ")
            fields[key] = value
        else:
            if "id" in fields:
                yield Heard(fields)
            fields = {}


def apart(scenario: Coroutine[Any, Any, None]) -> None:
    """In a thread of its own: the browser's driver has a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, scenario).result()


def wait_until(condition: Callable[[], object], seconds: float = 60) -> None:
    ends = monotonic() + seconds
    while not condition():
        assert monotonic() < ends
        sleep(0.05)


def sentence(answer: httpx.Response) -> str:
    """The refusal, which is one sentence."""
    found = answer.json()["detail"]
    assert isinstance(found, str)
    assert found.endswith(".")
    assert "\n" not in found
    return found


def with_the_toy_game(folder: Path) -> str:
    """A search path on which every process of a server knows the sixth game."""
    toy = ROOT / "tests" / "toy"
    code = f"import quincunx.games\nquincunx.games.__path__.append({str(toy)!r})\n"
    (folder / "sitecustomize.py").write_text(code)
    return str(folder)
