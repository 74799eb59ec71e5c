"""Programs and servers that the tests of the arena play against."""

import json
import os
import shlex
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from helpers import ROOT
from quincunx.arena.contest import play_all
from quincunx.arena.grade_file import ContestFile
from quincunx.core import Document

PYTHON_BOT = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'docs/bots/bot.py'))}"
SHELL_BOT = f"cmd:sh {shlex.quote(str(ROOT / 'docs/bots/bot.sh'))}"


def shell(folder: Path, code: str, name: str = "bot") -> str:
    """The agent that these lines of shell are."""
    file = folder / f"{name}.sh"
    file.write_text(code)
    return f"cmd:sh {shlex.quote(str(file))}"


FAMILY = """
import json, os, signal, sys, time

def noted(name):
    with open(f"{folder}/new.{name}", "w") as file:
        file.write(str(os.getpid()))
    os.rename(f"{folder}/new.{name}", f"{folder}/{name}.pid")

def stay(name):
    noted(name)
    while True:
        time.sleep(1000)

folder, then = sys.argv[1:]
if os.fork() == 0:
    stay("child")
if os.fork() == 0:
    os.setsid()
    stay("elsewhere")
if os.fork() == 0:
    os.setsid()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    if os.fork():
        os._exit(0)
    os.closerange(0, 3)
    stay("daemon")
noted("program")
while sum(name.endswith(".pid") for name in os.listdir(folder)) < 4:
    time.sleep(0.01)
if then == "fails":
    sys.exit("no idea")
if then == "kills":
    os.killpg(0, signal.SIGKILL)
if then == "kills its parent":
    os.kill(os.getppid(), signal.SIGKILL)
    stay("program")
if then == "kills the first of its session":
    os.killpg(os.getsid(0), signal.SIGKILL)
    stay("program")
print(json.dumps({"move": json.loads(input())["moves"][0]}), flush=True)
if then == "hangs":
    stay("program")
"""
"""A program with a child, one in a session of its own, and a daemon."""


def family(folder: Path, then: str) -> str:
    """The agent who starts them all and then does so; each notes its process in the folder."""
    file = folder / "family.py"
    file.write_text(FAMILY)
    return "cmd:" + shlex.join([sys.executable, "-I", "-S", str(file), str(folder), then])


def members(folder: Path) -> dict[str, int]:
    """Those who have noted themselves, by name."""
    return {file.stem: int(file.read_text()) for file in folder.glob("*.pid")}


@pytest.fixture(autouse=True)
def _ended_with_the_test(tmp_path: Path) -> Iterator[None]:
    """Who noted itself in the test's folder, should anybody be left."""
    yield
    for file in tmp_path.rglob("*.pid"):
        process = int(file.read_text())
        with suppress(FileNotFoundError, ProcessLookupError):
            if str(tmp_path) in Path(f"/proc/{process}/cmdline").read_text():
                os.kill(process, signal.SIGKILL)


def runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split(")")[-1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def all_gone(folder: Path) -> bool:
    return not any(map(runs, members(folder).values()))


def play_missing(file: ContestFile[Any]) -> None:
    for _ in play_all(file.missing(), None, file.add):
        pass


def lines(file: Path) -> list[str]:
    """What a program has written so far."""
    return file.read_text().splitlines() if file.exists() else []


class Server(ThreadingHTTPServer):
    """Answers as a function says, which is given the document that was sent."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[Document] = []
        self.headers: list[dict[str, str]] = []
        self.over = threading.Event()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def answer(self, document: Document, handler: "Handler") -> None:
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
