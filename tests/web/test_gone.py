"""Games that are deleted while somebody has them open, by whomever, on both databases."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest

from helpers import wait_until
from quincunx.core import Player
from quincunx.play.events import Event, OfferAnswered, OfferMade, Seat
from quincunx.play.match import begin
from quincunx.web.errors import RefusalError
from quincunx.web.game_service import GameService
from web.database import Postgres
from web.place import Place
from web.serving import PEOPLE, Server, sentence, with_games

GONE = "There is no such game: it may have expired."


@pytest.mark.slow
def test_whatever_is_asked_of_a_deleted_game_is_refused(place: Place) -> None:
    server = place.server
    begun = server.create("swap-nine", o={"kind": "open"})
    game, x = begun["id"], begun["seats"]["x"]
    path = f"/api/games/{game}"
    with server.events(game) as events:
        next(events)
        place.sql(f"delete from games where id = '{game}'")
        answers = [
            server.move(game, "5", 0, x),
            server.move(game, "5", 0, x),
            server.call("GET", path),
            server.call("GET", f"{path}/record"),
            server.call("GET", f"{path}/events"),
            server.take(game, "o"),
            server.resign(game, x),
            server.offer(game, "undo", x),
        ]
        assert list(events) == [], "the stream ends whole"
    for answer in answers:
        assert (answer.status_code, sentence(answer)) == (404, GONE)


def delete_games(home: Path) -> None:
    with closing(sqlite3.connect(home / "server.db")) as database, database:
        database.execute("pragma foreign_keys = on")
        database.execute("delete from games")


def test_a_move_in_a_deleted_game_is_tried_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when nobody has looked at the game since."""

    async def scenario(games: GameService) -> None:
        live, _ = await games.create(begin("swap-nine"), PEOPLE)
        append = AsyncMock(wraps=games.store.append)
        monkeypatch.setattr(games.store, "append", append)
        delete_games(tmp_path)
        with pytest.raises(RefusalError, match=GONE):
            await games.change(live.id, lambda game: game.move(Player.X, "5", 0))
        assert append.await_count == 1

    with_games(tmp_path, scenario)


def test_a_game_that_is_deleted_while_a_computer_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(games: GameService) -> None:
        async def think(*_words: Any, **_more: Any) -> str:
            delete_games(tmp_path)
            return "5"

        thought = AsyncMock(wraps=think)
        monkeypatch.setattr(games.movers, "ask", thought)
        seats = PEOPLE | {"x": Seat("computer", level="casual")}
        await games.create(begin("swap-nine"), seats)
        (thinking,) = games._moving.values()
        await thinking
        assert thought.await_count == 1

    with_games(tmp_path, scenario)


def test_a_writer_who_is_never_first_gives_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else takes every number before it."""

    async def scenario(games: GameService) -> None:
        live, _ = await games.create(begin("swap-nine"), PEOPLE)
        await games.change(live.id, lambda game: game.move(Player.X, "5", 0))
        append, tries = games.store.append, 0

        async def late(game: str, new: Any, opened: Any = ()) -> None:
            nonlocal tries
            number, tries = new[0].number, tries + 1
            offer = OfferMade("undo", Player.X) if tries % 2 else OfferAnswered(number - 1, False)
            await append(game, [Event(number, offer)])
            await append(game, new, opened)

        monkeypatch.setattr(games.store, "append", late)
        with pytest.raises(RefusalError, match="Too many requests change this game") as refused:
            await games.change(live.id, lambda game: game.move(Player.O, "1", 1))
        assert refused.value.status == 503
        assert tries < 30

    with_games(tmp_path, scenario)


@pytest.mark.slow
def test_what_another_server_lets_expire(postgres: Postgres, tmp_path: Path) -> None:
    one = Place(tmp_path, postgres)
    try:
        begun = one.server.create("swap-nine")
        game = begun["id"]
        other = one.server.create("swap-nine")
        with one.server.events(game) as events:
            next(events)
            month = "now() - interval '31 days'"
            one.sql(f"update games set created = {month} where id = '{game}'")
            (tmp_path / "two").mkdir()
            two = Server(tmp_path / "two", *one.options)
            try:
                assert list(events) == [], "who watches it is told"
            finally:
                two.stop()
        assert one.server.move(game, "5", 0, begun["seats"]["x"]).status_code == 404
        one.server.play(other, "5")
    finally:
        one.server.stop()


@pytest.mark.slow
def test_odd_ids_are_no_games(place: Place) -> None:
    place.server.create("swap-nine")
    for game in ("%00", "a%00b", "%ED%A0%80", "%F0%9F%8E%B2", "a" * 41, "a.b"):
        for method, rest, body in (
            ("GET", "", None),
            ("GET", "/events", None),
            ("GET", "/record", None),
            ("POST", "/moves", {"move": "5", "ply": 0}),
            ("POST", "/seats/x", {}),
        ):
            answer = place.server.call(method, f"/api/games/{game}{rest}", body, "token")
            assert (answer.status_code, sentence(answer)) == (404, GONE), (game, rest)
    wait_until(lambda: place.server.call("GET", "/readyz").status_code == 200)
