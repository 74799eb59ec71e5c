"""What visitors ask besides playing: plain functions of plain values that answer with documents, in
the form that `schemas` describes. Nothing here needs a server: it runs in any process, or where
there is none.
"""

from collections.abc import Sequence
from datetime import date
from itertools import accumulate, product
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from quincunx.analysis.document import analysis_document, review_document, solution_document
from quincunx.analysis.puzzles import Puzzle, daily, find, kinds
from quincunx.analysis.reasons import explain
from quincunx.analysis.review import review as review_match
from quincunx.analysis.words import move_in_words, position_in_words
from quincunx.core import AnyGame, AnyPosition, GameError, Move, Player, RecordError
from quincunx.core.board import explain_clicks
from quincunx.core.text import read_size
from quincunx.games import each, game_class, parse
from quincunx.games import game as game_of
from quincunx.lessons import lesson as lesson_of
from quincunx.lessons import lesson_ids
from quincunx.oracle import analyze
from quincunx.oracle.solutions import solutions as all_solutions
from quincunx.play import history
from quincunx.play.match import begin
from quincunx.play.record import read, result, write
from quincunx.players import LEVELS
from quincunx.players.levels import STEPS, Past, adaptive_level, available_levels
from quincunx.web.documents import drawn_document, sample
from quincunx.web.errors import refuse

if TYPE_CHECKING:
    from quincunx.web import schemas

MAX_PLIES = 400


def catalogue() -> "schemas.Catalogue":
    """In an order that teaches: the fewer moves there can be, the sooner a game is understood."""

    def told(kind: type[AnyGame]) -> tuple[int, Any]:
        document = {**kind.description(), "sign": kind.sign, "sample": sample(kind.id())}
        return game_of(kind.id()).action_count, document

    games = sorted(each(told), key=itemgetter(0))
    return {"games": [document for _, document in games], "levels": [*LEVELS]}


def rules(game: str) -> "schemas.Rules":
    kind = game_class(game)
    return {"game": kind.id(), "title": kind.title, "rules": kind.rules()}


def position(
    game: str,
    size: str | None = None,
    first: str | None = None,
    seed: int | None = None,
    position: str | None = None,
    move: str | None = None,
) -> "schemas.PositionDocument":
    match = begin(game, read_size(size) if size else None, first, seed, position)
    if move is not None:
        match.play(move)
    document = drawn_document(match)
    if position:
        return document
    levels = available_levels(match.start)
    past = (Past(*last) for last in product(LEVELS, STEPS))
    adaptive = {" ".join(last): adaptive_level([last], levels) for last in past}
    return {**document, "levels": levels, "adaptive": {"": adaptive_level([]), **adaptive}}


def refusal(game: str, position: str, clicks: tuple[str, ...]) -> "schemas.Words":
    """Why the keys that were touched begin no move here."""
    return {"words": explain_clicks(parse(game, position), clicks)}


def analysis(game: str, position: str) -> dict[str, Any]:
    found = analyze(parse(game, position))
    document = analysis_document(found)
    document["words"] = position_in_words(found)
    for item, move in zip(found.moves, document["moves"], strict=True):
        move["words"] = move_in_words(item, found)
    return document


def reasons(
    game: str, position: str, move: str | None = None, you: str | None = None
) -> "schemas.Reasons":
    """Why a move, or without one the best, is what it is; with the positions of its line."""
    found = analyze(at := parse(game, position))
    told = explain(at, move, Player(you.upper()) if you else None)
    words = [move_in_words(item, found) for item in found.moves if item.move == told.move]
    return {
        "value": found.value,
        "move": None if told.move is None else str(told.move),
        "words": words[0] if words else position_in_words(found),
        "sentences": told.sentences,
        "pairs": told.pairs,
        "cells": told.cells,
        **_line(at, told.line),
    }


def _line(position: AnyPosition, moves: Sequence[Move]) -> "schemas.Line":
    _, *after = accumulate(moves, lambda at, move: at.after(move), initial=position)
    return {"line": [str(move) for move in moves], "positions": [str(at) for at in after]}


def lessons() -> "list[schemas.LessonListed]":
    found = each(lambda kind: lesson_of(kind.id()), lesson_ids())
    return [{"game": one.game, "title": one.title, "steps": len(one.steps)} for one in found]


def lesson(game: str) -> "schemas.LessonDocument":
    found = lesson_of(game)
    steps: list[schemas.LessonStep] = [
        {"position": str(one.position), "task": one.task, "answers": [*map(str, one.answers)]}
        for one in found.steps
    ]
    return {"game": found.game, "title": found.title, "opening": found.opening, "steps": steps}


def lesson_answer(game: str, step: int, move: str) -> "schemas.LessonAnswer":
    steps = lesson_of(game).steps
    if step > len(steps):
        raise GameError(f"There is no step {step}: choose one from 1 to {len(steps)}.")
    asked = steps[step - 1]
    done = asked.done_by(move)
    return {"right": done, "words": asked.words(done), "position": str(asked.position.play(move))}


def puzzle_seed(game: str | None, seed: int | None) -> int:
    """The seed that is meant: without one, that of today."""
    if game is None and seed is not None:
        refuse(422, "A seed belongs to the puzzles of one game: name the game too.")
    return date.today().toordinal() if seed is None else seed


def puzzle(game: str | None, seed: int, difficulty: int | None = None, moves: int = 1) -> Puzzle:
    """A game's puzzle, or the first from there on that is like this; without anything else, that
    of the day with this number."""
    if (game, difficulty, moves) == (None, None, 1):
        return daily(date.fromordinal(seed))
    return find(None if game is None else game_of(game), seed, difficulty, moves)


def puzzle_kinds() -> "list[schemas.PuzzleKinds]":
    """The puzzles that can be asked for."""

    def told(kind: type[AnyGame]) -> "schemas.PuzzleKinds":
        most = {str(key): moves for key, moves in kinds(game_of(kind.id())).items()}
        return {"game": kind.id(), "title": kind.title, "most_moves": most}

    return [one for one in each(told) if one["most_moves"]]


def puzzle_question(asked: Puzzle, moves: int = 1) -> "schemas.PuzzleDocument":
    game = asked.position.game
    return {
        "game": game.id(),
        "title": game.title,
        "seed": asked.seed,
        "next": asked.seed + 1,
        "position": str(asked.position),
        "question": asked.question(),
        "difficulty": asked.difficulty,
        "moves": moves,
    }


def puzzle_answer(
    asked: Puzzle, move: str, step: int = 1, moves: int = 1
) -> "schemas.PuzzleAnswer":
    """Of one of several moves that are to be found. After a right one comes the reply with the next
    question, or best play to the end."""
    asked = asked.at(step)
    said = asked.position.read(move)
    found, after = asked.check(said), asked.position.after(said)
    then = asked.at(2) if found.right and step < moves else None
    return {
        "right": found.right,
        "words": found.words,
        "refutation": None if found.refutation is None else str(found.refutation),
        "position": str(after),
        "reply": str(asked.reply) if then else None,
        "then": {"position": str(then.position), "question": then.question()} if then else None,
        **_line(after, asked.proof() if found.right and not then else ()),
    }


def puzzle_solution(asked: Puzzle, step: int = 1) -> "schemas.PuzzleSolution":
    asked = asked.at(step)
    move = asked.solution
    line = _line(asked.position.after(move), asked.proof())
    return {"move": str(move), "words": asked.check(move).words, **line}


def streak(day: int, solved: list[int]) -> "schemas.Streak":
    """Return on how many days in a row the puzzle of the day was solved, up to this day."""
    today, days = date.fromordinal(day), {*map(date.fromordinal, solved)}
    length = history.streak(today, days)
    return {"date": str(today), "length": length, "words": history.streak_in_words(today, days)}


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
    if match.ply > MAX_PLIES:
        raise RecordError(
            f"The game has {match.ply} moves: a review takes at most {MAX_PLIES}, so send fewer."
        )
    return review_document(review_match(match))


def solutions() -> list[dict[str, Any]]:
    return [*all_solutions(solution_document)]
