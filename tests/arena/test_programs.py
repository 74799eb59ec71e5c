"""Outside programs by `cmd:` and `http:`: they play by the protocol, or forfeit with a reason."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import quincunx
from arena.bots import PYTHON_BOT, SHELL_BOT, Handler, serving, shell
from helpers import ROOT, run, thinned_to
from quincunx import Match
from quincunx.core import Document
from quincunx.play.record import read
from quincunx.players import AgentError, ForfeitError, OutageError, Terms, player

QUICK = Terms(seconds=600, retries=1)


def fresh(game: str = "swap-nine") -> Match:
    return Match(quincunx.game(game).start(seed=1))


def forfeit(agent: str, terms: Terms = QUICK) -> str:
    """Why an agent forfeits its first move."""
    match = fresh()
    bot = player(agent, 0, match.position, terms)
    try:
        with pytest.raises(ForfeitError) as caught:
            bot.pick(match)
    finally:
        bot.close()
    message = str(caught.value)
    assert message.isprintable()
    assert message.endswith(".")
    return message.partition(" forfeits the game: ")[2]


@pytest.mark.parametrize("agent", [PYTHON_BOT, SHELL_BOT], ids=["python", "shell"])
@pytest.mark.parametrize("game", thinned_to(quincunx.game_ids(), "numeral-nexus"))
def test_the_example_bots_play_every_game(agent: str, game: str) -> None:
    match = fresh(game)
    bot: Any = player(agent, 1, match.position, QUICK)
    other = player("random", 1, match.position)
    while match.outcome is None:
        match.play((other if match.ply % 2 else bot).pick(match))
    bot.close()
    # Every answer was a move: nothing was asked twice.
    assert len(bot.exchanges) == (match.ply + 1) // 2 > 0


def test_the_document_is_as_the_protocol_says(tmp_path: Path) -> None:
    match = fresh("zone-conquest")
    match.play("5")
    code = f'read -r line; echo "$line" > {tmp_path}/asked; echo \'{{"move": "1"}}\''
    bot = player(shell(tmp_path, code), 0, match.position, QUICK)
    assert str(bot.pick(match)) == "1"
    bot.close()
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    shown = next(line for line in page.splitlines() if line.startswith('    {"protocol"'))
    assert json.loads((tmp_path / "asked").read_text()) == json.loads(shown) | {"seconds": 600}


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("nonsense", "after 2 answers the last was unreadable: 'nonsense' is no answer"),
        ("[" * 9000, "after 2 answers the last was unreadable"),
        ('{"move": "five"}', "the last was unreadable: 'five' is no Swap Nine move"),
        ('{"move": "10"}', "the last was illegal: "),
        ('{"move": "\\ud800\\u001b[2J"}', "the last was unreadable"),
    ],
)
def test_answers_that_cannot_be_played(tmp_path: Path, answer: str, reason: str) -> None:
    (tmp_path / "answer").write_text(answer + "\n")
    agent = shell(tmp_path, f"while read -r line; do cat {tmp_path}/answer; done")
    assert reason in forfeit(agent)


def test_a_second_try(tmp_path: Path) -> None:
    """The bot is told what was wrong."""
    code = """
    while read -r line; do
        case "$line" in
            *refused*) echo '{"move": "5"}' ;;
            *) echo '{"move": "99"}' ;;
        esac
    done"""
    bot: Any = player(shell(tmp_path, code), 0, fresh().position, QUICK)
    assert str(bot.pick(fresh())) == "5"
    bot.close()
    first, second = bot.exchanges
    assert (first["verdict"], second["verdict"]) == ("illegal", "legal")
    assert second["prompt"]["refused"] == [{"answer": '{"move": "99"}', "reason": first["reason"]}]


def test_names_that_are_no_agents() -> None:
    position = fresh().position
    for name, message in {
        "cmd:": "'' is no program",
        "cmd:./nothing-here": "'./nothing-here' is no program that can be run",
        "cmd:'": "close its quotes",
        "cmd:a\0b": "is no program",
        "http:localhost": "has no address",
        "http://host:99999/": "has no address",
        "http://ann:secret@host/": "leave the password out",
        "chat:model": "write chat:MODEL@http://HOST/v1",
    }.items():
        with pytest.raises(AgentError, match=message):
            player(name, 0, position)


def test_an_address_is_sent_the_same_document() -> None:
    def answer(document: Document, handler: Handler) -> None:
        handler.reply(json.dumps({"move": document["moves"][-1]}).encode())

    with serving(answer) as server:
        for name in (f"{server.address}/move", f"http:{server.address}/move"):
            match = fresh("grid-clash")
            bot = player(name, 0, match.position, QUICK)
            assert str(bot.pick(match)) == "3,3"
        assert server.headers[0]["path"] == "/move"
        assert server.asked[0] == server.asked[1]
        assert server.asked[0]["game"] == "grid-clash"


def outage(agent: str, terms: Terms) -> str:
    """Why a server's first answer is no play."""
    match = fresh()
    with pytest.raises(OutageError) as caught:
        player(agent, 0, match.position, terms).pick(match)
    return str(caught.value).partition(" is out: ")[2]


def test_an_address_that_fails() -> None:
    def drip(document: Document, handler: Handler) -> None:
        """Every byte comes in time, the answer never does."""
        handler.send_response(200)
        handler.end_headers()
        while not handler.server.over.wait(0.02):
            try:
                handler.wfile.write(b" ")
            except OSError:
                return

    with serving(drip) as server:
        assert outage(server.address, Terms(0.4, patience=0)) == "it did not answer within 0.4 s."
    assert "it cannot be reached" in outage(server.address, Terms(2, patience=0))
    with serving(lambda document, handler: handler.reply(b"gone", 404)) as server:
        with pytest.raises(AgentError, match="it answered with status 404: 'gone'. See that its"):
            player(server.address, 0, fresh().position, QUICK).pick(fresh())
        assert len(server.asked) == 1
    with serving(lambda document, handler: handler.reply(b"busy", 503)) as server:
        assert "status 503" in outage(server.address, Terms(patience=0))
        assert len(server.asked) == 1


def test_at_the_terminal(tmp_path: Path) -> None:
    """The same names sit down for `quincunx play`; a forfeit is a sentence and is recorded."""
    home = str(tmp_path)
    result = run("play", "swap-nine", "--x", "random", "--o", SHELL_BOT, "--seed", "1", home=home)
    assert (result.returncode, result.stderr) == (0, "")
    result = run(
        "play", "swap-nine", "--x", "cmd:false", "--o", "random", "--record", "game.txt", home=home
    )
    assert result.returncode == 0
    assert "cmd:false forfeits the game: it ended with status 1." in result.stdout
    assert result.stdout.endswith("random (O) wins: cmd:false (X) forfeited.\n")
    match = read((tmp_path / "game.txt").read_text())
    assert (match.termination, match.outcome and match.outcome.winner) == ("forfeit", "O")
    (line,) = (tmp_path / "game.txt.jsonl").read_text().splitlines()
    assert json.loads(line)["verdict"] == "failed"
    assert json.loads(line)["record"] == 1


def test_what_an_extra_brings_is_missed_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from quincunx.cli import main

    for module in ("httpx", "mcp.server.mcpserver"):
        monkeypatch.setitem(sys.modules, module, None)
    for words in (
        ["match", "swap-nine", "random", "http://127.0.0.1:9", "--games", "2"],
        ["mcp"],
    ):
        assert main(words) == 2
        error = capsys.readouterr().err
        assert error.endswith('which is not installed: pip install "quincunx[arena]".\n')
        assert error.count("\n") == 1
