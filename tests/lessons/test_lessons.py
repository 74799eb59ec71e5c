"""Each lesson is played through, and its tasks are what they say."""

import pytest

from quincunx.lessons import LessonStep, lesson, lesson_ids
from quincunx.oracle import Value, analyze

STEPS = [
    pytest.param(step, id=f"{game}-{number}")
    for game in lesson_ids()
    for number, step in enumerate(lesson(game).steps, 1)
]


def test_each_of_the_five_has_one() -> None:
    assert {"swap-nine", "numeral-nexus", "grid-clash", "zone-conquest", "crossed-paths"} <= {
        *lesson_ids()
    }


@pytest.mark.parametrize("game", lesson_ids())
def test_five_to_eight_steps_and_the_rules_first(game: str) -> None:
    found = lesson(game)
    assert 5 <= len(found.steps) <= 8
    assert found.opening.endswith(".")
    assert len(found.opening) < 140


@pytest.mark.parametrize("step", STEPS)
def test_every_legal_move_is_answered(step: LessonStep) -> None:
    moves = step.position.legal_moves()
    assert moves
    assert step.task.endswith(".")
    assert 10 < len(step.task) < 170
    right = [move for move in moves if step.done_by(str(move))]
    assert right == [move for move in moves if not step.answers or move in step.answers]
    assert right
    assert all(sentence.endswith(".") for sentence in step.follows)
    assert step.follows
    assert step.otherwise.endswith(".") is (len(right) < len(moves))


@pytest.mark.parametrize("game", lesson_ids())
def test_the_last_step_is_a_puzzle(game: str) -> None:
    step = lesson(game).steps[-1]
    analysis = analyze(step.position)
    assert analysis.value is Value.WIN
    assert analysis.distance != 1
    assert [item.move for item in analysis.best()] == [*step.answers]
    assert len(analysis.moves) > 2
