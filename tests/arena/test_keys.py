"""The key for language models: it reaches their server and nobody else, whole or in part."""

import json
import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from arena.bots import Handler, serving, shell
from helpers import run
from quincunx import Match
from quincunx.cli import main
from quincunx.players import AgentError, ForfeitError, Terms, player
from quincunx.players.chat import KEY_VARIABLE, ChatPlayer

KEY = "sk-qzxjvkwyqhsecret"
ONCE = Terms(seconds=30, retries=0, patience=0)


def all_kept(answer: Any) -> str:
    """Whatever is told and kept of the first question, where a server answers so."""
    match = Match(quincunx.game("swap-nine").start())
    with serving(answer) as server:
        bot = ChatPlayer(f"chat:model@{server.address}", ONCE)
        try:
            told = str(bot.pick(match))
        except (AgentError, ForfeitError) as error:
            told = str(error)
        assert server.headers[0]["Authorization"] == f"Bearer {os.environ[KEY_VARIABLE]}"
    return told + json.dumps(bot.exchanges)


def pieces(key: str, length: int = 4) -> list[str]:
    return [key[at : at + length] for at in range(len(key) - length + 1)]


@pytest.mark.parametrize("status", [401, 503, 200])
def test_a_key_that_stands_at_the_cut(monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    """Wherever it stands, nothing of it is left: of 19 characters 15 were."""
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    for before in (0, 21, 25, 36, 39, 40, 41, 45, 59, 60, 181, 185, 199, 200):
        body = "-" * before + KEY + " is wrong. " + KEY * 2
        kept = all_kept(lambda document, handler, body=body: handler.reply(body.encode(), status))
        assert "it answered with status" in kept or "is no chat completion" in kept
        assert not [piece for piece in pieces(KEY) if piece in kept]


@pytest.mark.parametrize("key", [KEY, "sk/a+b=c&d e", "q\"uo\\te's", "k" * 300, "%41%42%"])
def test_a_key_in_any_dress(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv(KEY_VARIABLE, key)
    escaped = "".join(f"\\u{ord(character):04x}" for character in key)
    dresses = [key, quote(key, safe=""), json.dumps(key), key.replace("/", "\\/"), escaped]
    dresses.append(quote(key, safe="").lower() if quote(key) != key else key)
    for dress in dresses:
        kept = all_kept(lambda document, handler, dress=dress: handler.reply(dress.encode(), 400))
        assert "[key]" in kept
        kept = all_kept(lambda document, handler, dress=dress: handler.say(f"no: {dress}"))
        assert "no: [key]" in kept or 'no: \\"[key]\\"' in kept
        assert key not in kept


@settings(max_examples=settings().max_examples // 4, deadline=None)
@given(
    before=st.text(), after=st.text(), times=st.integers(1, 3), key=st.text("ab%\\u0/", min_size=1)
)
def test_no_key_is_left(before: str, after: str, times: int, key: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(KEY_VARIABLE, key)
        bot = ChatPlayer("chat:model@http://localhost", ONCE)
    text = bot.redact(before + key * times + after)
    assert key not in text.replace("[key]", "\n")


@pytest.mark.parametrize("key", ["5", "x", "EMPTY"])
def test_a_placeholder_is_no_reason_to_misread(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """Servers on one's own machine want something that is no secret; moves may look like it."""
    monkeypatch.setenv(KEY_VARIABLE, key)
    match = Match(quincunx.game("swap-nine").start())
    with serving(lambda document, handler: handler.say("EMPTY boxes\nmove: 5")) as server:
        bot = player(f"chat:model@{server.address}", 0, match.position, ONCE)
        assert str(bot.pick(match)) == "5"


def test_a_key_that_cannot_be_sent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for key in ("sk-über", "sk-1\nsk-2", "sk-\x1b[2J"):
        monkeypatch.setenv(KEY_VARIABLE, key)
        assert main(["match", "swap-nine", "chat:m@http://localhost:9/v1", "random"]) == 2
        assert "cannot be sent: it has to be one line of " in capsys.readouterr().err


def test_a_program_does_not_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor anything else that is ours; but all that is the user's."""
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    monkeypatch.setenv("QUINCUNX_OTHER_SECRET", KEY)
    monkeypatch.setenv("MY_BOT_SETTING", "deep")
    agent = shell(tmp_path, f'env > {tmp_path}/env; echo \'{{"move": "5"}}\'')
    result = run("match", "swap-nine", agent, "random", "--games", "2", "--workers", "2")
    assert result.returncode == 0
    seen = (tmp_path / "env").read_text()
    assert KEY not in seen
    assert "QUINCUNX" not in seen
    assert "MY_BOT_SETTING=deep\n" in seen
    assert "PATH=" in seen


def test_an_address_does_not_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)

    def answer(document: dict[str, Any], handler: Handler) -> None:
        handler.reply(json.dumps({"move": document["moves"][0]}).encode())

    match = Match(quincunx.game("swap-nine").start())
    with serving(answer) as server:
        player(server.address, 0, match.position, ONCE).pick(match)
        assert KEY not in json.dumps(server.headers + server.asked)
