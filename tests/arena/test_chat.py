"""Language models: what they are told, how their answers are read, and what becomes of the rest."""

import json
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

import quincunx
from arena.bots import Handler, serving
from helpers import BOOKS
from quincunx import Match
from quincunx.cli import main
from quincunx.play.record import read_all
from quincunx.players import Terms, player
from quincunx.players.chat import KEY_VARIABLE, PROMPT_VERSION, REFUSED, TASK, question


@pytest.mark.parametrize("game", quincunx.game_ids())
def test_what_a_model_is_told(game: str) -> None:
    match = Match(quincunx.game(game).start(seed=1))
    for _ in range(3):
        resume = [m for m in match.legal_moves() if not match.position.after(m).outcome]
        if resume:
            match.play(resume[-1])
    text = user(match)
    assert match.position.game.rules() in text
    assert f"In notation: {match.position}\n" in text
    assert f"It began from: {match.start}\n" in text
    assert " ".join(map(str, match.moves)) in text
    assert f"You are {match.turn} and it is your turn." in text
    assert "Legal moves" not in text
    legal = f"Legal moves: {' '.join(map(str, match.legal_moves()))}\n"
    assert legal in user(match, show_legal=True)


def user(match: Match, show_legal: bool = False) -> str:
    """What stands in the question itself."""
    system, asked = question(match, show_legal)
    assert (system["role"], system["content"], asked["role"]) == ("system", TASK, "user")
    return asked["content"]


def test_a_question_and_its_answer_for_everybody() -> None:
    """Of a position as of a match; refused answers and why stand behind it."""
    position = quincunx.parse("zone-conquest", "OX-/XXO/-O- X 4 -")
    assert quincunx.question(position) == quincunx.question(Match(position))
    *_, said, again = quincunx.question(position, refused=[("x5", "Zone 5 is yours.")])
    assert (said["role"], said["content"]) == ("assistant", "x5")
    assert again["content"].startswith("This cannot be played: Zone 5 is yours.")
    assert str(quincunx.answer("So be it.\nmove: X1", position)) == "x1"
    with pytest.raises(quincunx.NotationError):
        quincunx.answer("I would rather not.", position)
    with pytest.raises(quincunx.IllegalMoveError, match="Zone 5"):
        quincunx.answer("move: 5", position)
    judged = quincunx.judge(position, position.read("9"))
    assert (judged.lost, judged.known, judged.mattered) == (0.5, True, True)
    assert judged.usually_lost == pytest.approx(0.25)
    assert quincunx.judge(position, None).lost == 1
    assert len(quincunx.suite(quincunx.game("swap-nine"), 4, 0)) == 4


def test_the_prompts_have_a_version() -> None:
    """Whoever changes what a model is told, be it a rule's wording, raises PROMPT_VERSION and then
    changes this sum."""
    starts = [Match(quincunx.game(game).start(seed=1)) for game in BOOKS]
    words = [TASK, REFUSED, *(user(start, show_legal=True) for start in starts)]
    assert (PROMPT_VERSION, crc32("".join(words).encode())) == (2, 342851702)


def test_nonsense_and_illegal_moves_may_be_mended() -> None:
    said = ["The weather is fine.", "move: 77", "I take it.\nmove: 7"]
    answers, match = iter(said), Match(quincunx.game("swap-nine").start())
    with serving(lambda document, handler: handler.say(next(answers))) as server:
        name = f"chat:some/model@{server.address}/v1/?api-version=2024-10-21"
        bot: Any = player(name, 0, match.position, Terms(seconds=600, retries=2))
        assert str(bot.pick(match)) == "7"
    assert server.headers[0]["path"] == "/v1/chat/completions?api-version=2024-10-21"
    assert "Authorization" not in server.headers[0]
    assert server.asked[0]["model"] == "some/model"
    assert [one["prompt"] for one in bot.exchanges] == server.asked
    assert [one["answer"] for one in bot.exchanges] == said
    assert [one["verdict"] for one in bot.exchanges] == ["unreadable", "illegal", "legal"]
    last = server.asked[-1]["messages"]
    assert [one["role"] for one in last] == ["system", "user", *["assistant", "user"] * 2]
    assert last[4]["content"] == "move: 77"
    assert bot.exchanges[1]["reason"] in last[5]["content"]


def test_the_key_is_sent_and_never_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = "sk-0123456789-secret"
    monkeypatch.setenv(KEY_VARIABLE, secret)

    def betray(document: dict[str, Any], handler: Handler) -> None:
        if len(document["messages"]) > 2:
            handler.reply(f"{handler.headers['Authorization']} is wrong".encode(), 401)
        else:
            handler.say(f"Your key is {secret}.")

    file = tmp_path / "games.txt"
    with serving(betray) as server:
        agent = f"chat:model@{server.address}/v1"
        words = ["match", "swap-nine", agent, "random", "--games", "2", "--record", str(file)]
        assert main(words) == 2
        assert server.headers[0]["Authorization"] == f"Bearer {secret}"
    out = capsys.readouterr()
    kept = file.read_text() + (tmp_path / "games.txt.jsonl").read_text() + out.out + out.err
    assert secret not in kept
    assert "Your key is [key]." in kept
    assert "Bearer [key] is wrong" in kept
    first, second = read_all(file.read_text())
    assert first.outcome is second.outcome is None
    assert "Bearer [key] is wrong" in first.tags["Failed"]
    lines = [json.loads(line) for line in (tmp_path / "games.txt.jsonl").read_text().splitlines()]
    assert [line["record"] for line in lines] == [1, 1, 2, 2]
