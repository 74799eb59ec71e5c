"""What 8d84873 wrote is opened, and what it printed for programs is printed still."""

import json
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from helpers import ROOT, call, thinned_to
from quincunx.play.history import past_games
from quincunx.play.record import read_all
from quincunx.web.app import application
from quincunx.web.expiry import Expiry
from quincunx.web.game_service import GameService
from quincunx.web.store import Store
from quincunx.web.subscriptions import Hub
from test_earlier_files import read_as_it_was

OLD = ROOT / "tests" / "fixtures" / "8d84873"
EXPECTED: dict[str, Any] = json.loads((OLD / "expected.json").read_text(encoding="utf-8"))
SAME = {"games", "legal", "apply", "analyze", "rules", "survey"}
"""Outputs that must be the same to the letter; others may say more, or play otherwise."""
OUTPUTS = sorted(EXPECTED["outputs"])


def test_the_history_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "quincunx").mkdir()
    shutil.copy(OLD / "history.txt", tmp_path / "quincunx")
    found, complaints = past_games()
    assert (len(found), complaints) == (len(EXPECTED["history"]), [])
    read_as_it_was("\n".join(game.text for game in found), EXPECTED["history"])
    assert len(read_all((OLD / "history.txt").read_text(encoding="utf-8"))) == len(found)


def shape(document: Any, at: str = "") -> set[str]:
    """Where a document has what kind of value; numbers and texts may be others, and null is any."""
    if isinstance(document, dict):
        return {at}.union(*(shape(value, f"{at}/{key}") for key, value in document.items()))
    if isinstance(document, list):
        return {f"{at}[]"}.union(*(shape(value, f"{at}[]") for value in document))
    return set() if document is None else {at}


@pytest.mark.parametrize("name", thinned_to(OUTPUTS, *{*OUTPUTS} - {"exploit", "survey"}))
def test_programs_are_told_what_they_were_told(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(OLD / "history.txt", tmp_path / "RECORDS")
    (tmp_path / "quincunx").mkdir()
    shutil.copy(OLD / "history.txt", tmp_path / "quincunx")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    words = EXPECTED["outputs"][name].replace("PYTHON", sys.executable)
    printed = call(*shlex.split(words), home=str(tmp_path))
    assert printed.returncode == (name == "conform"), printed.stderr  # of a referee that fails
    now = json.loads(printed.stdout)
    before = json.loads((OLD / "json" / f"{name}.json").read_text(encoding="utf-8"))
    if name in SAME:
        assert now == before
    else:
        gone = shape(before) - shape(now)
        assert not {one for one in gone if "win to draw" not in one}  # null where no draw exists


def test_the_server_describes_all_that_it_described(tmp_path: Path) -> None:
    before = json.loads((OLD / "openapi.json").read_text(encoding="utf-8"))
    store = Store(f"sqlite:///{tmp_path}/server.db")
    now = application(GameService(store, Hub()), 0, Expiry()).openapi()
    for path, methods in before["paths"].items():
        assert methods.keys() <= now["paths"][path].keys(), path
    for name, schema in before["components"]["schemas"].items():
        there = now["components"]["schemas"][name]
        assert schema.get("properties", {}).keys() <= there.get("properties", {}).keys(), name
