"""How games begin: as a rematch, with the score so far; from a position, by a computer."""

from typing import Any

import pytest

from web.serving import HUMANS, Server, wait_until

X_WINS = "5 1 2 4 x4 6 8 9 7".split()
"""At Zone Conquest."""


def again(server: Server, begun: dict[str, Any]) -> dict[str, Any]:
    """The rematch of a game that is over, with its seats."""
    game, seats = begun["id"], begun["seats"]
    path = f"/api/games/{game}/offers"
    number = server.call("POST", path, {"kind": "rematch"}, seats["x"]).json()["offer"]["number"]
    answer = server.call("POST", f"{path}/{number}", {"accept": True}, seats["o"]).json()
    found = server.state(answer["next"])
    return found | {"seats": {"x": seats["o"], "o": seats["x"]}}


@pytest.mark.slow
def test_a_rematch_has_the_score_of_the_games_before_it(own_server: Server) -> None:
    server = own_server
    ann = server.create("zone-conquest")
    assert ann["series"] is None
    server.play(ann, *X_WINS)
    bob = again(server, ann)
    assert bob["players"]["o"]["name"] == "Ann"
    assert bob["series"] == {"x": 0, "o": 1, "games": 1}
    server.call("POST", f"/api/games/{bob['id']}/resign", token=bob["seats"]["x"])
    third = again(server, bob)
    assert third["series"] == {"x": 2, "o": 0, "games": 2}
    server.call("POST", f"/api/games/{third['id']}/resign", token=third["seats"]["x"])
    fourth = again(server, third)
    assert fourth["series"] == {"x": 1, "o": 2, "games": 3}
    server.stop()
    server.start()
    assert server.state(fourth["id"])["series"] == fourth["series"]
    assert server.state(ann["id"])["series"] is None


def test_nobody_wins_a_draw(server: Server) -> None:
    position = "O4O1X9X6/O5X8O1X6/-O7X2X4 O -"
    begun = server.create("numeral-nexus", position=position)
    ended = server.move(begun["id"], "2@C1", 0, begun["seats"]["o"]).json()
    assert ended["outcome"]["winner"] is None
    assert ended["series_after"] == {"x": 0, "o": 0, "games": 1}
    assert again(server, begun)["series"] == {"x": 0, "o": 0, "games": 1}


def test_a_game_goes_on_with_a_series(server: Server) -> None:
    series = {"x": 1, "o": 2, "games": 4}
    begun = server.create("zone-conquest", series=series)
    assert (begun["series"], begun["series_after"]) == (series, None)
    server.call("POST", f"/api/games/{begun['id']}/resign", token=begun["seats"]["o"])
    assert server.state(begun["id"])["series"] == series
    assert server.state(begun["id"])["series_after"] == {"x": 2, "o": 2, "games": 5}
    for wrong in ({"x": 1, "o": 2}, {"x": 1, "o": 2, "games": "many"}, {"x": 1, "o": 1, "z": 3}):
        asked = {"game": "zone-conquest", **HUMANS, "series": wrong}
        assert server.call("POST", "/api/games", asked).status_code == 422


def test_a_computer_begins_from_a_position(server: Server) -> None:
    computer = {"kind": "computer", "level": "perfect"}
    begun = server.create("swap-nine", position="OOX/-OO/-O- X", x=computer)
    assert begun["to_move"] == "X"
    wait_until(lambda: server.state(begun["id"])["ply"] == 1)
    state = server.state(begun["id"])
    assert state["start"] == "OOX/-OO/-O- X"
    assert state["moves"] == ["9x6"]  # the only one that wins
    reply = state["legal_moves"][0]["move"]
    assert server.move(begun["id"], reply, 1, begun["seats"]["o"]).status_code == 200
    wait_until(lambda: server.state(begun["id"])["outcome"])
    assert server.state(begun["id"])["outcome"]["winner"] == "X"
