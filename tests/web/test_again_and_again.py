"""Undone, offered and played again: as often as people like, with new lots, each seat by its own
token."""

from typing import Any

import pytest
from playwright.sync_api import Browser

import quincunx
from quincunx.play.record import read
from web.playing import Person
from web.serving import Server, sentence, wait_until

COMPUTER = {"kind": "computer", "level": "beginner"}


def offer(server: Server, game: str, kind: str, token: str) -> Any:
    return server.call("POST", f"/api/games/{game}/offers", {"kind": kind}, token)


@pytest.mark.slow
def test_a_computer_lets_moves_be_taken_back_without_end(server: Server) -> None:
    begun = server.create("swap-nine", o=COMPUTER)
    game, x = begun["id"], begun["seats"]["x"]
    for _ in range(40):
        assert server.move(game, "5", 0, x).status_code == 200
        undone = offer(server, game, "undo", x)
        assert (undone.status_code, undone.json()["ply"]) == (200, 0)
    assert server.call("POST", f"/api/games/{game}/resign", token=x).status_code == 200
    again = offer(server, game, "rematch", x)
    assert again.status_code == 200
    assert again.json()["next"]


@pytest.mark.slow
def test_people_who_agree_may_go_on_and_a_rematch_is_another_offer(server: Server) -> None:
    begun = server.create("swap-nine")
    game, x, o = begun["id"], begun["seats"]["x"], begun["seats"]["o"]
    for _ in range(40):
        server.play(begun, "5")
        number = offer(server, game, "undo", x).json()["offer"]["number"]
        path = f"/api/games/{game}/offers/{number}"
        assert server.call("POST", path, {"accept": True}, o).json()["ply"] == 0
    server.play(begun, "5")
    while (refused := offer(server, game, "undo", x)).status_code == 200:
        number = refused.json()["offer"]["number"]
        server.call("POST", f"/api/games/{game}/offers/{number}", {"accept": False}, o)
        assert number < 500
    assert sentence(refused) == "Enough was offered in this game: play on."
    server.call("POST", f"/api/games/{game}/resign", token=x)
    assert offer(server, game, "rematch", x).status_code == 200


def test_one_token_opens_one_seat(server: Server) -> None:
    begun = server.create("swap-nine", x={"kind": "open"}, o={"kind": "open"})
    path, token = f"/api/games/{begun['id']}/seats", "A-secret_of_22_letters"
    assert server.call("POST", f"{path}/x", {"token": token}).status_code == 201
    refused = server.call("POST", f"{path}/o", {"token": token})
    assert (refused.status_code, sentence(refused)) == (
        409,
        "This token has the other seat: take this one with another.",
    )
    assert server.call("POST", f"{path}/x", {"token": token}).status_code == 201
    o = server.call("POST", f"{path}/o", {}).json()["token"]
    assert server.move(begun["id"], "5", 0, token).status_code == 200
    assert server.move(begun["id"], "1", 1, o).status_code == 200


def record_of(server: Server, game: str) -> str:
    return server.call("GET", f"/api/games/{game}/record").text


def test_a_seed_in_a_record_gives_its_start_or_the_computers_moves(server: Server) -> None:
    given = server.create("grid-clash", position="3,1,2/6,5,4/9,8,7 X")
    assert "[Seed " not in record_of(server, given["id"])
    middle = server.create("swap-nine", position="XX-/-O-/--- O", x=COMPUTER, seed=5)
    assert '[Seed "5"]' in record_of(server, middle["id"])
    for game in quincunx.game_ids():
        drawn = read(record_of(server, server.create(game)["id"]))
        assert drawn.start.game.start(drawn.start.turn, drawn.seed) == drawn.start


@pytest.mark.slow
def test_a_game_begun_on_the_page_can_be_had_again_and_drawn_anew(
    server: Server, browser: Browser
) -> None:
    """The board that the page shows is the one that is played, by the seed that drew it."""
    person = Person(browser, server)
    try:
        person.open("/new/grid-clash")
        person.page.wait_for_selector(".table .cell")
        shown = person.marks()
        person.presses("Start")
        game = person.game
        wait_until(lambda: person.marks() == shown)
        record = read(record_of(server, game))
        assert record.seed is not None
        assert record.start == record.start.game.start("X", record.seed)
        seats = person.page.evaluate("JSON.parse(localStorage.getItem('quincunx seats'))")
        token = seats[game]["x"]
        assert server.call("POST", f"/api/games/{game}/resign", token=token).status_code == 200
        following = offer(server, game, "rematch", token).json()["next"]
        again = read(record_of(server, following))
        assert again.start == again.start.game.start("X", again.seed)
        assert again.seed != record.seed
    finally:
        person.close()
