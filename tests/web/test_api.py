"""The HTTP surface of the contract, on a real server."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import quincunx
from helpers import thinned_to
from quincunx.analysis.document import analysis_document
from quincunx.analysis.reasons import explain
from quincunx.oracle import analyze
from quincunx.play.record import read
from web.serving import HUMANS, Server, sentence

COMPUTER = {"kind": "computer", "level": "perfect"}
OPEN = {"kind": "open"}
SECRET = "A-secret_of_22_letters"
TAKEN = "This seat is taken: you can watch the game."


def begin(server: Server, **values: Any) -> tuple[dict[str, Any], str, str, str]:
    """A game of Swap Nine, its id, and the tokens of X and O."""
    begun = server.create("swap-nine", **values)
    return begun, begun["id"], begun["seats"].get("x", ""), begun["seats"].get("o", "")


def test_a_game_by_two_people(server: Server) -> None:
    begun, game, x, o = begin(server)
    assert set(begun["seats"]) == {"x", "o"}
    assert begun["ply"] == begun["event"] == 0
    assert begun["legal_moves"][0] == {"move": "1", "clicks": [["1"]]}
    after = server.move(game, "5", 0, x).json()
    assert (after["position"], after["to_move"]) == ("---/-X-/--- O", "O")
    last = server.move(game, "2x5", 1, o).json()["last"]
    assert last == {"move": "2x5", "by": "O", "changed": ["2", "5"], "captured": ["5"]}
    state = server.state(game)
    assert (state["moves"], state["ply"], state["event"]) == (["5", "2x5"], 2, 2)
    assert state["players"]["x"] == {"kind": "human", "name": "Ann", "level": None}
    assert "seats" not in state


def test_the_refusals_of_a_move_in_their_order(server: Server) -> None:
    _, game, x, o = begin(server)
    refusals: list[tuple[int, str, Any, Any, str | None]] = [
        (404, "nowhere", "5", 0, x),
        (404, "n" * 300, "", "", x),
        (401, game, "", "", None),
        (403, game, "", "", "t" * 300),
        (403, game, "5", 0, o),
        (409, game, "5", 3, x),
        (409, game, "5", -1, x),
        (409, game, "5", 10**30, x),
        (422, game, "five", 0, x),
        (422, game, "1x2", 0, x),
        *[(422, game, "5", ply, x) for ply in (False, "0", 0.5, None)],
    ]
    for status, place, move, ply, token in refusals:
        refused = server.move(place, move, ply, token)
        assert (refused.status_code, sentence(refused)[-1]) == (status, "."), (place, move, ply)
    assert server.move(game, "5", 0, x).status_code == 200
    again = server.move(game, "5", 0, x)
    assert (again.status_code, again.json()["ply"]) == (200, 1)
    assert server.move(game, "5", 0, o).status_code == 409
    assert server.move(game, "6", 0, x).status_code == 409
    outcome = {"winner": "X", "reason": "O resigned"}
    assert server.resign(game, o).json()["outcome"] == outcome
    assert server.move(game, "1", 1, o).status_code == 409
    assert server.move(game, "5", 0, x).status_code == 200
    assert server.state(game)["moves"] == ["5"]


def test_a_seat_opens_only_to_its_token(server: Server) -> None:
    begun, game, x, _ = begin(server, o=OPEN)
    assert set(begun["seats"]) == {"x"}
    assert len(x) >= 22, "128 bits in base 64"
    taken = server.take(game, "o", name="Eve\x1b[31m\u202e")
    o = taken.json()["token"]
    assert (taken.status_code, set(taken.json()), taken.headers["cache-control"]) == (
        201,
        {"token"},
        "no-store",
    )
    for seat in "ox":
        refused = server.take(game, seat)
        assert (refused.status_code, sentence(refused)) == (409, TAKEN)
    assert server.state(game)["players"]["o"]["name"] == "Eve\ufffd[31m\ufffd"
    assert server.move(game, "5", 0, o).status_code == 403
    everything = server.call("GET", f"/api/games/{game}").text
    with server.events(game, 0) as events:
        everything += str(next(events).state)
    assert x not in everything
    assert o not in everything


def test_events_resume_and_miss_nothing(server: Server) -> None:
    begun, game, *_ = begin(server)
    with server.events(game) as events:
        assert (first := next(events)).number == 0
        assert first.state["ply"] == 0
        for ply, move in enumerate("519"):
            server.play(begun, move, ply=ply)
            heard = next(events)
            assert (heard.number, heard.kind, heard.state["ply"]) == (ply + 1, "move", ply + 1)
    server.play(begun, *"23467", ply=3)
    with server.events(game, after=2) as events:
        missed = [next(events) for _ in range(6)]
    assert [heard.number for heard in missed] == [3, 4, 5, 6, 7, 8]
    assert [heard.state["ply"] for heard in missed] == [3, 4, 5, 6, 7, 8]
    assert missed[0].state["moves"] == ["5", "1", "9"]


def test_a_game_to_its_end_tells_so(server: Server) -> None:
    begun, game, *_ = begin(server, position="XOX/OXO/OX- X")
    with server.events(game, 0) as events:
        server.play(begun, "9")
        heard, end = next(events), next(events)
    assert (heard.kind, end.kind) == ("move", "end")
    assert heard.state["outcome"]["winner"] == "X"
    assert heard.state["legal_moves"] == []


def test_the_computer_replies_by_an_event_and_lets_moves_be_taken_back(server: Server) -> None:
    _, game, x, _ = begin(server, o=COMPUTER)
    with server.events(game, 0) as events:
        assert server.move(game, "5", 0, x).json()["ply"] == 1
        assert next(events).number == 1
        reply = next(events)
    assert (reply.kind, reply.state["ply"], reply.state["to_move"]) == ("move", 2, "X")
    assert reply.state["last"]["by"] == "O"
    undone = server.offer(game, "undo", x).json()
    assert (undone["ply"], undone["event"]) == (0, 3)


def test_computers_play_each_other_to_the_end(server: Server) -> None:
    begun = server.create("zone-conquest", x=COMPUTER, o=COMPUTER)
    assert begun["seats"] == {}
    with server.events(begun["id"], 0) as events:
        last = next(heard for heard in events if heard.kind == "end")
    assert last.state["outcome"]["winner"] is None, "both are perfect, and the game is a draw"


def test_undo_is_asked_of_a_person(server: Server) -> None:
    begun, game, x, o = begin(server)
    assert server.offer(game, "undo", x).status_code == 409, "nothing was played"
    server.play(begun, "5", "1")
    offer = {"number": 3, "kind": "undo", "by": "X"}
    assert server.offer(game, "undo", x).json()["offer"] == offer
    assert server.answer(game, 3, True, x).status_code == 403
    assert server.answer(game, 9, True, o).status_code == 409
    refused = server.answer(game, 3, False, o).json()
    assert (refused["offer"], refused["ply"]) == (None, 2)
    granted = server.agree(begun, "undo")
    assert (granted["ply"], granted["moves"], granted["offer"]) == (0, [], None)
    server.play(begun, "5")
    assert server.offer(game, "undo", x).json()["offer"]
    assert server.move(game, "1", 1, o).json()["offer"] is None, "it lapses with the next move"


@pytest.mark.parametrize("kind", ["undo", "rematch"])
def test_a_declined_offer_is_told_until_something_else_happens(server: Server, kind: str) -> None:
    begun, game, x, o = begin(server)
    server.play(begun, "5")
    if kind == "rematch":
        server.resign(game, o)
    after = server.agree(begun, kind, accept=False)
    declined = {"number": after["event"] - 1, "kind": kind, "by": "X"}
    assert (after["offer"], after["declined"]) == (None, declined)
    with server.events(game, declined["number"]) as events:
        heard = next(events)
        assert (heard.kind, heard.state["declined"]) == ("decline", declined)
    again = server.offer(game, kind, x).json()
    assert again["declined"] is None
    assert server.answer(game, again["event"], True, o).json()["declined"] is None


def test_a_rematch_swaps_sides_and_keeps_the_tokens(server: Server) -> None:
    begun, game, x, o = begin(server)
    assert server.offer(game, "rematch", x).status_code == 409
    server.resign(game, x)
    following = server.agree(begun, "rematch", "o")["next"]
    state = server.state(following)
    assert [state["players"][seat]["name"] for seat in "xo"] == ["Bob", "Ann"]
    assert state["ply"] == 0
    assert server.move(following, "5", 0, x).status_code == 403
    assert server.move(following, "5", 0, o).status_code == 200


def test_a_position_without_a_game(server: Server) -> None:
    path = "/api/position?game=zone-conquest&position=OX-/XXO/-O-+X"
    document = server.call("GET", f"{path}+4+-").json()
    legal = quincunx.parse("zone-conquest", "OX-/XXO/-O- X 4 -").legal_moves()
    assert [item["move"] for item in document["legal_moves"]] == [str(move) for move in legal]
    assert server.call("GET", path).status_code == 422
    drawn = [server.call("GET", "/api/position?game=grid-clash").json() for _ in range(5)]
    assert len({start["position"] for start in drawn}) > 1, "though answers are remembered"


@pytest.mark.parametrize("game", thinned_to(quincunx.game_ids(), "swap-nine", "zone-conquest"))
def test_the_analysis_is_what_the_command_says(server: Server, game: str) -> None:
    position = quincunx.game(game).start(seed=3)
    answer = server.call("GET", f"/api/analysis?game={game}&position={position}").json()
    words = [answer.pop("words"), *(move.pop("words") for move in answer["moves"])]
    assert answer == analysis_document(quincunx.analyze(position))
    assert all(words)


def test_records_go_out_and_come_in(server: Server) -> None:
    begun, game, *_ = begin(server)
    server.play(begun, "5")
    record = server.call("GET", f"/api/games/{game}/record").text
    assert [str(move) for move in read(record).moves] == ["5"]
    replayed = server.call("POST", "/api/replay", {"record": record}).json()
    assert replayed["positions"] == ["---/---/--- X", "---/-X-/--- O"]
    assert replayed["names"] == {"x": "Ann", "o": "Bob"}
    assert server.call("POST", "/api/review", {"record": record}).json()["value_line"] == "+"
    wrong = server.call("POST", "/api/replay", {"record": '[Game "swap-nine"]\n\n1. 5 5 *'})
    assert wrong.status_code == 422
    assert "Move 2" in sentence(wrong)


def test_puzzles_are_asked_refuted_and_solved(server: Server) -> None:
    query = "game=zone-conquest&seed=7"
    puzzle = server.call("GET", f"/api/puzzle?{query}").json()
    assert "solution" not in str(puzzle)
    solved = server.call("GET", f"/api/puzzle/solution?{query}").json()
    position = quincunx.parse("zone-conquest", puzzle["position"])
    for move in position.legal_moves():
        answer = server.call("GET", f"/api/puzzle/answer?{query}&move={move}").json()
        assert answer["right"] == (str(move) == solved["move"])
        if not answer["right"]:
            reasons = explain(position, move, position.turn).sentences
            assert answer["words"] == " ".join(text for text in reasons if "instead" not in text)
            assert answer["refutation"] == str(analyze(position.after(move)).moves[0].move)
    daily = server.call("GET", "/api/puzzle").json()
    for game in ("swap-nine", "zone-conquest"):
        of_game = server.call("GET", f"/api/puzzle?game={game}").json()
        assert (of_game["game"], of_game["seed"]) == (game, daily["seed"])
    assert server.call("GET", "/api/puzzle?seed=7").status_code == 422, "a seed of no game"


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "chess"},
        {"size": "9x9"},
        {"size": "big"},
        {"first": "z"},
        {"position": "XX"},
        {"size": "2x2", "position": "---/---/--- X"},
        {"x": {"kind": "computer"}},
        {"x": {"kind": "human", "level": "perfect"}},
        {"x": {"kind": "computer", "level": "godlike"}},
        {"size": "6x6", "o": COMPUTER},
        {"seed": -1},
        {"colour": "red"},
        {"series": {"x": 1, "o": 2, "games": "many"}},
        {"game": "zone-conquest", "repetition": False, "x": COMPUTER, "o": COMPUTER},
    ],
    ids=str,
)
def test_a_game_that_cannot_be(server: Server, changed: dict[str, Any]) -> None:
    answer = server.call("POST", "/api/games", {"game": "swap-nine", **HUMANS, **changed})
    assert answer.status_code == 422
    assert sentence(answer)


def test_a_seat_taken_with_a_secret_of_ones_own_can_be_taken_again(server: Server) -> None:
    begun, game, x, _ = begin(server, o=OPEN)
    for _ in range(2):
        answer = server.take(game, "o", name="Eve", token=SECRET)
        assert (answer.status_code, answer.json()) == (201, {"token": SECRET})
    assert server.state(game)["event"] == 1
    server.play(begun, "5")
    assert server.move(game, "1", 1, SECRET).status_code == 200
    for other in (SECRET[:-1] + "t", x):
        refused = server.take(game, "o", token=other)
        assert (refused.status_code, sentence(refused)) == (409, TAKEN)
    for wrong in ("short", "a" * 65, "with spaces in it, and long", "é" * 30, 5):
        assert server.take(game, "o", token=wrong).status_code == 422


def test_one_token_opens_one_seat(server: Server) -> None:
    _, game, *_ = begin(server, x=OPEN, o=OPEN)
    for seat, status in (("x", 201), ("o", 409), ("x", 201)):
        assert server.take(game, seat, token=SECRET).status_code == status
    o = server.take(game, "o").json()["token"]
    server.play({"id": game, "seats": {"x": SECRET, "o": o}}, "5", "1")


def test_a_moved_seat_is_opened_by_its_new_token_alone(server: Server) -> None:
    begun, game, x, o = begin(server)
    assert server.take(game, "x", o, token=SECRET).status_code == 409, "not its seat"
    for _ in range(2):  # an answer that was lost is asked for again
        answer = server.take(game, "x", x, name="Eve", token=SECRET)
        assert (answer.status_code, answer.json()) == (201, {"token": SECRET})
    state = server.state(game)
    assert (state["event"], state["moved"]) == (1, {"x": 1, "o": 0})
    assert state["players"] == begun["players"], "the same person"
    for refused in (
        server.move(game, "5", 0, x),
        server.resign(game, x),
        server.offer(game, "undo", x),
        server.answer(game, 1, True, x),
    ):
        assert refused.status_code == 403, refused.url
    assert server.take(game, "x", x).status_code == 409, "moved once"
    assert server.move(game, "5", 0, SECRET).status_code == 200
    made = server.take(game, "x", SECRET).json()["token"]
    assert server.move(game, "5", 0, made).status_code == 200, "played once"


def test_a_seat_moves_before_the_rematch_and_with_it_but_not_after(server: Server) -> None:
    begun, game, x, o = begin(server)
    server.resign(game, o)
    moved = begun["seats"]["x"] = server.take(game, "x", x).json()["token"]
    following = server.agree(begun, "rematch", "o")["next"]
    assert server.take(game, "x", moved).status_code == 409
    assert server.move(following, "5", 0, o).status_code == 200
    assert server.move(following, "1", 1, x).status_code == 403
    assert server.move(following, "1", 1, moved).status_code == 200


@pytest.mark.parametrize("what", ["a move", "a seat", "a rematch"])
def test_of_many_at_the_same_instant_one_wins(server: Server, what: str) -> None:
    _, game, x, o = begin(server)
    if what == "a rematch":
        server.resign(game, x)
        number = server.offer(game, "rematch", x).json()["event"]

    def ask(cell: int) -> int:
        if what == "a move":
            return server.move(game, str(cell), 0, x).status_code
        if what == "a seat":
            return server.take(game, "x", x).status_code
        return server.answer(game, number, True, o).status_code

    with ThreadPoolExecutor(8) as pool:
        statuses = sorted(pool.map(ask, range(1, 9)))
    assert statuses == [201 if what == "a seat" else 200] + [409] * 7
    state = server.state(game)
    assert (state["ply"], state["moved"]["x"]) == (what == "a move", what == "a seat")
