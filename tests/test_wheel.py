"""What is installed from the wheel works without the source tree, with and without the extras."""

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from helpers import ROOT
from quincunx.cli.dispatch import command_names
from release import build

RECORD = '[Game "swap-nine"]\n\n1. 5 2x5 *\n'
START = ("--position", "---/---/--- X")
ALONE = {
    "analyze": (["swap-nine", *START], "", "X wins by 1 with best play"),
    "apply": (["swap-nine", "5"], "", "O to move"),
    "completion": (["bash"], "", "complete"),
    "conform": (
        [f"cmd:{sys.executable} {ROOT}/docs/bots/referee.py", "--game", "swap-nine"],
        "",
        "0 faults",
    ),
    "export": (["swap-nine", "--size", "2x2"], "", "position,"),
    "games": ([], "", "zone-conquest"),
    "grade": (["perfect", "--game", "swap-nine", "--starts", "2"], "", "swap-nine"),
    "history": ([], "", "No game has been finished yet"),
    "ideas": (["swap-nine"], "", "strategy:safe-lead"),
    "learn": (["swap-nine"], "5\n", "Step 2 of"),
    "legal": (["swap-nine"], "", "9 legal moves"),
    "match": (["swap-nine", "perfect", "random", "--games", "2"], "", "perfect against random"),
    "play": (["swap-nine"], "5\nquit\n", "place your marker"),
    "puzzle": (["swap-nine", "--seed", "3"], "answer\n", "is the move"),
    "replay": (["record.txt"], "", "Swap Nine"),
    "resume": ([], "", "Player 2 (O)"),
    "review": (["record.txt"], "", "As X sees it"),
    "rules": (["swap-nine"], "", "Swap Nine"),
    "solutions": ([], "", "the first player wins in 7 moves"),
    "solve": (["swap-nine"], "", "the first player wins by 1"),
    "stats": ([], "", "0 finished games"),
    "tournament": (
        ["random", "perfect", "--game", "swap-nine", "--games", "2", "--file", "t.jsonl"],
        "",
        "perfect",
    ),
    "verify": (["swap-nine"], "", "16,973 positions"),
}
WITH_AN_EXTRA = {
    "exploit": (["casual", "--game", "swap-nine"], "fast"),
    "mcp": ([], "arena"),
    "serve": (["--port", "0"], "web"),
    "survey": (["grid-clash"], "fast"),
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel and the source archive."""
    folder = tmp_path_factory.mktemp("built")
    build(folder)
    return folder


def run_in(
    home: Path, words: list[str], stdin: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    folders = {"HOME": str(home), "XDG_DATA_HOME": str(home)}
    return subprocess.run(
        words,
        cwd=home,
        env=kept | folders | variables,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.slow
def test_every_command_from_the_wheel(built: Path, tmp_path: Path) -> None:
    """In a new environment with nothing but Python: what needs an extra names it."""
    # `screen` asks for a terminal first: tests/screen has one.
    assert {*ALONE, *WITH_AN_EXTRA, "screen"} == set(command_names())
    venv.create(tmp_path / "env", with_pip=True)
    (wheel,) = built.glob("*.whl")
    program = tmp_path / "env" / "bin"
    install = [str(program / "python"), "-m", "pip", "install", "-q", "--no-deps", str(wheel)]
    assert run_in(tmp_path, install).returncode == 0
    (tmp_path / "record.txt").write_text(RECORD)
    command = str(program / "quincunx")
    for name, (words, stdin, expected) in ALONE.items():
        result = run_in(tmp_path, [command, name, *words], stdin)
        assert result.returncode == 0, (name, result.stderr)
        assert expected in result.stdout, name
        assert "Traceback" not in result.stderr, name
    for name, (words, extra) in WITH_AN_EXTRA.items():
        result = run_in(tmp_path, [command, name, *words])
        assert result.returncode == 2, name
        assert f'pip install "quincunx[{extra}]".' in result.stderr, name
        assert result.stderr.count("\n") <= 2, name


@pytest.mark.slow
def test_the_page_is_in_the_wheel(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "code")
    code = (
        "import quincunx, asyncio; from quincunx.web.page_files import FOLDER; "
        "from quincunx.web.store import Store; asyncio.run(Store().prepare()); "
        "print(quincunx.__file__, len(list(FOLDER.iterdir())))"
    )
    result = run_in(tmp_path, [sys.executable, "-c", code], PYTHONPATH=str(tmp_path / "code"))
    where, files = result.stdout.split()
    assert Path(where).is_relative_to(tmp_path), result.stderr
    assert int(files) == len(list((ROOT / "src/quincunx/web/page").iterdir()))


def test_the_source_archive_has_what_the_tests_need(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    for needed in ("Makefile", "tests/helpers.py", "requirements/dev.txt", "docs/rulings.md"):
        assert needed in names
    assert not any(name.startswith(".venv") for name in names)
