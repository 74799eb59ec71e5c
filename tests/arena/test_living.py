"""Programs that live for many games: protocol 2. Those of protocol 1 live for one, as ever."""

import json
import os
import shlex
import signal
import sys
from pathlib import Path
from select import select
from typing import Any

import pytest

import quincunx
from arena.bots import lines, runs
from helpers import ROOT, Capture, wait_until
from quincunx import Match
from quincunx.cli import main
from quincunx.players import command, player
from quincunx.players.command import stop_idle

BOT = """
import json, os, sys
folder, protocol, fails = sys.argv[1:]
def note(name, text):
    with open(f"{folder}/{name}", "a") as file:
        print(text, file=file)
note("started", os.getpid())
games = 1
for line in sys.stdin:
    question = json.loads(line)
    if "new_game" in question:
        note("new", line.strip())
        games += 1
        continue
    if fails == "dies" and games == 2:
        sys.exit("tired")
    print(json.dumps({"move": question["legal_moves"][0], "protocol": int(protocol)}), flush=True)
    if fails == "chatters":
        print("chatter", flush=True)
note("left", os.getpid())
"""


def bot(folder: Path, protocol: int = 2, fails: str = "never") -> str:
    (folder / "bot.py").write_text(BOT)
    words = [sys.executable, "-I", "-S", str(folder / "bot.py"), str(folder), str(protocol), fails]
    return f"cmd:{shlex.join(words)}"


def played(agent: str, games: int, capsys: Capture, *words: str) -> Any:
    start = ["match", "swap-nine", agent, "random", "--games", str(games), "--seed", "5"]
    assert main([*start, "--json", *words]) == 0
    return json.loads(capsys.readouterr().out)


def test_one_process_plays_all_games(tmp_path: Path, capsys: Capture) -> None:
    """And plays them as it would one by one; with the contest it ends."""
    living = tmp_path / "living"
    living.mkdir()
    found = played(bot(living), 6, capsys)
    assert len(lines(living / "started")) == 1
    assert len(lines(living / "new")) == 5
    assert lines(living / "left") == lines(living / "started")
    once = played(bot(tmp_path, 1), 6, capsys)
    assert len(lines(tmp_path / "started")) == 6
    assert not lines(tmp_path / "new")
    for key in ("wins", "draws", "losses"):
        assert found[key] == once[key]
    assert [one["plies"] for one in found["results"]] == [one["plies"] for one in once["results"]]


def test_the_line_is_as_the_page_says(tmp_path: Path) -> None:
    match = Match(quincunx.game("zone-conquest").start())
    match.play("5")
    for _ in range(2):
        one = player(bot(tmp_path), 0, match.position)
        one.pick(match)
        one.close()
    stop_idle()
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    shown = next(line for line in page.splitlines() if line.startswith('    {"protocol": 2'))
    assert [json.loads(line) for line in lines(tmp_path / "new")] == [json.loads(shown)]


@pytest.mark.parametrize("fails", ["dies", "chatters"])
def test_one_that_does_not_live_is_started_anew(
    tmp_path: Path, fails: str, capsys: Capture
) -> None:
    document = played(bot(tmp_path, fails=fails), 4, capsys)
    assert len(document["forfeits"]) == {"dies": 2, "chatters": 4}[fails]
    if fails == "dies":
        assert all("it ended with status 1 (tired)" in one for one in document["forfeits"])
    assert len(lines(tmp_path / "started")) >= 2
    for process in lines(tmp_path / "started"):
        wait_until(lambda process=process: not runs(int(process)))  # type: ignore[misc]  # bound at once


def test_one_that_ends_between_games_costs_none(tmp_path: Path) -> None:
    match = Match(quincunx.game("swap-nine").start())
    try:
        for count in (1, 2):
            one: Any = player(bot(tmp_path), 0, match.position)
            assert str(one.pick(match)) == "1"
            one.close()
            assert len(lines(tmp_path / "started")) == count
            os.kill(int(lines(tmp_path / "started")[-1]), signal.SIGKILL)
            ((program,),) = command._idle.values()  # whose guard is to have noticed
            wait_until(lambda line=program.line: bool(select([line], [], [], 0)[0]))  # type: ignore[misc]  # bound at once
    finally:
        stop_idle()
