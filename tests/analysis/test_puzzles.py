"""The puzzles that are shipped, those found for other games, and the lines that prove them."""

import pytest

from helpers import BOOKS, thinned, thinned_to
from quincunx.analysis.puzzles import Puzzle, find, judge, kinds, puzzles_of, search
from quincunx.core import GameError
from quincunx.games import game
from quincunx.oracle import Value, analyze

NUMBERS = [*range(0, 151, 15)] + [
    pytest.param(number, marks=pytest.mark.slow) for number in range(151) if number % 15
]
LONG = {"swap-nine": 3, "grid-clash": 2, "zone-conquest": 2, "crossed-paths": 3}


def winners(puzzle: Puzzle) -> list[object]:
    """By brute force where that is cheap: what leaves the opponent lost."""
    ends = {move: puzzle.position.after(move) for move in puzzle.position.legal_moves()}
    return [move for move, after in ends.items() if analyze(after).value is Value.LOSS]


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("name", BOOKS)
def test_every_line_that_is_shipped(name: str, number: int) -> None:
    """One move alone has the value of the position, and the difficulty and length are as stated."""
    puzzle = puzzles_of(game(name))[number]
    assert len(puzzles_of(game(name))) == 151
    values = {item.move: item.value for item in analyze(puzzle.position).moves}
    assert [move for move, value in values.items() if value is puzzle.goal] == [puzzle.solution]
    assert Value.UNKNOWN not in values.values()
    assert judge(puzzle.position) == puzzle


@pytest.mark.parametrize("name", [*BOOKS, None])
def test_every_kind_that_is_offered_is_there(name: str | None) -> None:
    which = game(name) if name else None
    asked = 0
    for difficulty, most in kinds(which).items():
        for moves in range(1, most + 1):
            for seed in (0, 77, 10**17):
                found = find(which, seed, difficulty, moves)
                assert (found.difficulty, found.seed >= seed) == (difficulty, True)
                assert found.length >= moves
                asked += 1
        with pytest.raises(GameError, match="choose difficulty"):
            find(which, 0, difficulty, most + 1)
    assert asked >= 12


def test_a_number_is_a_place_in_a_list_that_begins_again() -> None:
    which = game("grid-clash")
    found = [find(which, seed) for seed in range(302)]
    assert [one.position for one in found[:151]] == [one.position for one in found[151:]]
    assert len({one.position for one in found}) == 151


def test_a_game_without_puzzles_is_refused_after_so_much_work() -> None:
    """On 1x1 there is one move: nothing is ever to be found."""
    which = game("crossed-paths", (1, 1))
    assert [*search(which)] == []
    with pytest.raises(GameError, match=r"^Crossed Paths 1x1 has no puzzle: choose another"):
        find(which, 3)


@pytest.mark.parametrize(("name", "moves"), LONG.items())
def test_each_of_several_answers_is_the_only_one(name: str, moves: int) -> None:
    puzzle = find(game(name), 0, moves=moves)
    assert puzzle.length >= moves
    asked, at = 0, puzzle
    while True:
        asked += 1
        assert winners(at) == [at.solution]
        following = at.next_puzzle
        if following is None:
            break
        before = at.position.after(at.solution)
        reply = next(m for m in before.legal_moves() if before.after(m) == following.position)
        assert analyze(before).moves[0].move == reply
        at = following
    assert asked == puzzle.length


@pytest.mark.parametrize("seeds", thinned([range(1), range(1, 8)], 2), ids=["one", "more"])
@pytest.mark.parametrize("name", BOOKS)
def test_the_line_is_legal_and_ends_as_it_should(name: str, seeds: range) -> None:
    for seed in seeds:
        puzzle = find(game(name), seed)
        position = puzzle.position
        for move in (puzzle.solution, *puzzle.proof()):
            position = position.play(move)
        if puzzle.goal is Value.WIN:
            assert position.outcome
            assert position.outcome.winner is puzzle.position.turn


def test_a_puzzle_to_save_the_draw_is_of_one_move() -> None:
    seeds = (find(game("zone-conquest"), seed) for seed in range(40))
    saved = next(puzzle for puzzle in seeds if puzzle.goal is Value.DRAW)
    assert saved.length == 1


@pytest.mark.parametrize("name", thinned_to(BOOKS, "swap-nine", "zone-conquest"))
def test_a_wrong_answer_is_refuted_and_the_right_one_not_told(name: str) -> None:
    puzzle = find(game(name), 1)
    answers = {move: puzzle.check(move) for move in puzzle.position.legal_moves()[:40]}
    for move, answer in answers.items():
        after = puzzle.position.after(move)
        silent = move == puzzle.solution or after.outcome
        assert answer.refutation == (None if silent else analyze(after).moves[0].move)
    wrong = [answer for move, answer in answers.items() if move != puzzle.solution]
    assert wrong
    assert all(not one.right and one.words.endswith(".") for one in wrong)
    assert all("instead" not in one.words for one in wrong)
    assert puzzle.check(puzzle.solution).words.startswith(f"{puzzle.solution} is the move. ")
