"""What requests cost, and that the limit is fair: with the defaults nobody who plays meets it."""

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from helpers import ROOT
from quincunx.cli.dispatch import parser_of
from quincunx.play.match import begin
from quincunx.web import play_routes
from quincunx.web.app import application
from quincunx.web.expiry import Expiry
from quincunx.web.game_service import GameService
from quincunx.web.rate_limit import (
    CONNECTION,
    CONNECTION_PURSE,
    LIGHT,
    PIECE,
    PRICES,
    REMATCH,
    STREAM_PURSE,
    STREAMED_BYTE,
    Limit,
    Purse,
    counted_as,
    price,
)
from quincunx.web.store import Store
from quincunx.web.subscriptions import Hub
from quincunx.web.worker_pool import asker
from web.serving import HUMANS, PEOPLE, Server, sentence, with_games

A_MINUTE: int = parser_of("serve").read([]).limit
PUPILS = 30
LARGEST_STATE = 80_000
"""Bytes, at least."""


class Clock:
    """Time that passes when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_docs_show_the_price_of_every_route(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/server.db")
    app: FastAPI = application(GameService(store, Hub()), 0, Expiry())
    found: list[Any] = []
    for route in app.routes:
        included = getattr(route, "original_router", None)
        found += included.routes if included else [route]
    routes = {f"{method} {route.path}" for route in found for method in route.methods - {"HEAD"}}
    page = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
    shown = {}
    for cost, named in re.findall(r"^\| ([\d./]+) \| (`.*) \|$", page, re.MULTILINE):
        above, _, below = cost.partition("/")
        for route in re.findall("`([^`]+)`", named):
            shown[route] = int(above) / int(below or 1)
    assert shown == {route: PRICES.get(route, LIGHT) for route in routes}
    assert PRICES.keys() <= routes


def test_prices_are_found_by_what_is_asked() -> None:
    assert price("GET", "/api/analysis", b"") == PRICES["GET /api/analysis"]
    assert price("GET", "/api/games/abc/events", b"") == PRICES["GET /api/games/{game}/events"]
    assert price("HEAD", "/", b"") == price("GET", "/nowhere", b"") == LIGHT
    assert price("POST", "/api/games/a/offers", b'{"kind": "undo"}') < 1
    for nonsense in (b"", b"[]", b"{", b"\xff", b"[" * 16_000, b'{"kind": []}'):
        assert price("POST", "/api/games/a/offers", nonsense) < 1
    for rematch in (b'{"kind": "rematch"}', b'{"kind": "r\\u0065match"}'):
        assert price("POST", "/api/games/a/offers", rematch) == REMATCH == PRICES["POST /api/games"]


def test_who_is_refused_has_spent_nothing() -> None:
    """Three a second where two are given: two of three get through."""
    clock = Clock()
    limit = Limit(A_MINUTE, clock)
    while not limit.take("a", 1)[1]:
        pass
    got = 0
    for _ in range(90):
        clock.now += 1 / 3
        got += not limit.take("a", 1)[1]
    assert 59 <= got <= 60


def test_the_wait_is_as_long_as_told() -> None:
    clock = Clock()
    limit = Limit(3, clock)
    assert [limit.take("a", 1)[1] for _ in range(4)] == [0, 0, 0, 20]
    clock.now += 19
    assert limit.take("a", 1)[1] == 1
    clock.now += 1
    assert limit.take("a", 1)[1] == 0
    assert limit.take("b", 4)[1] == 0, "what costs more than all is to be had once a minute"
    assert limit.take("b", 4)[1] == 60


def test_what_is_light_is_held_back_before_it_is_refused() -> None:
    clock = Clock()
    limit = Limit(A_MINUTE, clock)
    got = [limit.take("a", 0.01) for _ in range(1_000)]
    assert got[:100] == [(0.0, 0)] * 100
    held = [hold for hold, wait in got[100:] if not wait]
    assert held == sorted(held)
    assert 2.9 < held[-1] <= 3
    assert got[-1] == (0.0, 4)
    assert limit.take("a", 1) == (0.0, 0)
    clock.now += 60
    assert limit.take("a", 0.01) == (0.0, 0)


def test_a_class_behind_one_address_meets_no_refusal() -> None:
    """Thirty pupils for an hour, each with a page loaded over six connections and a game begun in
    the same minute, then a move every 5 seconds, its event on the largest board to two streams that
    begin again every minute, an analysis and a position a minute, a rematch every 5 minutes."""
    clock = Clock()
    limit = Limit(A_MINUTE, clock)
    refused = []

    def ask(method: str, path: str, body: bytes = b"") -> None:
        hold, wait = limit.take("school", price(method, path, body))
        if hold or wait:
            refused.append((clock.now, method, path))
        pay(5 * PIECE, CONNECTION_PURSE)

    def pay(price: float, purse: Purse) -> None:
        if any(limit.take("school", price, purse)):
            refused.append((clock.now, "", str(purse)))

    for second in range(3_600):
        clock.now = float(second)
        for pupil in range(PUPILS):
            if second == pupil:
                for _ in range(6):
                    pay(CONNECTION, CONNECTION_PURSE)
                ask("GET", "/")
                for _ in range(16):
                    ask("GET", "/page/0123456789ab/main.js")
                ask("GET", "/api/catalogue")
                ask("POST", "/api/games")
            if (second + pupil) % 5 == 0:
                ask("POST", "/api/games/abc/moves")
                for _ in range(2):
                    pay(LARGEST_STATE * STREAMED_BYTE, STREAM_PURSE)
            if (second + pupil) % 60 == 0:
                pay(CONNECTION, CONNECTION_PURSE)
                ask("GET", "/api/games/abc/events")
                ask("GET", "/api/position")
                ask("GET", "/api/analysis")
            if (second + 10 * pupil) % 300 == 299:
                ask("POST", "/api/games/abc/offers", b'{"kind": "rematch"}')
    assert refused == []


def test_a_class_may_open_the_page_in_the_same_second() -> None:
    limit = Limit(A_MINUTE, Clock())
    for _ in range(PUPILS):
        for _ in range(6):
            assert limit.take("school", CONNECTION, CONNECTION_PURSE) == (0.0, 0)
        for _ in range(18):
            assert limit.take("school", 3 * PIECE, CONNECTION_PURSE) == (0.0, 0)
            assert limit.take("school", LIGHT)[1] == 0


def test_streams_of_an_address_are_sent_what_is_paid_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything comes, but no faster; the streams of others do not wait for it."""
    slept: list[float] = []
    clock, take = Clock(), Limit.take

    def noted(*words: Any) -> tuple[float, int]:
        """How long it would be held back."""
        hold, wait = take(*words)
        if hold:
            slept.append(hold)
        return 0.0, wait

    async def scenario(games: GameService) -> None:
        limit = Limit(A_MINUTE, clock)
        live, _ = await games.create(begin("crossed-paths", (26, 26)), PEOPLE)
        size = len(live.encoded())
        assert size < LARGEST_STATE

        async def hear(address: str) -> bytes:
            asker.set(address)
            stream = play_routes._stream(games, live, None, limit)
            heard = [await anext(stream), await anext(stream)]
            await stream.aclose()
            return heard[1]

        monkeypatch.setattr(Limit, "take", noted)
        assert len({await hear("a") for _ in range(400)}) == 1
        assert slept == sorted(slept)
        purse, rate = STREAM_PURSE.at_once / STREAMED_BYTE, A_MINUTE / 60 / STREAMED_BYTE
        assert slept[-1] == pytest.approx((400 * size - purse) / rate, rel=0.01)
        slept.clear()
        await hear("b")
        assert slept == []

    with_games(tmp_path, scenario)


@pytest.mark.slow
def test_games_rematches_and_analyses_are_limited_and_moves_go_on(tmp_path: Path) -> None:
    with Server(tmp_path, limit=3) as server:
        begun = server.create("swap-nine", o={"kind": "computer", "level": "random"})
        game, token = begun["id"], begun["seats"]["x"]
        other = server.create("swap-nine")
        server.resign(game, token)
        following = server.offer(game, "rematch", token).json()["next"]
        refused = [
            server.call("GET", "/api/analysis?game=swap-nine&position=---/---/---+X"),
            server.call("POST", "/api/games", {"game": "swap-nine"} | HUMANS),
            server.offer(following, "rematch", token),
        ]
        for answer in refused:
            assert answer.status_code == 429
            assert 1 <= int(answer.headers["retry-after"]) <= 20
            assert sentence(answer).startswith(
                "Your address asked for more than 3 games or analyses a minute: try again in "
            )
        assert server.call("GET", "/api/catalogue").status_code == 200
        server.play(other, "5", "2x5")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("nonsense" * 100, ("nonsense" * 100)[:64]),
    ],
)
def test_what_an_address_counts_as(host: str, address: str) -> None:
    assert counted_as(host) == address


@pytest.mark.slow
@pytest.mark.parametrize(("come_from", "believed"), [("127.0.0.1", True), ("127.0.0.2", False)])
def test_a_server_on_all_networks_knows_this_machine(
    tmp_path: Path, come_from: str, believed: bool
) -> None:
    """On a socket for IPv6 and IPv4 this machine is ::ffff:127.0.0.1, a proxy as ever; others, who
    claim to be somebody else each time, are counted as who they are."""
    with Server(tmp_path, "--host", "::", limit=2) as server:
        way = httpx.HTTPTransport(local_address=come_from)
        with httpx.Client(transport=way, base_url=f"http://127.0.0.1:{server.port}") as client:
            got = [
                client.post(
                    "/api/games",
                    json={"game": "swap-nine"} | HUMANS,
                    headers={"X-Forwarded-For": visitor},
                ).status_code
                for visitor in ("2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:1::3")
            ]
        assert got == ([201, 201, 429, 201] if believed else [201, 201, 429, 429])
