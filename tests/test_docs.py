"""The documentation is true: its code runs, its commands print what it shows, its tests exist."""

import ast
import json
import os
import re
import shlex
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from arena.bots import Handler, serving
from helpers import ROOT, run
from quincunx.cli.dispatch import command_names
from web.database import Postgres

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
SHOWN = re.compile(r"^    \$ quincunx ", re.MULTILINE)
OTHERS = re.compile(r"^    quincunx ([^:].*)$", re.MULTILINE)
NAMED = re.compile(r"`quincunx ([a-z]+)")
LINKS = re.compile(r"\]\(([^)#]+)[^)]*\)")


@pytest.mark.parametrize(
    ("kind", "least"),
    [(PYTHON, 5), (SHOWN, 10), (OTHERS, 5), (NAMED, 20), (LINKS, 20)],
    ids=["python", "shown", "others", "named", "links"],
)
def test_there_is_something_to_check(kind: re.Pattern[str], least: int) -> None:
    """A page that is written otherwise must not slip through the tests below."""
    assert sum(len(kind.findall(page.read_text(encoding="utf-8"))) for page in PAGES) >= least


@every_page
def test_python_blocks_run(page: Path) -> None:
    for block in PYTHON.findall(page.read_text(encoding="utf-8")):
        exec(compile(block, str(page), "exec"), {})


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.slow) if page.name == "README.md" else page
        for page in PAGES
    ],
    ids=lambda page: page.name,
)
def test_commands_print_what_is_shown(page: Path, tmp_path: Path) -> None:
    """Indented blocks with lines that begin with `$` are a session, in which nobody types."""
    with ExitStack() as servers:
        for block in re.findall(r"(?:^    .*\n|^\n)+", page.read_text("utf-8"), re.MULTILINE):
            session = Session(tmp_path, servers)
            text = "\n".join(line[4:] for line in block.rstrip().splitlines())
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, _, shown = part.partition("\n")
                assert session.said(shlex.split(command), shown.rstrip()) == shown.rstrip(), command


class Session:
    """Commands one after the other. Servers go on, on ports that are free and on a database that
    there is."""

    def __init__(self, home: Path, servers: ExitStack) -> None:
        self.home, self.servers = home, servers
        self.ports: dict[str, str] = {}

    def said(self, words: list[str], shown: str) -> str:
        if words[0] == "curl":
            return httpx.get(self.here(words[1])).text
        assert words[0] == "quincunx"
        if words[1] == "serve":
            return self.served(words[1:], shown.count("\n") + 1)
        result = run(*words[1:], home=str(self.home))
        return (result.stdout + result.stderr).rstrip()

    def served(self, words: list[str], lines: int) -> str:
        """What a server says until it listens."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        shown = words[words.index("--port") + 1]
        self.ports[shown] = port
        words = [self.here(word) for word in words]
        if "--database" in words:
            database = Postgres()
            self.servers.callback(database.stop)
            words[words.index("--database") + 1] = database.address
        server = subprocess.Popen(
            [sys.executable, "-m", "quincunx", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"XDG_DATA_HOME": str(self.home)},
        )
        self.servers.enter_context(server)
        self.servers.callback(server.terminate)
        assert server.stdout
        said = [server.stdout.readline().rstrip() for _ in range(lines)]
        # Where nobody sits at a terminal, what it says besides its address is a log in JSON.
        said = [json.loads(line)["event"] if line.startswith("{") else line for line in said]
        return "\n".join(said).replace(port, shown).rstrip()

    def here(self, text: str) -> str:
        for shown, port in self.ports.items():
            text = text.replace(shown, port)
        return text


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.slow) if page.name == "agents.md" else page
        for page in PAGES
    ],
    ids=lambda page: page.name,
)
def test_other_commands_run(page: Path, tmp_path: Path) -> None:
    """Those that are shown without their output, where the programs that they name exist."""
    bot = tmp_path / "my_bot"
    bot.write_text(f"#!{sys.executable}\n" + (ROOT / "docs/bots/bot.py").read_text())
    bot.chmod(0o755)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    (tmp_path / ".venv").symlink_to(sys.prefix)
    with serving(_any_legal_move) as model:
        for line in OTHERS.findall(page.read_text("utf-8")):
            told = line.replace("http://localhost:8000", model.address)
            result = run(*shlex.split(told, comments=True), stdin="quit\n", home=str(tmp_path))
            assert result.returncode == 0, result.stderr
            assert not re.search(r"forfeits the game|forfeits +[1-9]", result.stdout), line


def _any_legal_move(document: dict[str, Any], handler: Handler) -> None:
    asked = document["messages"][-1]["content"]
    moves = re.findall(r"Legal moves: (.*)", asked)[-1].split()
    handler.say(f"move: {moves[len(asked) % len(moves)]}")


@every_page
def test_commands_that_are_named_exist(page: Path) -> None:
    for name in NAMED.findall(page.read_text(encoding="utf-8")):
        assert name in command_names()


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINKS.findall(page.read_text(encoding="utf-8")):
        assert "//" in target or (page.parent / target).exists(), target


def test_every_ruling_names_a_test_that_exists() -> None:
    text = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[a-z_/]+\.py)::(test_[a-z0-9_]+)`", text)
    rows = [line for line in text.splitlines() if re.match(r"\| [A-Z]+\d+ ", line)]
    assert len(rows) > 30
    assert all("`tests/" in row for row in rows)
    for file, name in named:
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, name
