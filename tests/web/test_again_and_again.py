"""Rematches and other games: taken back and offered as often as people like, with the score so far
and another random start."""

from typing import Any

import pytest

import quincunx
from helpers import wait_until
from quincunx.play.record import read
from web.playing import Person
from web.serving import Server, sentence

COMPUTER = {"kind": "computer", "level": "beginner"}
X_WINS = "5 1 2 4 x4 6 8 9 7".split()
"""At Zone Conquest."""


@pytest.mark.slow
def test_moves_are_taken_back_as_often_as_people_like_and_offers_end(server: Server) -> None:
    alone, two = server.create("swap-nine", o=COMPUTER), server.create("swap-nine")
    x = alone["seats"]["x"]
    for _ in range(40):
        assert server.move(alone["id"], "5", 0, x).status_code == 200
        assert server.offer(alone["id"], "undo", x).json()["ply"] == 0
        server.play(two, "5")
        assert server.agree(two, "undo")["ply"] == 0
    server.resign(alone["id"], x)
    assert server.offer(alone["id"], "rematch", x).json()["next"]
    server.play(two, "5")
    game, x, o = two["id"], two["seats"]["x"], two["seats"]["o"]
    while (refused := server.offer(game, "undo", x)).status_code == 200:
        number = refused.json()["event"]
        assert number < 500
        server.answer(game, number, False, o)
    assert sentence(refused) == "There were too many offers in this game: play on."
    server.resign(game, x)
    assert server.offer(game, "rematch", x).status_code == 200


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
    server: Server, person: Person
) -> None:
    """The board that the page shows is the one that is played, by the seed that drew it."""
    person.open("/new/grid-clash")
    person.page.wait_for_selector(".table .cell")
    shown = person.marks()
    person.presses("Start")
    game = person.game
    wait_until(lambda: person.marks() == shown)
    record = read(record_of(server, game))
    assert record.seed is not None
    token = person.kept("seats")[game]["x"]
    server.resign(game, token)
    again = read(record_of(server, server.offer(game, "rematch", token).json()["next"]))
    assert again.seed != record.seed
    for match in (record, again):
        assert match.start == match.start.game.start("X", match.seed)


def rematch(server: Server, begun: dict[str, Any]) -> dict[str, Any]:
    """The rematch of a game that is over, with its seats."""
    x, o = begun["seats"]["x"], begun["seats"]["o"]
    following = server.state(server.agree(begun, "rematch")["next"])
    return following | {"seats": {"x": o, "o": x}}


@pytest.mark.slow
def test_a_rematch_has_the_score_of_the_games_before_it(own_server: Server) -> None:
    server = own_server
    first = following = server.create("zone-conquest")
    assert first["series"] is None
    server.play(first, *X_WINS)
    for score in ((0, 1), (2, 0), (1, 2)):
        following = rematch(server, following)
        assert following["series"] == {"x": score[0], "o": score[1], "games": sum(score)}
        server.resign(following["id"], following["seats"]["x"])
    server.stop()
    server.start()
    assert server.state(following["id"])["series"] == following["series"]
    assert server.state(first["id"])["series"] is None


def test_nobody_wins_a_draw(server: Server) -> None:
    begun = server.create("numeral-nexus", position="O4O1X9X6/O5X8O1X6/-O7X2X4 O -")
    ended = server.move(begun["id"], "2@C1", 0, begun["seats"]["o"]).json()
    assert ended["outcome"]["winner"] is None
    assert ended["series_after"] == {"x": 0, "o": 0, "games": 1}
    assert rematch(server, begun)["series"] == ended["series_after"]


def test_a_game_goes_on_with_a_series(server: Server) -> None:
    series = {"x": 1, "o": 2, "games": 4}
    begun = server.create("zone-conquest", series=series)
    assert (begun["series"], begun["series_after"]) == (series, None)
    ended = server.resign(begun["id"], begun["seats"]["o"]).json()
    assert (ended["series"], ended["series_after"]) == (series, {"x": 2, "o": 2, "games": 5})


def test_a_computer_begins_from_a_position(server: Server) -> None:
    position = "OOX/-OO/-O- X"
    begun = server.create(
        "swap-nine", position=position, x={"kind": "computer", "level": "perfect"}
    )
    with server.events(begun["id"], 0) as events:
        state = next(events).state
        assert (state["start"], state["moves"]) == (position, ["9x6"])  # the only one that wins
        server.play(begun, state["legal_moves"][0]["move"], ply=1)
        last = next(heard for heard in events if heard.kind == "end")
    assert last.state["outcome"]["winner"] == "X"
