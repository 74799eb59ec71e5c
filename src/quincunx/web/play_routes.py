"""The routes of live games."""

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Header, Path
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse

from quincunx.core.text import is_whole_number, read_size
from quincunx.match import begin
from quincunx.web.documents import (
    AnswerAsked,
    Created,
    GameAsked,
    MoveAsked,
    OfferAsked,
    Refused,
    State,
    TakeAsked,
    Token,
    gives,
)
from quincunx.web.errors import RefusalError, refuse
from quincunx.web.house import House
from quincunx.web.live import COMPUTER, LiveGame

Id = Annotated[str, Path()]
Key = Literal["x", "o"]
Secret = Annotated[str | None, Header(alias="Authorization")]
SECRET = {"cache-control": "no-store"}
"""For answers with tokens: nobody keeps them, and they are not compressed."""
BY_A_SEAT = gives(State, 401, 403, 404, 409, 422, 503)


def routes(house: House) -> APIRouter:
    router = APIRouter(prefix="/api/games")

    async def admitted(game: Id, secret: Secret = None) -> str | None:
        """The token of a seat of the game; checked before what the body says."""
        token = _token(secret)
        await house.admit(game, token)
        return token

    seat_token = Annotated[str | None, Depends(admitted)]

    @router.post("", status_code=201, responses=gives(Created, 422, 503, status=201))
    async def create(asked: GameAsked) -> Response:
        seats = {"x": asked.x.model_dump(), "o": asked.o.model_dump()}
        for key, seat in seats.items():
            if (seat["kind"] == COMPUTER) != bool(seat["level"]):
                refuse(422, f"Seat {key}: a computer has a level, and nobody else has.")
        size = read_size(asked.size) if asked.size is not None else None
        match = begin(asked.game, size, asked.first, asked.seed, asked.position, asked.repetition)
        live, tokens = await house.create(match, seats)
        return JSONResponse({**live.document(), "seats": tokens}, 201, SECRET)

    @router.get("/{game}", responses=gives(State, 404, 422, 503))
    async def state(game: Id) -> Response:
        return _state(await house.load(game))

    @router.get(
        "/{game}/record",
        responses=gives(str, 404, 422, 503) | {200: {"content": {"text/plain": {}}}},
    )
    async def record(game: Id) -> Response:
        return PlainTextResponse((await house.load(game)).record())

    @router.post(
        "/{game}/seats/{seat}",
        status_code=201,
        responses=gives(Token, 404, 409, 422, 503, status=201),
    )
    async def take_seat(game: Id, seat: Key, asked: TakeAsked) -> Response:
        token = await house.take_seat(game, seat, asked.name or "", asked.token)
        return JSONResponse({"token": token}, 201, SECRET)

    @router.post("/{game}/moves", responses=BY_A_SEAT)
    async def move(game: Id, asked: MoveAsked, token: seat_token) -> Response:
        return _state(await house.move(game, token, asked.move, asked.ply))

    @router.post("/{game}/resign", responses=BY_A_SEAT)
    async def resign(game: Id, token: seat_token) -> Response:
        return _state(await house.resign(game, token))

    @router.post("/{game}/offers", responses=BY_A_SEAT)
    async def offer(game: Id, asked: OfferAsked, token: seat_token) -> Response:
        return _state(await house.make_offer(game, token, asked.kind))

    @router.post("/{game}/offers/{number}", responses=BY_A_SEAT)
    async def answer(
        game: Id,
        number: Annotated[int, Path(ge=0, lt=10**9)],
        asked: AnswerAsked,
        token: seat_token,
    ) -> Response:
        return _state(await house.answer_offer(game, token, number, asked.accept))

    @router.get(
        "/{game}/events",
        response_class=StreamingResponse,
        responses={
            200: {"content": {"text/event-stream": {}}, "description": "Events; data is the state"},
            404: {"model": Refused},
        },
    )
    async def events(
        game: Id,
        last: Annotated[str | None, Header(alias="Last-Event-ID")] = None,
    ) -> Response:
        live = await house.load(game)
        after = int(last) if last and is_whole_number(last, 9) else None
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(
            _stream(house, live, after), media_type="text/event-stream", headers=headers
        )

    return router


async def _stream(house: House, live: LiveGame, after: int | None) -> AsyncIterator[bytes]:
    """Events in the form of the event stream standard; clients reconnect after half a second."""
    yield b"retry: 500\n\n"
    with suppress(RefusalError):  # gone, or away: the client asks again, here or elsewhere
        async for event, state in house.states(live, after):
            if not state:
                yield b": still here\n\n"
                continue
            kind = f"event: {event.kind}\n".encode() if event.kind else b""
            yield b"id: %d\n%sdata: %s\n\n" % (event.number, kind, state)


def _state(live: LiveGame) -> Response:
    return Response(live.encoded(), media_type="application/json")


def _token(header: str | None) -> str | None:
    """The token of `Authorization: Bearer TOKEN`."""
    scheme, _, token = (header or "").partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None
