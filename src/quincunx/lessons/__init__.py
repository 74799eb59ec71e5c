"""Lessons: a few positions of each game, a task for each, and what it teaches.

A game's lesson is `lesson.toml` in its folder. A front end shows a step, reads a move, and shows
`follows` or `otherwise`. A step without `answers` accepts any legal move. A test compares every
sentence that claims something about play with the solution.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from quincunx.core import AnyPosition, GameError, Move
from quincunx.core.text import listed
from quincunx.games import data_file, game_class, game_ids, parse

FILE = "lesson.toml"


@dataclass(frozen=True)
class LessonStep:
    position: AnyPosition
    task: str
    """One sentence."""
    answers: tuple[Any, ...]
    """The moves that solve the task; none where any move does."""
    follows: tuple[str, ...]
    """Sentences about what a right move shows."""
    otherwise: str
    """The sentence for a legal move that does not solve the task."""

    def done_by(self, move: Move | str) -> bool:
        """Whether a move solves the task; an illegal one is refused by the rules."""
        said = self.position.read(move)
        return not self.answers or said in self.answers

    def words(self, done: bool) -> str:
        """Return the answer to a move that solves the task, or does not."""
        return " ".join(self.follows) if done else self.otherwise


@dataclass(frozen=True)
class Lesson:
    game: str
    title: str
    opening: str
    steps: tuple[LessonStep, ...]


def lesson_ids() -> list[str]:
    """List the games that have a lesson."""
    return [name for name in game_ids() if data_file(name, FILE)]


@cache
def lesson(game: str) -> Lesson:
    """Return the lesson of a game."""
    kind = game_class(game)
    if (file := data_file(game, FILE)) is None:
        taught = listed(lesson_ids(), "or")
        raise GameError(f"{kind.title} has no lesson: choose {taught}, or read its rules.")
    with open(file, "rb") as opened:
        told = tomllib.load(opened)
    steps = tuple(_read_step(kind.id(), step) for step in told["steps"])
    return Lesson(kind.id(), kind.title, told["opening"], steps)


def _read_step(game: str, told: dict[str, Any]) -> LessonStep:
    position = parse(game, told["position"])
    answers = tuple(position.read(move) for move in told.get("answers", ()))
    return LessonStep(
        position, told["task"], answers, tuple(told["follows"]), told.get("otherwise", "")
    )
