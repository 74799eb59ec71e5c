"""Questions besides playing: plain functions of plain values that return documents, in the form
that `schemas` describes. Nothing here needs a server: it runs in any process, and in a browser.
"""

from collections.abc import Sequence
from datetime import date
from itertools import accumulate, product
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from quincunx.analysis.document import analysis_document, review_document, solution_document
from quincunx.analysis.puzzles import daily, find, kinds
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
from quincunx.players.levels import STEPS, adaptive_level, available_levels
from quincunx.web.documents import sample, seeded_document
from quincunx.web.errors import refuse

if TYPE_CHECKING:
    from quincunx.web import schemas

MAX_REVIEW_PLIES = 400


def catalogue() -> "schemas.Catalogue":
    """List the games in the order to learn them: those with fewer possible moves first."""

    def describe(kind: type[AnyGame]) -> tuple[int, Any]:
        document = {**kind.description(), "sign": kind.sign, "sample": sample(kind.id())}
        return game_of(kind.id()).action_count, document

    games = sorted(each(describe), key=itemgetter(0))
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
    document = seeded_document(match)
    if position:
        return document
    levels = available_levels(match.start)
    past = {" ".join(last): adaptive_level([last], levels) for last in product(LEVELS, STEPS)}
    return {**document, "levels": levels, "adaptive": {"": adaptive_level([]), **past}}


def refusal(game: str, position: str, clicks: Sequence[str]) -> "schemas.Words":
    """Say why these keys begin no move here."""
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
    """Explain a move, or without one the best, with the positions of its line."""
    analyzed = analyze(at := parse(game, position))
    reason = explain(at, move, Player(you.upper()) if you else None)
    words = [move_in_words(item, analyzed) for item in analyzed.moves if item.move == reason.move]
    return {
        "value": analyzed.value,
        "move": None if reason.move is None else str(reason.move),
        "words": words[0] if words else position_in_words(analyzed),
        "sentences": reason.sentences,
        "pairs": reason.pairs,
        "cells": reason.cells,
        **_line(at, reason.line),
    }


def _line(position: AnyPosition, moves: Sequence[Move]) -> "schemas.Line":
    _, *after = accumulate(moves, lambda at, move: at.after(move), initial=position)
    return {"line": [str(move) for move in moves], "positions": [str(at) for at in after]}


def lessons() -> "list[schemas.LessonListed]":
    found = each(lambda kind: lesson_of(kind.id()), lesson_ids())
    return [{"game": item.game, "title": item.title, "steps": len(item.steps)} for item in found]


def lesson(game: str) -> "schemas.LessonDocument":
    found = lesson_of(game)
    steps: list[schemas.LessonStep] = [
        {"position": str(step.position), "task": step.task, "answers": [*map(str, step.answers)]}
        for step in found.steps
    ]
    return {"game": found.game, "title": found.title, "opening": found.opening, "steps": steps}


def lesson_answer(game: str, step: int, move: str) -> "schemas.LessonAnswer":
    steps = lesson_of(game).steps
    if step > len(steps):
        raise GameError(f"There is no step {step}: choose one from 1 to {len(steps)}.")
    task = steps[step - 1]
    done = task.done_by(move)
    return {"right": done, "words": task.words(done), "position": str(task.position.play(move))}


def puzzle_seed(game: str | None, seed: int | None) -> int:
    """Return the seed; without one, that of today."""
    if game is None and seed is not None:
        refuse(422, "A seed belongs to the puzzles of one game: name the game too.")
    return date.today().toordinal() if seed is None else seed


def puzzle_kinds() -> "list[schemas.PuzzleKinds]":
    """List the games that have puzzles, with how many moves to find at each difficulty."""

    def describe(kind: type[AnyGame]) -> "schemas.PuzzleKinds":
        most = {str(key): moves for key, moves in kinds(game_of(kind.id())).items()}
        return {"game": kind.id(), "title": kind.title, "most_moves": most}

    return [game for game in each(describe) if game["most_moves"]]


def puzzle_question(
    game: str | None, seed: int, difficulty: int | None = None, moves: int = 1
) -> "schemas.PuzzleDocument":
    """Return the puzzle of a game with this seed, or the first after it that is like this; without
    anything but a seed, the puzzle of that day."""
    if (game, difficulty, moves) == (None, None, 1):
        puzzle = daily(date.fromordinal(seed))
    else:
        puzzle = find(None if game is None else game_of(game), seed, difficulty, moves)
    kind = puzzle.position.game
    return {
        "game": kind.id(),
        "title": kind.title,
        "seed": puzzle.seed,
        "next": puzzle.seed + 1,
        "position": str(puzzle.position),
        "question": puzzle.question(),
        "difficulty": puzzle.difficulty,
        "moves": moves,
    }


def puzzle_answer(
    game: str, seed: int, move: str, step: int = 1, moves: int = 1
) -> "schemas.PuzzleAnswer":
    """Judge one of several moves that are to be found. After a right one comes the reply with the
    next question, or best play to the end."""
    puzzle = find(game_of(game), seed).at(step)
    attempt = puzzle.position.read(move)
    answer, after = puzzle.check(attempt), puzzle.position.after(attempt)
    then = puzzle.at(2) if answer.right and step < moves else None
    return {
        "right": answer.right,
        "words": answer.words,
        "refutation": None if answer.refutation is None else str(answer.refutation),
        "position": str(after),
        "reply": str(puzzle.reply) if then else None,
        "then": {"position": str(then.position), "question": then.question()} if then else None,
        **_line(after, puzzle.proof() if answer.right and not then else ()),
    }


def puzzle_solution(game: str, seed: int, step: int = 1) -> "schemas.PuzzleSolution":
    puzzle = find(game_of(game), seed).at(step)
    move = puzzle.solution
    line = _line(puzzle.position.after(move), puzzle.proof())
    return {"move": str(move), "words": puzzle.check(move).words, **line}


def streak(day: int, solved: list[int]) -> "schemas.Streak":
    """Return on how many days in a row the puzzle of the day was solved, up to this day."""
    days = {*solved}
    return {
        "date": str(date.fromordinal(day)),
        "length": history.streak(day, days),
        "words": history.streak_in_words(day, days),
    }


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
    if match.ply > MAX_REVIEW_PLIES:
        raise RecordError(
            f"The game has {match.ply} moves: a review takes at most {MAX_REVIEW_PLIES}, so send "
            "fewer."
        )
    return review_document(review_match(match))


def solutions() -> list[dict[str, Any]]:
    return [*all_solutions(solution_document)]
