"""Solutions written out: every value follows from its successors, and damage is found."""

from random import Random

import pytest

import quincunx
from helpers import call
from quincunx.oracle.dataset import HEADER, Row, check, check_along_games, reachable, rows_of
from quincunx.oracle.solutions import (
    default_start,
    solution,
    solutions,
    solve_from_nothing,
)
from quincunx.oracle.verdicts import SolutionError

SMALL = [
    ("swap-nine", "---/--- X"),
    ("grid-clash", "3,1,2/6,4,5 X"),
    ("zone-conquest", "---/--- X - -"),
]


def rows(game: str, text: str) -> list[Row]:
    return list(rows_of(reachable(quincunx.parse(game, text))))


@pytest.mark.parametrize(
    ("game", "text"), [*SMALL, pytest.param("swap-nine", "---/---/--- X", marks=pytest.mark.slow)]
)
def test_every_value_follows_from_its_successors(game: str, text: str) -> None:
    found = rows(game, text)
    start = quincunx.parse(game, text)
    assert len(list(check(start, found))) == len(found) == len(list(reachable(start)))


@pytest.mark.parametrize(
    ("game", "text"), [SMALL[0], *(pytest.param(*one, marks=pytest.mark.slow) for one in SMALL[1:])]
)
def test_one_flipped_bit_is_found(game: str, text: str) -> None:
    """In any row, at any place: a bit that still leaves a readable file is found by the rules."""
    found, random = rows(game, text), Random(1)
    chosen = quincunx.parse(game, text)
    lines = [row.to_csv() for row in found]
    for _ in range(60):
        number = random.randrange(len(lines))
        data = bytearray(lines[number].encode())
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        line, others = data.decode("utf-8", "replace"), (found[:number], found[number + 1 :])
        with pytest.raises((SolutionError, quincunx.PositionError)):
            list(check(chosen, [*others[0], Row.from_csv(line), *others[1]]))


def test_a_missing_row_is_found() -> None:
    found = rows(*SMALL[0])
    game = quincunx.parse(*SMALL[0])
    with pytest.raises(SolutionError, match="what follows has no row"):
        list(check(game, found[:-1]))
    with pytest.raises(SolutionError, match="does not hold its start"):
        list(check(game, found[1:]))


def test_crossed_paths_along_games() -> None:
    start = quincunx.game("crossed-paths").start()
    assert len(list(check_along_games(start, 3))) > 60


def test_what_is_known_of_each_game() -> None:
    found = dict(solutions(lambda one: (one.start.game.id(), (one.winner, one.in_words()))))
    known = {
        "crossed-paths": ("first", "the first player wins"),
        "grid-clash": ("first", "the first player wins by 1"),
        "numeral-nexus": ("first", "the first player wins in 7 moves"),
        "swap-nine": ("first", "the first player wins by 1"),
        "zone-conquest": (None, "a draw"),
    }
    assert known.items() <= found.items()
    for game_id in ("swap-nine", "numeral-nexus"):
        start = default_start(quincunx.game(game_id))
        assert solve_from_nothing(start, lambda _count: None) == solution(start)


def test_commands(tmp_path: "object") -> None:
    solved = call("solve", "zone-conquest", "--size", "2x3")
    assert "With best play: a draw." in solved.stdout
    assert "556 positions" in solved.stdout
    assert "positions, each worth" in call("verify", "zone-conquest", "--size", "2x3").stdout
    file = f"{tmp_path}/solution.csv"
    written = call("export", "swap-nine", "--size", "2x2", "--output", file)
    assert written.stdout == f"60 positions of Swap Nine 2x2 in {file!r}\n"
    words = ("verify", "swap-nine", "--size", "2x2", "--file", file)
    assert "60 positions" in call(*words).stdout
    with open(file, encoding="ascii") as readable:
        text = readable.read()
    assert text.startswith(HEADER)
    with open(file, "w", encoding="ascii") as writable:
        writable.write(text.replace(",win,", ",loss,", 1))
    assert call(*words).returncode == 2
    nothing = call("verify", "numeral-nexus", "--size", "3x3")
    assert "has no solution to check" in nothing.stderr
    for output in ("", "positions.txt", "/dev/null/x.csv"):
        assert call("export", "swap-nine", "--size", "2x2", "--output", output).returncode == 2, (
            output
        )
    assert (
        "With best play: X wins in 0 moves."
        in call("solve", "zone-conquest", "--position", "XX/X- O - -").stdout
    )
    assert "cannot be read" in call("verify", "swap-nine", "--file", f"{tmp_path}/none").stderr
