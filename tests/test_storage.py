"""Files: written whole or not at all, by one process at a time."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers import run, unmeasured
from quincunx import storage
from quincunx.play.record import read_all
from quincunx.play.transcripts import keep
from quincunx.storage import FileError, FileLock, InUseError, append_file, write_file


def test_a_write_that_fails_leaves_the_old_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = str(tmp_path / "file")
    write_file(name, b"old")

    def full(_number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(FileError, match="cannot be written: No space left on device."):
        write_file(name, b"new")
    assert os.listdir(tmp_path) == ["file"]
    assert Path(name).read_bytes() == b"old"


def test_one_process_has_a_lock_at_a_time(tmp_path: Path) -> None:
    name = str(tmp_path / "file")
    first, second = FileLock(name), FileLock(name)
    first.take()
    assert second.in_use
    with pytest.raises(InUseError):
        second.take()
    second.release()  # not its own: the other keeps it
    assert second.in_use
    first.release()
    assert os.listdir(tmp_path) == []
    assert not first.in_use
    second.take()
    second.release()


def test_what_waits_for_a_lock_does_not_get_the_one_that_was_removed(tmp_path: Path) -> None:
    """Many processes take and release one lock: each counts alone."""
    code = (
        "import sys\nfrom quincunx.storage import FileLock\nfrom pathlib import Path\n"
        "lock, file = FileLock(sys.argv[1]), Path(sys.argv[1])\n"
        "sys.stdin.readline()\n"
        "for n in range(200):\n"
        "    lock.take(wait=True)\n"
        "    file.write_text(str(int(file.read_text()) + 1))\n"
        "    lock.release()\n"
    )
    file = tmp_path / "file"
    file.write_text("0")
    in_many_processes(code, str(file))
    assert file.read_text() == "600"
    assert os.listdir(tmp_path) == ["file"]


def test_what_cannot_be_locked_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file.lock").mkdir()
    lock = FileLock(str(tmp_path / "file"))
    for attempt in (lock.take, FileLock(str(tmp_path / "no" / "file")).take):
        with pytest.raises(FileError, match="cannot be written: "):
            attempt()
    assert not lock.in_use


@pytest.mark.parametrize("missing", ["module", "support"])
def test_where_there_are_no_locks_everybody_writes(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*_values: object) -> None:
        raise OSError(95, "Operation not supported")

    if missing == "module":
        monkeypatch.setattr(storage, "fcntl", None)
    else:
        monkeypatch.setattr("fcntl.flock", no_locks)
    locks = [FileLock(str(tmp_path / "file")) for _ in "ab"]
    for lock in locks:
        lock.take()
        assert not lock.in_use
    for lock in locks:
        lock.release()
    assert os.listdir(tmp_path) == []


def in_many_processes(code: str, *words: str) -> None:
    """Run the code in three processes, each with a name more, that begin together."""
    writers = [
        subprocess.Popen([sys.executable, "-c", code, *words, name], stdin=subprocess.PIPE)
        for name in "abc"
    ]
    for writer in writers:
        assert writer.stdin
        writer.stdin.write(b"\n")
        writer.stdin.close()
    assert [writer.wait(timeout=120) for writer in writers] == [0, 0, 0]


WITHOUT = """
import sys
sys.modules["fcntl"] = None
from quincunx.cli import main
sys.exit(main())
"""
NOWHERE = """
import os, pwd, sys
def getpwuid(number):
    raise KeyError(number)
pwd.getpwuid = getpwuid
for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR"):
    os.environ.pop(name, None)
from quincunx.cli import main
sys.exit(main())
"""


def changed(
    code: str, *words: str, home: Path, stdin: str = ""
) -> "subprocess.CompletedProcess[str]":
    """The command, where something is missing."""
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        env=unmeasured() | {"XDG_DATA_HOME": str(home)},
        cwd=home,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_games_are_kept_where_there_are_no_locks(tmp_path: Path) -> None:
    played = changed(WITHOUT, "play", "swap-nine", home=tmp_path, stdin="5\n1\n")
    assert (played.returncode, "The game is saved" in played.stderr) == (0, True)
    resumed = changed(WITHOUT, "resume", home=tmp_path, stdin="2\n")
    assert resumed.returncode == 0
    assert " 4 | X | 6" in resumed.stdout


def test_without_a_home_games_are_played_unsaved(tmp_path: Path) -> None:
    moves = "A1\nB1\nC1\n"
    words = ("play", "crossed-paths", "--size", "1x3")
    played = changed(NOWHERE, *words, home=tmp_path, stdin=moves)
    assert played.returncode == 0
    assert "Player 1 wins!" in played.stdout
    assert played.stderr == (
        "You have no home folder: set HOME or XDG_DATA_HOME to a folder of yours. The game goes "
        "on; saving is tried again after every move.\n"
    )
    left = changed(NOWHERE, *words, home=tmp_path, stdin="A1\n")
    assert left.returncode == 1
    assert left.stderr.endswith(
        "\nThe latest moves are not saved: You have no home folder: set HOME or XDG_DATA_HOME to a "
        "folder of yours.\n"
    )
    refused = changed(NOWHERE, "resume", home=tmp_path)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "words",
    [
        "analyze swap-nine --position 'XOXOX/OXO-- X'",
        # What is compiled cannot be kept either.
        pytest.param("survey grid-clash --size 2x2", marks=pytest.mark.slow),
    ],
)
def test_without_a_home_games_are_analysed(words: str, tmp_path: Path) -> None:
    assert changed(NOWHERE, *shlex.split(words), home=tmp_path).returncode == 0
    assert os.listdir(tmp_path) == []


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "quincunx").write_text("in the way")
    played = run("play", "swap-nine", stdin="5\n1\n", home=str(tmp_path))
    folder = str(tmp_path / "quincunx" / "games")
    reason = f"The folder {folder!r} cannot be made: Not a directory."
    assert played.stderr == (
        f"{reason} The game goes on; saving is tried again after every move.\n"
        f"\nThe latest moves are not saved: {reason}\n"
    )
    assert played.returncode == 1


def test_a_kept_game_that_cannot_be_locked_is_played_all_the_same(tmp_path: Path) -> None:
    run("play", "swap-nine", stdin="5\n", home=str(tmp_path))
    (file,) = (tmp_path / "quincunx" / "games").iterdir()
    file.with_name(f"{file.name}.lock").mkdir()
    played = run("resume", stdin="1\n", home=str(tmp_path))
    assert " 4 | X | 6" in played.stdout
    assert "cannot be written: Is a directory. The game goes on" in played.stderr
    assert len(read_all(file.read_text())[0].moves) == 1


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)), resource.RLIM_INFINITY))
from quincunx.cli import main
sys.exit(main())
"""


def test_a_record_is_added_whole_or_not_at_all(tmp_path: Path) -> None:
    words = ("play", "crossed-paths", "--size", "1x3", "--record", "there.txt")
    file = tmp_path / "there.txt"
    assert run(*words, stdin="A1\nB1\nC1\n", home=str(tmp_path)).returncode == 0
    before = file.read_bytes()
    room = str(len(before) + 9)  # a few bytes more fit
    refused = changed(LIMITED, room, *words, home=tmp_path, stdin="A1\nB1\nC1\n")
    assert file.read_bytes() == before
    assert refused.returncode == 2
    (kept,) = (tmp_path / "quincunx" / "games").iterdir()
    assert refused.stderr == (
        "quincunx: 'there.txt' cannot be written: File too large. The game is saved in "
        f"{str(kept)!r}.\n"
    )
    assert " ".join(map(str, read_all(kept.read_text())[0].moves)) == "A1 B1 C1"


def test_records_of_many_processes_are_counted_one_by_one(tmp_path: Path) -> None:
    """What outside programs said belongs to the record that they said it in."""
    code = (
        "import sys\nfrom quincunx.play.transcripts import keep\n"
        "sys.stdin.readline()\n"
        "for n in range(40):\n"
        "    name = f'{sys.argv[2]} {n}'\n"
        "    keep(sys.argv[1], f'[Game \"{name}\"]\\n\\n*\\n', [{'ply': 0, 'name': name}])\n"
    )
    file = tmp_path / "there.txt"
    in_many_processes(code, str(file))
    names = [line.split('"')[1] for line in file.read_text().splitlines() if line[:1] == "["]
    assert len(names) == 120
    lines = map(json.loads, (tmp_path / "there.txt.jsonl").read_text().splitlines())
    assert sorted((one["record"], one["name"]) for one in lines) == list(enumerate(names, 1))


def test_what_is_not_a_plain_file_is_refused(tmp_path: Path) -> None:
    attempts: list[Callable[[], None]] = [
        lambda: append_file("/dev/full", b"x"),
        lambda: append_file(str(tmp_path), b"x"),
        lambda: append_file("a\0b", b"x"),
        lambda: keep(str(tmp_path / "no" / "file"), "x", [{"ply": 0}]),
    ]
    for attempt in attempts:
        with pytest.raises(FileError, match="cannot be written: "):
            attempt()
