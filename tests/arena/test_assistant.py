"""The server for assistants, driven by the protocol's own client."""

import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest
from mcp import Client, StdioServerParameters

import quincunx
from helpers import apart, thinned
from quincunx.analysis.reasons import compare, explain
from quincunx.arena import assistant
from quincunx.arena.assistant import MemoryGames, server
from quincunx.play.match import Match

T = TypeVar("T")
ZONES = "OX-/XXO/-O- X 4 -"
TOOLS = ["list_games", "rules", "start_game", "play_move", "show_game", "undo", "resign"]
TOOLS += ["games_in_progress"]


def driven(target: Any, steps: Callable[[Client], Awaitable[None]]) -> None:
    async def drive() -> None:
        async with Client(target) as client:
            await steps(client)

    apart(drive())


async def told(client: Client, tool: str, **words: object) -> dict[str, Any]:
    result = await client.call_tool(tool, words)
    assert not result.is_error, result.content
    assert result.structured_content is not None
    return dict(result.structured_content)


async def refused(client: Client, tool: str, **words: object) -> str:
    result = await client.call_tool(tool, words)
    assert result.is_error
    return str(result.content[0].text)  # type: ignore[union-attr]  # text


@pytest.mark.parametrize("words", thinned([[], ["--no-analysis"]], 2))
def test_over_standard_input_and_output(words: list[str]) -> None:
    async def steps(client: Client) -> None:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert names == [*TOOLS, *([] if words else ["analyze_position", "review_game"])]
        games = await told(client, "list_games")
        assert [game["id"] for game in games["games"]] == quincunx.game_ids()
        rules = await told(client, "rules", game="zone-conquest")
        assert rules["rules"] == quincunx.game("zone-conquest").rules()
        state = await told(client, "start_game", game="swap-nine", x="you", o="you")
        state = await told(client, "play_move", id=state["id"], move="5")
        assert (state["position"], state["to_move"]) == ("---/-X-/--- O", "O")
        assert state == await told(client, "show_game", id=state["id"])
        if not words:
            analysis = await told(client, "analyze_position", game="zone-conquest", position=ZONES)
            assert (analysis["value"], analysis["distance"]) == ("win", 5)

    command = StdioServerParameters(
        command=sys.executable, args=["-m", "quincunx", "mcp", *words], env=dict(os.environ)
    )
    driven(command, steps)


def test_why_of_the_best_move_of_another_and_of_a_choice() -> None:
    at = quincunx.parse("zone-conquest", ZONES)

    async def steps(client: Client) -> None:
        asked = {"game": "zone-conquest", "position": ZONES}
        for words, reason in (
            ({}, explain(at)),
            ({"move": "3"}, explain(at, "3")),
            ({"move": "3", "other": "x1"}, compare(at, "3", "x1")),
        ):
            why = (await told(client, "analyze_position", **asked, **words))["why"]
            assert tuple(why["sentences"]) == reason.sentences
            assert why["line"] == [str(move) for move in reason.line]
            assert len(why["cells"]) == len(why["line"])
        illegal = await refused(client, "analyze_position", **asked, move="5")
        assert "Zone 5 is held by X" in illegal

    driven(server(), steps)


def test_a_whole_game_against_a_level() -> None:
    async def steps(client: Client) -> None:
        state = await told(client, "start_game", game="grid-clash", x="perfect", o="you", seed=4)
        assert state["ply"] == 1
        assert str(quincunx.game("grid-clash").start(seed=4)) == state["start"]
        while state["outcome"] is None:
            assert state["to_move"] == "O"
            state = await told(client, "play_move", id=state["id"], move=state["moves"][0])
        assert state["ply"] == len(state["history"]) == 9
        assert state["moves"] == []
        assert "The game is over" in await refused(
            client, "play_move", id=state["id"], move=state["history"][0]
        )

    driven(server(), steps)


@pytest.mark.parametrize(
    ("tool", "words", "sentence"),
    [
        ("start_game", {"game": "swap-nine", "o": "cmd:touch x"}, "cannot sit here"),
        ("start_game", {"game": "swap-nine", "size": "9x9"}, "is played on 2 to 6 rows"),
        (
            "start_game",
            {"game": "zone-conquest", "position": ZONES, "size": "4x4"},
            "The position is 3x3, but the size asked for is 4x4: leave the size out.",
        ),
        ("show_game", {"id": "7"}, "There is no game '7'"),
        ("analyze_position", {"game": "swap-nine", "position": "X"}, "is no Swap Nine position"),
    ],
)
def test_refusals(tool: str, words: dict[str, object], sentence: str) -> None:
    async def steps(client: Client) -> None:
        assert sentence in await refused(client, tool, **words)

    driven(server(), steps)


def test_old_games_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assistant, "MAX_GAMES", 3)
    games, seats = MemoryGames(), dict.fromkeys(quincunx.Player, "you")
    for _ in range(5):
        apart(games.start(Match(quincunx.game("swap-nine").start()), seats, 0))
    assert list(games.games) == ["3", "4", "5"]
