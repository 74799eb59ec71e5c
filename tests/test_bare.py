"""A bare install, on every kind of Python: without the extras, without docstrings, and on a
terminal of Windows, where readline and termios are missing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import quincunx
from helpers import run, thinned
from quincunx.cli.dispatch import command_names
from terminal.screen import Screen

EXTRAS = "numpy numba gymnasium pettingzoo pyspiel httpx mcp distributed fastapi textual"
NOT_ON_WINDOWS = "readline termios tty fcntl resource pwd grp"


def hide(folder: Path, modules: str) -> dict[str, str]:
    """What makes a Python that starts in these surroundings find none of the modules."""
    code = f"import sys\nsys.modules |= dict.fromkeys({modules.split()})\n"
    (folder / "sitecustomize.py").write_text(code)
    before = os.environ.get("PYTHONPATH")
    return {"PYTHONPATH": f"{folder}{os.pathsep}{before}" if before else str(folder)}


def python(code: str, folder: Path, modules: str) -> str:
    result = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | hide(folder, modules),
        capture_output=True,
        text=True,
        check=False,
    )
    return result.stdout + result.stderr


# The names.


def test_everything_public_is_shown_and_can_be_imported(tmp_path: Path) -> None:
    code = (
        "import quincunx\n"
        "shown = set(dir(quincunx))\n"
        "from quincunx import *\n"
        "print(sorted(set(quincunx.__all__) - shown), sorted(set(quincunx.__all__) - set(dir())))\n"
        "for needs_an_extra in batch, values:\n"
        "    try:\n"
        "        needs_an_extra('swap-nine')\n"
        "    except QuincunxError as error:\n"
        "        print(error)\n"
    )
    sentence = 'This needs numpy, which is not installed: pip install "quincunx[fast]".'
    assert python(code, tmp_path, EXTRAS) == f"[] []\n{sentence}\n{sentence}\n"


def test_nothing_else_is_shown(tmp_path: Path) -> None:
    code = "import quincunx; print(*(name for name in dir(quincunx) if name[0] != '_'))"
    public = sorted(name for name in quincunx.__all__ if name[0] != "_")
    assert python(code, tmp_path, "").split() == public


def test_without_its_extra_the_full_screen_is_missed_in_a_sentence(tmp_path: Path) -> None:
    hidden = hide(tmp_path, "textual")
    screen = Screen(tmp_path, "screen", environment=hidden)
    said = 'quincunx: This needs textual, which is not installed: pip install "quincunx[screen]".'
    assert screen.end().split("\n")[0].rstrip() == said
    assert screen.child.exitstatus == 2
    menu = Screen(tmp_path, environment=hidden)
    menu.wait_for("Rules")
    menu.type("q")
    assert "Full screen" not in menu.end()


# Without docstrings, and without assertions.


def test_without_docstrings_every_command_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONOPTIMIZE", "2")
    for words in ([], ["--help"], ["games"], ["serve"]):
        result = run(*words)
        assert (result.returncode, result.stdout) == (2, "")
        assert "leave out -OO, or unset PYTHONOPTIMIZE." in result.stderr
    assert run("--version").stdout == f"quincunx {quincunx.__version__}\n"


@pytest.mark.parametrize(
    "words",
    [
        "--help",
        "rules zone-conquest",
        "verify swap-nine --size 2x3",
        "play crossed-paths --x casual --o skilled --seed 1",
        pytest.param("play numeral-nexus --x casual --o skilled --seed 1", marks=pytest.mark.slow),
    ],
)
def test_without_assertions_nothing_changes(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = run(*words.split(), home=str(tmp_path))
    monkeypatch.setenv("PYTHONOPTIMIZE", "1")
    result = run(*words.split(), home=str(tmp_path))
    assert (result.returncode, result.stdout) == (0, usual.stdout), result.stderr


# Without what Windows and some builds of Python lack.


def test_a_game_from_the_menu_without_readline_and_termios(tmp_path: Path) -> None:
    screen = Screen(tmp_path, environment=hide(tmp_path, NOT_ON_WINDOWS))
    for question, answer in (
        ("1. Play", "1"),
        ("4. Swap Nine", "back"),
        ("1. Play", "1"),
        ("4. Swap Nine", "4"),
        ("7. The computer, perfect", "2"),
        ("2. Another size", "1"),
        ("3. Toss a coin", "back"),
        ("2. Another size", "1"),
        ("3. Toss a coin", "1"),
        ("3. Best of five", "1"),
        ("1. Begin", "1"),
    ):
        screen.wait_for(question)
        screen.wait_for("Enter a number")
        screen.wait_for(": ")
        screen.type(answer)
    screen.wait_for("to place your marker: ")
    screen.type("5")
    screen.wait_for("to place your marker: ")
    screen.resign()
    screen.wait_for("Player 1 resigned")
    screen.wait_for("4. Leave")
    screen.wait_for("to leave: ")
    screen.type("q")
    screen.end()
    assert screen.child.exitstatus == 0
    # The marks that tell readline what takes no room would be shown by anything else.
    assert "\x01" not in screen.raw
    assert "\x02" not in screen.raw


@pytest.mark.parametrize("name", thinned(command_names(), 6))
def test_every_command_begins_without_what_windows_lacks(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key, value in hide(tmp_path, NOT_ON_WINDOWS).items():
        monkeypatch.setenv(key, value)
    result = run(name, "--help", home=str(tmp_path))
    assert (result.returncode, result.stderr) == (0, "")


def test_a_tournament_without_what_windows_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key, value in hide(tmp_path, NOT_ON_WINDOWS).items():
        monkeypatch.setenv(key, value)
    words = ["random", "perfect", "--game", "swap-nine", "--games", "2", "--file", "t.jsonl"]
    result = run("tournament", *words, home=str(tmp_path))
    assert result.returncode == 0, result.stderr


@pytest.mark.slow
def test_a_server_without_what_windows_lacks(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "quincunx", "serve", "--port", "0"],
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)} | hide(tmp_path, NOT_ON_WINDOWS),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        try:
            assert server.stdout
            assert server.stdout.readline().startswith("http://127.0.0.1:")
        finally:
            server.terminate()
