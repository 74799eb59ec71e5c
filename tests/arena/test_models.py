"""What language models' servers are sent and send besides: fields, headers, keys, parts, counts."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

import quincunx
from arena.bots import Handler, serving
from arena.test_outages import legal_moves, plays
from helpers import Capture, run
from quincunx import Match
from quincunx.cli import main
from quincunx.core import Document
from quincunx.players import AgentError, ForfeitError, Terms, player
from quincunx.players.chat import KEY_VARIABLE, ChatPlayer, check_key_hosts

QUICK = Terms(seconds=30, retries=0, patience=0)


def asked(reply: Any, terms: Terms = QUICK, base: str = "/v1") -> tuple[str, Any, Any]:
    """What a model does with the first move if its server replies so; its player and the server."""
    match = Match(quincunx.game("swap-nine").start())
    body = json.dumps(reply).encode()
    with serving(lambda document, handler: handler.reply(body)) as server:
        bot: Any = player(f"chat:model@{server.address}{base}", 0, match.position, terms)
        try:
            return str(bot.pick(match)), bot, server
        except ForfeitError as error:
            return str(error), bot, server


def said(content: Any, **more: Any) -> Document:
    return {"choices": [{"message": {"content": content, **more}, "finish_reason": "stop"}]}


def test_fields_and_headers_are_sent(capsys: Capture, tmp_path: Path) -> None:
    """The fields are kept with the prompt; a header may be a secret."""
    file = tmp_path / "games.txt"
    words = ["--param", "temperature=0", "--param", 'stop=["\\n\\n"]', "--param", "user=ann"]
    words += ["--header", "x-title: my-own-title", "--header", "AUTHORIZATION:Basic abcdef"]
    with serving(plays) as server:
        agent = f"chat:model@{server.address}/v1"
        start = ["match", "swap-nine", agent, "random", "--games", "2", "--show-legal"]
        assert main([*start, *words, "--record", str(file), "--json"]) == 0
        for document in server.asked:
            assert document["model"] == "model"
            assert (document["temperature"], document["stop"]) == (0, ["\n\n"])
            assert document["user"] == "ann"
        for headers in server.headers:
            assert headers["X-Title"] == "my-own-title"
            assert headers["Authorization"] == "Basic abcdef"
    kept = (tmp_path / "games.txt.jsonl").read_text()
    assert '"temperature": 0' in kept
    assert "my-own-title" not in kept + file.read_text() + capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--param", "temperature"], "'temperature' is no field to be set, as in temperature=0"),
        (["--param", "model=other"], "is no field to be set"),
        (["--header", "nothing"], "'nothing' begins no header, as in 'X-Title: my games'"),
        (["--header", "a: \x1b[2J"], "begins no header"),
        (["--at-once", "2", "--workers", "2"], "not allowed with"),
    ],
)
def test_refusals(words: list[str], sentence: str, capsys: Capture) -> None:
    assert main(["match", "swap-nine", "chat:m@http://localhost:9", "random", *words]) == 2
    printed = capsys.readouterr()
    assert sentence in printed.err
    assert (printed.out, printed.err.count("\n")) == ("", 1)


@pytest.mark.parametrize(
    ("content", "move"),
    [
        (
            [
                {"type": "thinking", "thinking": "…", "text": "move: 1"},
                {"type": "text", "text": "I see.\nmo"},
                {"type": "output_text", "text": "ve: 7"},
                {"type": "image_url", "image_url": {}},
            ],
            "7",
        ),
    ],
)
def test_content_in_parts(content: Any, move: str) -> None:
    assert asked(said(content))[0] == move


def test_long_thoughts_are_no_long_answer() -> None:
    """Wherever they stand; and they are not sent back to whoever had them."""
    thoughts = "hm, " * 100_000
    assert asked(said("move: 5", reasoning_content=thoughts))[0] == "5"
    assert asked(said(f"<think>{thoughts}</think>\nmove: 5"))[0] == "5"
    assert "more than 200,000 bytes" in asked(said(f"<think></think>{thoughts}\nmove: 5"))[0]
    _, _, server = asked(said(f"<think>{thoughts}</think>five"), Terms(retries=1))
    assert server.asked[1]["messages"][2] == {"role": "assistant", "content": "five"}
    whole = {"choices": [{"message": {}, "finish_reason": "length"}]}
    assert "the last was unreadable" in asked(whole)[0]


def test_what_a_reply_says_is_kept_and_summed(tmp_path: Path, capsys: Capture) -> None:
    details = {"reasoning_tokens": 7, "why": "no number"}
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "completion_tokens_details": details}

    def answer(document: Document, handler: Handler) -> None:
        reply = said(f"move: {legal_moves(document)[0]}") | {"usage": usage}
        handler.reply(json.dumps(reply).encode())

    file = tmp_path / "games.txt"
    with serving(answer) as server:
        agent = f"chat:model@{server.address}/v1"
        words = ["match", "swap-nine", agent, "random", "--games", "4", "--show-legal"]
        assert main([*words, "--json", "--record", str(file)]) == 0
        count = len(server.asked)
    sums = json.loads(capsys.readouterr().out)["usage"][agent]
    seconds = sums.pop("seconds")
    assert sums == {
        "requests": count,
        "finish_reason stop": count,
        "prompt_tokens": 100 * count,
        "completion_tokens": 20 * count,
        "completion_tokens_details reasoning_tokens": 7 * count,
    }
    kept = [json.loads(line) for line in (tmp_path / "games.txt.jsonl").read_text().splitlines()]
    assert sum(one["seconds"] for one in kept) == pytest.approx(seconds)
    assert kept[0]["finish_reason"] == "stop"
    assert kept[0]["usage"] == {
        "prompt_tokens": 100,
        "completion_tokens": 20,
        "completion_tokens_details reasoning_tokens": 7,
    }


# Keys.


def test_every_agent_has_its_own_key(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "common-secret")
    monkeypatch.setenv("KEY_OF_B", "secret-of-b")
    with serving(plays) as a, serving(plays) as b:
        agents = [f"chat:m@{a.address}/v1", f"chat:m@{b.address}/v1#KEY_OF_B"]
        words = ["--games", "2", "--show-legal"]
        assert main(["match", "swap-nine", *agents, *words]) == 0
        assert {one["Authorization"] for one in a.headers} == {"Bearer common-secret"}
        assert {one["Authorization"] for one in b.headers} == {"Bearer secret-of-b"}
        assert {one["path"] for one in b.headers} == {"/v1/chat/completions"}
        assert "secret" not in json.dumps(a.asked + b.asked)
        agents[1] = f"chat:m@{b.address}/v1#"
        assert main(["match", "swap-nine", *agents, *words]) == 0
        assert "Authorization" not in b.headers[-1]


@pytest.mark.parametrize(
    "agents",
    [
        ["chat:m@http://one/v1", "chat:m@http://two/v1"],
        ["chat:m@http://one/v1#KEY_OF_B", "chat:n@http://one:81/v1#KEY_OF_B"],
        ["random", "chat:m@http://one/v1#KEY_OF_B", "chat:n@https://two/v1#KEY_OF_C"],
    ],
)
def test_no_host_sees_the_key_of_another(
    agents: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "common-secret")
    monkeypatch.setenv("KEY_OF_B", "secret-of-b")
    monkeypatch.setenv("KEY_OF_C", "secret-of-b")
    words = ["tournament", *agents, "--game", "swap-nine", "--file", str(tmp_path / "t")]
    assert main(words) == 2
    assert "would be sent the same key or header: name each key's" in capsys.readouterr().err
    assert not (tmp_path / "t").exists()
    if len(agents) == 2:
        assert main(["match", "swap-nine", *agents]) == 2
        assert main(["play", "swap-nine", "--x", agents[0], "--o", agents[1]]) == 2
        assert capsys.readouterr().err.count("would be sent the same key") == 2


def test_what_may_be_sent_to_several(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = "chat:m@http://one/v1", "chat:m@http://two/v1"
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    check_key_hosts([one, two, "random", "cmd:true", lambda position: 5], Terms())
    with pytest.raises(AgentError, match="one and two would be sent the same key or header"):
        check_key_hosts([one, two], Terms(headers={"Api-Key": "secret"}))
    monkeypatch.setenv(KEY_VARIABLE, "EMPTY")
    check_key_hosts([one, two], Terms())
    monkeypatch.setenv(KEY_VARIABLE, "common-secret")
    check_key_hosts([one, "chat:other@http://ONE/v2"], Terms())


def test_a_header_is_not_kept_where_it_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "common-secret")
    terms = Terms(headers={"Api-Key": "header-secret"}, retries=0)
    _, bot, _ = asked(
        said("header-secret common-secret\nmove: 5")
        | {"usage": {"header-secret": 1, "n": {"common-secret": 1}}},
        terms,
    )
    kept = json.dumps(bot.exchanges)
    assert "[key] [key]" in kept
    assert "secret" not in kept
    assert ChatPlayer("chat:m@http://localhost", terms).redact("header-secret") == "[key]"


# Side by side.


def test_an_interruption_waits_for_nobody(tmp_path: Path) -> None:
    """Nor does a run that a refusal stops: the others would answer in a minute."""
    began, numbers = threading.Semaphore(0), iter(range(1, 100))

    def answer(document: Document, handler: Handler) -> None:
        began.release()
        if next(numbers) == 4:
            for _ in range(4):
                began.acquire(timeout=60)
            handler.reply(b"no", 401)
        else:
            handler.server.over.wait(600)

    with serving(answer) as server:
        agent = f"chat:model@{server.address}/v1"
        words = ["match", "swap-nine", agent, "random", "--games", "4", "--seconds", "500"]
        result = run(*words, home=str(tmp_path))
    assert result.returncode == 2
    assert "it answered with status 401: 'no'" in result.stderr
