"""Replies that hold no move, or lead elsewhere, are named for what they are."""

import json
from pathlib import Path
from typing import Any

import pytest

import quincunx
from arena.bots import Handler, serving
from arena.test_models import QUICK, asked, said
from arena.test_outages import plays
from helpers import Capture
from quincunx import Match
from quincunx.cli import main
from quincunx.core import Document
from quincunx.players import AgentError, OutageError, Terms, player
from quincunx.players.chat import KEY_VARIABLE, TASK, question

START = quincunx.game("swap-nine").start()
ONCE_MORE = Terms(retries=1, patience=0)


def ended(reason: str | None, **message: Any) -> Document:
    return {"choices": [{"message": message, "finish_reason": reason}]}


# No move.

NO_TOOLS = "The answer is a tool call, and there are no tools: "


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (ended("stop", content=""), "The answer is empty: "),
        ({"choices": [{"message": None}]}, "The answer is empty: "),
        (ended("length", content="Let me see: "), "The answer was cut at the length limit: "),
        (ended("content_filter", content="I"), "A content filter stopped the answer: "),
        (ended("stop", refusal="I can't."), 'The model refused to answer ("I can\'t."): '),
        (
            ended("stop", content=[{"type": "refusal", "refusal": "No."}]),
            "The model refused to answer ('No.'): ",
        ),
        (ended("tool_calls", content=None, tool_calls=[{"id": "1"}]), NO_TOOLS),
    ],
)
def test_an_answer_without_a_move_is_named(reply: Any, sentence: str) -> None:
    """It is unreadable, no outage, and says what would be right."""
    forfeit, bot, server = asked(reply, ONCE_MORE)
    assert "forfeits the game: after 2 answers the last was unreadable: " in forfeit
    assert [one["verdict"] for one in bot.exchanges] == ["unreadable"] * 2
    assert bot.exchanges[0]["reason"].startswith(sentence)
    assert bot.exchanges[0]["reason"].endswith(f"'move: ' and {START.game.move_words}.")
    again = server.asked[1]["messages"]
    assert all(one["content"].strip() for one in again)
    roles = [one["role"] for one in again]
    assert roles in (["system", "user"], ["system", "user", "assistant", "user"])
    assert bot.exchanges[0]["reason"] in again[-1]["content"]


@pytest.mark.parametrize("reason", ["length", "content_filter", "tool_calls", None])
def test_a_move_that_was_named_is_played(reason: str | None) -> None:
    assert asked(ended(reason, content="move: 5", tool_calls=[]))[0] == "5"


def test_a_lone_surrogate_is_unreadable(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everywhere that an answer goes: back to the model, into the transcript, a record, a file."""
    monkeypatch.chdir(tmp_path)
    body = json.dumps(said("\ud83d is all I say.\nmove: 5", reasoning_content="\udc00")).encode()
    with serving(lambda document, handler: handler.reply(body)) as server:
        words = ["grade", f"chat:model@{server.address}/v1", "--game", "swap-nine", "--starts", "0"]
        assert main([*words, "--record", "games.txt", "--file", "grade.jsonl"]) == 0
        # Games are played at once: one of the requests that repeats an answer.
        sent = next(one["messages"] for one in server.asked if len(one["messages"]) > 2)
    printed = capsys.readouterr()
    assert printed.err == ""
    assert sent[2]["content"] == "? is all I say.\nmove: 5"
    assert "has half a character in it, a lone surrogate: finish with" in sent[3]["content"]
    assert Path("games.txt").read_text(encoding="utf-8").count("[Forfeit ") == 2
    lines = Path("games.txt.jsonl").read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["verdict"] for line in lines} == {"unreadable"}
    assert main([*words, "--file", "grade.jsonl"]) == 0  # read again, and nothing is asked


def test_reasoning_is_kept_in_the_transcript(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "common-secret")
    for reply in (
        said("move: 5", reasoning_content="Five. common-secret"),
        said("move: 5", reasoning="Five. common-secret"),
        said(
            [
                {"type": "thinking", "thinking": [{"type": "text", "text": "Five. common-secret"}]},
                {"type": "text", "text": "move: 5"},
            ]
        ),
    ):
        move, bot, _ = asked(reply)
        assert move == "5"
        (exchange,) = bot.exchanges
        assert exchange["reasoning"] == "Five. [key]"
        assert exchange["answer"] == "move: 5"
    assert "reasoning" not in asked(said("move: 5"))[1].exchanges[0]
    _, bot, server = asked(said("no", reasoning="I thought."), ONCE_MORE)
    assert [one["reasoning"] for one in bot.exchanges] == ["I thought."] * 2
    assert "I thought." not in json.dumps(server.asked)


# Servers without the role system.


def test_no_system(capsys: Capture) -> None:
    def strict(document: Document, handler: Handler) -> None:
        if any(one["role"] == "system" for one in document["messages"]):
            handler.reply(b"Only user and assistant roles are supported!", 400)
        else:
            handler.say("move: 5")

    with serving(strict) as server:
        words = ["grade", f"chat:model@{server.address}/v1", "--game", "swap-nine", "--starts", "0"]
        assert main([*words, "--json"]) == 2
        assert "Only user and assistant roles" in capsys.readouterr().err
        assert main([*words, "--json", "--no-system"]) == 0
        (first, *_) = server.asked[-1]["messages"]
    assert json.loads(capsys.readouterr().out)["terms"]["system"] is False
    assert first["content"].startswith(f"{TASK}\n\n# The rules of ")
    with_it, without = question(START), question(START, system=False)
    assert without == [
        {"role": "user", "content": "\n\n".join(one["content"] for one in with_it)},
    ]
    assert "system" not in Terms().document()


# Redirections.


def redirecting(location: Any, status: int = 307) -> Any:
    """Whoever asks is sent there, unless the path says that it was."""

    def answer(document: Document, handler: Handler) -> None:
        if handler.path.startswith("/there"):
            plays(document, handler)
            return
        handler.send_response(status)
        handler.send_header("Location", location(handler.server))
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


@pytest.mark.parametrize("status", [307, 308])
@pytest.mark.parametrize(
    "location", [lambda server: "/there/v1", lambda server: f"{server.address}/there/v1?a=b"]
)
def test_a_redirection_to_the_same_host_is_followed(
    location: Any, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, "common-secret")
    with serving(redirecting(location, status)) as server:
        terms = Terms(show_legal=True, headers={"X-Title": "mine"})
        bot: Any = player(f"chat:model@{server.address}/v1", 0, START, terms)
        assert str(bot.pick(Match(START))) == "1"
        assert server.asked[0] == server.asked[1]
        assert [one["Authorization"] for one in server.headers] == ["Bearer common-secret"] * 2
        assert server.headers[1]["X-Title"] == "mine"


@pytest.mark.parametrize(
    ("location", "status"),
    [
        ("/there", 301),  # forgets the question
        ("/there", 303),
        ("{other}/there?key=common-secret", 307),
        ("https:{here}/there", 307),
        ("http://localhost:{port}/there", 307),
        ("/v1", 307),
        ("http://[", 307),
    ],
)
def test_any_other_is_not(location: str, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key would go there, or the question would be lost; nor is the key shown."""
    monkeypatch.setenv(KEY_VARIABLE, "common-secret")

    def to(server: Any) -> str:
        here, port = server.address.removeprefix("http:"), server.server_address[1]
        return location.format(other=other.address, here=here, port=port)

    with serving(plays) as other, serving(redirecting(to, status)) as server:
        bot: Any = player(f"chat:model@{server.address}/v1", 0, START, QUICK)
        with pytest.raises((AgentError, OutageError), match="reached|redirects") as caught:
            bot.pick(Match(START))
        assert "common-secret" not in str(caught.value)
        assert other.asked == []
        assert len(server.asked) <= (4 if location == "/v1" else 1)
