"""Lines broken at words."""

from textwrap import wrap as standard

import pytest

import quincunx
from quincunx.core.text import paragraphs
from quincunx.games import game_class
from quincunx.terminal.wrap import columns_of, wrap

SENTENCE = "Zone 5 touches none of yours: attack directly above, below, left or right of one."


@pytest.mark.parametrize(
    ("lead", "indentation"),
    [("", 0), ("   ", 3), ("   - ", 5), ("7. ", 3), ("> 2. ", 5), ("  save [FILE]  ", 15)],
)
def test_what_goes_on_below_stands_under_its_text(lead: str, indentation: int) -> None:
    expected = standard(SENTENCE, 60, initial_indent=lead, subsequent_indent=" " * indentation)
    assert wrap(lead + SENTENCE, 60).split("\n") == expected


def test_codes_take_no_room_and_wide_letters_take_two() -> None:
    assert columns_of("\x1b[1;36m\x1b[7mX\x1b[0m") == 1
    assert columns_of("漢a\u0301") == 3
    coloured = "\x1b[1;36mone\x1b[0m two"
    assert wrap(coloured, 7) == coloured
    assert wrap(coloured, 6) == "\x1b[1;36mone\x1b[0m\ntwo"


def test_a_word_that_is_too_long_stays_whole() -> None:
    assert wrap(f"a {'b' * 50} c", 40) == f"a\n{'b' * 50}\nc"


@pytest.mark.parametrize("game", quincunx.game_ids())
def test_rules_are_put_together_again(game: str) -> None:
    rules = game_class(game).rules()
    joined = paragraphs(rules)
    assert joined.split() == rules.split()
    lines = joined.split("\n")
    assert [line for line in lines if line[:1].isdigit()] == [
        line for line in rules.split("\n") if line[:1].isdigit()
    ]
    assert joined.count("\n   - ") == rules.count("\n   - ")
    # Nothing is left of the breaks: every line ends a sentence, a title or the head of a list.
    for line in lines:
        assert line == "" or not line.startswith(" ") or line[-1] in ".:", line
