"""Two servers on one real PostgreSQL: any server serves any game, and none is needed."""

import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from time import sleep
from typing import Any

import httpx
import pytest

from helpers import wait_until
from web.database import Postgres
from web.serving import Server


class Listener(threading.Thread):
    """Hears a game's events from any of the servers, and reconnects where one answers."""

    def __init__(self, game: str, servers: tuple[Server, ...]) -> None:
        super().__init__(daemon=True)
        self.game, self.servers = game, servers
        self.numbers: list[int] = []
        self.state: dict[str, Any] = {}
        self.enough = False
        self.start()

    def run(self) -> None:
        turn = 0
        while not self.enough:
            server = self.servers[turn % len(self.servers)]
            turn += 1
            try:
                after = self.numbers[-1] if self.numbers else 0
                with server.events(self.game, after) as events:
                    for heard in events:
                        self.numbers.append(heard.number)
                        self.state = heard.state
            except (httpx.TransportError, AssertionError):
                sleep(0.05)

    def wait_for(self, number: int) -> None:
        wait_until(lambda: self.numbers and self.numbers[-1] >= number)


@pytest.mark.slow
def test_players_on_different_servers(servers: tuple[Server, Server]) -> None:
    one, two = servers
    begun = one.create("swap-nine", o={"kind": "open"})
    game, x = begun["id"], begun["seats"]["x"]
    o = two.take(game, "o", name="Bob").json()["token"]
    with one.events(game, 0) as at_one, two.events(game, 0) as at_two:
        assert next(at_one).kind == next(at_two).kind == "seat"
        for ply, (server, move, token) in enumerate(
            [(one, "5", x), (two, "2x5", o), (two, "8", x), (one, "9", o)]
        ):
            assert server.move(game, move, ply, token).status_code == 200
            for events in (at_one, at_two):
                heard = next(events)
                assert (heard.number, heard.state["ply"]) == (ply + 2, ply + 1)
    assert one.state(game) == two.state(game)


@pytest.mark.slow
def test_one_server_is_killed_and_nothing_is_lost(servers: tuple[Server, Server]) -> None:
    one, two = servers
    begun = one.create("crossed-paths")
    game, seats = begun["id"], begun["seats"]
    listener = Listener(game, (one, two))
    state, acknowledged, killed = begun, [], False
    using, other = one, two
    while not state["outcome"]:
        move = state["legal_moves"][0]["move"]
        try:
            answer = using.move(game, move, state["ply"], seats[state["to_move"].lower()])
        except httpx.TransportError:
            using, other = other, using  # and the same move once more
            continue
        assert answer.status_code == 200
        acknowledged.append(move)
        state = answer.json()
        assert state["moves"] == acknowledged
        if len(acknowledged) == 10 and not killed:
            one.stop(signal.SIGKILL)
            killed = True
    listener.wait_for(state["event"])
    listener.enough = True
    assert listener.numbers == list(range(1, state["event"] + 1))
    assert two.state(game)["moves"] == acknowledged


@pytest.mark.slow
def test_the_database_is_restarted_in_the_middle(
    servers: tuple[Server, Server], postgres: Postgres
) -> None:
    one, two = servers
    begun = one.create("swap-nine")
    game, seats = begun["id"], begun["seats"]
    listener = Listener(game, (two,))
    plays = ["5", "1", "9", "3", "7", "2"]
    for ply, move in enumerate(plays):
        if ply == 3:
            postgres.restart()

        def is_played(move: str = move, ply: int = ply) -> bool:
            answer = one.move(game, move, ply, seats["xo"[ply % 2]])
            assert answer.status_code in (200, 503)
            return answer.status_code == 200

        wait_until(is_played)
    listener.wait_for(len(plays))
    listener.enough = True
    assert listener.numbers == [1, 2, 3, 4, 5, 6]
    assert one.state(game)["moves"] == two.state(game)["moves"] == plays
    assert one.call("GET", "/healthz").status_code == 200


@pytest.mark.slow
def test_two_moves_for_the_same_ply_on_two_servers(servers: tuple[Server, Server]) -> None:
    for _ in range(10):
        begun = servers[0].create("swap-nine")
        with ThreadPoolExecutor(2) as pool:
            sent = [
                pool.submit(server.move, begun["id"], cell, 0, begun["seats"]["x"])
                for server, cell in zip(servers, "19", strict=True)
            ]
            statuses = [each.result().status_code for each in sent]
        assert sorted(statuses) == [200, 409]
        assert [server.state(begun["id"])["ply"] for server in servers] == [1, 1]


@pytest.mark.slow
def test_a_computer_replies_once_whoever_asks(servers: tuple[Server, Server]) -> None:
    one, two = servers
    begun = one.create("zone-conquest", o={"kind": "computer", "level": "skilled"})
    game = begun["id"]
    one.move(game, "5", 0, begun["seats"]["x"])
    wait_until(lambda: one.state(game)["ply"] == two.state(game)["ply"] == 2)
    assert one.state(game)["event"] == 2


@pytest.mark.slow
def test_a_seat_moved_at_one_server_is_closed_at_the_other(servers: tuple[Server, Server]) -> None:
    """Though that has seen the old token open it."""
    one, two = servers
    begun = one.create("swap-nine")
    game, x, o = begun["id"], begun["seats"]["x"], begun["seats"]["o"]
    for ply in range(0, 8, 2):
        assert one.move(game, str(ply + 1), ply, x).status_code == 200
        x, old = two.take(game, "x", x).json()["token"], x
        assert one.resign(game, old).status_code == 403
        assert one.move(game, str(ply + 2), ply + 1, o).status_code == 200
