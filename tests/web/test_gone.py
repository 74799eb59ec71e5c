"""Games that are deleted while somebody has them open, by whomever, on both databases."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from quincunx.core import Player
from quincunx.play.events import Seat
from quincunx.play.match import begin
from quincunx.web.errors import RefusalError
from quincunx.web.game_service import GameService
from quincunx.web.store import Store
from quincunx.web.subscriptions import Hub
from web.database import Postgres
from web.place import Place
from web.serving import PEOPLE, Server, apart, sentence, wait_until

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
            server.call("POST", f"{path}/seats/o", {}),
            server.call("POST", f"{path}/resign", token=x),
            server.call("POST", f"{path}/offers", {"kind": "undo"}, x),
        ]
        assert list(events) == [], "the stream ends whole"
    for answer in answers:
        assert (answer.status_code, sentence(answer)) == (404, GONE)


def test_a_move_in_a_deleted_game_is_tried_once(tmp_path: Path) -> None:
    """Also when nobody has looked at the game since."""

    async def scenario() -> None:
        store = Store(f"sqlite:///{tmp_path}/server.db")
        await store.prepare()
        games = GameService(store, Hub())
        live, _ = await games.create(begin("swap-nine"), PEOPLE)
        written, append = 0, store.append

        async def counted(*words: Any) -> None:
            nonlocal written
            written += 1
            await append(*words)

        store.append = counted  # type: ignore[method-assign, assignment]
        with closing(sqlite3.connect(tmp_path / "server.db")) as database, database:
            database.execute("delete from games")
        async with asyncio.timeout(20):
            with pytest.raises(RefusalError, match=GONE):
                await games.change(live.id, lambda game: game.move(Player.X, "5", 0))
        assert written == 1
        games.close()
        await store.close()

    apart(scenario())


def test_a_game_that_is_deleted_while_a_computer_thinks(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = Store(f"sqlite:///{tmp_path}/server.db")
        await store.prepare()
        games = GameService(store, Hub())
        asked = 0

        async def think(*_words: Any, **_more: Any) -> str:
            nonlocal asked
            asked += 1
            with closing(sqlite3.connect(tmp_path / "server.db")) as database, database:
                database.execute("pragma foreign_keys = on")
                database.execute("delete from games")
            return "5"

        games.movers.ask = think  # type: ignore[method-assign, assignment]
        seats = PEOPLE | {"x": Seat("computer", level="casual")}
        await games.create(begin("swap-nine"), seats)
        (thinking,) = games._moving.values()
        async with asyncio.timeout(20):
            await thinking
        assert asked == 1
        games.close()
        await store.close()

    apart(scenario())


def test_a_writer_who_is_never_first_gives_up(tmp_path: Path) -> None:
    """Somebody else takes every number before it."""

    async def scenario() -> None:
        store = Store(f"sqlite:///{tmp_path}/server.db")
        await store.prepare()
        one, two = GameService(store, Hub()), GameService(store, Hub())
        live, _ = await one.create(begin("swap-nine"), PEOPLE)
        append, tries = store.append, 0

        async def late(game: str, new: Any, opened: Any = ()) -> None:
            nonlocal tries
            number = new[0].number - 1
            tries += 1
            store.append = append  # type: ignore[method-assign]
            if tries % 2:
                await two.change(game, lambda live: live.make_offer(Player.X, "undo"))
            else:
                await two.change(game, lambda live: live.answer_offer(Player.O, number, False))
            store.append = late  # type: ignore[method-assign]
            await append(game, new, opened)

        await one.change(live.id, lambda game: game.move(Player.X, "5", 0))
        store.append = late  # type: ignore[method-assign]
        async with asyncio.timeout(60):
            with pytest.raises(RefusalError, match="Too many requests change this game") as refused:
                await one.change(live.id, lambda game: game.move(Player.O, "1", 1))
        assert refused.value.status == 503
        assert tries < 30
        one.close()
        two.close()
        await store.close()

    apart(scenario())


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
