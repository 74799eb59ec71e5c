"""The routes for understanding: positions, exact values, records, reviews, puzzles, rules."""

from collections import OrderedDict
from datetime import date
from random import Random
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from starlette.responses import JSONResponse, Response

from quincunx.core import GameError
from quincunx.core.text import read_size
from quincunx.games import game as game_of
from quincunx.games import game_class, game_ids
from quincunx.match import Match, begin
from quincunx.players import LEVELS
from quincunx.record import read, result, write
from quincunx.web import thinking
from quincunx.web.documents import (
    AnalysisDocument,
    Catalogue,
    PositionDocument,
    PuzzleAnswer,
    PuzzleDocument,
    PuzzleSolution,
    RecordAsked,
    Replay,
    ReviewDocument,
    Rules,
    SolutionDocument,
    gives,
)
from quincunx.web.errors import refuse
from quincunx.web.live import last_document, state_document

GameId = Annotated[str, Query(max_length=100)]
Position = Annotated[str, Query(max_length=1_000)]
MoveText = Annotated[str, Query(max_length=200)]
Seed = Annotated[int, Query(ge=0, lt=10**18)]
SAMPLE_PLIES = 8
MOST_PUZZLES = 500


def routes(thinkers: thinking.Thinkers) -> APIRouter:
    router = APIRouter(prefix="/api")
    puzzles: OrderedDict[tuple[str | None, int], Any] = OrderedDict()

    @router.get("/catalogue", responses=gives(Catalogue))
    async def catalogue() -> Response:
        games = [
            {
                "id": kind.id(),
                "title": kind.title,
                "summary": kind.summary,
                "default_size": "{}x{}".format(*kind.default_size),
                "smallest": kind.smallest,
                "largest": kind.largest,
                "sample": sample(kind.id()),
            }
            for kind in map(game_class, game_ids())
        ]
        return JSONResponse({"games": games, "levels": [*LEVELS]})

    @router.get("/position", responses=gives(PositionDocument, 422))
    async def position(
        game: GameId,
        position: Position | None = None,
        move: MoveText | None = None,
        size: Annotated[str | None, Query(max_length=10)] = None,
        first: Literal["x", "o", "toss"] | None = None,
        seed: Seed | None = None,
    ) -> Response:
        """A position without a game; after a move, if one is given; the start, if none is."""
        match = begin(game, read_size(size) if size else None, first, seed, position)
        if move is not None:
            match.play(move)
        return JSONResponse(position_document(match))

    @router.get("/analysis", responses=gives(AnalysisDocument, 422, 503))
    async def analysis(game: GameId, position: Position) -> Response:
        return JSONResponse(await thinkers.ask(thinking.analysis, game, position))

    @router.post("/replay", responses=gives(Replay, 422))
    async def replay(asked: RecordAsked) -> Response:
        """A record, read and replayed."""
        match = read(asked.record)
        return JSONResponse(
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

    @router.post("/review", responses=gives(ReviewDocument, 422, 503))
    async def review(asked: RecordAsked) -> Response:
        return JSONResponse(await thinkers.ask(thinking.review, read(asked.record)))

    async def find_puzzle(game: str | None, seed: int) -> Any:
        which = None if game is None else game_of(game)
        key = (game, seed)
        if key not in puzzles:
            puzzles[key] = await thinkers.ask(thinking.puzzle, which, seed)
            while len(puzzles) > MOST_PUZZLES:
                puzzles.popitem(last=False)
        return puzzles[key]

    @router.get("/puzzle", responses=gives(PuzzleDocument, 422, 503))
    async def puzzle(game: GameId | None = None, seed: Seed | None = None) -> Response:
        """A game's puzzle by its seed; without either, that of the day."""
        if game is None or seed is None:
            found = await find_puzzle(None, date.today().toordinal())
        else:
            found = await find_puzzle(game, seed)
        return JSONResponse(
            {
                "game": found.position.game.id(),
                "title": found.position.game.title,
                "seed": found.seed,
                "position": str(found.position),
                "question": found.question(),
                "difficulty": found.difficulty,
            }
        )

    @router.get("/puzzle/answer", responses=gives(PuzzleAnswer, 422, 503))
    async def puzzle_answer(game: GameId, seed: Seed, move: MoveText) -> Response:
        found = await find_puzzle(game, seed)
        return JSONResponse(await thinkers.ask(thinking.puzzle_answer, found, move))

    @router.get("/puzzle/solution", responses=gives(PuzzleSolution, 422, 503))
    async def puzzle_solution(game: GameId, seed: Seed) -> Response:
        found = await find_puzzle(game, seed)
        move = str(found.solution)
        answer = await thinkers.ask(thinking.puzzle_answer, found, move)
        return JSONResponse({"move": move, "words": answer["words"]})

    @router.get("/rules/{game}", responses=gives(Rules, 404, 422))
    async def rules(game: str) -> Response:
        try:
            kind = game_class(game)
        except GameError as error:
            refuse(404, str(error))
        return JSONResponse({"game": kind.id(), "title": kind.title, "rules": kind.rules()})

    @router.get("/solutions", responses=gives(list[SolutionDocument], 503))
    async def solutions() -> Response:
        return JSONResponse(await thinkers.ask(thinking.solutions))

    return router


def sample(game: str) -> list[dict[str, Any]]:
    """Some positions of random play, to show what a game looks like."""
    random = Random(game)
    match = begin(game, seed=1)
    shown = []
    while len(match.moves) < SAMPLE_PLIES and (moves := match.legal_moves()):
        match.play(random.choice(moves))
        if match.ply % 2 == 0:
            shown.append(position_document(match) | {"legal_moves": []})
    return shown


def position_document(match: Match) -> dict[str, Any]:
    document = {**state_document(match), "seed": match.seed, "last": None}
    if match.moves:
        document["last"] = last_document(match.moves[-1], *match.positions[-2:])
    return document
