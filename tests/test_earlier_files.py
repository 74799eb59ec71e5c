"""Files that earlier versions wrote are opened, or refused in a sentence and left as they are."""

import gzip
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from helpers import ROOT, call, refused, run, thinned
from quincunx.play.record import read_all

OLD = ROOT / "tests" / "fixtures" / "0.1.0"
EXPECTED: dict[str, Any] = json.loads((OLD / "expected.json").read_text(encoding="utf-8"))
GAMES = sorted(EXPECTED["games"])


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


@pytest.mark.parametrize("version", ["0.1.0", "8d84873"])
def test_saved_games_go_on(version: str, tmp_path: Path) -> None:
    old = OLD.parent / version
    games = json.loads((old / "expected.json").read_text(encoding="utf-8"))["games"]
    for name, expected in games.items():
        home = tmp_path / name
        file = keep(home) / name
        shutil.copy(old / "games" / name, file)
        goes_on(home, file, expected)


def goes_on(home: Path, file: Path, expected: dict[str, Any]) -> None:
    before = file.read_text(encoding="utf-8")
    read_as_it_was(before, [expected])
    result = call("resume", stdin="moves\nquit\n", home=str(home))
    assert result.returncode == 0
    assert re.fullmatch("\nThe game is saved: `.* resume` continues it.\n", result.stderr)
    if expected["series"]:
        assert result.stdout.startswith("Game 2 of a best of 3: you 1, casual 0. You are O.\n")
    # A computer may have moved since; nothing else is different.
    (match,) = read_all(file.read_text(encoding="utf-8"))
    moves = [str(move) for move in match.moves]
    assert moves[: len(expected["moves"])] == expected["moves"]
    against_one = re.search("perfect|casual|skilled", before) is not None
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
    call("play", "swap-nine", "--record", "records.txt", stdin=typed, home=str(tmp_path))
    now = (tmp_path / "records.txt").read_text(encoding="utf-8")
    assert now.startswith(text)
    assert len(read_all(now)) == len(EXPECTED["records"]) + 1


@pytest.mark.slow
def test_a_record_file_is_reviewed_whole(tmp_path: Path) -> None:
    shutil.copy(OLD / "records.txt", tmp_path)
    reviewed = call("review", "records.txt", home=str(tmp_path))
    assert (reviewed.returncode, reviewed.stderr) == (0, "")


# Tournaments.

TOURNAMENT = EXPECTED["tournament"]


@pytest.mark.parametrize("name", ["tournament.jsonl", "tournament-half.jsonl"])
def test_a_tournament_is_finished(name: str, tmp_path: Path) -> None:
    """With the games that are kept as they were; those that were missing are played by the levels
    of today."""
    shutil.copy(OLD / name, tmp_path)
    result = call("tournament", *TOURNAMENT["words"], "--file", name, "--json", home=str(tmp_path))
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


# Files that cannot be read.

SAVED = f"games/{GAMES[-2]}"
HALF = "tournament-half.jsonl"
CONTINUE = ["tournament", *TOURNAMENT["words"], "--file", "FILE"]


@pytest.mark.parametrize(
    ("name", "words", "part", "damage", "sentence"),
    [
        (SAVED, ["resume"], "\n1. ", "\n1. nonsense ", "nonsense"),
        (SAVED, ["resume"], "\n1. ", "\n1. \xff", "cannot be read"),
        (SAVED, ["resume"], '"swap-nine"', '"swap-ninety"', "There is no game 'swap-ninety'"),
        (SAVED, ["resume"], "\n[Start ", "\n[Start", "Start"),
        ("records.txt", ["replay", "FILE"], "1. 5 2x5", "1. 5 2x9", "Move 2"),
        ("records.txt", ["review", "FILE"], "1. 5 2x5", "1. 5 2x9", "Move 2"),
        (HALF, CONTINUE, '{"tournament": 1', '{"tournament": 2', "belongs to another tournament"),
        (HALF, CONTINUE, '{"round": 2', '{"round": ', "is no tournament's file"),
    ],
)
def test_a_damaged_file_is_refused_and_left_as_it_is(
    name: str, words: list[str], part: str, damage: str, sentence: str, tmp_path: Path
) -> None:
    before = (OLD / name).read_bytes()
    damaged = before.replace(part.encode("latin-1"), damage.encode("latin-1"))
    assert damaged != before
    file = keep(tmp_path) / Path(name).name
    file.write_bytes(damaged)
    command = (str(file) if word == "FILE" else word for word in words)
    assert sentence in refused(*command, home=tmp_path)
    assert file.read_bytes() == damaged


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
    assert "is damaged" in refused(*words, home=tmp_path)
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
