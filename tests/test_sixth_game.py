"""A sixth game is one file: dropped into the folder of games, it works everywhere."""

from pathlib import Path

import pytest

import quincunx
from helpers import CASES, toy_installed
from quincunx.cli import main


def test_a_game_of_one_size_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    with toy_installed():
        assert main(["legal", "short-count", "--size", "2x2"]) == 2
        assert "is played on 1 row and 1 column, not on 2x2." in capsys.readouterr().err
        assert main(["legal", "three-walkers", "--size", "4x3"]) == 2
        assert "on 3 rows and 3 to 5 columns, not on 4x3." in capsys.readouterr().err


def test_every_game_has_its_cases() -> None:
    """Without them the contract tests would pass a new game by."""
    assert {game_id for game_id, _ in CASES} == set(quincunx.game_ids())


@pytest.mark.slow
def test_it_is_verified_and_exported_whole(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with toy_installed():
        file = str(tmp_path / "toy.csv")
        assert main(["verify", "three-in-a-row"]) == 0
        assert main(["export", "three-in-a-row", "--output", file]) == 0
        assert main(["verify", "three-in-a-row", "--file", file]) == 0
    told = capsys.readouterr().out
    assert told.count("5,478 positions") == 3, told


def test_only_the_game_that_is_asked_for_is_imported() -> None:
    import subprocess
    import sys

    code = (
        "import sys, quincunx; quincunx.game('swap-nine').start(); "
        "print([name for name in sys.modules if name.startswith('quincunx.games.')])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "['quincunx.games.swap_nine', 'quincunx.games.swap_nine.rules']"
