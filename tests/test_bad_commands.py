"""Nonsense on the command line, in files and at questions: one sentence, nothing raw."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from helpers import call, run
from quincunx.cli import dispatch, main
from quincunx.terminal.console import Console
from quincunx.terminal.menu import ask_which

ESCAPE = "\x1b[2J"


def refused(*words: str, home: Path, stdin: str = "", status: int = 2, by: Any = call) -> str:
    result = by(*words, stdin=stdin, home=str(home))
    sentence: str = result.stderr.removeprefix("quincunx: ").removesuffix("\n")
    assert (result.returncode, result.stdout) == (status, "")
    assert sentence.isprintable(), sentence
    assert "Traceback" not in sentence
    return sentence


@pytest.mark.parametrize("answer", ["00000000199", "9" * 900, "0", "\u0663", "-1", "1.0"])
def test_numbers_in_a_menu(
    answer: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(f"{answer}\n0000000002\n"))
    assert ask_which(Console(), "Which?", ["a", "b"]) == 1
    assert " is none of them: enter 1 to 2.\n" in capsys.readouterr().out


@pytest.mark.parametrize("answer", ["00000000199", "9" * 900, "3", "\u0663", "-1"])
def test_numbers_in_a_replay(answer: str, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text('[Game "swap-nine"]\n\n1. 5 1 *\n')
    typed = f"{answer}\n0000000002\nq\n"
    shown = call("replay", "game.txt", stdin=typed, home=str(tmp_path))
    assert (shown.returncode, shown.stderr) == (0, "")
    assert " leads nowhere: the moves are 0 to 2.\n" in shown.stdout
    assert "Swap Nine, move 2 of 2: 1\n" in shown.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("legal swap-nine --position --", "'--' is no Swap Nine position: write one as in"),
        ("legal swap-nine --size -- --json", "'--' is not a size"),
        ("legal swap-nine --seed --", "'--' is not a whole number"),
        ("match swap-nine random random --games --", "'--' is not a whole number"),
        ("match swap-nine random random --seconds --", "'--' is not a time"),
        ("tournament random casual --file t --games --", "'--' is not a whole number"),
        ("tournament random casual --file t --game --", "There is no game '--'"),
        ("grade random --game --", "There is no game '--'"),
        ("play swap-nine --x --", "There is no level '--'"),
        ("export swap-nine --output --", "'--' must end in"),
    ],
)
def test_two_hyphens_are_a_value(words: str, sentence: str, tmp_path: Path) -> None:
    assert sentence in refused(*words.split(), home=tmp_path)


@pytest.mark.parametrize(
    "words",
    [
        "legal swap-nine --seed 00000000199",
        "match swap-nine random random --games 02",
        "match swap-nine random random --workers 02",
    ],
)
def test_zeros_in_front_are_told_as_what_they_are(words: str, tmp_path: Path) -> None:
    assert ", or begins with 0: " in refused(*words.split(), home=tmp_path)


RECORD = '[Game "swap-nine"]\n{}\n\n1. 5 1 *\n'


@pytest.mark.parametrize(
    "text",
    [
        RECORD.format('[\x1b7 "1"]\n[\x1b7 "2"]'),
        RECORD.format(f'[Size "{ESCAPE}"]'),
        RECORD.format(f'[Start "{ESCAPE}"]'),
        RECORD.format(f'[Result "{ESCAPE}"]'),
        RECORD.format(f'[Seed "{ESCAPE}"]'),
        RECORD.format(f'[Repetition "{ESCAPE}"]'),
        RECORD.format(f"[{ESCAPE}"),
        RECORD.replace("5", ESCAPE),
        RECORD.replace("swap-nine", ESCAPE),
        ESCAPE,
        "[" * 100_000,
        "",
        "\x00" * 1000,
    ],
    ids=lambda text: repr(text)[:50],
)
@pytest.mark.parametrize("command", ["review", "replay"])
def test_records_of_nonsense(command: str, text: str, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(text)
    refused(command, "game.txt", home=tmp_path)
    games = tmp_path / "quincunx" / "games"
    games.mkdir(parents=True)
    (tmp_path / "game.txt").rename(games / "20261115-120000-1.txt")
    refused("resume", home=tmp_path)


def test_a_key_given_twice_is_quoted(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(RECORD.format('[\x1b7 "1"]\n[\x1b7 "2"]'))
    expected = "Line 3 gives '\\x1b7' a second time: give it once."
    assert refused("review", "game.txt", home=tmp_path) == expected


TOURNAMENT = ["tournament", "random", "casual", "--game", "swap-nine", "--games", "2"]
GAME = {"round": 1, "x": "random", "o": "casual", "result": "X"}


@pytest.mark.parametrize(
    "line",
    [
        {key: value for key, value in GAME.items() if key != "result"},
        GAME | {"result": "Z"},
        GAME | {"result": ["X"]},
        GAME | {"round": 3},
        GAME | {"round": "1"},
        GAME | {"round": None},
        GAME | {"x": "perfect"},
        GAME | {"o": 5},
        GAME | {"forfeit": 5},
        {},
        [],
        5,
        None,
    ],
    ids=json.dumps,
)
def test_a_tournament_with_a_line_that_is_no_game(line: object, tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    assert call(*TOURNAMENT, "--file", "t.jsonl", home=str(tmp_path)).returncode == 0
    head, *games = file.read_text().splitlines()
    for lines in ([head, json.dumps(line)], [head, games[0], json.dumps(line)]):
        file.write_text("".join(f"{one}\n" for one in lines))
        sentence = refused(*TOURNAMENT, "--file", "t.jsonl", home=tmp_path)
        assert sentence == (
            f"Line {len(lines)} of 't.jsonl' is no game of this tournament: remove it, "
            "or name another file."
        )
        assert file.read_text().splitlines() == lines


ASKED = {"agent": "random", "verdict": "legal", "ply": 0}
MODEL = ASKED | {"finish_reason": "stop", "seconds": 1.5, "usage": {"total_tokens": 3}}


@pytest.mark.parametrize(
    "change",
    [
        {"exchanges": None},
        {"exchanges": [1]},
        {"exchanges": [{"agent": "random"}]},
        {"exchanges": [ASKED | {"ply": 99}]},
        {"exchanges": [ASKED | {"verdict": "illegal"}]},
        {"exchanges": [MODEL | {"usage": {"total_tokens": "3"}}]},
        {"exchanges": [MODEL | {"usage": None}]},
        {"exchanges": [MODEL | {"seconds": None}]},
        {"plies": None},
    ],
    ids=json.dumps,
)
@pytest.mark.parametrize("kind", ["tournament", "grade"])
def test_a_contest_of_which_a_line_says_something_else(
    change: dict[str, object], kind: str, tmp_path: Path
) -> None:
    words, file = [*TOURNAMENT, "--file", "t.jsonl"], tmp_path / "t.jsonl"
    if kind == "grade":
        words = ["grade", "random", "--game", "swap-nine", "--starts", "2", "--file", "t.jsonl"]
    assert call(*words, home=str(tmp_path)).returncode == 0
    head, game, *games = file.read_text().splitlines()
    for right in ({"exchanges": [MODEL]}, {}):
        lines = [head, json.dumps(json.loads(game) | right), *games]
        file.write_text("".join(f"{one}\n" for one in lines))
        assert call(*words, home=str(tmp_path)).returncode == 0
    lines[1] = json.dumps(json.loads(game) | change)
    file.write_text("".join(f"{one}\n" for one in lines))
    assert refused(*words, home=tmp_path).startswith(
        f"Line 2 of 't.jsonl' is no game of this {kind}"
    )


@pytest.mark.parametrize("file", ["/dev/null", "/dev/stdout", "."])
def test_a_tournament_in_what_is_no_file(file: str, tmp_path: Path) -> None:
    told = f"{file!r} cannot be opened: it is not the name of a plain file."
    assert refused(*TOURNAMENT, "--file", file, home=tmp_path, by=run) == told


def test_what_a_tournaments_file_says_is_shown_clean(tmp_path: Path) -> None:
    assert call(*TOURNAMENT, "--file", "t.jsonl", home=str(tmp_path)).returncode == 0
    file = tmp_path / "t.jsonl"
    head, first, second = file.read_text().splitlines()
    told = json.dumps(json.loads(first) | {"forfeit": f"{ESCAPE}!"})
    file.write_text(f"{head}\n{told}\n{second}\n")
    shown = call(*TOURNAMENT, "--file", "t.jsonl", home=str(tmp_path)).stdout
    assert shown.endswith("\n\N{REPLACEMENT CHARACTER}[2J!\n")


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (PermissionError(13, "Permission denied", f"/{ESCAPE}"), "cannot be used: Permission"),
        (FileNotFoundError(2, "No such file or directory", b"a"), "'a' cannot be used: No such"),
        (OSError(12, "Cannot allocate memory"), "The system refused this: Cannot allocate memory."),
        (OSError(), "The system refused this: OSError."),
        (BrokenPipeError(32, "Broken pipe"), "The system refused this: Broken pipe."),
        (MemoryError(), "There is not enough memory: ask for something smaller."),
    ],
    ids=repr,
)
def test_what_the_system_refuses_is_told_as_what_it_is(
    error: BaseException,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(_words: list[str]) -> int:
        raise error

    monkeypatch.setattr(dispatch, "dispatch", fail)
    assert main(["games"]) == 1
    told = capsys.readouterr().err
    assert sentence in told
    assert told.startswith("quincunx: ")
    assert told.strip().isprintable()


@pytest.mark.parametrize(
    ("command", "status", "told"),
    [
        ("play swap-nine 0>there", 1, "The input cannot be read: Bad file descriptor."),
        ("review - 0>there", 2, "'-' cannot be read: Bad file descriptor."),
        ("review .", 2, "'.' cannot be read: Is a directory."),
        ("verify swap-nine --file .", 2, "'.' cannot be read: Is a directory."),
        ("games >/dev/full", 1, "The output cannot be written: No space left on device."),
        ("frobnicate 2>/dev/full", 2, None),
        ("frobnicate 2>&-", 2, None),
        ("games >/dev/full 2>/dev/full", 1, None),
        ("rules swap-nine | true", 0, None),
    ],
)
@pytest.mark.parametrize("unbuffered", [False, True])
def test_streams_and_files(
    command: str, status: int, told: str | None, unbuffered: bool, tmp_path: Path
) -> None:
    settings = {"PYTHONUNBUFFERED": "1"} if unbuffered else {}
    result = subprocess.run(
        f"'{sys.executable}' -m quincunx {command}",
        shell=True,
        cwd=tmp_path,
        env=os.environ | settings | {"XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert result.returncode == status
    assert result.stderr == (f"quincunx: {told}\n" if told else "")


@pytest.mark.parametrize("settings", [{"LC_ALL": "C", "PYTHONUTF8": "0"}, {"LC_ALL": "C.UTF-8"}])
@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["legal", b"\xff\x1b"], 2, "There is no game '\\udcff\\x1b': choose "),
        (
            ["play", "swap-nine", "--name-x", b"\xff\xe9\x1b[2J", "--record", b"\xff.txt"],
            0,
            "The game is kept: ",
        ),
        (["review", b"\xff\n"], 2, "'\\udcff\\n' cannot be read: No such file"),
        (["match", "swap-nine", b"cmd:\xff", "random"], 2, "no program that can be run: "),
        (["play", "swap-nine", "--x", b"\x1b\xff"], 2, "There is no level '\\x1b\\udcff'"),
    ],
    ids=repr,
)
def test_letters_of_any_kind(
    words: list[str | bytes], status: int, told: str, settings: dict[str, str], tmp_path: Path
) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "quincunx", *words],
        input=b"5\n\xff\xe9\x1b\x00\nhint\nquit\n",
        cwd=tmp_path,
        env=os.environ | settings | {"XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert result.returncode == status
    assert told in result.stderr.decode()
    for raw in (b"\x1b", b"\x00", b"Traceback"):
        assert raw not in result.stdout + result.stderr
