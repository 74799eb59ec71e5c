"""Tournaments: round robins that a kill costs nothing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import quincunx
from arena.bots import lines, shell
from helpers import Capture, run, wait_until
from quincunx.arena.contest import ArenaError
from quincunx.arena.grade_file import ContestFile
from quincunx.arena.tournament import Plan
from quincunx.cli import main
from quincunx.players import Terms

SWAP_NINE = quincunx.game("swap-nine")
PLAN = Plan(("random", "casual"), (SWAP_NINE,), 2, 7, Terms())

# Tells of every game that it begins, and in the fourth waits to be let go on.
BOT = """
echo game >> log
while read -r question; do
    while [ $(wc -l < log) -ge 4 ] && [ ! -e go ]; do sleep 0.02; done
    moves=${question#*\\"moves\\": [\\"}
    echo "{\\"move\\": \\"${moves%%\\"*}\\"}"
done
"""


@pytest.mark.slow
def test_killed_and_resumed(tmp_path: Path) -> None:
    agent = shell(tmp_path, BOT)
    words = ["tournament", agent, "random", "--game", "swap-nine", "--games", "6", "--json"]
    command = [sys.executable, "-m", "quincunx", *words, "--file", "t.jsonl"]
    file, log = tmp_path / "t.jsonl", tmp_path / "log"
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL) as process:
        try:
            wait_until(lambda: len(lines(log)) == 4 and len(lines(file)) == 1 + 3)
        finally:
            process.kill()
    (tmp_path / "go").touch()
    before = file.read_bytes()
    with file.open("ab") as torn:
        torn.write(b'{"round": 4, "x": "rand')
    result = run(*words, "--file", "t.jsonl", home=str(tmp_path))
    assert (result.returncode, result.stderr) == (0, "")
    assert file.read_bytes().startswith(before)
    # Six games, and the one that was cut off.
    assert len(lines(log)) == 7
    document = json.loads(result.stdout)
    assert [one["round"] for one in document["results"]] == [1, 2, 3, 4, 5, 6]
    assert sum(one["points"] for one in document["ratings"]) == 6
    # Nothing is left to do, and nothing is done.
    again = run(*words, "--file", "t.jsonl", home=str(tmp_path))
    assert again.stdout == result.stdout
    assert len(lines(log)) == 7
    # As if it had never been killed; with two workers besides.
    other = run(*words, "--file", "u.jsonl", "--workers", "2", home=str(tmp_path))
    assert json.loads(other.stdout) == document


def test_every_two_meet_in_every_game_from_both_sides() -> None:
    games = (SWAP_NINE, quincunx.game("grid-clash"))
    tasks = Plan(("random", "casual", "expert"), games, 3, 1, Terms()).tasks
    assert len(tasks) == 2 * 3 * 6
    assert [task.number for task in tasks] == list(range(1, 37))
    seen = {(task.start.game.id(), task.x, task.o) for task in tasks}
    assert len(seen) == 2 * 3 * 2
    assert len({task.seed for task in tasks}) == 36
    # All pairs of agents meet the same three numberings.
    starts = [str(task.start) for task in tasks if task.start.game.id() == "grid-clash"]
    assert starts[:6] == starts[6:12] == starts[12:]
    assert len(set(starts)) == 3


def test_one_process_at_a_time(tmp_path: Path) -> None:
    store = ContestFile(str(tmp_path / "t.jsonl"), PLAN)
    with pytest.raises(ArenaError, match="is in use"):
        ContestFile(str(tmp_path / "t.jsonl"), PLAN)
    store.close()
    ContestFile(str(tmp_path / "t.jsonl"), PLAN).close()


def test_a_file_of_something_else(tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    ContestFile(str(file), PLAN).close()
    kept = file.read_bytes()
    other = Plan(PLAN.agents, PLAN.games, 2, 8, PLAN.terms)
    with pytest.raises(ArenaError, match="belongs to another tournament"):
        ContestFile(str(file), other)
    assert file.read_bytes() == kept
    for text in ("milk\neggs\n", "[" * 99_999 + "\n", '{"a": 1}\n[]\n', "{}"):
        file.write_text(text)
        with pytest.raises(ArenaError):
            ContestFile(str(file), PLAN)
        assert file.read_text() == text
    # A header that was cut off is begun again.
    file.write_bytes(kept[:20])
    ContestFile(str(file), PLAN).close()
    assert file.read_bytes() == kept


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["random", "--file", "t"], "needs two or more agents"),
        (["random", "random", "--file", "t"], "each named once"),
        (["random", "casual", "--file", "no/such/folder"], "cannot be opened"),
    ],
)
def test_refusals(
    words: list[str],
    sentence: str,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["tournament", *words]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1


def test_every_forfeit_is_counted(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the table and in the document, of the agent who forfeits; the first ten are printed."""
    monkeypatch.chdir(tmp_path)
    Path("wrong.py").write_text("def wrong(position):\n    return '99'\n")
    wrong = "policy:wrong.py:wrong"
    words = ["tournament", wrong, "random", "casual", "--game", "swap-nine", "--games", "6"]
    words += ["--file", "t"]
    assert main(words) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    end = head.index("forfeits") + len("forfeits")
    counts = {row.split()[0]: row[:end].split()[-1] for row in rows[:3]}
    assert counts == {wrong: "12", "random": "0", "casual": "0"}
    assert sum(" forfeits the game: " in row for row in rows) == 10
    assert rows[-1] == "12 games were forfeited; the first 10 are shown."
    assert main([*words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    counted = {one["agent"]: one["forfeits"] for one in document["ratings"]}
    assert counted == {wrong: 12, "random": 0, "casual": 0}
