"""Any text at all, where a position, a move, a size or a name is wanted: one sentence, no harm."""

import unicodedata

from hypothesis import example, given, settings
from hypothesis import strategies as st

import quincunx
import quincunx.play.record
from quincunx import QuincunxError
from quincunx.core import PositionError
from quincunx.core.text import clean, quote, read_size

NASTY = [
    "",
    " ",
    "\x00",
    "\x1b[2J",
    "\u202e\u2066",
    "\ud800",
    "٣",
    "³",
    "X" * 1_000_000,
    "-" * 1_000_000 + " X",
    "/" * 1_000_000,
    "9" * 1_000_000,
    "1," * 500_000,
    "__import__('os').system('true')",
    "../../etc/passwd",
    "%s%n{0}",
    "XX-/-X-/--- O\n",
    "ＸX-/-X-/--- O",
]

# Texts near the real ones, which find more than noise does.
alphabet = st.sampled_from("XOxo-/ ,123456789ABCDEFG0~@٣\u202e\n")
texts = st.text(alphabet, max_size=60) | st.text(max_size=30) | st.sampled_from(NASTY)
games = st.sampled_from(quincunx.game_ids())
many = settings(max_examples=6 * settings().max_examples, deadline=None)


def refused(attempt: QuincunxError) -> bool:
    message = str(attempt)
    return message.isprintable() and len(message) < 400 and message.endswith(".")


@st.composite
def positions(draw: st.DrawFn, game: str) -> str:
    """Any text, or that of a start with one letter changed."""
    if draw(st.booleans()):
        return draw(texts)
    text = str(quincunx.game(game).start(seed=draw(st.integers(0, 99))))
    place = draw(st.integers(0, len(text)))
    return text[:place] + draw(alphabet) + text[place + draw(st.integers(0, 1)) :]


@many
@given(game=games, data=st.data())
def test_positions(game: str, data: st.DataObject) -> None:
    text = data.draw(positions(game))
    try:
        position = quincunx.parse(game, text)
    except PositionError as error:
        assert refused(error)
    else:
        assert str(position) == text


@many
@given(game=games, text=texts)
@example(game="numeral-nexus", text="5@ſ1")
@example(game="crossed-paths", text="\u212a1")  # the Kelvin sign is a K in small letters
def test_moves(game: str, text: str) -> None:
    position = quincunx.game(game).start(seed=1)
    try:
        after = position.play(text)
    except QuincunxError as error:
        assert refused(error)
    else:
        assert after.turn == "O"
        assert text.isascii()


@many
@given(text=texts)
def test_sizes_and_names(text: str) -> None:
    try:
        rows, columns = read_size(text)
    except QuincunxError as error:
        assert refused(error)
    else:
        assert text.lower() == f"{rows}x{columns}"
    try:
        game = quincunx.game(text)
    except QuincunxError as error:
        assert refused(error)
    else:
        assert game.id() == text
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in clean(text))
    assert "\u202e" not in clean(text)
    assert quote(text).isprintable()
