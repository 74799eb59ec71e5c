"""Inspect's own runner with its mock model: one move and whole games, by name."""

import re
from random import Random
from typing import Any

from inspect_ai import eval as evaluate
from inspect_ai.model import ModelOutput, ModelUsage, get_model

import quincunx


def said(text: str) -> Any:
    """With its tokens counted: Inspect would fetch a tokenizer to count them."""
    output = ModelOutput.from_content("mockllm/model", text)
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def at(messages: list[Any]) -> Any:
    """The position that is asked about."""
    asked = next(one.text for one in messages if one.role == "user")
    (title,) = re.findall(r"# The rules of (.*), on", asked)
    (text,) = re.findall(r"In notation: (.*)", asked)
    return quincunx.parse(title.lower().replace(" ", "-"), text)


def best(messages: list[Any], *_: Any) -> Any:
    return said(f"I see.\nmove: {quincunx.analyze(at(messages)).moves[0].move}")


def anything(messages: list[Any], *_: Any) -> Any:
    position = at(messages)
    return said(f"move: {Random(str(position)).choice(position.legal_moves())}")


def contested(messages: list[Any], *_: Any) -> Any:
    """Play perfectly where it matters, and not at all elsewhere."""
    moves = quincunx.analyze(at(messages)).moves
    matters = len({item.value for item in moves}) > 1
    return said(f"move: {moves[0].move}" if matters else "I would rather not.")


def nonsense(messages: list[Any], *_: Any) -> Any:
    return said("I would rather not.")


def run(name: str, plays: Any, **words: Any) -> tuple[dict[str, float], Any]:
    """The mean of each figure, and the log."""
    model = get_model("mockllm/model", custom_outputs=plays, memoize=False)
    (log,) = evaluate(f"quincunx/{name}", model, task_args=words, display="none", log_dir="logs")
    assert log.status == "success", log.error
    return {one.name: one.metrics["mean"].value for one in log.results.scores}, log


def one_move() -> None:
    words = {"game": "swap-nine", "starts": 10}
    usual = [
        quincunx.judge(start.position, None).usually_lost
        for start in quincunx.suite(quincunx.game("swap-nine"), 10, 0)
    ]
    for plays, lost in ((best, 0.0), (nonsense, 1.0)):
        found, log = run("one_move", plays, **words)
        assert found["regret"] == lost, found
        assert abs(found["random"] - sum(usual) / 10) < 1e-9, found
        assert found["refused"] == (plays is nonsense), found
        assert len(log.samples) == 10
    drawn, _ = run("one_move", nonsense, game="zone-conquest", starts=6)
    assert drawn["regret"] == 1, "of a drawn position as of a won one"
    found, log = run("one_move", anything, **words)
    expected = 0.0
    for sample in log.samples:
        position = quincunx.parse("swap-nine", sample.metadata["position"])
        move = position.read(sample.output.completion.removeprefix("move: "))
        expected += quincunx.judge(position, move).lost / 10
    assert abs(found["regret"] - expected) < 1e-9 < expected, found


def whole_games() -> None:
    words = {"game": "zone-conquest", "starts": 4}
    found, log = run("whole_games", best, **words)
    assert (found["lost"], found["forfeit"]) == (0, 0), found
    assert found["score"] == found["best"] > found["random"], found
    assert found["choices"] >= 4 / 6
    records = [sample.metadata["record"] for sample in log.samples]
    assert len(records) == 6
    assert all(record.startswith('[Game "zone-conquest"]') for record in records)
    found, _ = run("whole_games", anything, **words)
    assert found["lost"] > 0 < found["best"] - found["score"], found
    found, log = run("whole_games", nonsense, retries=1, **words)
    assert (found["forfeit"], found["score"]) == (1, 0), found
    calls = [event for one in log.samples for event in one.events if event.event == "model"]
    assert len(calls) == 12, "each asked once more"
    assert (found["lost"], found["choices"]) == (1, 1), found
    found, _ = run("whole_games", contested, retries=0, **words)
    assert found["lost"] == found["forfeit"] > 0, found
    assert found["choices"] > found["forfeit"], found


def named_without_it() -> None:
    """The command finds the tasks by the package's entry point."""
    from importlib.metadata import entry_points

    (found,) = [one for one in entry_points(group="inspect_ai") if one.name == "quincunx"]
    assert found.load().one_move, found


if __name__ == "__main__":
    one_move()
    whole_games()
    named_without_it()
