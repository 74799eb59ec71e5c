"""Contests of prompts 1 and suite 2 are shown as they were, and nothing is added to them."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from helpers import ROOT, Capture
from quincunx.cli import main

OLD = ROOT / "tests" / "fixtures" / "prompts-1"
EXPECTED: dict[str, Any] = json.loads((OLD / "expected.json").read_text(encoding="utf-8"))


@pytest.fixture(params=EXPECTED)
def name(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A copy of the file in a folder of its own."""
    shutil.copy(OLD / request.param, tmp_path)
    monkeypatch.chdir(tmp_path)
    return str(request.param)


def test_a_finished_one_is_shown(name: str, capsys: Capture) -> None:
    """With the figures of its time: suite 2 charged a forfeit only where the choice mattered."""
    assert main([*EXPECTED[name]["words"], "--json", "--file", name]) == 0
    printed = capsys.readouterr()
    document = json.loads(printed.out)
    for rating in document.get("ratings", ()):
        assert isinstance(rating.pop("forfeits"), int)  # counted since
    expected = EXPECTED[name]["document"]
    for part in (document, expected) if "total" in expected else ():
        for figures in (part["total"], *part["games"].values()):
            for key in figures.keys() & {"wins", "score"}:
                figures[key].pop("random")  # whose games are others by the seed rule of today
    assert document == expected
    assert printed.err in ("", "0 requests, one for each choice.\n")
    assert Path(name).read_bytes() == (OLD / name).read_bytes()


def test_an_unfinished_one_is_not_continued(name: str, capsys: Capture) -> None:
    lines = Path(name).read_bytes().splitlines(keepends=True)
    cut = b"".join(lines[:-1]) + lines[-1][:50]
    Path(name).write_bytes(cut)
    assert main([*EXPECTED[name]["words"], "--file", name]) == 2
    printed = capsys.readouterr()
    began = "prompts 1" if name.startswith("tournament") else "suite 2 and prompts 1"
    assert printed.err == (
        f"quincunx: '{name}' is not finished and was begun with {began}, whose games do not "
        "compare with those of today: name another file.\n"
    )
    assert printed.out == ""
    assert Path(name).read_bytes() == cut


def test_a_version_that_is_not_known(name: str, capsys: Capture) -> None:
    text = Path(name).read_text(encoding="utf-8")
    for other in ("3", "[1]", '"1"'):
        Path(name).write_text(text.replace('"prompts": 1', f'"prompts": {other}', 1))
        assert main([*EXPECTED[name]["words"], "--file", name]) == 2
        assert "belongs to another" in capsys.readouterr().err
