"""A grade goes on after a cut; a tournament takes agents in that join later."""

from pathlib import Path

import pytest

import quincunx
from arena.bots import lines, play_missing, shell
from helpers import Capture
from quincunx.arena.contest import ArenaError
from quincunx.arena.grade_file import ContestFile
from quincunx.arena.tournament import Plan, summary
from quincunx.cli import main
from quincunx.players import Terms

# Tells of every game that it begins.
BOT = """
echo game >> {folder}/log
while read -r question; do
    moves=${{question#*\\"moves\\": [\\"}}
    echo "{{\\"move\\": \\"${{moves%%\\"*}}\\"}}"
done
"""
SWAP_NINE = quincunx.game("swap-nine")
ZONES = quincunx.game("zone-conquest")


def test_a_grade_goes_on(tmp_path: Path, capsys: Capture) -> None:
    agent, file = shell(tmp_path, BOT.format(folder=tmp_path)), tmp_path / "g.jsonl"
    words = ["grade", agent, "--game", "swap-nine", "--starts", "10"]
    assert main([*words, "--json", "--file", str(file)]) == 0
    whole = capsys.readouterr().out
    assert len(lines(file)) == 1 + 12
    assert len(lines(tmp_path / "log")) == 12
    # Cut off in the middle of a line: that game and the four behind it are missing.
    kept = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(kept[:8]) + kept[8][:100])
    record = tmp_path / "games.txt"
    assert main([*words, "--json", "--file", str(file), "--record", str(record)]) == 0
    assert capsys.readouterr().out == whole
    assert len(lines(tmp_path / "log")) == 12 + 5
    assert record.read_text().count("[Game ") == 5
    # Nothing is left to do.
    assert main([*words, "--json", "--file", str(file)]) == 0
    assert capsys.readouterr().out == whole
    assert len(lines(tmp_path / "log")) == 12 + 5


def test_another_grade_is_refused(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "g.jsonl"
    words = ["--game", "swap-nine", "--starts", "2", "--file", str(file)]
    assert main(["grade", "random", *words]) == 0
    before = file.read_bytes()
    capsys.readouterr()
    for other in (["casual"], ["random", "--param", "top_p=1"]):
        assert main(["grade", *other, *words]) == 2
        assert "belongs to another grade: use the same arguments" in capsys.readouterr().err
    tournament = ["tournament", "random", "casual", "--game", "swap-nine", "--file", str(file)]
    assert main(tournament) == 2
    assert "belongs to another tournament" in capsys.readouterr().err
    # Neither patience nor a header changes the play.
    again = ["--patience", "9", "--header", "a: b"]
    assert main(["grade", "random", *words, *again]) == 0
    assert file.read_bytes() == before


def plan(*agents: str) -> Plan:
    return Plan(agents, (SWAP_NINE, ZONES), 1, 7, Terms())


def test_agents_join_a_tournament(tmp_path: Path) -> None:
    """What was played stays; the rest is what it would have been had they all begun together."""
    name = str(tmp_path / "t.jsonl")
    file = ContestFile(name, plan("random", "casual"))
    play_missing(file)
    file.close()
    before = (tmp_path / "t.jsonl").read_bytes()
    # Whatever their order, those who began come first.
    for agents in (("casual", "skilled", "random"), ("random", "beginner", "skilled", "casual")):
        file = ContestFile(name, plan(*agents))
        assert file.contest.agents[:2] == ("random", "casual")
        assert file.contest.agents[2:] == tuple(sorted(set(agents) - {"random", "casual"}))
        play_missing(file)
        file.close()
    assert (tmp_path / "t.jsonl").read_bytes().startswith(before)
    assert len(lines(tmp_path / "t.jsonl")) == 1 + 2 * 2 * 6
    together = ContestFile(str(tmp_path / "u.jsonl"), file.contest)
    play_missing(together)
    together.close()
    results = [
        summary(one.contest, [one.finished[n] for n in sorted(one.finished)])
        for one in (file, together)
    ]
    assert results[0] == results[1]
    assert [one["round"] for one in results[0]["results"]] == list(range(1, 25))


def test_but_none_leaves(tmp_path: Path) -> None:
    name = str(tmp_path / "t.jsonl")
    file = ContestFile(name, plan("random", "casual", "beginner"))
    file.close()
    with pytest.raises(ArenaError, match="belongs to another tournament"):
        ContestFile(name, plan("random", "casual"))
    # One that joined and has played cannot be left out either.
    name = str(tmp_path / "u.jsonl")
    ContestFile(name, plan("random", "casual")).close()
    file = ContestFile(name, plan("random", "casual", "beginner"))
    play_missing(file)
    file.close()
    with pytest.raises(ArenaError, match="is no game of this tournament"):
        ContestFile(name, plan("random", "casual"))
