"""Puzzles of several moves, of a chosen difficulty, and the lines that prove them."""

import pytest

from helpers import BOOKS, thinned, thinned_to
from quincunx.analysis.puzzles import Puzzle, find, generate
from quincunx.core import GameError
from quincunx.games import game
from quincunx.oracle import Value, analyze

LONG = {"swap-nine": 3, "grid-clash": 2, "zone-conquest": 2, "crossed-paths": 3}


def winners(puzzle: Puzzle) -> list[object]:
    """By brute force where that is cheap: what leaves the opponent lost."""
    ends = {move: puzzle.position.after(move) for move in puzzle.position.legal_moves()}
    return [move for move, after in ends.items() if analyze(after).value is Value.LOSS]


@pytest.mark.parametrize(("name", "moves"), LONG.items())
def test_each_of_several_answers_is_the_only_one(name: str, moves: int) -> None:
    puzzle = find(game(name), 0, moves=moves)
    assert puzzle.length >= moves
    asked, at = 0, puzzle
    while True:
        asked += 1
        assert winners(at) == [at.solution]
        following = at.following
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
        puzzle = generate(game(name), seed)
        position = puzzle.position
        for move in (puzzle.solution, *puzzle.proof()):
            position = position.play(move)
        if puzzle.goal is Value.WIN:
            assert position.outcome
            assert position.outcome.winner is puzzle.position.turn


def test_a_difficulty_can_be_asked_for() -> None:
    for difficulty in (1, 3, 4):
        found = find(game("swap-nine"), 5, difficulty)
        assert found.difficulty == difficulty
        assert found == generate(game("swap-nine"), found.seed)
    with pytest.raises(GameError, match="ask for fewer moves"):
        find(game("swap-nine", (2, 2)), 0, moves=5)


def test_a_puzzle_to_save_the_draw_is_of_one_move() -> None:
    seeds = (generate(game("zone-conquest"), seed) for seed in range(40))
    saved = next(puzzle for puzzle in seeds if puzzle.goal is Value.DRAW)
    assert saved.length == 1


@pytest.mark.parametrize("name", thinned_to(BOOKS, "swap-nine", "zone-conquest"))
def test_a_wrong_answer_is_refuted_and_the_right_one_not_told(name: str) -> None:
    puzzle = generate(game(name), 1)
    answers = {move: puzzle.check(move) for move in puzzle.position.legal_moves()[:40]}
    wrong = [answer for move, answer in answers.items() if move != puzzle.solution]
    assert wrong
    assert all(not one.right and one.words.endswith(".") for one in wrong)
    assert all("instead" not in one.words for one in wrong)
    assert puzzle.check(puzzle.solution).words.startswith(f"{puzzle.solution} is the move. ")
