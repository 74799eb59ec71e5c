"""docs/adding-a-game.md, followed with two games in a copy of the tree: one with moving pieces, one
with a single number."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from helpers import ROOT

NEW = {"short-count": [(1, 1)], "three-walkers": [(3, 3), (3, 5)]}
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The copy, with a folder or a file for each game and its sizes in CASES."""
    root = tmp_path_factory.mktemp("tree")
    for name in ("src", "tests", "docs", "bench", "tools"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, root / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", root)
    cases = ""
    for game_id, sizes in NEW.items():
        (found,) = (root / "tests" / "toy").glob(f"{game_id.replace('-', '_')}*")
        shutil.move(found, root / "src" / "quincunx" / "games" / found.name)
        cases += "".join(f"    ({game_id!r}, {size}),\n" for size in sizes)
    helpers = root / "tests" / "helpers.py"
    text = helpers.read_text(encoding="utf-8")
    before, begin, after = text.partition("CASES: list[tuple[str, tuple[int, int]]] = [\n")
    assert begin
    helpers.write_text(before + begin + cases + after, encoding="utf-8")
    return root


def in_tree(tree: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Python in the copy, with a home and a cache of its own."""
    own = {"HOME": str(tree), "XDG_DATA_HOME": str(tree), "XDG_CACHE_HOME": str(tree / "cache")}
    environment = os.environ | own | {"PYTHONPATH": str(tree / "src")}
    environment.pop("PYTEST_XDIST_WORKER", None)
    environment.pop("QUINCUNX_TEST_RUN", None)
    command = [sys.executable, *words]
    return subprocess.run(
        command,
        cwd=tree,
        env=environment,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )


def quincunx(tree: Path, *words: str, stdin: str = "") -> str:
    result = in_tree(tree, "-m", "quincunx", *words, stdin=stdin)
    assert result.returncode == 0, result.stderr
    return result.stdout


def passes(tree: Path, *words: str) -> None:
    result = in_tree(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words)
    assert result.returncode == 0, result.stdout[-5000:]


def test_the_contract(tree: Path) -> None:
    passes(tree, "tests/contract", "-k", " or ".join(NEW))


@pytest.mark.parametrize(
    "files",
    [
        ["tests/analysis", "tests/players", "tests/oracle/test_dataset.py"],
        ["tests/arena/test_grading.py", "tests/arena/test_chat.py", "tests/arena/test_programs.py"],
        ["tests/envs"],
        ["tests/terminal/test_books.py", "tests/terminal/test_screen.py", "tests/test_cli.py"],
        ["tests/web/test_api.py", "tests/web/test_browser.py"],
    ],
    ids=lambda files: files[0],
)
def test_what_is_tested_of_every_game(tree: Path, files: list[str]) -> None:
    """Those tests that ask for the games that there are take the new ones, and the sums and counts
    of the old ones stay."""
    words = ["_of_each_game", "version", "daily", "test_games", *NEW]
    passes(tree, *files, "-k", " or ".join(words))


def test_the_terminal(tree: Path) -> None:
    assert all(game_id in quincunx(tree, "games") for game_id in NEW)
    shown = quincunx(tree, "play", "short-count", "--position", "7 X", stdin="2\n+2\n+1\n")
    assert "Without a plus nothing can be added: write +1 or +2." in shown
    assert shown.endswith("Player 2 wins: O said 10.\n")
    shown = quincunx(tree, "play", "three-walkers", "--o", "random", stdin="1-4\n")
    assert "You played 1-4." in shown
    assert "one move" in quincunx(tree, "puzzle", "short-count", "--seed", "1", stdin="answer\n")


def test_what_took_long_to_solve_is_kept_and_found(tree: Path) -> None:
    words = ("three-walkers", "--size", "3x5")
    unknown = json.loads(quincunx(tree, "analyze", *words, "--json"))
    assert unknown["value"] == "unknown"
    told = quincunx(tree, "solve", *words)
    assert "Kept in " in told
    found = json.loads(quincunx(tree, "analyze", *words, "--json"))
    assert found["value"] != "unknown"
    assert found["proof"] == "table"
    assert "the checksums of " in quincunx(tree, "verify", *words)
    match = quincunx(tree, "play", *words, "--x", "perfect", "--o", "perfect")
    assert "perfect (X) played " in match


def test_grading(tree: Path) -> None:
    graded = json.loads(quincunx(tree, "grade", "casual", "--starts", "2", "--json"))["games"]
    assert set(NEW) < set(graded)
    assert len(graded) == 7
