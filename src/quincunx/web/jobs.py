"""What visitors ask besides playing: plain functions that answer with documents. Most are asked in
processes of their own, so that nobody's move waits for them.

Computers' moves and analyses have separate processes: a long analysis delays no reply.
"""

import os
from collections.abc import Callable
from contextvars import ContextVar
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVarTuple

from quincunx.analysis.document import analysis_document, review_document, solution_document
from quincunx.analysis.puzzles import Puzzle, daily, generate
from quincunx.analysis.review import review as review_match
from quincunx.analysis.words import move_in_words, position_in_words
from quincunx.core import RecordError
from quincunx.core.text import read_size
from quincunx.games import each, game_class, parse
from quincunx.games import game as game_of
from quincunx.match import begin
from quincunx.oracle import analyze
from quincunx.oracle.solutions import solutions as all_solutions
from quincunx.players import LEVELS
from quincunx.record import read, result, write
from quincunx.web.documents import drawn_document, encoded, sample
from quincunx.workers import Workers

if TYPE_CHECKING:  # these processes need nothing of what describes the API
    from quincunx.web import schemas

LONGEST = 20.0
PROCESSES = max(2, min(4, os.cpu_count() or 1))
MOVING, STUDYING = 2, 5
"""How nice the processes are: a move is acknowledged before anything else is done, then computers
reply, then the rest."""
MOST_PLIES = 400

Ts = TypeVarTuple("Ts")

asker: ContextVar[str] = ContextVar("asker", default="")
"""The address on whose behalf something is done, also in the tasks that follow from a request."""


def processes(niceness: int, count: int = PROCESSES) -> Workers:
    """For one kind of question, shared fairly by the addresses that ask."""
    return Workers(count, LONGEST, niceness)


def answer(job: Callable[[*Ts], object], *args: *Ts) -> bytes:
    """The document as it is sent."""
    return encoded(job(*args))


def catalogue() -> "schemas.Catalogue":
    games: Any = each(lambda kind: {**kind.description(), "sample": sample(kind.id())})
    return {"games": [*games], "levels": [*LEVELS]}


def rules(game: str) -> "schemas.Rules":
    kind = game_class(game)
    return {"game": kind.id(), "title": kind.title, "rules": kind.rules()}


def position(
    game: str,
    size: str | None,
    first: str | None,
    seed: int | None,
    position: str | None,
    move: str | None,
) -> "schemas.PositionDocument":
    match = begin(game, read_size(size) if size else None, first, seed, position)
    if move is not None:
        match.play(move)
    return drawn_document(match)


def analysis(game: str, position: str) -> dict[str, Any]:
    found = analyze(parse(game, position))
    document = analysis_document(found)
    document["words"] = position_in_words(found)
    for item, move in zip(found.moves, document["moves"], strict=True):
        move["words"] = move_in_words(item, found)
    return document


def puzzle(game: str | None, seed: int) -> Puzzle:
    """A game's puzzle; without one, that of the day with this number."""
    return daily(date.fromordinal(seed)) if game is None else generate(game_of(game), seed)


def puzzle_question(asked: Puzzle) -> "schemas.PuzzleDocument":
    game = asked.position.game
    return {
        "game": game.id(),
        "title": game.title,
        "seed": asked.seed,
        "position": str(asked.position),
        "question": asked.question(),
        "difficulty": asked.difficulty,
    }


def puzzle_answer(asked: Puzzle, move: str) -> "schemas.PuzzleAnswer":
    position = asked.position
    said = position.read(move)
    found = asked.check(said)
    return {
        "right": found.right,
        "words": found.words,
        "refutation": None if found.refutation is None else str(found.refutation),
        "position": str(position.after(said)),
    }


def puzzle_solution(asked: Puzzle) -> "schemas.PuzzleSolution":
    return {"move": str(asked.solution), "words": asked.check(asked.solution).words}


def replay(record: str) -> "schemas.Replay":
    match = read(record)
    ended: Any = result(match)
    return {
        "game": match.start.game.id(),
        "title": match.start.game.title,
        "size": match.start.game.size,
        "names": {side.lower(): name for side, name in match.names.items()},
        "start": str(match.start),
        "moves": [str(move) for move in match.moves],
        "positions": [str(position) for position in match.positions],
        "result": ended,
        "record": write(match),
    }


def review(record: str) -> dict[str, Any]:
    match = read(record)
    if match.ply > MOST_PLIES:
        raise RecordError(
            f"The game has {match.ply} moves: a review takes at most {MOST_PLIES}, so send fewer."
        )
    return review_document(review_match(match))


def solutions() -> list[dict[str, Any]]:
    return [*all_solutions(solution_document)]
