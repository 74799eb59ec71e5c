"""The power of `conform`: the right rules pass, every wrong one is named by its section, and every
other reading of a book by the id of its ruling."""

from typing import Any

import pytest

from arena.refereeing import game_from, ids, judged, referee, rules_of, sections
from helpers import BOOKS, thinned, thinned_to, toy_installed
from mutants import MUTANTS, mutated
from oracle import test_other_readings as other
from quincunx.core import Document
from quincunx.games import game_class
from quincunx.games.zone_conquest.rules import ZoneConquest

POSITIONS, MOVES = 'docs/notation.md, "Positions"', 'docs/notation.md, "Moves"'
SECTIONS = {
    "swap_nine": [
        *["Placing Markers", *3 * ["Swapping Markers"], *2 * ["Placing Markers"]],
        *["Swapping Markers", "Placing Markers", "Swapping Markers", "Turns"],
        *["End of Game Conditions", "Majority Rule", "Tie-Breaker Rule", "Adjacency Rules"],
        *["Setup", "Setup", MOVES],
    ],
    "zone_conquest": [
        *["Occupying Zones", "Attacking Zones", "No Repeated Attacks", *2 * ["Attacking Zones"]],
        *[*3 * ["Winning the Game"], "Attacking Zones", "Occupying Zones", "Turns"],
        *[*3 * ["No Repeated Attacks"], *2 * ["Winning the Game"], *2 * ["Attacking Zones"]],
        *[*5 * [POSITIONS], "No Repeated Attacks"],
    ],
    "grid_clash": [
        *[*2 * ["Restrictions"], *4 * ["Capturing Opponent's Cells"], "Claiming Cells"],
        *["Capturing Opponent's Cells", "Turns", "Adjacent Cells", "Game End"],
        *["Determining the Winner", *4 * ["Tie-Breaker"], "Setup", POSITIONS, POSITIONS],
    ],
    "crossed_paths": [
        *["Prohibited Moves", "First Move", "Subsequent Moves", "Turns", "Turns"],
        *["Subsequent Moves", "Inability to Move", *3 * ["Subsequent Moves"], POSITIONS, "Setup"],
        *[POSITIONS, POSITIONS, "Setup", "Setup"],
    ],
    "numeral_nexus": [
        *["Placing Numbers", "Number Pool", "Number Pool", "Game End Conditions"],
        *["Winning Condition", "Swap Mechanic", "Turn Actions", "Swap Mechanic", "Number Pool"],
        *[*4 * ["Swap Mechanic"], "Turn Structure", *8 * ["Winning Condition"]],
        *["Player 1 Claims Victory", *5 * ["Scoring"], *3 * [POSITIONS], "Setup"],
    ],
}
"""Where the book, or our notation, says what each wrong rule of mutants.py gets wrong."""
WRONG = [
    (name, number, section)
    for name, every in SECTIONS.items()
    for number, section in enumerate(every)
]


def test_every_wrong_rule_has_its_section() -> None:
    assert {name: len(wrong) for name, wrong in MUTANTS.items()} == {
        name: len(every) for name, every in SECTIONS.items()
    }


@pytest.mark.parametrize("game_id", thinned_to(BOOKS, "swap-nine"))
def test_our_own_rules_pass(game_id: str) -> None:
    document = judged(game_id, referee(game_class(game_id)))
    assert document["passes"]
    assert not document["faults"] + document["readings"] + document["left_out"]
    assert document["answers"] > 700


@pytest.mark.parametrize("wrong", thinned(WRONG, 54), ids=lambda wrong: f"{wrong[0]}-{wrong[1]}")
def test_wrong_rules_fail_and_are_named_by_their_section(wrong: tuple[str, int, str]) -> None:
    name, number, section = wrong
    kind = game_from(mutated(name, number), name)
    document = judged(name.replace("_", "-"), referee(kind))
    assert not document["passes"]
    assert section in sections(document)
    assert len(document["faults"]) <= 4
    for one in document["faults"]:
        assert one["says"]
        assert one["count"] >= 1
        assert one["example"]["size"]


@pytest.mark.slow
def test_changed_text_alone_changes_nothing() -> None:
    """What fails above fails by its wrong rule, not by how the tests make it."""
    kind = game_from(rules_of("swap_nine"), "swap_nine")
    assert kind is not game_class("swap-nine")
    assert judged("swap-nine", referee(kind))["passes"]


def four_win(rows: int, columns: int) -> ZoneConquest:
    """The example of the book is played on its own grid."""
    return (other.FourWin if (rows, columns) == (3, 3) else ZoneConquest)(rows, columns)


READINGS: dict[str, tuple[str, Any]] = {
    "SN1": ("swap-nine", referee(game_class("swap-nine"), other.Exchanging)),
    "SN2": ("swap-nine", referee(game_class("swap-nine"), other.LastPlacerWinsTies)),
    "SN4": ("swap-nine", referee(game_class("swap-nine"), other.NoLastSwap)),
    "GC1": ("grid-clash", referee(other.StraightGridClash)),
    "GC5": ("grid-clash", referee(game_class("grid-clash"), other.TiesAreDraws)),
    "ZC1": ("zone-conquest", referee(game_class("zone-conquest"), other.NoRetaking)),
    "ZC2": ("zone-conquest", referee(game_class("zone-conquest"), other.Passing)),
    "ZC4": ("zone-conquest", referee(other.CornersTouch)),
    "ZC5": ("zone-conquest", referee(four_win)),
    "ZC7": ("zone-conquest", referee(game_class("zone-conquest"), repetition=False)),
    "ZC8": ("zone-conquest", referee(game_class("zone-conquest"), other.FullIsADraw)),
    "CP1": ("crossed-paths", referee(game_class("crossed-paths"), other.Blocked)),
}


@pytest.mark.parametrize("ruling", thinned_to(READINGS, "GC1"))
def test_other_readings_are_recognised(ruling: str) -> None:
    """Alone, and with nothing left that they do not explain."""
    game_id, answer = READINGS[ruling]
    document = judged(game_id, answer)
    assert ids(document) == [ruling]
    assert document["faults"] == []
    assert not document["passes"]
    [reading] = document["readings"]
    assert reading["section"]
    assert reading["says"]
    assert reading["example"]["position"]


def test_every_other_reading_is_there() -> None:
    """Those of the tests that solve them: classes that change a game."""
    changed = {
        name
        for name, found in vars(other).items()
        if isinstance(found, type) and found.__module__ == other.__name__
    }
    base = {"OtherZoneConquest", "Running"}
    assert len(changed - base) == len(READINGS) - 1  # ZC7 is no change of a game


@pytest.mark.slow
def test_two_readings_and_a_fault_are_told_apart() -> None:
    """Corners touch, nobody stops endless play, and X cannot occupy zone 1."""
    right = referee(other.CornersTouch, repetition=False)

    def answer(question: Document) -> Any:
        said = right(question)
        if question.get("position", "").split(" ")[1:2] == ["X"] and "legal_moves" in said:
            said["legal_moves"] = [move for move in said["legal_moves"] if move != "1"]
            said["after"] = [
                None if move == "1" else after
                for move, after in zip(question["moves"], said["after"], strict=True)
            ]
            del said["actions"]
        return said

    document = judged("zone-conquest", answer)
    assert ids(document) == ["ZC4", "ZC7"]
    [fault] = document["faults"]
    assert (fault["section"], fault["says"]) == (
        "Occupying Zones",
        "forbids 1, which is legal at the start",
    )
    assert fault["example"]["position"] == "--/-- X - -"  # the smallest of all


def test_a_reading_that_an_answer_speaks_against_is_none() -> None:
    """Captures that are straight on one grid only are a fault."""
    straight, right = referee(other.StraightGridClash), referee(game_class("grid-clash"))
    document = judged(
        "grid-clash", lambda question: (straight if question["size"] == "3x3" else right)(question)
    )
    assert ids(document) == []
    assert [*sections(document)] == ["Capturing Opponent's Cells"]


@pytest.mark.slow
def test_the_books_size_alone_is_a_reading_and_so_is_who_begins() -> None:
    right = referee(game_class("crossed-paths"))

    def answer(question: Document) -> Any:
        begun = question.get("start", " X").split(" ")[1]
        return {"refused": "no"} if question["size"] != "7x7" or begun == "O" else right(question)

    document = judged("crossed-paths", answer)
    assert ids(document) == ["ALL1", "ALL2"]
    assert document["faults"] == []


@pytest.mark.slow
def test_a_sixth_game_is_judged_without_a_file_of_its_own() -> None:
    with toy_installed():
        right = referee(game_class("three-in-a-row"))
        assert judged("three-in-a-row", right)["passes"]

        def answer(question: Document) -> Any:
            said = right(question)
            return (
                said | {"legal_moves": said["legal_moves"][1:]} if "legal_moves" in said else said
            )

        del_actions = lambda question: {k: v for k, v in answer(question).items() if k != "actions"}  # noqa: E731
        assert [*sections(judged("three-in-a-row", del_actions))] == ["the rules"]
