"""Hard thinking in processes of its own, so that nobody's move waits for it; and the questions.

Computers' moves and analyses have separate processes: a long analysis delays no reply.
"""

import json
import os
from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

from quincunx.core import RecordError
from quincunx.web.errors import refuse
from quincunx.workers import WorkerError, Workers

if TYPE_CHECKING:
    from quincunx.analysis.puzzles import Puzzle

LONGEST = 20.0
PROCESSES = max(2, min(4, os.cpu_count() or 1))
MOVING, STUDYING = 2, 5
"""How nice the processes are: a move is acknowledged before anything else is done, then computers
reply, then the rest."""
MOST_PLIES = 400

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

asker: ContextVar[str] = ContextVar("asker", default="")
"""The address on whose behalf something is done, also in the tasks that follow from a request."""


class Thinkers:
    """Processes for one kind of question, shared fairly by the addresses that ask."""

    def __init__(self, niceness: int, count: int = PROCESSES) -> None:
        self._workers = Workers(count, LONGEST, niceness)

    async def ask(self, question: Callable[[*Ts], T], *args: *Ts) -> T:
        """What the question answers; RefusalError 503 if that cannot be had now."""
        try:
            return await self._workers.ask(question, *args, who=asker.get())
        except WorkerError as error:
            refuse(503, str(error))

    def close(self) -> None:
        self._workers.close()


# The questions. They run in another process and answer with plain values, most with the bytes that
# are sent.


def encoded(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def position(
    game: str,
    size: str | None,
    first: str | None,
    seed: int | None,
    position: str | None,
    move: str | None,
) -> bytes:
    from quincunx.core.text import read_size
    from quincunx.match import begin
    from quincunx.web.positions import position_document

    match = begin(game, read_size(size) if size else None, first, seed, position)
    if move is not None:
        match.play(move)
    return encoded(position_document(match))


def analysis(game: str, position: str) -> bytes:
    from quincunx.analysis.document import analysis_document
    from quincunx.analysis.words import move_in_words, position_in_words
    from quincunx.games import parse
    from quincunx.oracle import analyze

    found = analyze(parse(game, position))
    document = analysis_document(found)
    document["words"] = position_in_words(found)
    for item, move in zip(found.moves, document["moves"], strict=True):
        move["words"] = move_in_words(item, found)
    return encoded(document)


def puzzle(game: str | None, seed: int) -> "Puzzle":
    """A game's puzzle; without one, that of the day with this number."""
    from datetime import date

    from quincunx.analysis.puzzles import daily, generate
    from quincunx.games import game as game_of

    return daily(date.fromordinal(seed)) if game is None else generate(game_of(game), seed)


def puzzle_answer(asked: "Puzzle", move: str) -> bytes:
    position = asked.position
    said = position.read(move)
    found, after = asked.check(said), position.after(said)
    refutation = None if found.refutation is None else str(found.refutation)
    return encoded(
        {
            "right": found.right,
            "words": found.words,
            "refutation": refutation,
            "position": str(after),
        }
    )


def puzzle_solution(asked: "Puzzle") -> bytes:
    return encoded({"move": str(asked.solution), "words": asked.check(asked.solution).words})


def replay(record: str) -> bytes:
    from quincunx.record import read, result, write

    match = read(record)
    return encoded(
        {
            "game": match.start.game.id(),
            "title": match.start.game.title,
            "size": match.start.game.size,
            "names": {side.lower(): name for side, name in match.names.items()},
            "start": str(match.start),
            "moves": [str(move) for move in match.moves],
            "positions": [str(position) for position in match.positions],
            "result": result(match),
            "record": write(match),
        }
    )


def review(record: str) -> bytes:
    from quincunx.analysis.document import review_document
    from quincunx.analysis.review import review as review_match
    from quincunx.record import read

    match = read(record)
    if match.ply > MOST_PLIES:
        raise RecordError(
            f"The game has {match.ply} moves: a review takes at most {MOST_PLIES}, so send fewer."
        )
    return encoded(review_document(review_match(match)))


def solutions() -> bytes:
    from quincunx.analysis.document import solution_document
    from quincunx.oracle.solutions import solutions as all_solutions

    return encoded([*all_solutions(solution_document)])
