"""The documentation is true: its code runs, its commands print what it shows, its links lead
somewhere. `python tests/test_docs.py` writes what the commands print now into the pages."""

import ast
import doctest
import inspect
import json
import os
import re
import shlex
import socket
import subprocess
import sys
from contextlib import ExitStack
from html.parser import HTMLParser
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import unquote, urlsplit

import httpx
import pytest

import quincunx
import quincunx.envs
from arena.bots import Handler, serving
from extras.docs import build
from helpers import ROOT, run, thinned_to
from quincunx.cli.dispatch import command_names
from web.database import Postgres

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
SLOW = {
    "README.md",
    "docs/agents.md",
    "docs/grades.md",
    "docs/serving.md",
    "docs/tutorials/first-agent.md",
}


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


every_page = pytest.mark.parametrize("page", PAGES, ids=name_of)


def pages_slow_ones_apart(slow: set[str]) -> pytest.MarkDecorator:
    quick = [page for page in PAGES if name_of(page) not in slow]
    return pytest.mark.parametrize("page", thinned_to(PAGES, *quick), ids=name_of)


PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
FILES = re.compile(r'```python title="([a-z_]+\.py)"\n(.*?)```', re.DOTALL)
SESSIONS = re.compile(r"(?:<!-- typed: (.*) -->\n\n)?((?:^    .*\n|^\n)+)", re.MULTILINE)
SHOWN = re.compile(r"^    \$ ", re.MULTILINE)
OTHERS = re.compile(r"^    quincunx ([^:].*)$", re.MULTILINE)
NAMED = re.compile(r"`quincunx ([a-z]+)")
LINKS = re.compile(r"\]\(([^)#]+)[^)]*\)")


@pytest.mark.parametrize(
    ("kind", "least"),
    [(PYTHON, 5), (FILES, 2), (SHOWN, 20), (OTHERS, 5), (NAMED, 20), (LINKS, 20)],
    ids=["python", "files", "shown", "others", "named", "links"],
)
def test_there_is_something_to_check(kind: re.Pattern[str], least: int) -> None:
    """A page that is written otherwise must not slip through the tests below."""
    assert sum(len(kind.findall(page.read_text(encoding="utf-8"))) for page in PAGES) >= least


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150


@pages_slow_ones_apart({"docs/batch.md", "docs/training.md"})
def test_python_blocks_run(page: Path) -> None:
    for block in PYTHON.findall(page.read_text(encoding="utf-8")):
        exec(compile(block, str(page), "exec"), {})


@pages_slow_ones_apart(SLOW)
def test_commands_print_what_is_shown(page: Path, tmp_path: Path) -> None:
    assert shown_now(page, tmp_path) == page.read_text(encoding="utf-8")


def shown_now(page: Path, home: Path) -> str:
    """Return the page with what its commands print now. An indented block with lines that begin
    with `$` is a session; a comment before it says what is typed, `|` standing for Enter. A Python
    block with a title is a file of the folder in which the commands run."""
    text = page.read_text(encoding="utf-8")
    for name, code in FILES.findall(text):
        (home / name).write_text(code, encoding="utf-8")
    with ExitStack() as servers:

        def print_again(block: re.Match[str]) -> str:
            typed, lines = block.groups()
            if not SHOWN.search(lines):
                return block[0]
            before = block[0].removesuffix(lines)
            answers = "".join(f"{answer.strip()}\n" for answer in typed.split("|")) if typed else ""
            session = Session(home, servers, answers)
            body = "\n".join(line[4:] for line in lines.splitlines())
            start, *parts = re.split(r"^\$ ", body, flags=re.MULTILINE)
            told = []
            for part in parts:
                command, _, shown = part.partition("\n")
                printed = session.printed(shlex.split(command), shown.rstrip())
                told.append(f"$ {command}\n{printed}".rstrip())
            again = start + "\n\n".join(told)
            indented = [f"    {line}".rstrip() for line in again.splitlines()]
            return before + "\n".join(indented) + lines[len(lines.rstrip("\n")) :]

        return SESSIONS.sub(print_again, text)


class Session:
    """Commands one after the other. Servers go on, on ports that are free and on a database that
    there is."""

    def __init__(self, home: Path, servers: ExitStack, typed: str) -> None:
        self.home, self.servers, self.typed = home, servers, typed
        self.ports: dict[str, str] = {}

    def printed(self, words: list[str], shown: str) -> str:
        if words[0] == "curl":
            return httpx.get(self.here(words[1])).text
        if words[0] == "python":
            return subprocess.run(
                [sys.executable, *words[1:]],
                cwd=self.home,
                capture_output=True,
                text=True,
                check=True,
            ).stdout.rstrip()
        assert words[0] == "quincunx"
        if words[1] == "serve":
            return self.served(words[1:], shown.count("\n") + 1)
        result = run(*words[1:], stdin=self.typed, home=str(self.home))
        lines = (result.stdout + result.stderr).rstrip().splitlines()
        return "\n".join(line.rstrip() for line in lines)

    def served(self, words: list[str], lines: int) -> str:
        """What a server prints until it listens."""
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
        printed = [server.stdout.readline().rstrip() for _ in range(lines)]
        # Without a terminal, what it prints besides its address is a log in JSON.
        printed = [json.loads(line)["event"] if line.startswith("{") else line for line in printed]
        return "\n".join(printed).replace(port, shown).rstrip()

    def here(self, text: str) -> str:
        for shown, port in self.ports.items():
            text = text.replace(shown, port)
        return text


@pages_slow_ones_apart(SLOW)
def test_other_commands_run(page: Path, tmp_path: Path) -> None:
    """Those that are shown without their output, where the programs that they name exist."""
    bot = tmp_path / "my_bot"
    bot.write_text(f"#!{sys.executable}\n" + (ROOT / "docs/bots/bot.py").read_text())
    bot.chmod(0o755)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    (tmp_path / ".venv").symlink_to(sys.prefix)
    with serving(_any_legal_move) as model:
        for line in OTHERS.findall(page.read_text("utf-8")):
            command = line.replace("http://localhost:8000", model.address)
            result = run(*shlex.split(command, comments=True), stdin="quit\n", home=str(tmp_path))
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


API = re.findall(r"^::: (\S+)$", (ROOT / "docs/api.md").read_text(encoding="utf-8"), re.MULTILINE)


def test_the_reference_has_every_public_name() -> None:
    public = {f"quincunx.{name}" for name in quincunx.__all__ if name != "__version__"}
    assert public | {f"quincunx.envs.{name}" for name in quincunx.envs.__all__} <= {*API}


@pytest.mark.parametrize("name", API)
def test_the_example_of_a_public_name_is_right(name: str) -> None:
    home, _, own = name.rpartition(".")
    text = inspect.getdoc(inspect.unwrap(getattr(import_module(home), own))) or ""
    examples = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    assert examples.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    printed: list[str] = []
    runner.run(examples, out=printed.append)
    assert not runner.summarize(verbose=False).failed, "".join(printed)


LOADING = {"link": "href", "object": "data", "image": "href", "use": "href"}
"""Attributes that load something, besides `src` and `srcset` of whatever has them."""


class Built(HTMLParser):
    """A page of the site: what it loads, where its links lead, and what can be linked to."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.loads: set[str] = set()
        self.links: set[str] = set()
        self.ids: set[str] = {""}
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.ids |= {values[name] for name in ("id", "name") if name in values}
        self.loads |= {values[name] for name in ("src", "srcset") if name in values}
        if tag in LOADING and LOADING[tag] in values:
            self.loads.add(values[LOADING[tag]])
        if tag == "a" and "href" in values:
            self.links.add(values["href"])


def test_the_site_is_whole_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    if not find_spec("zensical"):
        reason = "Zensical is not installed: `make docs` installs it."
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    site = build(tmp_path)
    pages = {file: Built(file) for file in site.rglob("*.html")}
    assert len(pages) > len([*ROOT.glob("docs/**/*.md")])  # and the one for what is not there
    for file, page in pages.items():
        for load in page.loads:
            assert not urlsplit(load).netloc, f"{file.name} loads {load}"
        if file.name == "404.html":
            continue  # its addresses begin at the root of a host
        for link in page.links:
            address = urlsplit(link)
            if not address.scheme:
                target = (file.parent / unquote(address.path)).resolve() if address.path else file
                assert target.exists(), f"{file.name}: {link}"
                if target in pages:
                    assert unquote(address.fragment) in pages[target].ids, f"{file.name}: {link}"
    styles = [file.read_text(encoding="utf-8") for file in site.rglob("*.css")]
    assert styles
    assert not [
        rule for text in styles for rule in re.findall(r"(?:url\(|@import ).?\w*:?//", text)
    ]


if __name__ == "__main__":
    for each in PAGES:
        with TemporaryDirectory() as folder:
            os.environ["QUINCUNX_TEST_RUN"] = folder
            each.write_text(shown_now(each, Path(folder)), encoding="utf-8")
