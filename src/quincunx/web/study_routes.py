"""The routes of questions besides playing: positions, values, records, puzzles, lessons, rules."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import JSONResponse, Response

from quincunx.analysis.puzzles import MAX_DIFFICULTY
from quincunx.core import GameError
from quincunx.play.events import SeatKey
from quincunx.play.match import new_seed
from quincunx.web import questions, schemas, worker_pool
from quincunx.web.errors import refuse
from quincunx.web.schemas import GameId, MoveText, Position, Seed, Size, gives
from quincunx.web.static_responses import Constant
from quincunx.web.study import Study

Moves = Annotated[int, Query(ge=1, lt=10)]
StepNumber = Annotated[int, Path(ge=1, lt=100)]
Clicks = Annotated[list[Annotated[str, Query(max_length=40)]], Query(min_length=1, max_length=10)]


def routes(study: Study) -> APIRouter:
    router = APIRouter(prefix="/api")

    @router.get("/catalogue", responses=gives(schemas.Catalogue))
    async def catalogue(request: Request) -> Response:
        return _made(questions.catalogue).answer(request)

    @router.get("/position", responses=gives(schemas.PositionDocument, 422, 503))
    async def position(
        request: Request,
        game: GameId,
        position: Position | None = None,
        move: MoveText | None = None,
        size: Size | None = None,
        first: Literal["x", "o", "toss"] | None = None,
        seed: Seed | None = None,
    ) -> Response:
        """A position without a game, after a move if one is given; without a position, a start."""
        if position is None and seed is None:
            seed = new_seed()  # here, so that the answer to a question can be cached
        return await study.reply(
            request, study.readers, questions.position, game, size, first, seed, position, move
        )

    @router.get("/analysis", responses=gives(schemas.AnalysisDocument, 422, 503))
    async def analysis(request: Request, game: GameId, position: Position) -> Response:
        return await study.reply(request, study.thinkers, questions.analysis, game, position)

    @router.get("/refusal", responses=gives(schemas.Words, 422, 503))
    async def refusal(
        request: Request, game: GameId, position: Position, clicks: Clicks
    ) -> Response:
        """Why these keys, clicked in this order, begin no move."""
        return await study.reply(
            request, study.readers, questions.refusal, game, position, tuple(clicks)
        )

    @router.get("/reasons", responses=gives(schemas.Reasons, 422, 503))
    async def reasons(
        request: Request,
        game: GameId,
        position: Position,
        move: MoveText | None = None,
        you: SeatKey | None = None,
    ) -> Response:
        """The explanation of a move, or without one of the best; `you` are addressed as such."""
        return await study.reply(
            request, study.thinkers, questions.reasons, game, position, move, you
        )

    @router.get("/lessons", responses=gives(list[schemas.LessonListed]))
    async def lessons(request: Request) -> Response:
        return _made(questions.lessons).answer(request)

    @router.get("/lessons/{game}", responses=gives(schemas.LessonDocument, 404, 422))
    async def lesson(request: Request, game: str) -> Response:
        with _or_nowhere():
            return _made(questions.lesson, game).answer(request)

    @router.get("/lessons/{game}/{step}/answer", responses=gives(schemas.LessonAnswer, 404, 422))
    async def lesson_answer(game: str, step: StepNumber, move: MoveText) -> Response:
        with _or_nowhere():
            return JSONResponse(questions.lesson_answer(game, step, move))

    @router.post("/replay", responses=gives(schemas.Replay, 422, 503))
    async def replay(request: Request, asked: schemas.RecordAsked) -> Response:
        """A record, read and replayed."""
        return await study.reply(request, study.readers, questions.replay, asked.record)

    @router.post("/review", responses=gives(schemas.ReviewDocument, 422, 503))
    async def review(request: Request, asked: schemas.RecordAsked) -> Response:
        """A record of at most 400 moves, each compared with exact values."""
        return await study.reply(request, study.thinkers, questions.review, asked.record)

    @router.get("/puzzle", responses=gives(schemas.PuzzleDocument, 422, 503))
    async def puzzle(
        request: Request,
        game: GameId | None = None,
        seed: Seed | None = None,
        difficulty: Annotated[int | None, Query(ge=1, le=MAX_DIFFICULTY)] = None,
        moves: Moves = 1,
    ) -> Response:
        """A game's puzzle by its seed; without a seed, that game's puzzle of the day; without a
        game, the puzzle of the day, whichever game that is of. A seed without a game is refused.
        With a difficulty, or several moves to be found, the first from there on that is so."""
        return await study.reply(
            request,
            study.thinkers,
            questions.puzzle_question,
            game,
            questions.puzzle_seed(game, seed),
            difficulty,
            moves,
        )

    @router.get("/puzzle/kinds", responses=gives(list[schemas.PuzzleKinds], 503))
    async def puzzle_kinds(request: Request) -> Response:
        """The games that have puzzles, with their difficulties and lengths."""
        return await study.reply(request, study.thinkers, questions.puzzle_kinds)

    @router.get("/puzzle/answer", responses=gives(schemas.PuzzleAnswer, 422, 503))
    async def puzzle_answer(
        request: Request,
        game: GameId,
        seed: Seed,
        move: MoveText,
        step: Moves = 1,
        moves: Moves = 1,
    ) -> Response:
        """Of several moves that are to be found, `step` says which this is."""
        return await study.reply(
            request, study.thinkers, questions.puzzle_answer, game, seed, move, step, moves
        )

    @router.get("/puzzle/solution", responses=gives(schemas.PuzzleSolution, 422, 503))
    async def puzzle_solution(
        request: Request, game: GameId, seed: Seed, step: Moves = 1
    ) -> Response:
        return await study.reply(
            request, study.thinkers, questions.puzzle_solution, game, seed, step
        )

    @router.post("/puzzle/streak", responses=gives(schemas.Streak, 422))
    async def streak(asked: schemas.DaysAsked) -> Response:
        """On how many days in a row the puzzle of the day was solved, up to `day`."""
        return JSONResponse(questions.streak(**asked.model_dump()))

    @router.get("/rules/{game}", responses=gives(schemas.Rules, 404, 422))
    async def rules(request: Request, game: str) -> Response:
        with _or_nowhere():
            return _made(questions.rules, game).answer(request)

    @router.get("/solutions", responses=gives(list[schemas.SolutionDocument], 503))
    async def solutions(request: Request) -> Response:
        return await study.reply(request, study.thinkers, questions.solutions)

    return router


@contextmanager
def _or_nowhere() -> Iterator[None]:
    """Answer 404 if what the path names does not exist."""
    try:
        yield
    except GameError as error:
        refuse(404, str(error))


@cache
def _made(job: Callable[..., object], *args: str) -> Constant:
    return Constant(worker_pool.answer(job, *args), "application/json")
