"""Surveys: every start of a game solved, where a game's `survey.py` says how."""

from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, Protocol

from quincunx.core import AnyGame, GameError
from quincunx.core.text import listed
from quincunx.games import game_class, game_ids, has_part, part_of
from quincunx.oracle.base import Progress


class Survey(Protocol):
    def document(self) -> dict[str, object]: ...

    def in_words(self) -> str: ...


def survey(
    game: AnyGame, progress: Progress, workers: int | None, executor: Executor | None
) -> Survey:
    """Solve every start, in so many threads or by an executor's workers."""
    special = part_of(type(game), "survey")
    if special is None:
        ids = [one for one in game_ids() if has_part(game_class(one), "survey")]
        right = listed(ids, "or")
        raise GameError(f"{game.title} has one start, so nothing to survey: choose {right}.")
    solve: Callable[..., Any] = special.survey
    found: Survey = solve(game, progress, workers, executor)
    return found
