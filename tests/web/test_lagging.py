"""Those who watch a long game from far behind, and what that costs the others."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from helpers import CASES, case_name
from quincunx.play.events import Event, MovePlayed, MovesUndone, Seat, Setup
from quincunx.play.match import Match, begin
from quincunx.web import game_cache
from quincunx.web import live as live_games
from quincunx.web.game_service import GameService
from quincunx.web.live import LiveGame
from quincunx.web.store import EVENTS_PER_PAGE, Store
from quincunx.web.subscriptions import Hub
from web.serving import PEOPLE, Server, with_games


@pytest.mark.slow
def test_whoever_is_far_behind_gets_the_present_state_alone(own_server: Server) -> None:
    begun = own_server.create("crossed-paths", size="26x26")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    cells = [f"{c}{row}" for row in range(1, 5) for c in (letters if row % 2 else letters[::-1])]
    own_server.play(begun, *cells[:101])
    game = begun["id"]
    with own_server.events(game, 0) as events:
        heard = next(events)
        assert (heard.number, heard.kind, len(heard.state["moves"])) == (101, None, 101)
        own_server.play(begun, cells[101], ply=101)
        assert next(events).number == 102
    for _ in range(2):
        with own_server.events(game, 2) as events:
            states = [next(events) for _ in range(100)]
        assert [heard.number for heard in states] == list(range(3, 103))
        assert all(heard.state["moves"] == cells[: heard.number] for heard in states)
        own_server.stop()
        own_server.start()  # and the same from the store


def long_game(plies: int) -> list[Event]:
    """A game of takings back: each move is taken back, and so again."""
    return [Event(n, (MovePlayed("5"), MovesUndone(0))[n % 2 - 1]) for n in range(1, plies + 1)]


async def written(store: Store, events: list[Event]) -> str:
    games = GameService(store, Hub())
    live, _ = await games.create(begin("swap-nine"), PEOPLE)
    for start in range(0, len(events), 500):  # each in the time that an answer may take
        await store.append(live.id, events[start : start + 500])
    games.close()
    return live.id


class Turns:
    """Counts what happens on the event loop between two of another's turns."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, where: object, name: str) -> None:
        self.most = self.total = self.now = 0
        monkeypatch.setattr(where, name, self.counting(getattr(where, name)))

    def counting(self, function: Any) -> Any:
        def counted(*words: Any) -> Any:
            self.total += 1
            self.now += 1
            self.most = max(self.most, self.now)
            return function(*words)

        return counted

    async def others(self) -> None:
        while True:
            self.now = 0
            await asyncio.sleep(0)


def test_others_have_their_turn_while_a_long_game_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Turns(monkeypatch, LiveGame, "_fold")

    async def scenario(games: GameService) -> None:
        game = await written(games.store, long_game(2_000))
        others = asyncio.create_task(played.others())
        states = games.states(await games.load(game), 1_940)
        assert [(await anext(states)).number for _ in range(60)] == list(range(1_941, 2_001))
        others.cancel()

    with_games(tmp_path, scenario)
    assert played.total == 2 * 2_000
    assert played.most <= EVENTS_PER_PAGE


def test_watchers_who_lag_alike_share_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoded = Turns(monkeypatch, live_games, "state_document")

    async def scenario(games: GameService) -> None:
        game = await written(games.store, long_game(500))

        async def watch() -> None:
            states = games.states(await games.load(game), 450)
            assert [(await anext(states)).number for _ in range(50)] == list(range(451, 501))

        others = asyncio.create_task(encoded.others())
        await asyncio.gather(*(watch() for _ in range(30)))
        others.cancel()

    with_games(tmp_path, scenario)
    assert encoded.total <= 60
    assert encoded.most <= game_cache.CACHED_STATES


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_the_weight_of_a_game_is_about_right(case: tuple[str, tuple[int, int]]) -> None:
    """Against what Python counts, where it matters: games that weigh something."""
    import tracemalloc

    match = begin(case[0], case[1], seed=1)
    setup = Setup(case[0], str(match.start), True, 1, "2026-11-15", Seat("human"), Seat("human"))
    moves = random_moves(match)

    def play() -> LiveGame:
        live = LiveGame("a", setup)
        for _ in live.follow([Event(n, MovePlayed(move)) for n, move in enumerate(moves, 1)]):
            pass
        live.encoded()
        live.record()
        return live

    play()  # what all games of a kind share is there from now on
    tracemalloc.start()
    live = play()
    measured, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0.5 * measured < live.weight()
    assert live.weight() < 4 * measured + 20_000


def random_moves(match: Match) -> list[str]:
    random = Random(7)
    while legal := match.legal_moves():
        match.play(random.choice(legal))
    return [str(move) for move in match.moves]


def test_those_who_come_at_once_share_a_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But none that began before they came: what was written meanwhile is seen."""

    async def scenario(games: GameService) -> None:
        game = await written(games.store, long_game(10))
        looks = 0
        read = games.store.events

        async def counted(*words: Any) -> Any:
            nonlocal looks
            looks += 1
            return await read(*words)

        monkeypatch.setattr(games.store, "events", counted)
        first = asyncio.create_task(games.load(game))
        await asyncio.sleep(0)
        found = await asyncio.gather(*(games.load(game) for _ in range(100)))
        assert looks == 2
        assert {live.event for live in [*found, await first]} == {10}

    with_games(tmp_path, scenario)
