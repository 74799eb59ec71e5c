"""Ctrl-C ends a contest at once, with every program in it; what was finished is kept."""

import json
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from arena.bots import (
    _ended_with_the_test,  # noqa: F401 - a fixture
    all_gone,
    lines,
    members,
    serving,
    shell,
)
from helpers import thinned_to, wait_until
from quincunx.arena import contest
from quincunx.cli import main
from quincunx.play.record import read_all
from quincunx.work.pools import pool, run_tasks
from terminal.screen import Screen

# With a child in a session of its own. In the first and the fourth game that it begins, whichever
# those are, it never answers; in others it plays the first move there is.
BOT = """
cd {folder}
echo $$ > new.$$ && mv new.$$ $$.pid
if [ "$1" ]; then while :; do sleep 1; done; fi
setsid sh bot.sh {folder}/child &
until [ -e $!.pid ]; do sleep 0.01; done
number=1
until mkdir begun.$number 2> /dev/null; do number=$((number + 1)); done
while read -r question; do
    case $number in 1 | 4) echo > waits.$number; while :; do sleep 1; done ;; esac
    moves=${{question#*\\"moves\\": [\\"}}
    echo "{{\\"move\\": \\"${{moves%%\\"*}}\\"}}"
done
"""
FOUR = ["--seconds", "1000", "--workers", "2"]
CONTESTS = {
    "match": ["match", "swap-nine", "BOT", "random", "--games", "4", *FOUR, "--record", "r"],
    "grade": ["grade", "BOT", "--game", "swap-nine", "--starts", "2", *FOUR, "--record", "r"],
    "tournament": [
        *("tournament", "BOT", "random", "--game", "swap-nine", "--games", "4", *FOUR),
        *("--file", "t"),
    ],
}
ALONE = {
    "play": ["play", "swap-nine", "--x", "BOT", "--o", "random", "--record", "r"],
    "match": ["match", "swap-nine", "BOT", "BOT", "--games", "4", "--record", "r"],
}


def begun(folder: Path, words: Sequence[str], waiting: int) -> Screen:
    """The command at a real terminal, when so many of its programs do not answer."""
    agent = shell(folder, BOT.format(folder=folder))
    screen = Screen(folder, *[agent if word == "BOT" else word for word in words])
    wait_until(lambda: len([*folder.glob("waits.*")]) == waiting)
    return screen


@pytest.mark.parametrize("contest", thinned_to(CONTESTS, "tournament"))
def test_a_contest_of_two_workers(tmp_path: Path, contest: str) -> None:
    screen = begun(tmp_path, CONTESTS[contest], 2)
    if contest == "tournament":
        wait_until(lambda: len(lines(tmp_path / "t")) == 3)  # what it is, and two games
    screen.child.sendintr()
    text = screen.end()
    assert screen.child.exitstatus == 130
    assert "Traceback" not in screen.raw
    assert text.split() in (["^C"], [])
    assert len(members(tmp_path)) == 8
    wait_until(lambda: all_gone(tmp_path))
    if contest == "tournament":
        _, *games = [json.loads(line) for line in lines(tmp_path / "t")]
        assert len({game["round"] for game in games}) == 2


@pytest.mark.parametrize("contest", thinned_to(CONTESTS, "match"))
def test_a_contest_that_is_killed(tmp_path: Path, contest: str) -> None:
    """Its workers cannot be told; they notice, and so do the guards."""
    screen = begun(tmp_path, CONTESTS[contest], 2)
    assert len(members(tmp_path)) >= 4  # two that wait, and their children
    screen.kill(signal.SIGKILL)
    wait_until(lambda: all_gone(tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("contest", ALONE)
def test_without_workers(tmp_path: Path, contest: str) -> None:
    screen = begun(tmp_path, ALONE[contest], 1)
    screen.child.sendintr()
    screen.end()
    assert screen.child.exitstatus == 130
    assert "Traceback" not in screen.raw
    assert len(members(tmp_path)) in (2, 4)
    assert all_gone(tmp_path)


@pytest.mark.slow
def test_between_two_tries(tmp_path: Path) -> None:
    """Nobody waits for the end of a pause."""
    with serving(lambda document, handler: handler.reply(b"busy", 503)) as server:
        screen = Screen(tmp_path, "match", "swap-nine", server.address, "random", "--retries", "99")
        wait_until(lambda: len(server.asked) == 3)
        screen.child.sendintr()
        screen.end()
    assert screen.child.exitstatus == 130
    assert "Traceback" not in screen.raw


# What is finished is kept, also out of turn.


@pytest.mark.parametrize("name", ["match", "grade"])
def test_games_that_were_finished_out_of_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The first of four goes on when Ctrl-C comes; the third was finished before the second."""

    def interrupted(work: Any, tasks: Sequence[Any], executor: Any) -> Iterator[Any]:
        yield work(tasks[2])
        yield work(tasks[1])
        raise KeyboardInterrupt

    monkeypatch.setattr(contest, "run_tasks", interrupted)
    words = [*CONTESTS[name][:-1], str(tmp_path / "games")]
    assert main(["random" if word == "BOT" else word for word in words]) == 130
    kept = read_all((tmp_path / "games").read_text())
    assert [one.tags["Round"] for one in kept] == ["2", "3"]


# A worker never sees a Ctrl-C, not even while it starts.


def blocked(_: int) -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_workers_are_started_deaf() -> None:
    with pool(2) as executor:
        assert list(run_tasks(blocked, range(4), executor)) == [True] * 4
    assert not blocked(0)


def test_a_ctrl_c_while_they_start_is_not_lost() -> None:
    submitted: list[int] = []

    class Interrupted(Executor):
        def submit(self, work: Any, task: Any, /) -> Future[Any]:  # type: ignore[override]  # all that is asked
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
            submitted.append(task)
            return Future()

    with pytest.raises(KeyboardInterrupt):
        list(run_tasks(blocked, range(3), Interrupted()))
    assert submitted == [0, 1, 2]
    assert not blocked(0)
