"""Every lesson, played through as somebody types it, with wrong and illegal tries in between."""

from pathlib import Path

import pytest

from helpers import call, toy_installed
from quincunx.cli import main
from quincunx.lessons import LessonStep, lesson, lesson_ids
from terminal.screen import Screen

QUESTION = "Your move, or `help`: "


def tries(step: LessonStep) -> tuple[list[str], list[str]]:
    """What to type, the right move last, and what is answered to all of it but that."""
    typed, said = ["nonsense"], ["'nonsense' is no "]
    legal = step.position.legal_moves()
    illegal = next((m for m in step.position.game.all_moves() if m not in legal), None)
    if illegal is not None:
        typed.append(str(illegal))
        refusal = step.position.why_not(illegal)
        said.append(refusal.sentence if refusal else "")
    wrong = [move for move in legal if step.answers and move not in step.answers]
    if wrong:
        typed.append(str(wrong[0]))
        said.append(step.otherwise)
    return [*typed, str((step.answers or legal)[0])], said


@pytest.mark.parametrize("name", lesson_ids())
def test_a_lesson_through_a_pipe(name: str, tmp_path: Path) -> None:
    told = lesson(name)
    typed = "".join("\n".join(tries(step)[0]) + "\n" for step in told.steps)
    result = call("learn", name, stdin=typed, home=str(tmp_path))
    assert (result.returncode, result.stderr) == (0, "")
    opening, *parts = result.stdout.split("\n\nStep ")
    assert opening == f"{told.title}\n{told.opening}"
    for number, (step, part) in enumerate(zip(told.steps, parts, strict=True), 1):
        shown = part.split(QUESTION)
        words, said = tries(step)
        assert shown[0].startswith(f"{number} of {len(told.steps)}\n")
        assert shown[0].endswith(f"\n{step.task}\n")
        assert len(shown) == 1 + len(words)
        for word, sentence, answer in zip(words, said, shown[1:], strict=False):
            assert answer.startswith(f"{word}\n{sentence}")
        assert " ".join(step.follows) in shown[-1]
    assert parts[-1].endswith(
        f"\n\nThe lesson is done: `quincunx play {name} --o beginner` is a game.\n"
    )
    assert not list(tmp_path.iterdir())  # no history, nothing kept


def test_the_board_stands_after_the_move(tmp_path: Path) -> None:
    shown = call("learn", "swap-nine", stdin="9\n", home=str(tmp_path)).stdout
    assert "9\n1 2 3\n4 5 6\n7 8 X\nAny empty cell will do." in shown


def test_commands(tmp_path: Path) -> None:
    typed = "help\nboard\nmoves\nrules\nskip\nback\nback\nskip\nskip\nquit\n"
    result = call("learn", "swap-nine", stdin=typed, home=str(tmp_path))
    steps = [line for line in result.stdout.splitlines() if line.startswith("Step ")]
    assert [line.split()[1] for line in steps] == ["1", "2", "1", "1", "2", "3"]
    first = result.stdout.split("\nStep 2")[0]
    assert first.count("You are X: place your first marker") == 2
    for word in "help board moves rules skip back quit".split():
        assert f"\n  {word} " in first
    assert "\n1 2 3 4 5 6 7 8 9\n" in first
    assert "1. Objective" in first


def test_on_a_terminal(tmp_path: Path) -> None:
    screen = Screen(tmp_path, "learn", rows=12, columns=40)
    screen.wait_for("Learn which game?")
    number = str(lesson_ids().index("crossed-paths") + 1)
    screen.type(number)
    for step in lesson("crossed-paths").steps:
        words, _ = tries(step)
        for word in words:
            screen.wait_for(QUESTION)
            screen.type(word)
        screen.wait_for("Enter goes on: ")  # time to read
        screen.type("")
    shown = screen.end()
    assert "The lesson is done" in shown
    assert screen.child.exitstatus == 0
    assert max(map(len, screen.lines())) <= 40


def test_what_is_not_taught(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "chess"]) == 2
    assert "There is no game 'chess'" in capsys.readouterr().err
    with toy_installed():
        assert main(["learn", "three-in-a-row"]) == 2
        assert capsys.readouterr().err.startswith(
            "quincunx: Three in a Row has no lesson: choose crossed-paths,"
        )
