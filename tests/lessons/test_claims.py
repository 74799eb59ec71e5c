"""What the lessons claim about play, held against the solution; the rules they tell, against the
rules. A sentence without a check here fails."""

from collections.abc import Callable

import pytest

from quincunx.core import AnyPosition, Player
from quincunx.games import game
from quincunx.lessons import LessonStep, lesson, lesson_ids
from quincunx.oracle import Value, analyze
from quincunx.oracle.dataset import reachable

WIN, DRAW, LOSS = Value.WIN, Value.DRAW, Value.LOSS
Check = Callable[[LessonStep], bool]


def values(position: AnyPosition) -> dict[str, Value]:
    return {str(item.move): item.value for item in analyze(position).moves}


def each_worth(value: Value, margin: int | None = None) -> Check:
    return lambda step: all(
        item.value is value and item.margin == margin for item in analyze(step.position).moves
    )


def counts(x: int, o: int) -> Check:
    """How many cells the players have after the answer."""

    def check(step: LessonStep) -> bool:
        owners = [c.owner for c in step.position.after(step.answers[0]).board().cells]
        return (owners.count(Player.X), owners.count(Player.O)) == (x, o)

    return check


def worth(**moves: str) -> Check:
    """What each move is worth; `_3_4` stands for 3,4."""

    def check(step: LessonStep) -> bool:
        found = values(step.position)
        return all(
            found[move.removeprefix("_").replace("_", ",")] == value
            for move, value in moves.items()
        )

    return check


def only_answers(value: Value) -> Check:
    """The answers win, and all other moves are worth this."""
    return lambda step: (
        {move: worth is WIN for move, worth in values(step.position).items()}
        == {str(m): m in step.answers for m in step.position.legal_moves()}
        and {v for v in values(step.position).values() if v is not WIN} == {value}
    )


def swapping_never_harms(_step: LessonStep) -> bool:
    for position in reachable(game("swap-nine").start()):
        if not position.outcome:
            found = values(position)
            for move, value in found.items():
                place, took, _ = move.partition("x")
                if took and value is not WIN and found[place] is WIN:
                    return False
    return True


def swaps_of(position: AnyPosition) -> set[str]:
    return {str(move) for move in position.legal_moves() if "x" in str(move)}


def last_swap(step: LessonStep) -> bool:
    after = step.position.play("9x6")
    ends = [after.after(reply) for reply in after.legal_moves()]
    best = [max((end.after(m) for m in end.legal_moves()), key=_x_count) for end in ends]
    return not swaps_of(after) and {_x_count(end) for end in best} == {5}


def _x_count(position: AnyPosition) -> int:
    return [cell.owner for cell in position.board().cells].count(Player.X)


def corner_answers(step: LessonStep) -> bool:
    after = values(step.position.play("5"))
    return each_worth(DRAW)(step) and after == {
        str(zone): DRAW if zone in (1, 3, 7, 9) else LOSS for zone in range(1, 10) if zone != 5
    }


def cannot_be_stopped(step: LessonStep) -> bool:
    """The threat of the four zones: O has no attack, and each reply leaves a win at once."""
    after = step.position.play("x8")
    return not swaps_of(after) and all(
        analyze(after.after(reply)).distance == 1 for reply in after.legal_moves()
    )


def captures(text: str, expected: set[str], position: AnyPosition) -> bool:
    after = position.play(text)
    pairs = zip(position.board().cells, after.board().cells, strict=True)
    return {new.key for old, new in pairs if old.owner not in (None, new.owner)} == expected


def capturing_cells(step: LessonStep, cell: str) -> set[str]:
    return {str(m) for m in step.position.legal_moves() if captures(str(m), {cell}, step.position)}


def pairs_win(position: AnyPosition, pairs: dict[str, str], seen: set[AnyPosition]) -> bool:
    """Whether the partner is always free and in line, whatever the other player does."""
    for move in position.legal_moves():
        after = position.after(move)
        partner = pairs[str(move)]
        if partner not in map(str, after.legal_moves()):
            return False
        following = after.play(partner)
        if following not in seen:
            seen.add(following)
            if not following.outcome and not pairs_win(following, pairs, seen):
                return False
    return True


def both_ways(*pairs: str) -> dict[str, str]:
    return {a: b for pair in pairs for a, b in (pair.split("-"), pair.split("-")[::-1])}


def even_pairs(_step: LessonStep) -> bool:
    names = [f"{left}{row}-{right}{row}" for row in range(1, 5) for left, right in ("AB", "CD")]
    return pairs_win(game("crossed-paths", size=(4, 4)).start(), both_ways(*names), set())


def odd_pairs(_step: LessonStep) -> bool:
    pairs = both_ways("A1-B1", "A2-B2", "A3-B3", "C1-C2")
    begun = game("crossed-paths", size=(3, 3)).start().play("C3")
    seven = analyze(game("crossed-paths").start())
    return pairs_win(begun, pairs, set()) and seven.value is WIN


def every_even_grid(_step: LessonStep) -> bool:
    sizes = [(rows, columns) for rows in range(1, 9) for columns in range(1, 9)]
    return all(
        (analyze(game("crossed-paths", size=size).start()).value is LOSS)
        == (size[0] * size[1] % 2 == 0)
        for size in sizes
    )


def first_numbers(step: LessonStep) -> bool:
    found = values(step.position)
    centre = [value for move, value in found.items() if move.endswith("C3")]
    return centre == [WIN] * 9 and [*found.values()].count(WIN) == 217 and len(found) == 225


def the_seven_comes(step: LessonStep) -> bool:
    for number in range(1, 5):
        after = step.position.play(f"{number}@A1")
        for reply in after.legal_moves():
            if str(reply).endswith("@A3"):
                following = after.after(reply)
                ended = following.play("A3~D4").outcome
                if not ended or ended.winner != "X":
                    return False
    higher = {value for move, value in values(step.position).items() if move not in ANSWERS}
    return higher == {LOSS}


ANSWERS = {f"{number}@A1" for number in range(1, 5)}


def either_end(step: LessonStep) -> bool:
    return all(
        analyze(step.position.after(answer)).verdict.distance == 2 for answer in step.answers
    )


def beside_the_five(step: LessonStep) -> bool:
    fast = {str(i.move) for i in analyze(step.position).moves if i.distance == 3}
    beside = {f"{row}{column}" for row in "BCD" for column in "234"}
    return len(fast) == 20 and {move.split("@")[1] for move in fast} <= beside


def longest(step: LessonStep) -> bool:
    items = {str(i.move): i for i in analyze(step.position).moves}
    others = {items[f"{n}@A1"].distance for n in range(1, 10)}
    best = [move for move, item in items.items() if item.distance == 6]
    return best == ["C3~E1"] and others == {4} and analyze(step.position).value is LOSS


def wins_at_once(position: AnyPosition) -> bool:
    ends = (position.after(move).outcome for move in position.legal_moves())
    return any(end and end.winner is position.turn for end in ends)


def stops_and_threatens(step: LessonStep) -> bool:
    """Elsewhere the same number lets O win at once; here X would, if O did nothing about it."""
    after = step.position.after(step.answers[0])
    return (
        wins_at_once(step.position.play("5@A1"))
        and not wins_at_once(after)
        and wins_at_once(after.play("1@A1"))
    )


def told(_step: LessonStep) -> bool:
    """No claim about play: it points to the book, or to what another sentence claims."""
    return True


CHECKS: dict[str, Check] = {
    # Swap Nine
    "Any empty cell will do.": lambda s: len(s.position.legal_moves()) == s.position.game.cells,
    "The rule book's tip is to take the centre early; in truth the nine first cells are worth the "
    "same, a win by one marker.": each_worth(WIN, 1),
    "The O has become an X, and you have three markers to none.": counts(3, 0),
    "Beside means above, below, left or right: cell 3 can be swapped from 2 and from 6, never "
    "from a corner of it.": lambda s: swaps_of(s.position) == {"2x3", "6x3"},
    "The tip says to be careful beside the opponent's markers, and 1, 3, 4 and 6 do lose unless "
    "they swap.": lambda s: {m for m, v in values(s.position).items() if v is LOSS} == {*"1346"},
    "But it is no law: 8 stands beside O, swaps nothing, and wins.": lambda s: (
        values(s.position)["8"] is WIN and "8x5" in swaps_of(s.position)
    ),
    "Neither 4 nor 7 touches an X now, so O can swap nothing, and your last marker makes it five "
    "to four.": last_swap,
    "After 9x8, O would place in 7 and swap 8 back.": lambda s: (
        values(s.position.play("9x8"))["7x8"] is WIN
    ),
    "The tip is to swap wisely; the solution is plainer.": told,
    "On this grid a placement that wins without a swap wins with any swap too, so take one "
    "whenever you can.": swapping_never_harms,
    "8x9 is the only move that wins; every other loses.": only_answers(LOSS),
    # Grid Clash
    "The 5 is yours.": counts(1, 0),
    "The tips are to claim high numbers and the centre first; on these numbers all nine first "
    "cells are worth the same, a win by one cell.": each_worth(WIN, 1),
    "A claim captures every cell of the opponent's beside it that has a lower number.": lambda s: (
        capturing_cells(s, "1,2") == {*map(str, s.answers)}
    ),
    "Of the five cells beside the 3 only the 2 would have captured nothing.": lambda s: (
        {"1,1", "1,3", "2,1", "2,2", "2,3"} - capturing_cells(s, "1,2") == {"2,1"}
    ),
    "The 7 touches the 5 at a corner, and that is enough: all eight directions count.": lambda s: (
        captures("2,2", {"1,1"}, s.position)
    ),
    "The rule book's sample game overlooks this very capture.": told,
    "One claim captures all it can; the captured cells capture nothing in their turn.": lambda s: (
        all(captures(str(m), {"1,2", "2,1"}, s.position) for m in s.answers)
    ),
    "The 6 wins, and the 9 loses: high numbers first is no safe rule.": worth(
        _3_3="win", _3_1="loss"
    ),
    "The rule book's X claims the 3 here, which loses too.": worth(_1_2="loss"),
    "It is the 1, the lowest of all, with the 6 and the 7 free beside it; every other claim "
    "loses.": only_answers(LOSS),
    "The 7 captures the 3 and the 4, and is the only claim that wins.": lambda s: (
        captures("2,2", {"1,2", "2,3"}, s.position) and only_answers(LOSS)(s)
    ),
    # Zone Conquest
    "Any empty zone can be occupied.": lambda s: len(s.position.legal_moves()) == 9,
    "The tip is to take the centre early: like every first zone it keeps the draw and no more, "
    "but O must then answer in a corner, for the zones beside it lose.": corner_answers,
    "Zone 4 has changed hands: you control three zones, O one.": counts(3, 1),
    "Zones 1 and 2 touch side by side, so the attack is legal.": lambda s: (
        swaps_of(s.position) == {"x2"}
    ),
    "The rule book's sample calls it illegal, against its own rule; zones that touch at a corner "
    "are the ones that cannot be attacked.": lambda s: "x5" not in swaps_of(s.position),
    "Zone 9 wins, every other move draws.": only_answers(DRAW),
    "Keep in mind who may not attack what: the ban holds for the attacker's next turn "
    "only.": lambda s: "x4" in swaps_of(s.position.play("9").play("7")),
    "An attack was needed: every zone you could occupy loses.": lambda s: (
        {m for m, v in values(s.position).items() if v is DRAW} == {"x2", "x4"}
    ),
    "The rule book's O occupies zone 6 here.": worth(_6="loss"),
    "Five zones, and the game is over: nobody can take them back.": lambda s: all(
        s.position.after(m).outcome for m in s.answers
    ),
    "To occupy or to attack is the same to the count, as the last tip says.": lambda s: (
        len({_x_count(s.position.after(m)) for m in s.answers}) == 1
    ),
    "You control four zones, O may not attack zone 8 again at once and reaches none of the "
    "others.": cannot_be_stopped,
    "Of 2, 4 and 6 O can fill only one.": lambda s: (
        [str(m) for m in s.position.play("x8").legal_moves()] == ["2", "4", "6"]
    ),
    # Crossed Paths
    "The first marker is free.": lambda s: len(s.position.legal_moves()) == 49,
    "The tip is to hold the centre; with best play each of the 49 first cells wins.": each_worth(
        WIN
    ),
    "24 cells were in line with D4; diagonals are lines like the others, as the tip reminds "
    "you.": lambda s: len(s.position.legal_moves()) == 24,
    "A line does not stop at a marker.": lambda s: (
        {"A4", "B4", "C4"} <= {*map(str, s.position.legal_moves())}
    ),
    "The rule book's sample lists four cells to choose from here; its rule allows 16.": lambda s: (
        len(s.position.legal_moves()) == 16
    ),
    "The row, the column and the diagonal of C1 are full: O cannot place and loses.": lambda s: (
        not s.position.play("C1").legal_moves() and values(s.position)["C1"] is WIN
    ),
    "Whatever X takes, its partner is free and in line, so you never run out.": even_pairs,
    "This is how the second player wins on every grid with an even number of "
    "cells.": every_even_grid,
    "This is how the first player wins on 7x7: planning ahead can be as simple as that.": odd_pairs,
    "D3 is the only cell that wins.": only_answers(LOSS),
    # Numeral Nexus
    "The 5 is yours, and two are left in the pool.": lambda s: all(
        f"5@{cell}" in [str(m) for m in s.position.play("5@C3").play("5@A1").legal_moves()]
        for cell in ("A2", "E5")
    ),
    "The tip is to take the centre: every number there wins with best play, but so do 217 of the "
    "225 first moves.": first_numbers,
    "Three numbers that rise or fall along a straight line win, diagonals included.": lambda s: all(
        s.position.after(m).outcome for m in s.answers
    ),
    "They need not be neighbours: 1-4-5 is as good as 3-4-5.": lambda s: all(
        s.position.play(move).outcome for move in ("1@A1", "3@A1")
    ),
    "Any number on A1 stops O for now; one below 5 threatens row A besides, and if O fills A3, "
    "your swap brings the 7 there.": the_seven_comes,
    "So keep track of what both have placed, as the tip says.": told,
    "The line can be finished at either end, and O can close only one: you win with your next "
    "number.": either_end,
    "The tip to spread your numbers would have missed it: all twenty moves that win as fast stand "
    "beside your 5.": beside_the_five,
    "A swap moves numbers and changes no owner: 4-5-6 is yours.": lambda s: (
        (end := s.position.play("C3~E1").outcome) is not None and end.winner == "X"
    ),
    "The tip to use it wisely is sound: it can finish a line as well as break one.": told,
    "The swap holds out for six moves, a number on A1 for four.": longest,
    "5@C4 stops O and threatens; it is the only move that wins.": lambda s: (
        only_answers(LOSS)(s) and stops_and_threatens(s)
    ),
}

CLAIMS = [
    pytest.param(
        step,
        sentence,
        id=f"{game}-{number}-{place}",
        marks=[pytest.mark.slow] * (CHECKS.get(sentence) is swapping_never_harms),
    )
    for game in lesson_ids()
    for number, step in enumerate(lesson(game).steps, 1)
    for place, sentence in enumerate(step.follows, 1)
]


@pytest.mark.parametrize(("step", "sentence"), CLAIMS)
def test_what_follows_is_true(step: LessonStep, sentence: str) -> None:
    assert CHECKS[sentence](step)


def test_every_check_is_of_a_sentence() -> None:
    said = [s for name in lesson_ids() for step in lesson(name).steps for s in step.follows]
    assert {*CHECKS} == {*said}
    assert len(said) == len({*said})


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(step, id=f"{name}-{number}")
        for name in lesson_ids()
        for number, step in enumerate(lesson(name).steps, 1)
        if step.otherwise.startswith(("That loses", "That only draws", "O wins", "O still"))
    ],
)
def test_what_is_said_of_wrong_moves_is_true(step: LessonStep) -> None:
    value = DRAW if "draws" in step.otherwise else LOSS
    wrong = [i for i in analyze(step.position).moves if i.move not in step.answers]
    assert {item.value for item in wrong} == {value}
    if "sooner" in step.otherwise:
        assert all((item.distance or 0) < 6 for item in wrong)


def test_the_tasks_count_right() -> None:
    fourth = lesson("swap-nine").steps[3]
    assert [*values(fourth.position).values()].count(WIN) == 8
    fourth = lesson("numeral-nexus").steps[2]
    assert {m for m, v in values(fourth.position).items() if v is WIN} == ANSWERS
    for name, number in (("grid-clash", 4), ("grid-clash", 5)):
        found = [*values(lesson(name).steps[number].position).values()]
        assert found.count(WIN) == 1
