"""Programs and servers that the tests of the arena play against."""

import json
import shlex
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from helpers import ROOT

PYTHON_BOT = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'docs/bots/bot.py'))}"
SHELL_BOT = f"cmd:sh {shlex.quote(str(ROOT / 'docs/bots/bot.sh'))}"


def shell(folder: Path, code: str, name: str = "bot") -> str:
    """The agent that these lines of shell are."""
    file = folder / f"{name}.sh"
    file.write_text(code)
    return f"cmd:sh {shlex.quote(str(file))}"


def wait_until(holds: Callable[[], bool]) -> None:
    """Half a minute at most."""
    deadline = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def lines(file: Path) -> list[str]:
    """What a program has written so far."""
    return file.read_text().splitlines() if file.exists() else []


class Server(ThreadingHTTPServer):
    """Answers as a function says, which is given the document that was sent."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.over = threading.Event()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def answer(self, document: dict[str, Any], handler: "Handler") -> None:
        raise NotImplementedError


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        document = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(document)
        self.server.headers.append({"path": self.path} | dict(self.headers))
        self.server.answer(document, self)

    def reply(self, body: bytes, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def say(self, content: str | None) -> None:
        """A chat completion."""
        self.reply(json.dumps({"choices": [{"message": {"content": content}}]}).encode())

    def log_message(self, *words: object) -> None:
        """The tests tell enough."""


@contextmanager
def serving(answer: Any) -> Iterator[Server]:
    """A server on this machine whose answers are that function's."""
    with Server() as server:
        server.answer = answer  # type: ignore[method-assign]  # the behaviour of this test
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.over.set()
            server.shutdown()
            thread.join()
