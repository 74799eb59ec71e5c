"""What assistants are told of the tools, and the tools beyond playing."""

from typing import Any

import pytest
from mcp import Client

import quincunx
from arena.test_assistant import ZONES, driven, refused, told
from quincunx.arena.assistant import server
from quincunx.players import LEVELS

OPEN = {"game": "swap-nine", "x": "you", "o": "you"}


def test_every_argument_is_described_and_every_answer_has_a_schema() -> None:
    async def steps(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert len(tools) == 10
        for tool in tools.values():
            assert tool.description
            for argument in tool.input_schema["properties"].values():
                assert argument["description"]
            answer = tool.output_schema
            assert answer
            assert len(answer["properties"]) == len(answer["required"] + optional(answer))
        asked = tools["start_game"].input_schema["properties"]
        assert asked["game"]["enum"] == quincunx.game_ids()
        assert asked["x"]["enum"] == asked["o"]["enum"] == ["you", *LEVELS]
        assert asked["first"]["enum"] == ["x", "o", "toss", None]

    driven(server(), steps)


def optional(schema: dict[str, Any]) -> list[str]:
    return [name for name in schema["properties"] if name not in schema["required"]]


@pytest.mark.parametrize(
    ("tool", "words", "sentence"),
    [
        ("play_move", {"id": "1", "move": 5}, "5 is not text: give move, a move in the notation"),
        ("play_move", {"move": "5"}, "play_move lacks an argument: give id, the number of a game"),
        ("start_game", {"game": "swap-nine", "seed": "x"}, '"x" is not a whole number: give seed'),
        (
            "analyze_position",
            {"game": "zone-conquest", "position": ZONES, "all": "perhaps"},
            '"perhaps" is not true or false: give all, whether',
        ),
        ("play_move", {"id": "1", "move": "e4"}, "'e4' is no Swap Nine move"),
    ],
)
def test_wrong_types_are_refused_as_wrong_moves_are(
    tool: str, words: dict[str, object], sentence: str
) -> None:
    async def steps(client: Client) -> None:
        await told(client, "start_game", **OPEN)
        said = await refused(client, tool, **words)
        assert said.startswith(sentence)
        assert "\n" not in said
        assert said.endswith(".")

    driven(server(), steps)


def test_moves_and_a_resignation_are_taken_back() -> None:
    async def steps(client: Client) -> None:
        begun = await told(client, "start_game", game="swap-nine", x="you", o="casual", seed=1)
        assert "nothing to take back" in await refused(client, "undo", id="1")
        for move in ("5", "9"):
            state = await told(client, "play_move", id="1", move=move)
        assert state["ply"] == 4
        before = state
        gone = await told(client, "resign", id="1")
        assert gone["outcome"] == {"winner": "O", "reason": "X resigned"}
        assert await refused(client, "resign", id="1") == "The game is over: X resigned."
        assert await told(client, "undo", id="1") == before
        assert (await told(client, "undo", id="1"))["history"] == before["history"][:2]
        assert await told(client, "undo", id="1") == begun

    driven(server(), steps)


def test_the_games_that_were_started() -> None:
    async def steps(client: Client) -> None:
        assert await told(client, "games_in_progress") == {"games": []}
        await told(client, "start_game", **OPEN)
        await told(client, "start_game", game="zone-conquest", position=ZONES, o="skilled")
        await told(client, "resign", id="1")
        one, two = (await told(client, "games_in_progress"))["games"]
        assert (one["id"], one["outcome"]["winner"], one["o"]) == ("1", "O", "you")
        assert (two["id"], two["position"], two["x"], two["o"]) == ("2", ZONES, "you", "skilled")

    driven(server(), steps)


def test_a_review() -> None:
    async def steps(client: Client) -> None:
        await told(client, "start_game", game="zone-conquest", position=ZONES, x="you", o="you")
        await told(client, "play_move", id="1", move="9")
        found = await told(client, "review_game", id="1")
        assert found["value_line"] == "="
        assert (found["moves"][0]["mistake"], found["moves"][0]["better"]) == (
            "win given away",
            "x1",
        )
        assert "One thing to learn" in found["to_learn"]

    driven(server(), steps)


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("numeral-nexus", "-----/-----/--X5--/---O7-/----- X XO"),
        *(
            pytest.param(*words, marks=pytest.mark.slow)
            for words in (
                ("crossed-paths", "/".join(["-" * 26] * 26) + " X -"),
                ("crossed-paths", "/".join(["-" * 7] * 7) + " X -"),
                ("zone-conquest", ZONES),
            )
        ),
    ],
)
def test_an_analysis_is_short_unless_all_is_asked_for(game: str, position: str) -> None:
    async def steps(client: Client) -> None:
        asked: dict[str, object] = {"game": game, "position": position}
        result = await client.call_tool("analyze_position", asked)
        short: Any = result.structured_content
        text = str(result.content[0].text)  # type: ignore[union-attr]  # text
        assert len(text.encode()) < 4096
        whole = await told(client, "analyze_position", **asked, all=True)
        left_out = short.get("left_out", {}).get("moves", 0)
        assert len(whole["moves"]) == len(short["moves"]) + left_out
        assert short["moves"] == whole["moves"][: len(short["moves"])], "the best ones"
        assert len(short["moves"]) >= 6

    driven(server(), steps)
