"""How a move is read from what a language model says."""

import re
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from helpers import thinned
from quincunx import NotationError
from quincunx.players.answers import FORM, read_answer


@pytest.mark.parametrize(
    ("game", "answer", "move"),
    [
        ("swap-nine", "5", "5"),
        ("swap-nine", "I think the centre is best.\n\nmove: 5", "5"),
        ("swap-nine", "**Move:** `2X5`", "2X5"),
        ("swap-nine", "Final move: 2 x 5.", "2x5"),
        ("swap-nine", "<think>move: 1 or\nmove: 2</think>\nmove: 3", "3"),
        ("swap-nine", "move: 5\nThat is, once more:\nMOVE = 5", "5"),
        ("swap-nine", "My move: hard to say. Let me think.\nmove: 7", "7"),
        ("swap-nine", '```json\n{"move": "4", "why": "corner 9"}\n```', "4"),
        ("swap-nine", '{"move": 5}', "5"),
        ("zone-conquest", "move: x 4", "x4"),
        ("grid-clash", "Move: (1, 3)", "1,3"),
        ("grid-clash", "move: $1,3$", "1,3"),
        ("numeral-nexus", "move: 5 @ c3", "5@c3"),
        ("numeral-nexus", '"move": "C3~D4"', "C3~D4"),
        ("crossed-paths", "...\n\n  d4  \n\n", "d4"),
        # The last line that says so counts: what was weighed before does no harm.
        ("swap-nine", "I could play move: 5, but that loses.\nBetter:\nmove: 6", "6"),
        ("swap-nine", "move: 5\nOn second thought it loses at once.\nmove: 6", "6"),
        ("swap-nine", "Options:\n- move: 5 (bad)\n- move: 7 (worse)\nmove: 6", "6"),
        ("swap-nine", "\\boxed{5} was my first idea.\nIt loses.\n\\boxed{6}", "6"),
        ("swap-nine", "move: 6\nI prefer this to move 5, which loses.", "6"),
        ("swap-nine", "move: 6\nConfidence from 1 to 9:\nabout\n8", "6"),
        # Other forms.
        ("swap-nine", "\\boxed{2x5}", "2x5"),
        ("swap-nine", "So the answer is $\\boxed{2 \\times 5}$.", "2x5"),
        ("swap-nine", "\\boxed{move: 2x5}", "2x5"),
        ("swap-nine", "<move>2x5</move>", "2x5"),
        ("swap-nine", "<answer>\n2x5\n</answer>", "2x5"),
        ("swap-nine", "Answer: move: 2x5", "2x5"),
        ("swap-nine", "move: 2\N{MULTIPLICATION SIGN}5", "2x5"),
        ("swap-nine", '{"move": "2\N{MULTIPLICATION SIGN}5"}', "2x5"),
        ("swap-nine", "Let us see.\nmove 2x5", "2x5"),
        ("swap-nine", "**Move:**\r\n\r\n**2x5**", "2x5"),
        ("zone-conquest", "move: \N{MULTIPLICATION SIGN}4", "x4"),
        ("crossed-paths", "move D4", "D4"),
    ],
)
def test_answers_are_read_in_any_dress(game: str, answer: str, move: str) -> None:
    assert read_answer(answer, quincunx.game(game)) == move


@pytest.mark.parametrize(
    ("game", "answer"),
    [
        ("swap-nine", ""),
        ("swap-nine", "move: 5 or 6"),
        ("swap-nine", "move: 5\nmove: 6"),
        ("swap-nine", "move: 5\nNo, wait.\nmove: I do not know"),
        ("swap-nine", "move: 5\n6"),
        ("swap-nine", "I considered move: 5.\nIt loses, so I take\n6"),
        ("swap-nine", "move: 5\n\\boxed{6}"),
        ("swap-nine", "<move>5</move> <move>6</move>"),
        ("swap-nine", "move: 6, so \\boxed{5}"),
        ("swap-nine", "My move: 5 is tempting, but no.\nmove:"),  # cut off
        ("swap-nine", "move: 5\nSo I thought.\nmove:"),
        ("swap-nine", "<think>Perhaps move: 5\nmove: 5"),  # a thought that was cut off
        ("swap-nine", "remove: 5\nmoves: 5."),
        ("swap-nine", "I move 5 and win"),
        ("swap-nine", "move: 5 \ud83d"),
        ("swap-nine", f"move: 5{' ' * 70}or 6"),
        ("swap-nine", "move: 1 2"),
        ("swap-nine", "5 is good, but 6 is better"),
        ("swap-nine", "move: place on 2, take 5"),
        ("swap-nine", '{"move": ["5", "6"]}'),
        ("zone-conquest", "I attack 4."),
        ("grid-clash", "move: row 1, column 3"),
        ("grid-clash", "move: 1,2,3"),
        ("crossed-paths", "move: C3 D4"),
        ("swap-nine", "9" * 5000),
        ("swap-nine", "[" * 100_000),
    ],
)
def test_answers_are_never_guessed(game: str, answer: str) -> None:
    which = quincunx.game(game)
    with pytest.raises(NotationError):
        which.start(seed=1).play(read_answer(answer, which))


@settings(deadline=None)
@given(
    game=st.sampled_from(quincunx.game_ids()),
    parts=st.lists(st.sampled_from([*"0123456789 \n.,:*`x~@AC", "move", "  ", "</think>"])),
)
def test_whatever_is_said_is_read_or_refused(game: str, parts: list[str]) -> None:
    answer, which = "".join(parts), quincunx.game(game)
    try:
        move = read_answer(answer, which)
    except NotationError as error:
        assert str(error).isprintable()
    else:
        # Nothing is put together: the move stands there, but for spaces beside its signs.
        assert which.move_form.fullmatch(move)
        spaced = " *".join(re.findall("[0-9]+|.", move))
        assert re.search(spaced, " ".join(answer.split()))


# Long ones: a time that grew with the square of the length would not end here.
LONG = 200_000


@pytest.mark.parametrize(
    "part",
    [
        "move",
        "move:\n",
        " ",
        "*",
        "`",
        "{",
        "<answer>",
        "\\boxed{",
        "\\text",
        "answer='",
        "1x",
    ],
)
@pytest.mark.parametrize("end", thinned(["\nmove: 5", "", "</answer>"], 3))
def test_long_answers_are_read_in_linear_time(part: str, end: str) -> None:
    game, answer = quincunx.game("swap-nine"), part * (LONG // len(part)) + end
    with suppress(NotationError):
        assert read_answer(answer, game) == "5"


def test_only_the_end_of_a_very_long_answer_is_read() -> None:
    game = quincunx.game("swap-nine")
    assert read_answer("move: 5\n" + "so " * LONG + "\nmove: 6", game) == "6"
    with pytest.raises(NotationError):
        read_answer("move: 5\n" + "so " * LONG, game)


def test_the_prompt_says_what_is_read() -> None:
    """Every form that it shows, in its own words."""
    game = quincunx.game("swap-nine")
    shown = re.findall(r"^move: YOUR MOVE$|[\\<{][^ ]*[^,]*YOUR MOVE[^,]*(?=,)", FORM, re.MULTILINE)
    assert len(shown) == 5
    for form in shown:
        assert read_answer(f"So be it.\n{form.replace('YOUR MOVE', '2x5')}", game) == "2x5", form
    for said in ("answer: 2x5", "move 2x5", "2x5", "2\N{MULTIPLICATION SIGN}5"):
        assert read_answer(f"So be it.\n{said}", game) == "2x5"
    assert FORM in quincunx.question(game.start())[-1]["content"]
