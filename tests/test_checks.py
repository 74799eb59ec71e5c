"""What `make check` walks the package for: regular expressions that cost more than linear time, and
names of games outside their folders."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent


def tool(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


checker, names = tool("check_patterns"), tool("check_games")

SLOW = [  # a pattern, and whether it must match at the start
    (r"(^|[,\s])gzip\s*(;\s*q=(?!0(\.0*)?\s*(,|$))[^,]*)?\s*(,|$)", True),
    (r"\s*,?\s*x", True),
    (r"(a|b)*a*c", True),
    (r".*,.*;", True),
    (r"(?:a*)?a*b", True),
    (r"\s+(?![0-9])x", False),
    (r"\(.*\)", False),
]
QUICK = [
    (r"[a-z]+[0-9]+", True),
    (r"([0-9]+),([0-9]+)", True),
    (r'\[([A-Za-z]+) "((?:[^"\\]|\\["\\])*)"\]', True),
    (r"[1-9][0-9]*[XO]?", False),
    (r"\x1b\[[0-9;]*m", False),
    (r"(?:ab*c)*", True),
    (r"[a-z0-9]{1,40}\s*", True),
]


@pytest.mark.parametrize(("pattern", "anchored"), SLOW)
def test_what_is_slow_is_refused(pattern: str, anchored: bool) -> None:
    """Each takes 50 to 70 times as long for 8 times the text."""
    assert checker.find_fault(pattern, 0, anchored)


@pytest.mark.parametrize(("pattern", "anchored"), QUICK)
def test_what_is_quick_passes(pattern: str, anchored: bool) -> None:
    assert checker.find_fault(pattern, 0, anchored) is None


@pytest.mark.parametrize("pattern", [r"(a+)+b", r"(\w+\s?)*;", r"(?:[a-z]*[0-9]?)*x"])
def test_a_repeat_inside_a_repeat_is_refused(pattern: str) -> None:
    assert "inside" in checker.find_fault(pattern)


def test_a_module_is_read_with_its_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "patterned"
    package.mkdir()
    (package / "__init__.py").write_text(
        'import re\nN = "[0-9]*"\nFORM = re.compile(f"{N}{N}x")\n'
        "def find(word):\n    return re.search(word, 'text')\n"
        "def safe(word):\n    # pattern: escaped\n    return re.search(word, 'text')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    path = package / "__init__.py"
    faults = [*checker.check_module(path, "patterned", path.read_text())]
    assert [fault.split(": ")[0].rpartition(":")[2] for fault in faults] == ["3", "5"]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("from quincunx.games.swap_nine.rules import SwapNine", ["swap_nine", "SwapNine"]),
        ("if game.id() == 'swap-nine': pass", ["swap-nine"]),
        ("print(f'{x} of Swap Nine')", ["Swap Nine"]),
        ("class SwapNineView: pass", ["SwapNine"]),
        ('def f():\n    """As in swap-nine."""', []),
        ("parser.add_argument('game', help='as in swap-nine')", []),
        ("# Swap Nine\ngame = 5", []),
    ],
)
def test_a_game_is_named_in_its_folder_alone(code: str, found: list[str]) -> None:
    assert [name for _, name in names.named_in(code, ["swap_nine"])] == found


def test_the_games_are_those_with_rules() -> None:
    assert len(names.games_in(ROOT / "src" / "quincunx")) >= 5
