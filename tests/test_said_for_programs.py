"""What a program can rely on: JSON of puzzles and lessons, names of levels, completion."""

import json
import shutil
import subprocess
from datetime import date
from pathlib import Path

import pytest

from helpers import call, refused
from quincunx.analysis.puzzles import daily, find
from quincunx.games import game
from quincunx.lessons import lesson, lesson_ids
from quincunx.play.match import ADAPTIVE, HUMAN, WHO
from quincunx.players import LEVELS


def document(*words: str, home: Path) -> object:
    answered = call(*words, "--json", home=str(home))
    assert (answered.returncode, answered.stderr) == (0, "")
    assert answered.stdout.count("\n") == 1
    return json.loads(answered.stdout)


def test_a_puzzle_as_a_document(tmp_path: Path) -> None:
    shown = document("puzzle", "zone-conquest", "--seed", "3", home=tmp_path)
    puzzle = find(game("zone-conquest"), 3)
    assert isinstance(shown, dict)
    solution = shown.pop("solution")
    assert (
        shown.items()
        >= {
            "game": "zone-conquest",
            "size": "3x3",
            "seed": puzzle.seed,
            "position": str(puzzle.position),
            "to_move": puzzle.position.turn,
            "difficulty": puzzle.difficulty,
            "length": puzzle.length,
            "question": puzzle.question(),
        }.items()
    )
    position = puzzle.position.play(solution["move"])
    assert solution["move"] == str(puzzle.solution)
    for move, after in zip(solution["line"], solution["positions"], strict=True):
        position = position.play(move)
        assert str(position) == after


def test_the_puzzle_of_the_day_as_a_document(tmp_path: Path) -> None:
    before = date.today()
    shown = document("puzzle", home=tmp_path)
    days = {before, date.today()}  # midnight may have passed
    assert isinstance(shown, dict)
    assert shown["position"] in {str(daily(day).position) for day in days}


def test_lessons_as_documents(tmp_path: Path) -> None:
    listed = document("learn", home=tmp_path)
    assert isinstance(listed, list)
    assert [one["game"] for one in listed] == lesson_ids()
    told = document("learn", "swap-nine", home=tmp_path)
    assert isinstance(told, dict)
    known = lesson("swap-nine")
    assert (told["title"], told["opening"]) == (known.title, known.opening)
    assert [step["task"] for step in told["steps"]] == [step.task for step in known.steps]
    assert [step["answers"] for step in told["steps"]] == [
        [*map(str, step.answers)] for step in known.steps
    ]


def test_the_names_of_the_levels_are_shown(tmp_path: Path) -> None:
    assert [*WHO] == [HUMAN, *LEVELS, ADAPTIVE]
    shown = " ".join(call("play", "--help", home=str(tmp_path)).stdout.split())
    assert shown.count(", ".join(WHO)) == 2


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("--o skiled", "did you mean skilled?"),
        ("--o genius", "perfect or adaptive."),
        ("--x random --o genius", "expert or perfect."),
        ("--x random --o adaptive", "plays with people only"),
    ],
)
def test_a_level_that_is_none_is_refused(words: str, right: str, tmp_path: Path) -> None:
    assert right in refused("play", "swap-nine", *words.split(), home=tmp_path)


COMPLETED = {
    "play --x s": "skilled",
    "play swap-nine --o ": " ".join(WHO),
    "play --first t": "toss",
    "play zo": "zone-conquest",
    "play --mark": "--marker-x --marker-o",
    "exploit random --game gr": "grid-clash",
    "learn --j": "--json",
    "reso": "",
    "res": "resume",
}


def test_completion_offers_what_may_follow(tmp_path: Path) -> None:
    script = tmp_path / "completion"
    script.write_text(call("completion", "bash", home=str(tmp_path)).stdout)
    shell = shutil.which("bash")
    assert shell
    for line, offered in COMPLETED.items():
        words = ["quincunx", *line.split(" ")]
        code = (
            f"source {script}; COMP_WORDS=({' '.join(map(repr, words))}); "
            f"COMP_CWORD={len(words) - 1}; _quincunx; echo ${{COMPREPLY[*]}}"
        )
        done = subprocess.run([shell, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.split() == offered.split(), line


def test_completion_in_fish_offers_levels(tmp_path: Path) -> None:
    script = call("completion", "fish", home=str(tmp_path)).stdout.splitlines()
    seen = 'complete -c quincunx -n "__fish_seen_subcommand_from play"'
    for side in "xo":
        assert f'{seen} -l {side} -x -a "{" ".join(WHO)}"' in script
    assert all(line.count('"') % 2 == 0 for line in script)
    assert "zone-conquest" in call("completion", "zsh", home=str(tmp_path)).stdout
