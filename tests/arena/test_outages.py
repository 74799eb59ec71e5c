"""That a server is out says nothing of how an agent plays: it is waited for, or the game does not
count; and a server that refuses from the start stops the run."""

import json
import time
from collections.abc import Callable
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

import quincunx
from arena.bots import Handler, lines, serving
from helpers import Capture
from quincunx import Match
from quincunx.cli import main
from quincunx.core import Document
from quincunx.players import OutageError, Terms, player

Answer = Callable[[Document, Handler], None]
ONE_GAME = ["--game", "swap-nine", "--starts", "2", "--show-legal"]


def legal_moves(document: Document) -> list[str]:
    """What a model is told with --show-legal."""
    (line,) = [
        one
        for one in document["messages"][1]["content"].splitlines()
        if one.startswith("Legal moves: ")
    ]
    return str(line).split()[2:]


def plays(document: Document, handler: Handler) -> None:
    handler.say(f"move: {legal_moves(document)[0]}")


def out_as_o(status: int) -> Answer:
    """A server that answers X and fails O."""

    def answer(document: Document, handler: Handler) -> None:
        if "You are O" in document["messages"][1]["content"]:
            handler.reply(b"no capacity", status)
        else:
            plays(document, handler)

    return answer


# From the start.


@pytest.mark.parametrize("at_once", ["1", "32"])
@pytest.mark.parametrize(
    ("status", "body", "told"),
    [
        (401, b'{"error": "no such key"}', 'status 401: \'{"error": "no such key"}\''),
        (404, b"no such model", "status 404: 'no such model'"),
        (200, b"[" * 99_999, "its reply is no chat completion: "),
        (200, b"<html>Welcome</html>", "its reply is no chat completion: '<html>Welcome</html>'"),
    ],
)
def test_a_refusal_stops_the_run(
    status: int, body: bytes, told: str, at_once: str, capsys: Capture
) -> None:
    with serving(lambda document, handler: handler.reply(body, status)) as server:
        agent = f"chat:model@{server.address}/v1"
        assert main(["grade", agent, *ONE_GAME, "--at-once", at_once]) == 2
        assert len(server.asked) <= int(at_once)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert told in printed.err
    assert "See that its address, model, key and parameters are right." in printed.err


# While it lasts.


def asked(answer: Any, terms: Terms, pauses: list[float]) -> tuple[str, Any]:
    """The first move of a model on such a server, without the waiting; and its player."""
    match = Match(quincunx.game("swap-nine").start())
    with pytest.MonkeyPatch.context() as patch, serving(answer) as server:
        patch.setattr(time, "sleep", pauses.append)
        bot: Any = player(f"chat:model@{server.address}/v1", 0, match.position, terms)
        return str(bot.pick(match)), bot


@pytest.mark.parametrize("status", [408, 429, 500, 529])
def test_a_busy_server_is_waited_for(status: int, capsys: Capture) -> None:
    """Beside the retries, of which there are none here."""
    busy, pauses = iter([b"busy", b"still busy"]), list[float]()

    def answer(document: Document, handler: Handler) -> None:
        if (body := next(busy, None)) is not None:
            handler.reply(body, status)
        else:
            handler.say("move: 5")

    move, bot = asked(answer, Terms(retries=0), pauses)
    assert move == "5"
    assert pauses == [1, 2]
    (exchange,) = bot.exchanges
    assert exchange["outages"] == [
        f"it answered with status {status}: '{words}'" for words in ("busy", "still busy")
    ]
    assert exchange["verdict"] == "legal"
    shown = capsys.readouterr().err
    assert f"it answered with status {status}: 'busy'; waiting 1 s.\n" in shown


def later(handler: Handler, words: str) -> None:
    handler.send_response(429)
    handler.send_header("Retry-After", words)
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def test_a_server_says_how_long() -> None:
    for words, low, high in (("7", 7, 7), (formatdate(time.time() + 60, usegmt=True), 40, 60)):
        waits, pauses = iter([words]), list[float]()

        def answer(document: Document, handler: Handler, waits: Any = waits) -> None:
            if after := next(waits, None):
                later(handler, after)
            else:
                handler.say("move: 5")

        assert asked(answer, Terms(), pauses)[0] == "5"
        assert low <= pauses[0] <= high


@pytest.mark.parametrize("words", ["100000", "9" * 40, "soon", "Mon, 99 Foo", "-5"])
def test_but_not_for_longer_than_the_patience(words: str) -> None:
    pauses: list[float] = []

    def answer(document: Document, handler: Handler) -> None:
        later(handler, words)

    with pytest.raises(OutageError, match="is out: it answered with status 429"):
        asked(answer, Terms(patience=40), pauses)
    # A second, two, four, eight, sixteen; and the next would be too long.
    assert pauses in ([1, 2, 4, 8, 16], [])
    assert (pauses == []) == words.isdecimal()


# What still fails.


def test_a_failed_game_is_no_part_of_a_grade(tmp_path: Path, capsys: Capture) -> None:
    words = [*ONE_GAME, "--patience", "0.001", "--json"]
    with serving(out_as_o(503)) as server:
        agent = f"chat:model@{server.address}/v1"
        assert main(["grade", agent, *words, "--file", str(tmp_path / "g.jsonl")]) == 1
        partly = json.loads(capsys.readouterr().out)
        assert [one["o"] for one in partly["failed"]] == [agent] * 2
        assert (
            "is out: it answered with status 503: 'no capacity'." in partly["failed"][0]["failed"]
        )
        assert partly["total"]["plays"] == 2
        assert partly["total"]["forfeits"] == partly["total"]["failed"]["count"] == 0
        # The next run plays them, and only them.
        server.answer, before = plays, len(server.asked)  # type: ignore[method-assign]
        assert main(["grade", agent, *words, "--file", str(tmp_path / "g.jsonl")]) == 0
        whole = json.loads(capsys.readouterr().out)
        again = [one["messages"][1]["content"] for one in server.asked[before:]]
        assert all("You are O" in one for one in again)
    assert "failed" not in whole
    assert whole["total"]["plays"] == 4


def test_nor_of_a_match(capsys: Capture, tmp_path: Path) -> None:
    """Where one game of a pair is missing the pair is: seats count alike."""
    games = iter([503])

    def answer(document: Document, handler: Handler) -> None:
        if "You are O" in document["messages"][1]["content"] and (status := next(games, None)):
            handler.reply(b"no", status)
        else:
            plays(document, handler)

    file = tmp_path / "games.txt"
    with serving(answer) as server:
        words = ["match", "swap-nine", f"chat:model@{server.address}/v1", "random", "--show-legal"]
        words += ["--patience", "0.001", "--at-once", "1", "--record", str(file)]
        assert main([*words, "--games", "4", "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["games"] == document["wins"] + document["draws"] + document["losses"] == 2
    assert [one["round"] for one in document["failed"]] == [2]
    assert [one["round"] for one in document["results"]] == [3, 4]
    assert file.read_text().count("[Failed ") == 1


def test_where_nothing_was_played_there_are_no_figures(capsys: Capture) -> None:
    with serving(lambda document, handler: handler.reply(b"no", 500)) as server:
        agent = f"chat:model@{server.address}/v1"
        for words in (["grade", agent, *ONE_GAME], ["match", "swap-nine", agent, "random"]):
            assert main([*words, "--patience", "0.001"]) == 2
            printed = capsys.readouterr()
            assert printed.out == ""
            assert printed.err.startswith("quincunx: No game could be played. chat:model@")


def test_a_tournament_plays_them_again(tmp_path: Path, capsys: Capture) -> None:
    """A refusal that comes later, too: it is not that the words are wrong."""
    file = tmp_path / "t.jsonl"
    with serving(out_as_o(401)) as server:
        agent = f"chat:model@{server.address}/v1"
        words = ["tournament", agent, "random", "casual", "--game", "swap-nine", "--games", "2"]
        words += ["--file", str(file), "--show-legal", "--json", "--at-once", "1"]
        assert main(words) == 1
        partly = json.loads(capsys.readouterr().out)
        assert [one["o"] for one in partly["failed"]] == [agent] * 2
        assert len(partly["results"]) == 4
        before = file.read_text()
        server.answer = plays  # type: ignore[method-assign]
        assert main(words) == 0
        whole = json.loads(capsys.readouterr().out)
    assert file.read_text().startswith(before)
    assert len(lines(file)) == 1 + 6 + 2
    assert "failed" not in whole
    assert [one["round"] for one in whole["results"]] == [1, 2, 3, 4, 5, 6]
    kept = [one for one in whole["results"] if one["o"] != agent]
    assert kept == partly["results"]


def test_nobody_leaves_a_tournament_by_an_outage(tmp_path: Path, capsys: Capture) -> None:
    """An agent whose every game failed is named, without a rating, and the others keep theirs."""
    others = ["random", "casual", "--game", "swap-nine", "--games", "2"]
    with serving(lambda document, handler: handler.reply(b"no", 503)) as server:
        agent = f"chat:model@{server.address}/v1"
        words = ["tournament", agent, *others, "--file", str(tmp_path / "t")]
        words += ["--patience", "0.001", "--at-once", "1"]
        assert main([*words, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert main(["tournament", *others, "--file", str(tmp_path / "u"), "--json"]) == 0
    without = json.loads(capsys.readouterr().out)
    assert document["ratings"][:2] == without["ratings"]
    nothing = {"elo": None, "low": None, "high": None, "games": 0, "points": 0, "forfeits": 0}
    missing = {"agent": agent, **nothing, "score_by_game": {"swap-nine": None}}
    assert document["ratings"][2:] == [missing]
