"""Programs that behave badly: each ends in one true sentence, and leaves nothing behind."""

import json
import os
import sys
import time
from pathlib import Path
from select import select
from typing import Any

import pytest

import quincunx
from arena.bots import (
    _ended_with_the_test,  # noqa: F401 - a fixture
    all_gone,
    members,
    shell,
)
from quincunx import Match
from quincunx.players import AgentError, ForfeitError, OutageError, Terms, command, player
from quincunx.players.external import MAX_ANSWER_BYTES, ExternalPlayer, ServerError

PATIENT = Terms(seconds=600, retries=0)
NOTED = "echo $$ > {folder}/program.pid; "


def forfeit(folder: Path, code: str, late: bool = False) -> str:
    """Why such a program forfeits, at its first question or after a move; all that it was is gone
    then."""
    match = Match(quincunx.game("swap-nine").start())
    bot: Any = player(shell(folder, NOTED.format(folder=folder) + code), 0, match.position, PATIENT)
    if late:
        match.play(bot.pick(match))
        match.play(match.legal_moves()[-1])
        bot.prompt = lambda match, refused: "x" * 1_000_000  # no pipe holds it
        bot.terms = Terms(0.5, retries=0)
    with pytest.raises(ForfeitError) as caught:
        bot.pick(match)
    bot.close()
    assert members(folder)
    assert all_gone(folder)
    message = str(caught.value)
    assert message.isprintable()
    return message.partition(" forfeits the game: ")[2]


ANSWER = 'echo \'{"move": "1"}\'; '
READY = f"read -r question; {ANSWER}"
"""Answers the first question; whatever follows is ready when the second comes."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    [
        "yes >&2",
        "exec sleep 1000",
        "exec < /dev/null; exec sleep 1000",
        "trap '' TERM HUP INT; while :; do sleep 1; done",
        "kill -STOP $$",
    ],
    ids=["floods errors", "reads nothing", "deaf", "stubborn", "stopped"],
)
def test_late(tmp_path: Path, code: str) -> None:
    """Whatever else it does meanwhile."""
    assert forfeit(tmp_path, READY + code, late=True) == "it did not answer within 0.5 s."


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("head -c 300000 /dev/zero; echo; cat", "it wrote more than 200,000 bytes."),
        ("yes", "after 1 answer the last was unreadable: 'y' is no answer"),
        ("printf '\\000\\377\\033[2J\\n'; cat", "unreadable: '\\x00�\\x1b[2J' is no answer"),
        ("kill -9 0", "it ended with status -9."),
        ("sleep 1000 & exit 4", "it ended with status 4."),
        ("printf '\\033[2J\\377' >&2; exit 6", "it ended with status 6 (�[2J�)."),
    ],
)
def test_at_the_first_question(tmp_path: Path, code: str, reason: str) -> None:
    assert reason in forfeit(tmp_path, code)


def test_an_answer_just_short_enough(tmp_path: Path) -> None:
    """The limit is the same wherever the pipe happens to break."""
    spaces = MAX_ANSWER_BYTES - len('{"move": "5"}')
    code = f'printf \'{{"move": "5"%{spaces + 1}s\' }}; echo; cat'
    match = Match(quincunx.game("swap-nine").start())
    bot = player(shell(tmp_path, code), 0, match.position, Terms(retries=0))
    assert str(bot.pick(match)) == "5"
    bot.close()
    code = f'printf \'{{"move": "5"%{spaces + 2}s\' }}; echo; cat'
    assert forfeit(tmp_path, code) == "it wrote more than 200,000 bytes."


def test_output_that_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "GUARD_TIMEOUT_S", 0.5)
    assert forfeit(tmp_path, "exec >&-; exec sleep 1000") == "it closed its output."


def test_an_answer_to_no_question(tmp_path: Path) -> None:
    """A line that came before the question cannot be the answer to it."""
    code = f"{READY}until [ -e {tmp_path}/go ]; do sleep 0.01; done; {ANSWER}cat"
    match = Match(quincunx.game("swap-nine").start())
    bot: Any = player(shell(tmp_path, code), 0, match.position, Terms(retries=0))
    match.play(bot.pick(match))
    match.play("9")
    (tmp_path / "go").touch()
    assert select([bot.program.stdout], [], [], 120)[0]
    with pytest.raises(ForfeitError, match="it wrote more than one line for an answer"):
        bot.pick(match)


def test_what_cannot_be_started(tmp_path: Path) -> None:
    script, nonsense = tmp_path / "script", tmp_path / "nonsense"
    script.write_text("#!/no/such/interpreter\n")
    nonsense.write_text("\x7fELF nonsense")
    for file in (script, nonsense):
        file.chmod(0o755)
    for words, reason in {
        str(script): "No such file or directory",
        str(nonsense): "Exec format error",
        f"true {'x' * 140_000}": "Argument list too long",
    }.items():
        match = Match(quincunx.game("swap-nine").start())
        bot = player(f"cmd:{words}", 0, match.position)
        with pytest.raises(ForfeitError, match=rf"it cannot be started: {reason}\.$"):
            bot.pick(match)


def test_where_programs_cannot_be_run(monkeypatch: pytest.MonkeyPatch) -> None:
    start = quincunx.game("swap-nine").start()
    with monkeypatch.context() as patch:
        patch.setattr(os, "name", "nt")
        with pytest.raises(AgentError, match="need Linux or macOS: put yours behind an address"):
            player("cmd:true", 0, start)


def test_the_system_is_told_as_on_linux_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guard does without the call of Linux, and without the package that makes it."""
    from quincunx.players import process_guard

    monkeypatch.setitem(sys.modules, "ctypes", None)
    process_guard.prctl(process_guard.PR_SET_PDEATHSIG, 0)
    monkeypatch.setattr(sys, "platform", "darwin")
    process_guard.prctl(process_guard.PR_SET_PDEATHSIG, 0)


class Busy(ExternalPlayer):
    """A server that never has time."""

    def prompt(self, match: Match, refused: list[tuple[str, str]]) -> Any:
        return None

    def send(self, prompt: Any) -> str:
        raise ServerError("it is busy", temporary=True)


def test_pauses_have_a_ceiling(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    bot = Busy("busy", Terms(retries=99, patience=1000))
    with pytest.raises(OutageError, match="busy is out: it is busy"):
        bot.pick(Match(quincunx.game("swap-nine").start()))
    assert len(bot.exchanges) == 1
    assert pauses[:5] == [1, 2, 4, 8, 16]
    assert pauses[5:] == [30] * 32
    assert json.dumps(bot.exchanges)
