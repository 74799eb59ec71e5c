"""The server for assistants while it thinks: a real process, spoken to line by line."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from helpers import wait_until
from quincunx.core import Document

LEVELS: dict[str, object] = {
    "game": "zone-conquest",
    "size": "6x6",
    "x": "expert",
    "o": "expert",
}
SLOW = """
import os, time
import quincunx.arena.assistant

def slow(*words):
    with open({file!r}, "w") as file:
        file.write(f"{{os.getpid()}}\\n")
    time.sleep(600)

quincunx.arena.assistant.level_move = slow
"""
"""Found by every process of the server: a level's move takes ten minutes, and the one that thinks
tells its number."""


class Spoken:
    def __init__(self, folder: Path) -> None:
        self.thinking = folder / "thinking"
        (folder / "sitecustomize.py").write_text(SLOW.format(file=str(self.thinking)))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "quincunx", "mcp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": str(folder)},
        )
        self.patience = Timer(120, self.process.kill)
        self.patience.start()
        about = {"capabilities": {}, "clientInfo": {"name": "test", "version": "0"}}
        self.say("initialize", 0, protocolVersion="2025-06-18", **about)
        assert self.hears()["id"] == 0
        self.say("notifications/initialized")

    def say(self, method: str, number: int | None = None, **words: Any) -> None:
        assert self.process.stdin
        message: Document = {"jsonrpc": "2.0", "method": method, "params": words}
        if number is not None:
            message["id"] = number
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def call(self, number: int, tool: str, words: dict[str, object]) -> None:
        self.say("tools/call", number, name=tool, arguments=words)

    def hears(self) -> Document:
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, "it said nothing more"
        found: Document = json.loads(line)
        return found

    def thinks(self) -> Path:
        """Once it does: where its process can be seen."""
        wait_until(lambda: self.thinking.exists() and self.thinking.read_text().endswith("\n"))
        return Path("/proc", self.thinking.read_text().strip())

    def close(self) -> None:
        self.patience.cancel()
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def spoken(tmp_path: Path) -> Iterator[Spoken]:
    found = Spoken(tmp_path)
    yield found
    found.close()


@pytest.mark.slow
def test_other_calls_are_answered_meanwhile(spoken: Spoken) -> None:
    spoken.call(1, "start_game", LEVELS)
    spoken.call(2, "list_games", {})
    assert spoken.hears()["id"] == 2
    spoken.thinks()
    spoken.call(3, "analyze_position", {"game": "swap-nine", "position": "---/---/--- X"})
    answer = spoken.hears()
    assert (answer["id"], answer["result"]["structuredContent"]["value"]) == (3, "win")


@pytest.mark.slow
def test_a_cancelled_move_was_not_played(spoken: Spoken) -> None:
    spoken.call(1, "start_game", {**LEVELS, "x": "you"})
    begun = spoken.hears()["result"]["structuredContent"]
    spoken.call(2, "play_move", {"id": "1", "move": "15"})
    process = spoken.thinks()
    spoken.call(3, "show_game", {"id": "1"})
    assert spoken.hears()["result"]["structuredContent"]["history"] == ["15"]
    spoken.say("notifications/cancelled", requestId=2)
    wait_until(lambda: not process.exists())
    spoken.call(4, "show_game", {"id": "1"})
    assert spoken.hears()["result"]["structuredContent"] == begun


@pytest.mark.slow
@pytest.mark.parametrize("killed", [False, True])
def test_nothing_outlives_it(spoken: Spoken, killed: bool) -> None:
    """Whether its input ends or it is killed."""
    spoken.call(1, "start_game", LEVELS)
    process = spoken.thinks()
    if killed:
        spoken.process.kill()
    spoken.process.communicate(timeout=120)
    assert (spoken.process.returncode == 0) is not killed
    wait_until(lambda: not process.exists())
