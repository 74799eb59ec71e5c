"""Where nothing is proved a hint is what an expert would play, and says so."""

import json

import pytest

import quincunx
from helpers import call, random_position, thinned_to
from quincunx.analysis.reasons import explain
from quincunx.oracle import Value, analyze
from quincunx.play.match import Match
from quincunx.players.levels import best_moves

UNPROVED = ("grid-clash", "swap-nine", "zone-conquest")
"""The games that are played on 6x6 where nothing is proved there."""


@pytest.mark.parametrize("plies", thinned_to([0, 3, 8], 8))
@pytest.mark.parametrize("game", UNPROVED)
def test_the_experts_choice_where_nothing_is_proved(game: str, plies: int) -> None:
    position = random_position(quincunx.game(game, (6, 6)), 11, plies)
    assert analyze(position).value is Value.UNKNOWN
    reason = explain(position)
    assert reason.move in best_moves(Match(position))
    assert reason.sentences[-1] == "Not proved."
    assert "best play" not in " ".join(reason.sentences)
    assert (reason.line, len(reason.cells)) == ((), 1)
    assert explain(position) == reason


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("zone-conquest", "X---/OXOO/-XXX/XXX- O 11 -"),
        ("zone-conquest", "-XXXX/OOO-X/XXO-X/-OOXX O 4 13"),
        ("swap-nine", "X-OXO/XOOX-/O-OO-/-XOX-/O-OOX X"),
    ],
)
def test_no_move_that_is_proved_to_lose(game: str, text: str) -> None:
    """What else there is, is not known."""
    position = quincunx.parse(game, text)
    values = {item.move: item.value for item in analyze(position).moves}
    assert Value.LOSS in values.values()
    reason = explain(position)
    assert values[reason.move] is Value.UNKNOWN
    assert f"Of {len(values)} moves, " in reason.sentences[-2]
    assert reason.sentences[-1] == "Not proved."


def test_in_the_terminal_and_by_the_command() -> None:
    start = quincunx.game("swap-nine", (6, 6)).start()
    chosen = explain(start).move
    shown = call("play", "swap-nine", "--size", "6x6", stdin="hint\nquit\n").stdout
    assert f"Try to place in cell {chosen}.\nNot proved.\n" in shown
    told = json.loads(call("analyze", "swap-nine", "--size", "6x6", "--why", "--json").stdout)
    assert told["why"]["sentences"] == ["Not proved."]
    assert told["why"]["line"] == []
