"""The HTTP surface of the contract, on a real server."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest

import quincunx
from helpers import thinned_to
from quincunx.analysis.reasons import explain
from quincunx.oracle import analyze
from quincunx.play.record import read
from web.serving import Server, sentence

COMPUTER = {"kind": "computer", "level": "perfect"}


def test_a_game_by_two_people(server: Server) -> None:
    begun = server.create("swap-nine")
    assert set(begun["seats"]) == {"x", "o"}
    assert begun["ply"] == begun["event"] == 0
    assert begun["legal_moves"][0] == {"move": "1", "clicks": [["1"]]}
    after = server.move(begun["id"], "5", 0, begun["seats"]["x"])
    assert after.status_code == 200
    assert (after.json()["position"], after.json()["to_move"]) == ("---/-X-/--- O", "O")
    after = server.move(begun["id"], "2x5", 1, begun["seats"]["o"])
    last = after.json()["last"]
    assert last == {"move": "2x5", "by": "O", "changed": ["2", "5"], "captured": ["5"]}
    state = server.state(begun["id"])
    assert (state["moves"], state["ply"], state["event"]) == (["5", "2x5"], 2, 2)
    assert state["players"]["x"] == {"kind": "human", "name": "Ann", "level": None}
    assert "seats" not in state


def test_the_refusals_of_a_move_in_their_order(server: Server) -> None:
    begun = server.create("swap-nine")
    game, x, o = begun["id"], begun["seats"]["x"], begun["seats"]["o"]
    assert server.move("nowhere", "5", 0, x).status_code == 404
    assert server.move(game, "5", 0, None).status_code == 401
    assert server.move(game, "5", 0, "another token").status_code == 403
    assert server.move(game, "5", 3, x).status_code == 409
    assert server.move(game, "5", 0, o).status_code == 403
    unreadable = server.move(game, "five", 0, x)
    assert unreadable.status_code == 422
    assert "'five' is no Swap Nine move" in sentence(unreadable)
    illegal = server.move(game, "1x2", 0, x)
    assert illegal.status_code == 422
    assert server.move(game, "5", 0, x).status_code == 200
    again = server.move(game, "5", 0, x)
    assert (again.status_code, again.json()["ply"]) == (200, 1)
    assert server.move(game, "5", 0, o).status_code == 409
    assert server.move(game, "6", 0, x).status_code == 409
    assert server.call("POST", f"/api/games/{game}/resign", token=o).json()["outcome"] == {
        "winner": "X",
        "reason": "O resigned",
    }
    over = server.move(game, "1", 1, o)
    assert (over.status_code, sentence(over)) == (409, "The game is over: O resigned.")
    assert server.move(game, "5", 0, x).status_code == 200
    assert server.state(game)["moves"] == ["5"]


def test_what_is_wrong_with_the_game_or_the_token_comes_before_the_body(server: Server) -> None:
    begun = server.create("swap-nine")
    game, x = begun["id"], begun["seats"]["x"]
    moves = f"/api/games/{game}/moves"
    assert server.call("POST", "/api/games/nowhere/moves", {}).status_code == 404
    assert server.call("POST", f"/api/games/{'n' * 300}/moves", {}, x).status_code == 404
    assert server.call("POST", moves, {}).status_code == 401
    assert server.call("POST", moves, {}, "t" * 300).status_code == 403
    assert server.call("POST", moves, {}, x).status_code == 422
    assert server.move(game, "5", -1, x).status_code == 409
    assert server.move(game, "5", 10**30, x).status_code == 409
    for ply in (False, "0", 0.5, None):
        assert server.call("POST", moves, {"move": "5", "ply": ply}, x).status_code == 422


def test_a_seat_opens_only_to_its_token(server: Server) -> None:
    begun = server.create("zone-conquest", o={"kind": "open"})
    game = begun["id"]
    assert set(begun["seats"]) == {"x"}
    assert len(begun["seats"]["x"]) >= 22, "128 bits in base 64"
    taken = server.call("POST", f"/api/games/{game}/seats/o", {"name": "Eve\x1b[31m\u202e"})
    assert taken.status_code == 201
    assert set(taken.json()) == {"token"}
    assert taken.json()["token"] != begun["seats"]["x"]
    second = server.call("POST", f"/api/games/{game}/seats/o", {})
    assert (second.status_code, sentence(second)) == (
        409,
        "This seat is taken: you can watch the game.",
    )
    assert server.call("POST", f"/api/games/{game}/seats/x", {}).status_code == 409
    assert server.state(game)["players"]["o"]["name"] == "Eve\ufffd[31m\ufffd"
    assert server.move(game, "5", 0, taken.json()["token"]).status_code == 403
    everything = server.call("GET", f"/api/games/{game}").text
    with server.events(game, 0) as events:
        everything += str(next(events).state)
    for token in (begun["seats"]["x"], taken.json()["token"]):
        assert token not in everything


def test_events_resume_and_miss_nothing(server: Server) -> None:
    begun = server.create("swap-nine")
    game, seats = begun["id"], begun["seats"]
    with server.events(game) as events:
        assert (first := next(events)).number == 0
        assert first.state["ply"] == 0
        for ply, move in enumerate(["5", "1", "9"]):
            server.move(game, move, ply, seats["xo"[ply % 2]])
            heard = next(events)
            assert (heard.number, heard.kind, heard.state["ply"]) == (ply + 1, "move", ply + 1)
    for ply in range(3, 8):
        state = server.state(game)
        move = state["legal_moves"][0]["move"]
        server.move(game, move, ply, seats["xo"[ply % 2]])
    with server.events(game, after=2) as events:
        missed = [next(events) for _ in range(6)]
    assert [heard.number for heard in missed] == [3, 4, 5, 6, 7, 8]
    assert [heard.state["ply"] for heard in missed] == [3, 4, 5, 6, 7, 8]
    assert missed[0].state["moves"] == ["5", "1", "9"]


def test_a_game_to_its_end_tells_so(server: Server) -> None:
    begun = server.create("swap-nine", position="XOX/OXO/OX- X")
    with server.events(begun["id"], 0) as events:
        server.play(begun, "9")
        kinds = [(heard := next(events)).kind, next(events).kind]
    assert kinds == ["move", "end"]
    assert heard.state["outcome"]["winner"] == "X"
    assert heard.state["legal_moves"] == []


def test_the_computer_replies_by_an_event(server: Server) -> None:
    begun = server.create("swap-nine", o=COMPUTER)
    with server.events(begun["id"], 0) as events:
        assert server.move(begun["id"], "5", 0, begun["seats"]["x"]).json()["ply"] == 1
        assert next(events).number == 1
        reply = next(events)
    assert (reply.kind, reply.state["ply"], reply.state["to_move"]) == ("move", 2, "X")
    assert reply.state["last"]["by"] == "O"


def test_computers_play_each_other_to_the_end(server: Server) -> None:
    begun = server.create("zone-conquest", x=COMPUTER, o=COMPUTER)
    assert begun["seats"] == {}
    with server.events(begun["id"], 0) as events:
        last = next(heard for heard in events if heard.kind == "end")
    assert last.state["outcome"]["winner"] is None, "both are perfect, and the game is a draw"


def test_undo_is_asked_of_a_person_and_granted_by_a_computer(server: Server) -> None:
    begun = server.create("swap-nine")
    game, x, o = begun["id"], begun["seats"]["x"], begun["seats"]["o"]
    offers = f"/api/games/{game}/offers"
    early = server.call("POST", offers, {"kind": "undo"}, x)
    assert (early.status_code, sentence(early)) == (
        409,
        "You have not moved yet: there is nothing to take back.",
    )
    server.move(game, "5", 0, x)
    server.move(game, "1", 1, o)
    offered = server.call("POST", offers, {"kind": "undo"}, x).json()
    assert offered["offer"] == {"number": 3, "kind": "undo", "by": "X"}
    assert server.call("POST", f"{offers}/3", {"accept": True}, x).status_code == 403
    assert server.call("POST", f"{offers}/9", {"accept": True}, o).status_code == 409
    refused = server.call("POST", f"{offers}/3", {"accept": False}, o).json()
    assert (refused["offer"], refused["ply"]) == (None, 2)
    number = server.call("POST", offers, {"kind": "undo"}, x).json()["offer"]["number"]
    granted = server.call("POST", f"{offers}/{number}", {"accept": True}, o).json()
    assert (granted["ply"], granted["moves"], granted["offer"]) == (0, [], None)
    alone = server.create("swap-nine", o=COMPUTER)
    with server.events(alone["id"], 0) as events:
        server.move(alone["id"], "5", 0, alone["seats"]["x"])
        assert [next(events).number, next(events).number] == [1, 2]
    undone = server.call(
        "POST", f"/api/games/{alone['id']}/offers", {"kind": "undo"}, alone["seats"]["x"]
    )
    assert (undone.json()["ply"], undone.json()["event"]) == (0, 3)


@pytest.mark.parametrize("kind", ["undo", "rematch"])
def test_a_declined_offer_is_told_until_something_else_happens(server: Server, kind: str) -> None:
    begun = server.create("swap-nine")
    game, x, o = begun["id"], begun["seats"]["x"], begun["seats"]["o"]
    server.move(game, "5", 0, x)
    if kind == "rematch":
        server.call("POST", f"/api/games/{game}/resign", {}, o)
    offers = f"/api/games/{game}/offers"
    offer = server.call("POST", offers, {"kind": kind}, x).json()["offer"]
    after = server.call("POST", f"{offers}/{offer['number']}", {"accept": False}, o).json()
    assert (after["offer"], after["declined"]) == (None, offer)
    with server.events(game, offer["number"]) as events:
        heard = next(events)
        assert (heard.kind, heard.state["declined"]) == ("decline", offer)
    again = server.call("POST", offers, {"kind": kind}, x).json()
    assert again["declined"] is None
    agreed = server.call("POST", f"{offers}/{again['event']}", {"accept": True}, o).json()
    assert agreed["declined"] is None
    assert server.state(game)["declined"] is None


def test_an_offer_to_take_back_lapses_with_the_next_move(server: Server) -> None:
    begun = server.create("swap-nine")
    game, x, o = begun["id"], begun["seats"]["x"], begun["seats"]["o"]
    server.move(game, "5", 0, x)
    server.call("POST", f"/api/games/{game}/offers", {"kind": "undo"}, x)
    assert server.move(game, "1", 1, o).json()["offer"] is None


def test_a_rematch_swaps_sides_and_keeps_the_tokens(server: Server) -> None:
    begun = server.create("grid-clash")
    game, x, o = begun["id"], begun["seats"]["x"], begun["seats"]["o"]
    offers = f"/api/games/{game}/offers"
    assert server.call("POST", offers, {"kind": "rematch"}, x).status_code == 409
    server.call("POST", f"/api/games/{game}/resign", token=x)
    number = server.call("POST", offers, {"kind": "rematch"}, o).json()["offer"]["number"]
    following = server.call("POST", f"{offers}/{number}", {"accept": True}, x).json()["next"]
    state = server.state(following)
    assert [state["players"][seat]["name"] for seat in "xo"] == ["Bob", "Ann"]
    assert state["ply"] == 0
    assert server.move(following, "1,1", 0, x).status_code == 403
    assert server.move(following, "1,1", 0, o).status_code == 200


def test_many_accepts_at_once_make_one_rematch(server: Server) -> None:
    begun = server.create("swap-nine")
    game, x, o = begun["id"], begun["seats"]["x"], begun["seats"]["o"]
    server.call("POST", f"/api/games/{game}/resign", token=x)
    number = server.call("POST", f"/api/games/{game}/offers", {"kind": "rematch"}, x).json()
    path = f"/api/games/{game}/offers/{number['offer']['number']}"
    count = "select count(*) from games"
    with closing(sqlite3.connect(server.home / "quincunx" / "server.db")) as database:
        before = database.execute(count).fetchone()[0]
        with ThreadPoolExecutor(8) as pool:
            sent = [pool.submit(server.call, "POST", path, {"accept": True}, o) for _ in range(8)]
            statuses = sorted(answer.result().status_code for answer in sent)
        assert database.execute(count).fetchone()[0] == before + 1
    assert statuses == [200] + [409] * 7


def test_a_position_without_a_game(server: Server) -> None:
    found = server.call("GET", "/api/position?game=zone-conquest&position=OX-/XXO/-O-+X+4+-")
    assert found.status_code == 200
    document = found.json()
    legal = quincunx.parse("zone-conquest", "OX-/XXO/-O- X 4 -").legal_moves()
    assert [item["move"] for item in document["legal_moves"]] == [str(move) for move in legal]
    wrong = server.call("GET", "/api/position?game=zone-conquest&position=OX-/XXO/-O-+X")
    assert wrong.status_code == 422
    assert "is no Zone Conquest position" in sentence(wrong)


@pytest.mark.parametrize("game", thinned_to(quincunx.game_ids(), "swap-nine", "zone-conquest"))
def test_the_analysis_is_what_the_command_says(server: Server, game: str) -> None:
    from quincunx.analysis.document import analysis_document

    position = quincunx.game(game).start(seed=3)
    answer = server.call("GET", f"/api/analysis?game={game}&position={position}")
    found = answer.json()
    words = [found.pop("words"), *(move.pop("words") for move in found["moves"])]
    assert found == analysis_document(quincunx.analyze(position))
    assert all(words)


def test_records_go_out_and_come_in(server: Server) -> None:
    begun = server.create("swap-nine")
    server.play(begun, "5")
    record = server.call("GET", f"/api/games/{begun['id']}/record").text
    match = read(record)
    assert [str(move) for move in match.moves] == ["5"]
    replayed = server.call("POST", "/api/replay", {"record": record}).json()
    assert replayed["positions"] == ["---/---/--- X", "---/-X-/--- O"]
    assert replayed["names"] == {"x": "Ann", "o": "Bob"}
    reviewed = server.call("POST", "/api/review", {"record": record}).json()
    assert reviewed["value_line"] == "+"
    wrong = server.call("POST", "/api/replay", {"record": '[Game "swap-nine"]\n\n1. 5 5 *'})
    assert wrong.status_code == 422
    assert "Move 2" in sentence(wrong)


def test_puzzles_are_asked_refuted_and_solved(server: Server) -> None:
    asked = server.call("GET", "/api/puzzle?game=zone-conquest&seed=7").json()
    assert "solution" not in str(asked)
    solved = server.call("GET", "/api/puzzle/solution?game=zone-conquest&seed=7").json()
    position = quincunx.parse("zone-conquest", asked["position"])
    for move in position.legal_moves():
        answer = server.call(
            "GET", f"/api/puzzle/answer?game=zone-conquest&seed=7&move={move}"
        ).json()
        assert answer["right"] == (str(move) == solved["move"])
        if not answer["right"]:
            told = explain(position, move, position.turn)
            assert answer["words"] == " ".join(
                one for one in told.sentences if "instead" not in one
            )
            assert answer["refutation"] == str(analyze(position.after(move)).moves[0].move)
    daily = server.call("GET", "/api/puzzle").json()
    assert daily == server.call("GET", "/api/puzzle").json()


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"size": "9x9"}, "Swap Nine is played on 2 to 6 rows"),
        ({"size": "big"}, "'big' is not a size"),
        ({"first": "z"}, "'first' does not fit"),
        ({"position": "XX"}, "is no Swap Nine position"),
        ({"size": "2x2", "position": "---/---/--- X"}, "leave the size out"),
        ({"x": {"kind": "computer"}}, "a computer has a level"),
        ({"x": {"kind": "human", "level": "perfect"}}, "a computer has a level"),
        ({"x": {"kind": "computer", "level": "godlike"}}, "There is no level 'godlike'"),
        ({"size": "6x6", "o": COMPUTER}, "are out of reach of perfect"),
        ({"seed": -1}, "'seed' does not fit"),
        ({"colour": "red"}, "'colour' does not fit"),
    ],
)
def test_a_game_that_cannot_be(server: Server, changed: dict[str, Any], words: str) -> None:
    body = {"game": "swap-nine", "x": {"kind": "human"}, "o": {"kind": "human"}, **changed}
    answer = server.call("POST", "/api/games", body)
    assert answer.status_code == 422
    assert words in sentence(answer)


def test_two_computers_without_repetition_would_never_end(server: Server) -> None:
    body = {"game": "zone-conquest", "repetition": False, "x": COMPUTER, "o": COMPUTER}
    answer = server.call("POST", "/api/games", body)
    assert (answer.status_code, sentence(answer)) == (
        422,
        "Two computers could play on for ever: leave repetition on.",
    )


def test_a_seat_taken_with_a_secret_of_ones_own_can_be_taken_again(server: Server) -> None:
    begun = server.create("swap-nine", o={"kind": "open"})
    path, secret = f"/api/games/{begun['id']}/seats/o", "A-secret_of_22_letters"
    for _ in range(2):
        answer = server.call("POST", path, {"name": "Eve", "token": secret})
        assert (answer.status_code, answer.json()) == (201, {"token": secret})
    assert server.state(begun["id"])["event"] == 1
    server.play(begun, "5")
    assert server.move(begun["id"], "1", 1, secret).status_code == 200
    for body in ({}, {"token": secret[:-1] + "t"}, {"token": begun["seats"]["x"]}):
        answer = server.call("POST", path, body)
        assert answer.status_code == 409
        assert sentence(answer) == "This seat is taken: you can watch the game."
    for wrong in ("short", "a" * 65, "with spaces in it, and long", "é" * 30, 5):
        answer = server.call("POST", path, {"token": wrong})
        assert answer.status_code == 422
        sentence(answer)


def test_a_moved_seat_is_opened_by_its_new_token_alone(server: Server) -> None:
    begun = server.create("swap-nine")
    game, x, o = begun["id"], begun["seats"]["x"], begun["seats"]["o"]
    path, secret = f"/api/games/{game}/seats/x", "A-secret_of_22_letters"
    assert server.call("POST", path, {"token": secret}, o).status_code == 409, "not its seat"
    for _ in range(2):  # an answer that was lost is asked for again
        answer = server.call("POST", path, {"name": "Eve", "token": secret}, x)
        assert (answer.status_code, answer.json()) == (201, {"token": secret})
    state = server.state(game)
    assert (state["event"], state["moved"]) == (1, {"x": 1, "o": 0})
    assert state["players"] == begun["players"], "the same person"
    for what, body in (
        ("moves", {"move": "5", "ply": 0}),
        ("resign", {}),
        ("offers", {"kind": "undo"}),
        ("offers/1", {"accept": True}),
    ):
        refused = server.call("POST", f"/api/games/{game}/{what}", body, x)
        assert refused.status_code == 403, what
        assert sentence(refused) == "This token opens no seat of this game: you can watch it."
    assert server.call("POST", path, {}, x).status_code == 409, "moved once"
    assert server.move(game, "5", 0, secret).status_code == 200
    made = server.call("POST", path, {}, secret).json()["token"]
    assert server.move(game, "5", 0, made).status_code == 200, "played once"


def test_a_seat_goes_to_one_of_many_who_move_it_at_once(server: Server) -> None:
    begun = server.create("swap-nine")
    path, x = f"/api/games/{begun['id']}/seats/x", begun["seats"]["x"]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: server.call("POST", path, {}, x), range(8)))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 7
    token = next(answer.json()["token"] for answer in answers if answer.status_code == 201)
    assert server.move(begun["id"], "5", 0, token).status_code == 200
    assert server.state(begun["id"])["moved"] == {"x": 1, "o": 0}


def test_a_seat_moves_before_the_rematch_and_with_it_but_not_after(server: Server) -> None:
    begun = server.create("swap-nine")
    game, x, o = begun["id"], begun["seats"]["x"], begun["seats"]["o"]
    path = f"/api/games/{game}"
    server.call("POST", f"{path}/resign", {}, o)
    moved = server.call("POST", f"{path}/seats/x", {}, x).json()["token"]
    number = server.call("POST", f"{path}/offers", {"kind": "rematch"}, o).json()["event"]
    following = server.call("POST", f"{path}/offers/{number}", {"accept": True}, moved).json()[
        "next"
    ]
    late = server.call("POST", f"{path}/seats/x", {}, moved)
    assert (late.status_code, sentence(late)) == (
        409,
        "The rematch has begun: move your seat in that game.",
    )
    assert server.move(following, "5", 0, o).status_code == 200
    assert server.move(following, "1", 1, x).status_code == 403
    assert server.move(following, "1", 1, moved).status_code == 200
