"""Files that earlier versions wrote are opened, or refused in a sentence and left as they are."""

import gzip
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from helpers import ROOT, call, run, thinned
from quincunx.play.record import read_all

OLD = ROOT / "tests" / "fixtures" / "0.1.0"
EXPECTED: dict[str, Any] = json.loads((OLD / "expected.json").read_text(encoding="utf-8"))
GAMES = sorted(EXPECTED["games"])


def refused(home: Path, *words: str) -> str:
    """The one sentence."""
    result = call(*words, home=str(home))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("quincunx: ")
    assert result.stderr.count("\n") == 1
    assert re.search(r"[.?]\n$", result.stderr)
    return result.stderr.removeprefix("quincunx: ").rstrip()


def read_as_it_was(text: str, expected: list[dict[str, Any]]) -> None:
    for match, one in zip(read_all(text), expected, strict=True):
        assert match.start.game.id() == one["game"]
        assert str(match.start) == one["start"]
        assert [str(move) for move in match.moves] == one["moves"]
        assert str(match.position) == one["position"]
        assert match.repetition == one["repetition"]
        assert {str(side): name for side, name in match.names.items()} == one["names"]
        assert (match.outcome is not None) == one["over"]
        assert (match.outcome and match.outcome.winner) == one["winner"]


# Saved games.


def keep(home: Path, *names: str) -> Path:
    """These saved games, in the folder where they are looked for."""
    games = home / "quincunx" / "games"
    games.mkdir(parents=True)
    for name in names:
        shutil.copy(OLD / "games" / name, games)
    return games


@pytest.mark.parametrize("name", GAMES)
def test_a_saved_game_goes_on(name: str, tmp_path: Path) -> None:
    file = keep(tmp_path, name) / name
    expected = EXPECTED["games"][name]
    before = file.read_text(encoding="utf-8")
    read_as_it_was(before, [expected])
    result = call("resume", stdin="moves\nquit\n", home=str(tmp_path))
    assert result.returncode == 0
    assert re.fullmatch("\nThe game is kept: `.* resume` goes on with it.\n", result.stderr)
    if expected["series"]:
        assert result.stdout.startswith("Game 2 of a best of 3: you 1, casual 0. You are O.\n")
    # A computer may have moved since; nothing else is different.
    (match,) = read_all(file.read_text(encoding="utf-8"))
    moves = [str(move) for move in match.moves]
    assert moves[: len(expected["moves"])] == expected["moves"]
    against_one = "perfect" in before or "casual" in before
    assert len(moves) - len(expected["moves"]) <= against_one
    assert match.tags.get("Series") == expected["series"]
    assert match.repetition == expected["repetition"]


def test_all_saved_games_are_listed(tmp_path: Path) -> None:
    keep(tmp_path, *GAMES)
    lines = call("resume", home=str(tmp_path)).stdout.splitlines()
    assert len(lines) == len(GAMES) + 1
    for line, name in zip(lines, reversed(GAMES), strict=False):
        expected = EXPECTED["games"][name]
        names = {name for name in expected["names"].values() if name != "human"}
        assert not names or any(f"{name} (" in line for name in names)
        assert f", {len(expected['moves'])} moves, " in line
        assert line.endswith(" to move")


@pytest.mark.parametrize(
    ("found", "put", "sentence"),
    [
        (b"\n1. ", b"\n1. nonsense ", "nonsense"),
        (b"\n1. ", b"\n1. \xff", "cannot be read"),
        (b'"swap-nine"', b'"swap-ninety"', "There is no game 'swap-ninety'"),
        (b"\n[Start ", b"\n[Start", "Start"),
    ],
    ids=["move", "bytes", "newer game", "tag"],
)
def test_a_damaged_saved_game_is_left_as_it_is(
    found: bytes, put: bytes, sentence: str, tmp_path: Path
) -> None:
    file = keep(tmp_path, GAMES[-2]) / GAMES[-2]
    damaged = file.read_bytes().replace(found, put)
    assert damaged != file.read_bytes()
    file.write_bytes(damaged)
    assert sentence in refused(tmp_path, "resume")
    assert file.read_bytes() == damaged


# Records.


def test_a_record_file_is_read_whole(tmp_path: Path) -> None:
    text = (OLD / "records.txt").read_text(encoding="utf-8")
    read_as_it_was(text, EXPECTED["records"])
    shutil.copy(OLD / "records.txt", tmp_path)
    shown = call("replay", "records.txt", stdin="\n" * 1_000, home=str(tmp_path))
    assert (shown.returncode, shown.stderr) == (0, "")
    for one in EXPECTED["records"]:
        assert f"move {len(one['moves'])} of {len(one['moves'])}" in shown.stdout
    # More is added behind what is there.
    typed = "5\nresign\n"
    run("play", "swap-nine", "--record", "records.txt", stdin=typed, home=str(tmp_path))
    now = (tmp_path / "records.txt").read_text(encoding="utf-8")
    assert now.startswith(text)
    assert len(read_all(now)) == len(EXPECTED["records"]) + 1


@pytest.mark.slow
def test_a_record_file_is_reviewed_whole(tmp_path: Path) -> None:
    shutil.copy(OLD / "records.txt", tmp_path)
    reviewed = call("review", "records.txt", home=str(tmp_path))
    assert (reviewed.returncode, reviewed.stderr) == (0, "")


@pytest.mark.parametrize("command", ["replay", "review"])
def test_a_damaged_record_is_left_as_it_is(command: str, tmp_path: Path) -> None:
    file = tmp_path / "records.txt"
    damaged = (OLD / "records.txt").read_text(encoding="utf-8").replace("1. 5 2x5", "1. 5 2x9")
    file.write_text(damaged, encoding="utf-8")
    assert "2" in refused(tmp_path, command, "records.txt")
    assert file.read_text(encoding="utf-8") == damaged


# Tournaments.

TOURNAMENT = EXPECTED["tournament"]


@pytest.mark.parametrize("name", ["tournament.jsonl", "tournament-half.jsonl"])
def test_a_tournament_is_finished(name: str, tmp_path: Path) -> None:
    """With the games that are kept as they were; those that were missing are played by the levels
    of today."""
    shutil.copy(OLD / name, tmp_path)
    result = run("tournament", *TOURNAMENT["words"], "--file", name, "--json", home=str(tmp_path))
    assert (result.returncode, result.stderr) == (0, "")
    documents = found, summary = json.loads(result.stdout), dict(TOURNAMENT["summary"])
    before, after = (OLD / name).read_bytes(), (tmp_path / name).read_bytes()
    assert after.startswith(before[: before.rindex(b"\n") + 1])
    kept = before[: before.rindex(b"\n")].count(b"\n")  # below the heading
    assert found["results"][:kept] == summary["results"][:kept]
    assert len(found["results"]) == len(summary["results"])
    if name == "tournament.jsonl":
        rated = [
            [(one["agent"], one["games"]) for one in each.pop("ratings")] for each in documents
        ]
        assert rated[0] == rated[1]  # the ratings themselves are reckoned anew
        assert found == summary
        assert after == before


@pytest.mark.parametrize(
    ("found", "put", "sentence"),
    [
        ('{"tournament": 1', '{"tournament": 2', "belongs to another tournament"),
        ('{"round": 2', '{"round": ', "is no tournament's file"),
    ],
    ids=["newer", "damaged"],
)
def test_a_tournament_that_cannot_be_continued_is_left_as_it_is(
    found: str, put: str, sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "t.jsonl"
    text = (OLD / "tournament-half.jsonl").read_text(encoding="utf-8")
    damaged = text.replace(found, put)
    assert damaged != text
    file.write_text(damaged, encoding="utf-8")
    words = ("tournament", *TOURNAMENT["words"], "--file", "t.jsonl")
    assert sentence in refused(tmp_path, *words)
    assert file.read_text(encoding="utf-8") == damaged


# Solutions.


@pytest.fixture
def solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of kept solutions."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = tmp_path / "quincunx" / "solved"
    folder.mkdir(parents=True)
    for file in (OLD / "solved").iterdir():
        (folder / file.stem).write_bytes(gzip.decompress(file.read_bytes()))
    return folder


@pytest.mark.parametrize(
    "expected", thinned(EXPECTED["solved"].values(), 3), ids=EXPECTED["solved"]
)
def test_a_kept_solution_is_used(expected: dict[str, Any], solved: Path, tmp_path: Path) -> None:
    words = ("analyze", expected["game"], "--position", expected["position"], "--json")
    result = run(*words, home=str(tmp_path))
    assert (result.returncode, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert found == expected
    assert found["proof"] == "table"
    # And it is this file that tells: without it nothing is proved, or by other means.
    for file in solved.iterdir():
        file.unlink()
    assert json.loads(run(*words, home=str(tmp_path)).stdout) != expected


@pytest.mark.parametrize("expected", EXPECTED["solved"].values(), ids=EXPECTED["solved"])
def test_a_damaged_solution_is_left_as_it_is(
    expected: dict[str, Any], solved: Path, tmp_path: Path
) -> None:
    files = [*solved.glob(f"{expected['game']}-*.bin")]
    for file in files:
        data = bytearray(file.read_bytes())
        data[1_000] ^= 1
        file.write_bytes(data)
    before = [file.read_bytes() for file in files]
    words = ("analyze", expected["game"], "--position", expected["position"], "--json")
    assert "is damaged" in refused(tmp_path, *words)
    assert [file.read_bytes() for file in files] == before


@pytest.mark.parametrize(
    "expected", thinned(EXPECTED["solved"].values(), 3), ids=EXPECTED["solved"]
)
def test_a_newer_solution_is_not_misread(
    expected: dict[str, Any], solved: Path, tmp_path: Path
) -> None:
    for file in solved.glob("*.json"):
        file.write_text(re.sub('"format": 1', '"format": 99', file.read_text()))
    before = {file: file.read_bytes() for file in solved.iterdir()}
    words = ("analyze", expected["game"], "--position", expected["position"], "--json")
    result = run(*words, home=str(tmp_path))
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout)["proof"] != "table"
    assert {file: file.read_bytes() for file in solved.iterdir()} == before
