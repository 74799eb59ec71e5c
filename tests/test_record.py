"""Game records: the text form of CONTRACT.md, read and written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from helpers import CASES
from quincunx import Match, Player, RecordError
from quincunx.play.record import read, read_all, write

CONTRACT = """\
[Game "zone-conquest"]
[Size "3x3"]
[X "Ann"]
[O "perfect"]
[Start "---/---/--- X - -"]
[Date "2026-11-15"]
[Result "X"]

1. 5 1 2. 2 4 3. x4 6 4. 8 9 5. 7 X
"""


def swap_nine(moves: str, *tags: str) -> str:
    return "\n".join(['[Game "swap-nine"]', *tags, "", moves])


def test_the_contracts_example_reads_and_writes_as_it_stands() -> None:
    match = read(CONTRACT)
    assert match.names == {"X": "Ann", "O": "perfect"}
    assert match.outcome is not None
    assert match.outcome.winner == "X"
    assert write(match) == CONTRACT


@settings(max_examples=60, deadline=None)
@given(
    case=st.sampled_from(CASES),
    seed=st.integers(0, 10**6),
    plies=st.integers(0, 60),
    names=st.lists(st.text(max_size=50), min_size=2, max_size=2),
    extra=st.text(max_size=50),
    end=st.sampled_from(["", "resignation", "forfeit"]),
)
def test_what_is_written_reads_back(
    case: tuple[str, tuple[int, int]],
    seed: int,
    plies: int,
    names: list[str],
    extra: str,
    end: str,
) -> None:
    game = quincunx.game(*case)
    match = Match(
        game.start("XO"[seed % 2], seed),
        repetition=bool(seed % 3),
        seed=seed,
        names=dict(zip(Player, names, strict=True)),
        tags={"Event": extra},
    )
    while match.ply < plies and (moves := match.legal_moves()):
        match.play(moves[seed % len(moves)])
    if end and not match.outcome:
        match.resign(Player.O, end)
    text = write(match)
    again = read(text)
    assert again.positions == match.positions
    assert again.outcome == match.outcome
    assert (again.names, again.seed, again.repetition) == (match.names, seed, match.repetition)
    assert write(again) == text
    assert len(read_all("\n".join(map(write, (match, again, match))))) == 3


def test_lenient_about_line_ends_and_wrapping() -> None:
    text = "\N{ZERO WIDTH NO-BREAK SPACE}" + CONTRACT.replace("\n", "\r\n").replace(
        "2. 2", "2.\r\n 2"
    )
    assert write(read(text)) == CONTRACT


def test_numbers_may_be_left_out_and_sizes_come_with_the_start() -> None:
    match = read(swap_nine("1 2 *", '[Start "--/-- O"]'))
    assert str(match.position) == "OX/-- O"


def test_a_start_drawn_by_lot_can_be_had_from_its_seed() -> None:
    match = read('[Game "grid-clash"]\n[Seed "7"]\n\n1. 1,1 *')
    assert match.start == quincunx.game("grid-clash").start(seed=7)
    assert '[Seed "7"]' in write(match)


def test_seeds_keys_and_long_values_read_back() -> None:
    start = quincunx.game("swap-nine").start()
    for seed in (10**20, -5):
        assert read(write(Match(start, seed=seed))).seed == seed
    tags = {"Note": '"' * 3000, "White-Elo": "山田　太郎", "Größe": "x", "Start": "hm"}
    again = read(write(Match(start, tags=dict(tags))))
    assert again.start == start
    assert again.tags == {key: tags[key] for key in ("Note", "White-Elo", "Größe")}
    with pytest.raises(RecordError, match="cannot be the key of a tag"):
        write(Match(start, tags={"bad key": "x"}))


def test_another_termination_is_kept_and_explains_nothing() -> None:
    match = read(swap_nine("1. 5 *", '[Termination "abandoned"]'))
    assert match.tags == {"Termination": "abandoned"}
    assert '[Termination "abandoned"]' in write(match)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", 'The text holds no game: a record begins with a line like [Game "…"].'),
        ('[X "a"]\n\n*', "The game is missing"),
        ("[Game swap-nine]\n\n*", "Line 1 reads '[Game swap-nine]': write a tag as in"),
        ('[Game "swap-nine"]\n[X "a" b"]\n\n*', "Line 2 reads"),
        (
            '[Game "swap-nine"]\n[X "a"]\n[X "b"]\n\n*',
            "Line 3 gives 'X' a second time: give it once.",
        ),
        (swap_nine("*", '[Size "2x2"]', '[Start "---/---/--- X"]'), "The grid has 3 rows"),
        (swap_nine("*", '[Seed "7x"]'), "The seed '7x' is not a whole number."),
        (swap_nine("*", '[Repetition "no"]'), "Repetition is 'no': write on or off."),
        ('[Game "grid-clash"]\n\n*', "random, but neither Start nor Seed is given"),
        (swap_nine("1. 5"), "The moves do not end in a result"),
        (swap_nine("1. 5 5 *"), "Move 2, '5': Cell 5 is occupied by X: choose an empty cell."),
        (swap_nine("1. 5 2. 2 *"), "2. stands before move 2: numbers count pairs of moves."),
        (swap_nine("1. 5 X"), "The result is given as X, but the moves do not end the game."),
        (swap_nine("1. 5 draw", '[Termination "resignation"]'), "given as draw"),
        (swap_nine("1. 5 X", '[Termination "boredom"]'), "given as X"),
        (swap_nine("1. 5 *", '[Result "X"]'), "The tag says 'X' but the moves end in *"),
        (CONTRACT.replace('"X"]', '"O"]').replace("7 X", "7 O"), "(X controls five zones)"),
        (CONTRACT.replace('"X"]', '"*"]').replace("7 X", "7 *"), "The result is given as *"),
        (CONTRACT.replace("7 X", "7 3 X"), "Move 10, '3': The game is over: X controls five"),
        (
            CONTRACT.replace('"X"]', '"O"]\n[Termination "resignation"]').replace("7 X", "7 O"),
            "(X controls five zones)",
        ),
        (CONTRACT + "\n" + swap_nine("1. 5 5 *"), "Game 2: Move 2, '5': Cell 5 is occupied by X"),
    ],
)
def test_refused_with_the_place_and_the_reason(text: str, reason: str) -> None:
    with pytest.raises(RecordError) as error:
        read_all(text)
    assert reason in str(error.value)


def test_one_game_is_wanted() -> None:
    with pytest.raises(RecordError, match="holds 2 games"):
        read(CONTRACT + CONTRACT)


def test_limits() -> None:
    with pytest.raises(RecordError, match="longer than"):
        read("x" * 8_000_001)
    tags = [f'[T{n} "x"]' for n in range(200)]
    with pytest.raises(RecordError, match="one tag too many"):
        read(swap_nine("*", *tags))
    with pytest.raises(RecordError, match="Line 2 reads"):
        read(swap_nine("*", f'[X "{"y" * 5000}"]'))


@settings(max_examples=300, deadline=None)
@given(
    st.text(alphabet=st.sampled_from('[]"\\GameXOStr 0123456789.x*/-\n\t\x00\u202e٣'), max_size=200)
)
def test_any_text_is_read_or_refused(text: str) -> None:
    for candidate in (text, '[Game "swap-nine"]\n' + text, CONTRACT + text):
        try:
            matches = read_all(candidate)
        except RecordError as error:
            assert str(error).isprintable()
        else:
            assert matches
