"""Python functions as agents: of a position, or of features and masks of many positions."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quincunx
from helpers import Capture
from quincunx import Match
from quincunx.cli import main
from quincunx.core.text import quote
from quincunx.players import AgentError, ForfeitError, distribution, player
from quincunx.players.policy import Policy, policy, rows

FILE = """
import neighbour
print("from the file")

def first(position):
    print("from the function")
    return position.legal_moves()[neighbour.PLACE]

def text(position, unused=None):
    return str(first(position))

def number(position):
    return first(position).action

def even(features, masks):
    return masks / masks.sum(axis=1, keepdims=True)

class Bound:
    def __call__(self, position):
        return first(position)

bound = Bound()
loose = lambda *values: 1
constant = 5

def breaks(position):
    raise KeyError("no idea")
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    (tmp_path / "neighbour.py").write_text("PLACE = 0")
    (tmp_path / "my.py").write_text(FILE)
    return f"policy:{tmp_path}/my.py:"


@pytest.mark.parametrize("name", ["first", "text", "number", "bound"])
@pytest.mark.parametrize("game", quincunx.game_ids())
def test_functions_of_a_position(file: str, name: str, game: str) -> None:
    match = Match(quincunx.game(game).start(seed=1))
    bot = player(file + name, 0, match.position)
    while match.outcome is None and match.ply < 20:
        first = match.legal_moves()[0]
        match.advance(bot.pick(match))
        assert match.moves[-1] == first


def even(features: Any, masks: Any) -> Any:
    return masks / masks.sum(axis=1, keepdims=True)


@pytest.mark.parametrize("game", quincunx.game_ids())
def test_a_function_of_many_positions_is_drawn_from(game: str) -> None:
    """The level random is the same even choice."""
    start = quincunx.game(game).start(seed=1)
    positions = [start, start.after(start.legal_moves()[-1])]
    features, masks = rows(positions)
    assert (str(features.dtype), str(masks.dtype)) == ("int16", "bool")
    assert [tuple(row) for row in features.tolist()] == [one.features() for one in positions]
    chances = policy(even).probabilities(features, masks)
    for row, position in zip(chances, positions, strict=True):
        expected = distribution("random", Match(position))
        assert {move.action: pytest.approx(part) for move, part in expected.items()} == {
            action: row[action] for action in np.flatnonzero(row)
        }


def test_what_a_softmax_leaves_is_no_move() -> None:
    """And the function's own array is left as it was, and so are the masks."""
    answers: list[Any] = []

    def soft(features: Any, masks: Any) -> Any:
        answers.append(np.where(masks, 1.0, 1e-5) / (masks.sum() + 1e-5 * (~masks).sum()))
        masks[:] = False
        return answers[-1]

    start = quincunx.game("swap-nine").start()
    chances = policy(soft).probabilities(*rows([start]))
    assert chances.sum() == pytest.approx(1)
    assert np.flatnonzero(chances[0]).tolist() == [move.action for move in start.legal_moves()]
    assert (answers[0] > 0).all()


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (lambda masks: masks.T, "the shape (90, 1) where the masks have (1, 90)"),
        (lambda masks: "nonsense", "no array of numbers (could not convert string"),
        (lambda masks: masks - 2.0, "a number that is no probability"),
        (lambda masks: masks * np.nan, "a number that is no probability"),
        (lambda masks: masks * 1.0, "a chance for a move that is not legal, or a sum other"),
        (lambda masks: ~masks / (~masks).sum(), "a chance for a move that is not legal"),
    ],
)
def test_probabilities_that_are_none(answer: Callable[[Any], Any], sentence: str) -> None:
    def chances(features: Any, masks: Any) -> Any:
        return answer(masks)

    with pytest.raises(AgentError) as caught:
        policy(chances).probabilities(*rows([quincunx.game("swap-nine").start()]))
    assert f"policy:chances returned {sentence}" in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "verdict", "reason"),
    [
        ("99", "illegal", "There is no cell 99"),
        (999, "illegal", "No move of Swap Nine 3x3 has the number 999"),
        ("five", "unreadable", "'five' is no Swap Nine move"),
    ],
)
def test_moves_that_are_none_forfeit(answer: Any, verdict: str, reason: str) -> None:
    match = Match(quincunx.game("swap-nine").start())
    bot: Any = player(Policy(lambda position: answer, "policy:mine"), 0, match.position)
    with pytest.raises(ForfeitError, match="policy:mine forfeits the game") as caught:
        bot.pick(match)
    assert reason in str(caught.value)
    assert [one["verdict"] for one in bot.exchanges] == [verdict]


@pytest.mark.parametrize("answer", [3.7, None, True, b"5", [1]])
def test_a_value_of_a_wrong_type_is_refused(answer: Any) -> None:
    """That is a fault of the function, not a move: nothing is forfeited."""
    wrong = Policy(lambda position: answer, "policy:mine")
    kind = re.escape(f"{quote(str(answer))}, a value of the type {type(answer).__name__}: return")
    for ask in (
        lambda: quincunx.play_match(wrong, "random", "swap-nine", 2),
        lambda: quincunx.exploit(wrong, quincunx.game("swap-nine", (2, 2)).start()),
    ):
        with pytest.raises(AgentError, match=f"policy:mine returned {kind}"):
            ask()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("loose", "is no policy: write a function of a position, or of features and masks"),
        ("constant", "has no function 'constant': name one it has."),
        ("nothing", "has no function 'nothing': name one it has."),
        ("", "is no policy: write policy:FILE.py:NAME of a file."),
        ("breaks", "cannot play: line 27 of "),
    ],
)
def test_refusals(file: str, name: str, sentence: str, capsys: Capture) -> None:
    assert main(["match", "swap-nine", file + name, "random", "--games", "2"]) == 2
    told = capsys.readouterr()
    said = [line for line in told.err.splitlines() if line.startswith("quincunx: ")]
    assert len(said) == 1
    assert sentence in said[0]
    assert told.out == ""
    if name == "breaks":
        assert said[0].endswith("raised KeyError ('no idea').")


def test_what_it_prints_does_not_stand_in_the_document(file: str, capsys: Capture) -> None:
    assert main(["match", "swap-nine", f"{file}first", "random", "--games", "2", "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["agents"][0] == f"{file}first"
    assert "from the function" in told.err
