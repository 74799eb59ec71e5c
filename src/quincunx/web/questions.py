"""What visitors ask besides playing: plain functions of plain values that answer with documents, in
the form that `schemas` describes. Nothing here needs a server: it runs in any process, or where
there is none.
"""

from datetime import date
from typing import TYPE_CHECKING, Any

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
from quincunx.web.documents import drawn_document, sample

if TYPE_CHECKING:
    from quincunx.web import schemas

MOST_PLIES = 400


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
