"""The help in the width of the terminal, and games by a part of their names."""

from pathlib import Path

import pytest

from helpers import call, run, thinned
from terminal.screen import Screen


@pytest.mark.parametrize("columns", thinned([40, 72, 120], 3))
def test_help_breaks_at_words(columns: int, tmp_path: Path) -> None:
    screen = Screen(tmp_path, "--help", rows=150, columns=columns)
    screen.end()
    lines = [line.rstrip() for line in screen.raw.replace("\r", "").split("\n")]
    assert max(map(len, lines)) <= columns
    assert max(map(len, lines)) > columns - 15
    assert " ".join(lines).split() == run("--help").stdout.split()
    if columns == 40:
        at = lines.index("  play        Play a game in its rule")
        assert lines[at + 1].startswith(" " * 14)


@pytest.mark.parametrize("word", ["swap", "Swap Nine", "SWAP-NINE", "s"])
def test_a_game_by_as_much_of_its_name_as_tells_it_from_others(word: str) -> None:
    assert call("legal", word).stdout.startswith("Swap Nine 3x3\n")
    assert call("rules", word).stdout.startswith("Swap Nine\n")
