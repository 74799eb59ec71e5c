"""The documentation is true: its code runs, its commands print what it shows, its tests exist."""

import ast
import re
import shlex
from pathlib import Path

import pytest

from helpers import ROOT, run
from quincunx.cli.dispatch import command_names, parser_of

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@every_page
def test_python_blocks_run(page: Path) -> None:
    for block in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(block, str(page), "exec"), {})


@every_page
def test_commands_print_what_is_shown(page: Path) -> None:
    """Indented blocks whose lines begin with `$ quincunx` are a session."""
    for block in re.findall(r"(?:^    .*\n|^\n)+", page.read_text(encoding="utf-8"), re.MULTILINE):
        lines = [line[4:] for line in block.rstrip().splitlines()]
        for part in "\n".join(lines).split("$ quincunx ")[1:]:
            command, _, shown = part.partition("\n")
            result = run(*shlex.split(command))
            assert (result.stdout + result.stderr).rstrip() == shown.rstrip(), command


@every_page
def test_other_commands_can_be_given(page: Path) -> None:
    """Those that are shown without their output: the command and its options exist."""
    for line in re.findall(r"^    quincunx (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE):
        words = shlex.split(line, comments=True)
        if words and words[0] in command_names():
            parser_of(words[0]).read(words[1:])
        else:
            assert not words or words[0] == "COMMAND", line


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
