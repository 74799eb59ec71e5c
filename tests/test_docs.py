"""The documentation is true: its code runs, its commands print what it shows, its tests exist."""

import ast
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.bots import Handler, serving
from helpers import ROOT, run
from quincunx.cli.dispatch import command_names

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@every_page
def test_python_blocks_run(page: Path) -> None:
    for block in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(block, str(page), "exec"), {})


@every_page
def test_commands_print_what_is_shown(page: Path, tmp_path: Path) -> None:
    """Indented blocks whose lines begin with `$ quincunx` are a session, in which nobody types."""
    for block in re.findall(r"(?:^    .*\n|^\n)+", page.read_text(encoding="utf-8"), re.MULTILINE):
        lines = [line[4:] for line in block.rstrip().splitlines()]
        for part in "\n".join(lines).split("$ quincunx ")[1:]:
            command, _, shown = part.partition("\n")
            words = shlex.split(command)
            said = _served(words, tmp_path) if words[0] == "serve" else _said(words, tmp_path)
            assert said.rstrip() == shown.rstrip(), command


def _said(words: list[str], home: Path) -> str:
    result = run(*words, home=str(home))
    return result.stdout + result.stderr


def _served(words: list[str], home: Path) -> str:
    """What a server says until it listens; it is stopped then."""
    with subprocess.Popen(
        [sys.executable, "-m", "quincunx", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(home)},
    ) as server:
        assert server.stdout
        said = server.stdout.readline() + server.stdout.readline()
        server.terminate()
    return said


@every_page
def test_other_commands_run(page: Path, tmp_path: Path) -> None:
    """Those that are shown without their output, where the programs that they name exist."""
    bot = tmp_path / "my_bot"
    bot.write_text(f"#!{sys.executable}\n" + (ROOT / "docs/bots/bot.py").read_text())
    bot.chmod(0o755)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    (tmp_path / ".venv").symlink_to(sys.prefix)
    with serving(_any_legal_move) as model:
        for line in re.findall(r"^    quincunx ([^:].*)$", page.read_text("utf-8"), re.MULTILINE):
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
    for name in re.findall(r"`quincunx ([a-z]+)", page.read_text(encoding="utf-8")):
        assert name in command_names()


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
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
