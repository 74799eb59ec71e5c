"""The page of a game says what there is to know, where one looks: who comes, what is cut, how it
ended; and a seat comes to nobody without a word."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import expect

import quincunx
from helpers import wait_until
from web.playing import PATIENCE, People, Person
from web.serving import Server

COMPUTER = {"kind": "computer", "level": "random"}
OPEN = {"kind": "open"}
LONG_AFTER = datetime(2100, 1, 1, tzinfo=UTC)
NEARLY_OVER = "XXO/OOX/XO- X"
GONE_ON = "The game has moved on: look at the board and move again."


def watches_replies(person: Person, begun: dict[str, Any]) -> None:
    """Sit at a game when the stream has begun."""
    with person.page.expect_response("**/events"):
        person.sit(begun)
    person.settles()


def says(person: Person, text: str) -> None:
    """At the board."""
    expect(person.page.locator(".messages")).to_contain_text(text, timeout=PATIENCE)


@pytest.mark.slow
def test_the_computers_reply_lets_ones_own_move_be_seen(person: Person, server: Server) -> None:
    """Though the two come together."""
    begun = server.create("crossed-paths", o=COMPUTER)
    person.page.emulate_media(reduced_motion="no-preference")
    watches_replies(person, begun)
    person.page.evaluate(
        """() => {
            window.drawn = [];
            const moves = document.querySelector(".list");
            new MutationObserver(() => {
                drawn.push([moves.querySelectorAll(".move").length, performance.now()]);
            }).observe(moves, { childList: true, subtree: true });
        }"""
    )
    server.play(begun, "D4")
    wait_until(lambda: server.state(begun["id"])["ply"] == 2)
    person.sees_moves(2)
    (one, first), (two, second) = person.page.evaluate("drawn")
    assert (one, two) == (1, 2)
    assert second - first >= 440  # timers of browsers may be a little early


@pytest.mark.slow
def test_looking_back_or_leaving_while_a_reply_waits_does_no_harm(
    person: Person, server: Server
) -> None:
    begun = server.create("crossed-paths", o=COMPUTER)
    person.page.emulate_media(reduced_motion="no-preference")
    person.page.clock.install()
    watches_replies(person, begun)
    person.page.clock.pause_at(LONG_AFTER)
    status = person.page.locator(".status")
    server.play(begun, "D4")
    person.sees_moves(1)
    person.presses("One move back")
    expect(status).to_have_text("Showing move 0 of 1.")
    person.page.clock.run_for(1_000)
    expect(status).to_have_text("Showing move 0 of 2.")
    person.page.keyboard.press("Escape")
    expect(status).to_have_text("Your turn: X.")
    person.page.locator(".cell.can").first.click()
    person.sees_moves(3)
    person.goes("Solutions")
    wait_until(lambda: server.state(begun["id"])["ply"] == 4)
    person.page.clock.run_for(1_000)
    person.sees("The result of each game")


@pytest.mark.slow
def test_with_reduced_motion_nothing_waits(person: Person, server: Server) -> None:
    begun = server.create("crossed-paths", o=COMPUTER)
    person.page.clock.install()
    watches_replies(person, begun)
    person.page.clock.pause_at(LONG_AFTER)
    server.play(begun, "D4")
    person.sees_moves(2)


def shows_turn(mover: Person, other: Person) -> None:
    """In the title and the icon of the tab."""
    for person, turn, icon in ((mover, "Your turn · ", "icon-turn"), (other, "", "icon")):
        expect(person.page).to_have_title(f"{turn}Swap Nine · Quincunx")
        link = person.page.locator("link[rel=icon]")
        expect(link).to_have_attribute("href", re.compile(rf"/{icon}\.svg$"))


@pytest.mark.slow
def test_a_friend_is_asked_before_being_seated(people: People, server: Server) -> None:
    ann, bob = people(2, viewport={"width": 390, "height": 844})
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    begun = server.create("swap-nine", o=OPEN)
    ann.sit(begun)
    ann.presses("Copy the link")
    expect(ann.page.get_by_role("button", name="Copied")).to_be_visible()
    assert ann.page.evaluate("navigator.clipboard.readText()").endswith(f"/game/{begun['id']}")
    bob.open(f"/game/{begun['id']}")
    bob.sees("Ann invites you to Swap Nine")
    bob.sees(quincunx.game("swap-nine").summary)
    bob.sees("You would play O.")
    expect(bob.page.locator(".small .cell")).to_have_count(9)
    bob.presses("Watch")
    says(bob, "You are watching this game.")
    assert server.state(begun["id"])["players"]["o"]["kind"] == "open"
    assert bob.kept("games")[begun["id"]]["mine"] == []
    bob.presses("Take the open seat")
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_label("Your name").press("Enter")
    bob.page.wait_for_selector(".status")
    says(ann, "Bob is here and plays O.")
    expect(ann.page.locator("#announcements")).to_contain_text("Bob is here and plays O.")
    shows_turn(ann, bob)
    ann.touch("5")
    shows_turn(bob, ann)
    bob.goes("Solutions")
    expect(bob.page).to_have_title("Solutions · Quincunx")
    expect(ann.page.locator(".message")).to_have_text("")


@pytest.mark.slow
def test_a_seat_that_was_taken_meanwhile_is_watched(people: People, server: Server) -> None:
    begun = server.create("swap-nine", o=OPEN)
    (late,) = people(1)
    late.open(f"/game/{begun['id']}")
    late.page.wait_for_selector("form")
    board = late.page.locator(".small .board").bounding_box()
    assert board
    assert board["width"] > 100
    assert server.take(begun["id"], "o").status_code == 201
    late.presses("Play")
    says(late, "Somebody else has taken the seat: you are watching.")


@pytest.mark.slow
def test_a_seat_moves_to_another_device(people: People, server: Server) -> None:
    begun = server.create("swap-nine")
    game, token = begun["id"], begun["seats"]["o"]
    desk, phone, stranger, away = people(4)  # the last has the same seat, and is not looked at
    away.sit(begun, "o")
    away.page.goto("about:blank")
    desk.sit(begun, "o")
    desk.page.get_by_text("Record and links").click()
    desk.presses("Move my seat to another device")
    link = desk.page.get_by_label("Open this link on the other device").input_value()
    assert link == f"{server.base}/game/{game}#seat=o.{token}"
    assert desk.page.get_by_role("button", name="Move my seat").count() == 0, "given once"
    addresses: list[str] = []
    phone.page.on("request", lambda request: addresses.append(request.url))
    phone.page.goto(link)
    says(phone, "Your seat is on this device now: you play O.")
    assert phone.page.url == f"{server.base}/game/{game}"
    says(desk, "Your seat is on another device now: you are watching.")
    assert desk.page.get_by_role("button", name="Resign").count() == 0
    assert desk.page.get_by_label("Open this link on the other device").count() == 0
    assert desk.kept("seats") == {game: {}}
    moved = phone.kept("seats")[game]["o"]
    assert moved != token
    server.play(begun, "5")
    phone.sees_moves(1)
    desk.sees_moves(1)
    expect(desk.page.locator(".cell.can")).to_have_count(0)
    phone.touch("1")
    desk.sees_moves(2)
    away.open("/")
    away.sees("against Ann and Bob")
    away.open(f"/game/{game}")
    away.sees("You are watching this game.")
    assert server.move(game, "9", 2, begun["seats"]["x"]).status_code == 200
    assert server.move(game, "8", 3, token).status_code == 403
    phone.page.goto(link)  # again: it stays where it is
    says(phone, "Your seat is on this device now: you play O.")
    for secret in (token, moved):
        assert not any(secret in address for address in addresses)
        assert secret not in (server.home / "log").read_text()
    assert phone.kept("games")[game]["mine"] == ["o"]
    stranger.page.goto(link)  # which was used
    says(stranger, "That link opens no seat of this game")
    assert stranger.page.url == f"{server.base}/game/{game}"
    assert stranger.kept("seats") == {}


@pytest.mark.slow
def test_a_seat_that_moves_while_the_line_is_cut_comes_at_last(
    people: People, server: Server
) -> None:
    begun = server.create("swap-nine")
    link = f"{server.base}/game/{begun['id']}#seat=x.{begun['seats']['x']}"
    (phone,) = people(1)
    phone.hurries()
    phone.lose("**/seats/x", arrives=True)
    phone.page.goto(link)
    says(phone, "Your seat is on this device now: you play X.")
    assert server.state(begun["id"])["moved"] == {"x": 1, "o": 0}
    phone.touch("5")
    phone.sees_moves(1)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["undo", "rematch"])
def test_who_asked_is_told_that_the_other_declined(
    people: People, server: Server, kind: str
) -> None:
    begun = server.create("swap-nine")
    ann, bob = people(2)
    if kind == "rematch":
        server.play(begun, *"512346789")
    else:
        server.play(begun, "5")
    ann.sit(begun, "x")
    bob.sit(begun, "o")
    ann.presses("Rematch" if kind == "rematch" else "Ask to take back")
    bob.presses("Decline")
    words = f"Bob declined {'the rematch' if kind == 'rematch' else 'to take back the last move'}."
    expect(ann.page.locator(".offers")).to_have_text(words)
    expect(ann.page.locator("#announcements")).to_contain_text(words)
    expect(bob.page.locator(".offers")).to_be_empty()
    ann.page.reload()
    expect(ann.page.locator(".offers")).to_have_text(words)
    if kind == "undo":
        bob.touch("1")
        expect(ann.page.locator(".offers")).to_be_empty()


def test_a_move_made_offline_waits_and_is_sent_once(person: Person, server: Server) -> None:
    begun = server.create("swap-nine")
    person.hurries()
    with person.page.expect_response("**/events"):
        person.sit(begun, "x")
    asked = person.asked("GET", f"/games/{begun['id']}")
    person.context.set_offline(True)
    says(person, "The connection was lost: what you see may be old.")
    expect(person.page.locator("#announcements")).to_contain_text("The connection was lost.")
    person.touch("5")
    says(person, "your move 5 waits for it.")
    person.touch("1")  # one at a time
    with person.page.expect_event("request", lambda _: len(asked) > 8):
        pass
    assert server.state(begun["id"])["moves"] == []
    person.context.set_offline(False)
    person.sees_moves(1)
    expect(person.page.locator(".message")).to_have_text("")
    assert server.state(begun["id"])["moves"] == ["5"]
    # The game goes on otherwise, on another device with the same seat.
    server.play(begun, "1", ply=1)
    person.sees_moves(2)
    person.context.set_offline(True)
    says(person, "The connection was lost")
    person.touch("9")
    server.play(begun, "8", ply=2)
    person.context.set_offline(False)
    says(person, GONE_ON)
    person.sees_moves(3)
    assert server.state(begun["id"])["moves"] == ["5", "1", "8"]


@pytest.mark.slow
def test_a_move_that_came_and_was_taken_back_is_not_played_again(
    person: Person, server: Server
) -> None:
    """Its answer was lost with the line, and another device took it back."""
    begun = server.create("swap-nine", o=COMPUTER)
    game, x = begun["id"], begun["seats"]["x"]
    person.hurries()
    person.lose("**/events", 9999)
    person.sit(begun)
    sent = person.asked("POST", "/moves")
    person.lose(f"**/api/games/{game}", 9999)
    person.lose("**/moves", arrives=True)
    person.touch("5")
    wait_until(lambda: server.state(game)["ply"])
    assert server.offer(game, "undo", x).json()["ply"] == 0
    person.page.unroute(f"**/api/games/{game}")
    says(person, GONE_ON)
    person.settles()
    assert len(sent) == 1
    assert server.state(game)["moves"] == []


@pytest.mark.slow
def test_nobody_is_told_of_plies(person: Person, server: Server) -> None:
    """A move at a board that is old: what is said is what to do, and the board is the present."""
    begun = server.create("swap-nine")
    person.lose("**/events", 9999)
    person.sit(begun, "x")
    server.play(begun, "5", "1")
    person.touch("9")
    says(person, GONE_ON)
    person.sees_moves(2)
    assert "ply" not in person.page.inner_text("body").lower().replace("reply", "")


def resigns(person: Person) -> None:
    """By keyboard alone: what is asked is answered first with no, then with yes."""
    keys = person.page.keyboard
    person.page.get_by_role("button", name="Resign").focus()
    keys.press("Enter")
    expect(person.page.get_by_role("button", name="Play on")).to_be_focused()
    keys.press("Enter")
    person.page.get_by_role("button", name="Resign").focus()
    keys.press("Enter")
    keys.press("Tab")
    expect(person.page.get_by_role("button", name="Yes, resign")).to_be_focused()
    keys.press("Enter")


def primary(person: Person) -> list[str]:
    return person.page.locator("button.main, .button.main").all_inner_texts()


@pytest.mark.slow
def test_the_end_is_told_to_each_in_their_own_words(people: People, server: Server) -> None:
    begun = server.create("swap-nine", position=NEARLY_OVER)
    ann, bob, eve = people(3)
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.sit(begun, "x")
    bob.sit(begun, "o")
    eve.open(f"/game/{begun['id']}")
    top = "document.querySelector('.board').getBoundingClientRect().top + scrollY"
    place = ann.page.evaluate(top)
    ann.touch("9")
    if ann.page.locator("button.finish").count():
        ann.page.click("button.finish")
    for person, words in ((ann, "You won"), (bob, "You lost"), (eve, "Ann (X) won")):
        expect(person.page.locator(".end h2")).to_contain_text(words)
        expect(person.page.locator(".end")).to_contain_text(re.compile("5 markers to 4", re.I))
        expect(person.page.get_by_role("link", name="Review").last).to_be_visible()
    assert ann.page.evaluate(top) == place
    expect(ann.page.locator("#announcements")).to_contain_text("You won")
    expect(ann.page.locator(".end")).to_contain_text("You made no mistakes.")
    assert "mistake" not in eve.page.inner_text(".end")
    ann.presses("Share as text")
    expect(ann.page.get_by_role("button", name="Copied")).to_be_visible()
    title, signs, link = ann.page.evaluate("navigator.clipboard.readText()").splitlines()
    assert re.fullmatch(r"Swap Nine: I won( 5 to 4)?, 1 move", title)
    assert (signs, link) == ("🟩", f"{server.base}/review?game={begun['id']}")
    assert primary(ann) == primary(bob) == ["Rematch"]
    ann.presses("Rematch")
    expect(bob.page.get_by_role("button", name="Accept")).to_be_visible()
    assert primary(bob) == ["Accept"]
    ann.sees("Waiting for the answer")
    assert primary(ann) == []
    bob.presses("Accept")
    ann.page.wait_for_url(lambda url: not url.endswith(begun["id"]))
    assert server.resign(ann.game, begun["seats"]["x"]).status_code == 200
    ann.sees("After 2 games: Bob 1, you 1.")


@pytest.mark.slow
def test_again_goes_on_with_the_score_and_adaptive_adapts(person: Person, server: Server) -> None:
    casual = {"kind": "computer", "level": "casual"}
    begun = server.create("swap-nine", o=casual)
    person.open("/healthz")
    person.keep("games", {begun["id"]: {"adaptive": True}})
    person.sit(begun)
    person.sees("Computer, adaptive (casual)")
    resigns(person)
    expect(person.page.locator(".end h2")).to_have_text("You lost.")
    assert primary(person) == ["Play again as O"]
    person.presses("Play again as O")
    person.sees("Computer, adaptive (beginner)")
    state = server.state(person.game)
    assert (state["players"]["x"]["level"], state["players"]["o"]["kind"]) == ("beginner", "human")
    resigns(person)
    person.sees("After 2 games: Computer, adaptive (beginner) 2, you 0.")
    person.page.reload()
    person.sees("After 2 games")
    assert person.kept("adaptive")["swap-nine"] == {"level": "beginner", "won": "won"}


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 320])
def test_on_a_phone_the_board_comes_first_and_what_to_do_is_at_the_thumb(
    people: People, server: Server, width: int
) -> None:
    begun = server.create("swap-nine")
    server.play(begun, "5")
    server.offer(begun["id"], "undo", begun["seats"]["x"])
    (person,) = people(1, viewport={"width": width, "height": 844}, has_touch=True)
    person.sit(begun, "o")
    accept = person.page.get_by_role("button", name="Accept").bounding_box()
    board = person.page.locator(".board").bounding_box()
    assert accept
    assert board
    assert 844 / 2 < accept["y"] < 844 - accept["height"]
    assert 0 < board["y"] < board["y"] + board["height"] <= accept["y"]


@pytest.mark.slow
def test_the_page_draws_what_happened_once(person: Person, server: Server) -> None:
    """Though who moves hears of it twice: by the answer, and by the event stream."""
    begun = server.create("swap-nine")
    watches_replies(person, begun)
    person.page.evaluate(
        """() => {
            window.drawn = 0;
            const noted = new MutationObserver(() => { window.drawn += 1; });
            noted.observe(document.querySelector(".players"), { childList: true });
        }"""
    )
    person.touch("5")
    person.sees_moves(1)
    # What happens next is heard after the stream has brought the move.
    server.play(begun, "1", ply=1)
    person.sees_moves(2)
    person.settles()
    assert person.page.evaluate("window.drawn") == 2
