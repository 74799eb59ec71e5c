"""A real server in a process of its own, which can be killed and begun again."""

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Self

import httpx

import quincunx
from helpers import ROOT, apart
from quincunx.play.events import Seat, SeatKey
from quincunx.play.match import begin
from quincunx.play.record import write
from quincunx.web.game_service import GameService
from quincunx.web.store import Store
from quincunx.web.subscriptions import Hub

HUMANS = {"x": {"kind": "human", "name": "Ann"}, "o": {"kind": "human", "name": "Bob"}}
PEOPLE: dict[SeatKey, Seat] = {"x": Seat("human"), "o": Seat("human")}
CLIENT = httpx.Client(
    verify=False,
    limits=httpx.Limits(max_connections=None, max_keepalive_connections=0),
    timeout=90,
)
"""A new connection for every request, but not a new list of those who certify the world's servers:
to read that takes longer than any answer."""


class Site:
    """The folder that `make site` writes, under a path of a host that knows nothing but files."""

    def __init__(self, folder: Path) -> None:
        self.parent, self.folder = folder, folder / "some" / "where"
        self.port = 0
        self.start()
        self.root = f"http://127.0.0.1:{self.port}"
        self.base = f"{self.root}/some/where/index.html#"

    def start(self) -> None:
        handler = partial(_Quiet, directory=str(self.parent))
        self.host = _Host(("127.0.0.1", self.port), handler)
        self.port = self.host.server_port
        Thread(target=self.host.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.host.shutdown()
        self.host.server_close()


class _Host(ThreadingHTTPServer):
    def handle_error(self, *_: Any) -> None:
        """A browser that leaves may break off."""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """A test has its own words."""


class Server:
    """`quincunx serve` with a folder of its own. Its port stays the same when it begins again."""

    def __init__(
        self,
        home: Path,
        *options: str,
        limit: int = 0,
        path: str = "",
        wait: bool = True,
        files: int = 0,
        under: tuple[str, ...] = (),
    ) -> None:
        """`files` is the most that it may have open, if that is less than usual; `under` is a
        command that starts it."""
        self.home = home
        self.program = [*under, sys.executable, "-m", "quincunx"]
        if files:
            self.program = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *self.program]
        self.options = [*options, "--limit", str(limit)]
        self.environment = os.environ | {"XDG_DATA_HOME": str(home)}
        if path:
            others = os.environ.get("PYTHONPATH", "")
            self.environment["PYTHONPATH"] = os.pathsep.join(filter(None, [path, others]))
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
                [*self.program, *words],
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
            return self.process.wait(90)
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
        return CLIENT.request(method, self.base + path, json=body, headers=headers)

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

    def resign(self, game: str, token: str) -> httpx.Response:
        return self.call("POST", f"/api/games/{game}/resign", token=token)

    def offer(self, game: str, kind: str, token: str) -> httpx.Response:
        return self.call("POST", f"/api/games/{game}/offers", {"kind": kind}, token)

    def answer(self, game: str, number: int, accept: bool, token: str) -> httpx.Response:
        return self.call("POST", f"/api/games/{game}/offers/{number}", {"accept": accept}, token)

    def agree(self, begun: dict[str, Any], kind: str, by: str = "x", accept: bool = True) -> Any:
        """Offer by one seat, and answer by the other; the state after it."""
        game, seats = begun["id"], begun["seats"]
        number = self.offer(game, kind, seats[by]).json()["offer"]["number"]
        answer = self.answer(game, number, accept, seats["o" if by == "x" else "x"])
        assert answer.status_code == 200, answer.text
        return answer.json()

    def take(self, game: str, seat: str, by: str | None = None, **body: object) -> httpx.Response:
        """A seat that is open, or one's own for another device."""
        return self.call("POST", f"/api/games/{game}/seats/{seat}", body, by)

    @contextmanager
    def events(self, game: str, after: int | None = None) -> Iterator[Iterator["Heard"]]:
        """What a listener hears, as it comes."""
        headers = {} if after is None else {"Last-Event-ID": str(after)}
        address = f"{self.base}/api/games/{game}/events"
        with CLIENT.stream("GET", address, headers=headers) as answer:
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


def with_games(home: Path, scenario: Callable[[GameService], Awaitable[None]]) -> None:
    """Run a scenario with the games of a database in this process."""

    async def whole() -> None:
        store = Store(f"sqlite:///{home}/server.db")
        await store.prepare()
        games = GameService(store, Hub())
        await scenario(games)
        games.close()
        await store.close()

    apart(whole())


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


def thinking_at_most(folder: Path, seconds: float) -> str:
    """A search path on which every process of a server allows a question that many seconds."""
    code = f"import quincunx.web.worker_pool\nquincunx.web.worker_pool.TIMEOUT_S = {seconds!r}\n"
    (folder / "sitecustomize.py").write_text(code)
    return str(folder)


def long_record(plies: int, size: tuple[int, int] = (6, 6)) -> str:
    """A game of Zone Conquest, kept from its end. On 6x6 a ply takes half a second to review."""
    draw, match = random.Random(1), begin("zone-conquest", size, repetition=False)
    while match.ply < plies:
        if size == (3, 3):
            moves = [item.move for item in quincunx.analyze(match.position).best()]
        else:
            moves = [move for move in match.legal_moves() if str(move).startswith("x")]
        match.play(draw.choice(moves or match.legal_moves()))
    return write(match)
