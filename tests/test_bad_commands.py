"""Nonsense on the command line, in files and at questions: one sentence, nothing raw."""

import json
import os
import subprocess
import sys
from pathlib import Path
from string import ascii_letters, digits
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from helpers import call, refused, thinned
from quincunx.cli import dispatch, main

ESCAPE = "\x1b[2J"
RECORD = '[Game "swap-nine"]\n{}\n\n1. 5 1 *\n'
WORDS = ascii_letters + digits
NASTY = ["", "-", "\u0663", "00000000199", "-1", "1.0.0", "\x00", ESCAPE, "\u202e", "../games"]
TEXT = st.text(st.characters(codec="utf-8", exclude_characters=WORDS), max_size=9)
NONSENSE = st.sampled_from(NASTY) | TEXT


@settings(max_examples=60, deadline=None)
@given(answer=NONSENSE)
def test_any_answer_in_a_replay(answer: str) -> None:
    with TemporaryDirectory() as home:
        Path(home, "game.txt").write_text(RECORD.format(""))
        shown = call("replay", "game.txt", stdin=f"{answer}\n0000000002\nq\n", home=home)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert ESCAPE not in shown.stdout


COMMANDS = """
legal ?
legal swap-nine --position ?
legal swap-nine --size ? --json
legal swap-nine --seed ?
legal swap-nine --first ?
apply swap-nine 5 ?
match swap-nine random random --games ?
match swap-nine random random --seconds ?
match swap-nine random random --workers ?
tournament random casual --file t --games ?
tournament random casual --file t --game ?
grade random --game ?
play swap-nine --x ?
puzzle ?
review ?
export swap-nine --output ?
?
"""


@settings(max_examples=200, deadline=None)
@given(command=st.sampled_from(COMMANDS.split("\n")[1:-1]), value=NONSENSE)
@example("match swap-nine random random --workers ?", "02")
@example("match swap-nine random random --seconds ?", "--")
@example("legal swap-nine --position ?", "--")
@example("play swap-nine --x ?", "--")
@example("match swap-nine random random --games ?", "9" * 5000)
def test_nonsense_in_the_place_of_a_word(command: str, value: str) -> None:
    with TemporaryDirectory() as home:
        words = [value if word == "?" else word for word in command.split()]
        refused(*words, home=Path(home))
        assert not [*Path(home).iterdir()]


@settings(max_examples=100, deadline=None)
@given(
    place=st.sampled_from(["swap-nine", "{}", "5", "[", '"', "*"]),
    text=NONSENSE
    | st.sampled_from([f'[Size "{ESCAPE}"]', '[\x1b7 "1"]\n[\x1b7 "2"]', "[" * 10**5]),
    command=st.sampled_from(["review", "replay", "resume"]),
)
def test_nonsense_in_a_record(place: str, text: str, command: str) -> None:
    """Refused, or read where it changes nothing."""
    with TemporaryDirectory() as name:
        home, words = Path(name), [command]
        games = home / "quincunx" / "games"
        games.mkdir(parents=True)
        file = games / "20261115-120000-1.txt" if command == "resume" else home / "game.txt"
        record = RECORD.replace(place, text.replace("{", "(").replace("}", ")"))
        file.write_text(record.format(""), encoding="utf-8", errors="replace")
        words += [] if command == "resume" else ["game.txt"]
        result = call(*words, stdin="quit\n", home=name)
    assert result.returncode in (0, 2)
    assert result.stderr.strip().isprintable() or not result.returncode
    assert ESCAPE not in result.stdout
    assert "Traceback" not in result.stderr


TOURNAMENT = ["tournament", "random", "casual", "--game", "swap-nine", "--games", "2"]
GRADE = ["grade", "random", "--game", "swap-nine", "--starts", "2"]
ASKED = {"agent": "random", "verdict": "legal", "ply": 0}
MODEL = ASKED | {"finish_reason": "stop", "seconds": 1.5, "usage": {"total_tokens": 3}}
EXCHANGES: list[object] = [
    None,
    [1],
    [{"agent": "random"}],
    [ASKED | {"ply": 99}],
    [ASKED | {"verdict": "illegal"}],
    [MODEL | {"usage": {"total_tokens": "3"}}],
    [MODEL | {"seconds": None}],
]
WRONG = [{"exchanges": exchanges} for exchanges in EXCHANGES] + [{"plies": None}]
WRONG_IN_A_TOURNAMENT: list[dict[str, object]] = [
    {"result": "Z"},
    {"result": ["X"]},
    {"x": "perfect"},
    {"o": 5},
    {"forfeit": 5},
]


@pytest.mark.parametrize(
    ("words", "changes"),
    [(TOURNAMENT, [*WRONG, *WRONG_IN_A_TOURNAMENT]), (GRADE, WRONG)],
    ids=["tournament", "grade"],
)
def test_a_contest_with_a_line_that_is_no_game(
    words: list[str], changes: list[dict[str, object]], tmp_path: Path
) -> None:
    words, file = [*words, "--file", "t.jsonl"], tmp_path / "t.jsonl"
    assert call(*words, home=str(tmp_path)).returncode == 0
    head, first, *games = file.read_text().splitlines()

    def write(line: object) -> str:
        text = "".join(f"{each}\n" for each in (head, json.dumps(line), *games))
        file.write_text(text)
        return text

    write(json.loads(first) | {"exchanges": [MODEL]})
    assert call(*words, home=str(tmp_path)).returncode == 0
    for line in [{}, [], 5, None, *(json.loads(first) | change for change in changes)]:
        before = write(line)
        assert refused(*words, home=tmp_path).startswith("Line 2 of 't.jsonl' "), line
        assert file.read_text() == before


@pytest.mark.parametrize("file", ["/dev/null", "."])
def test_a_tournament_in_what_is_no_file(file: str, tmp_path: Path) -> None:
    assert repr(file) in refused(*TOURNAMENT, "--file", file, home=tmp_path)


def test_what_a_tournaments_file_holds_is_shown_clean(tmp_path: Path) -> None:
    words, file = [*TOURNAMENT, "--file", "t.jsonl"], tmp_path / "t.jsonl"
    assert call(*words, home=str(tmp_path)).returncode == 0
    head, first, second = file.read_text().splitlines()
    forfeit = json.dumps(json.loads(first) | {"forfeit": f"{ESCAPE}!"})
    file.write_text(f"{head}\n{forfeit}\n{second}\n")
    shown = call(*words, home=str(tmp_path)).stdout
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
        ("--version >/dev/full", 1, "The output cannot be written: No space left on device."),
        ("games --help >&-", 0, None),
        ("games <&-", 0, None),
        ("games >/dev/full 2>/dev/full", 1, None),
        ("rules swap-nine | true", 0, None),
    ],
)
@pytest.mark.parametrize("unbuffered", thinned([False, True], 2))
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


@pytest.mark.parametrize(
    "settings", thinned([{"LC_ALL": "C", "PYTHONUTF8": "0"}, {"LC_ALL": "C.UTF-8"}], 2)
)
@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["legal", b"\xff\x1b"], 2, "There is no game '\\udcff\\x1b': choose "),
        (
            ["play", "swap-nine", "--name-x", b"\xff\xe9\x1b[2J", "--record", b"\xff.txt"],
            0,
            "The game is saved: ",
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
