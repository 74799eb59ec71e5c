"""The routes of live games."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Path
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse

from quincunx.core.text import is_whole_number, read_size
from quincunx.play.events import Seat, SeatKey
from quincunx.play.match import begin
from quincunx.play.session import Session, hash_token
from quincunx.web import schemas
from quincunx.web.documents import state_document
from quincunx.web.errors import RefusalError
from quincunx.web.game_service import GameService
from quincunx.web.live import LiveGame
from quincunx.web.rate_limit import STREAM_PURSE, STREAMED_BYTE, Limit
from quincunx.web.schemas import gives, refuses
from quincunx.web.worker_pool import asker

Authorization = Annotated[str | None, Header(alias="Authorization")]
SECRET = {"cache-control": "no-store"}
"""For answers with tokens: nobody keeps them, and they are not compressed."""
BY_A_SEAT = gives(schemas.State, 401, 403, 404, 409, 422, 503)


def routes(games: GameService, limit: Limit) -> APIRouter:
    router = APIRouter(prefix="/api/games")

    async def admitted(game: str, header: Authorization = None) -> str | None:
        """The hash of a seat's token, looked at before what the body says."""
        await games.admit(game, secret := _secret(header))
        return secret

    seat_secret = Annotated[str | None, Depends(admitted)]

    @router.post("", status_code=201, responses=gives(schemas.Created, 422, 503, status=201))
    async def create(asked: schemas.GameAsked) -> Response:
        seats: dict[SeatKey, Seat] = {
            "x": Seat(**asked.x.model_dump()),
            "o": Seat(**asked.o.model_dump()),
        }
        size = read_size(asked.size) if asked.size is not None else None
        match = begin(asked.game, size, asked.first, asked.seed, asked.position, asked.repetition)
        live, tokens = await games.create(match, seats, asked.series)
        created: schemas.Created = {**state_document(live), "seats": tokens}
        return JSONResponse(created, 201, SECRET)

    @router.get("/{game}", responses=gives(schemas.State, 404, 422, 503))
    async def state(game: str) -> Response:
        return _state(await games.load(game))

    @router.get(
        "/{game}/record",
        response_class=Response,
        responses=refuses(404, 422, 503)
        | {200: {"content": {"text/plain": {}}, "description": "The record"}},
    )
    async def record(game: str) -> Response:
        return PlainTextResponse((await games.load(game)).record())

    @router.post(
        "/{game}/seats/{seat}",
        status_code=201,
        responses=gives(schemas.Token, 404, 409, 422, 503, status=201),
    )
    async def take_seat(
        game: str, seat: SeatKey, asked: schemas.TakeAsked, header: Authorization = None
    ) -> Response:
        """Takes an open seat; with the token of a seat, moves that to another device: it is opened
        by the new token alone from then on."""
        held = _secret(header)
        token = await games.take_seat(game, seat, asked.name or "", asked.token, held)
        return JSONResponse({"token": token}, 201, SECRET)

    @router.post("/{game}/moves", responses=BY_A_SEAT)
    async def move(game: str, asked: schemas.MoveAsked, secret: seat_secret) -> Response:
        return _state(await games.act(game, secret, Session.move, asked.move, asked.ply))

    @router.post("/{game}/resign", responses=BY_A_SEAT)
    async def resign(game: str, secret: seat_secret) -> Response:
        return _state(await games.act(game, secret, Session.resign))

    @router.post("/{game}/offers", responses=BY_A_SEAT)
    async def offer(game: str, asked: schemas.OfferAsked, secret: seat_secret) -> Response:
        return _state(await games.act(game, secret, Session.make_offer, asked.kind))

    @router.post("/{game}/offers/{number}", responses=BY_A_SEAT)
    async def answer(
        game: str,
        number: Annotated[int, Path(ge=0, lt=10**9)],
        asked: schemas.AnswerAsked,
        secret: seat_secret,
    ) -> Response:
        accept = asked.accept
        return _state(await games.act(game, secret, Session.answer_offer, number, accept))

    @router.get(
        "/{game}/events",
        response_class=StreamingResponse,
        responses=refuses(404, 422, 503)
        | {200: {"content": {"text/event-stream": {}}, "description": "Events; data is the state"}},
    )
    async def events(
        game: str,
        last: Annotated[str | None, Header(alias="Last-Event-ID")] = None,
    ) -> Response:
        live = await games.load(game)
        after = int(last) if last and is_whole_number(last, 9) else None
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(
            _stream(games, live, after, limit), media_type="text/event-stream", headers=headers
        )

    return router


async def _stream(
    games: GameService, live: LiveGame, after: int | None, limit: Limit
) -> AsyncGenerator[bytes, None]:
    """Events in the form of the event stream standard; clients reconnect after half a second. What
    the streams of an address are sent comes as fast as it is paid for: moves go before it."""
    yield b"retry: 500\n\n"
    with suppress(RefusalError):  # gone, or away: the client asks again, here or elsewhere
        async for number, kind, state in games.states(live, after):
            named = f"event: {kind}\n".encode() if kind else b""
            told = b"id: %d\n%sdata: %s\n\n" % (number, named, state)
            hold, _ = limit.take(asker.get(), len(state) * STREAMED_BYTE, STREAM_PURSE)
            if hold:
                await asyncio.sleep(hold)
            yield told if state else b": still here\n\n"


def _state(live: LiveGame) -> Response:
    return Response(live.encoded(), media_type="application/json")


def _secret(header: str | None) -> str | None:
    """The hash of the token of `Authorization: Bearer TOKEN`."""
    scheme, _, token = (header or "").partition(" ")
    token = token.strip() if scheme.lower() == "bearer" else ""
    return hash_token(token) if token else None
