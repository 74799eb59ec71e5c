"""A slow server, one that is away for a moment, and people who are quicker than it: no touch is
lost, nothing is done twice, and what comes late changes nothing."""

import re

import pytest
from playwright.sync_api import expect

from web.playing import PATIENCE, People, Person
from web.serving import Server


@pytest.mark.slow
def test_whoever_is_quicker_than_the_server_is_heard(person: Person, server: Server) -> None:
    held = person.hold("**/api/position*")
    person.open("/new/crossed-paths")
    person.page.get_by_label("A friend, by link").check()
    person.page.fill("input[name=rows]", "4")
    person.page.fill("input[name=columns]", "5")
    person.page.get_by_role("button", name="Make the link").dblclick()
    person.let_go(held, 3)  # the boards of 7x7, 4x7 and 4x5
    assert server.state(person.game)["size"] == "4x5"


@pytest.mark.slow
def test_fast_steps_are_all_taken_whatever_comes_first(person: Person, server: Server) -> None:
    begun = server.create("swap-nine")
    server.play(begun, "5", "2x5", "8")
    for path, said in [
        (f"/game/{begun['id']}", "Showing move 0 of 3."),
        (f"/review?game={begun['id']}", "The start."),
    ]:
        person.open(path)
        person.page.wait_for_selector(".list .move")
        held = person.hold("**/api/position*")
        for _ in range(3):
            person.page.get_by_role("button", name="One move back").click()
        person.let_go(held, 3)
        person.page.unroute("**/api/position*")
        expect(person.page.locator(".status")).to_have_text(said)
        expect(person.page.locator(".board .mark")).to_have_count(0)


@pytest.mark.slow
def test_a_touch_that_failed_is_touched_again(person: Person, server: Server) -> None:
    person.open("/puzzle?game=zone-conquest&seed=7")
    person.page.wait_for_selector(".cell.can")
    person.lose("**/api/puzzle/answer*")
    key = person.page.locator(".cell.can").first.get_attribute("data-key")
    assert key
    person.touch(key)
    person.sees("The server cannot be reached: try again in a moment.")
    with person.page.expect_response("**/api/puzzle/answer*"):
        person.touch(key)


@pytest.mark.slow
def test_a_seat_asked_for_before_a_reload_and_in_two_tabs(people: People, server: Server) -> None:
    begun = server.create("swap-nine", o={"kind": "open"})
    friend, stranger = people(2)
    friend.hurries()
    other = friend.context.new_page()
    friend.lose("**/seats/o", 99, arrives=True)
    friend.open(f"/game/{begun['id']}")
    with friend.page.expect_request("**/seats/o"):
        friend.presses("Play")
    other.goto(f"{server.base}/game/{begun['id']}")
    expect(other.locator(".players")).to_contain_text("you", timeout=PATIENCE)
    friend.page.unroute_all()
    friend.page.reload()
    friend.sees("you")
    stranger.open(f"/game/{begun['id']}")
    stranger.sees("X to move.")
    assert stranger.page.locator(".player >> text=you").count() == 0


def test_a_hidden_page_keeps_no_connection(person: Person, server: Server) -> None:
    begun = server.create("swap-nine")
    streams, ended = person.asked("GET", "/events"), []
    person.page.on(
        "requestfailed",
        lambda request: ended.append(request.url) if request.url in streams else None,
    )
    with person.page.expect_response("**/events"):
        person.sit(begun)
    turn = """hidden => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    expect(person.page.locator(".status")).to_have_text("Your turn: X.")
    person.page.evaluate(turn, True)
    person.waits(ended)
    assert len(streams) == 1
    with server.events(begun["id"], 0) as events:
        server.play(begun, "5")
        assert next(events).state["ply"] == 1
    person.settles()
    person.sees_moves(0)
    person.page.evaluate(turn, False)
    person.sees_moves(1)
    assert len(streams) == 2


@pytest.mark.slow
def test_two_clicks_begin_one_game(person: Person, server: Server) -> None:
    begun = server.create("swap-nine")
    server.resign(begun["id"], begun["seats"]["x"])
    made = person.asked("POST", "/api/games")
    person.sit(begun)
    person.page.get_by_role("button", name="Again").dblclick()
    person.page.wait_for_url(lambda url: not url.endswith(begun["id"]))
    person.open("/board?game=swap-nine")
    person.page.get_by_role("button", name="Both play from here").dblclick()
    person.page.wait_for_url("**/game/*")
    assert len(made) == 2


@pytest.mark.slow
def test_the_first_move_fails_after_the_game_has_begun(person: Person, server: Server) -> None:
    person.hurries()
    made = person.asked("POST", "/api/games")
    person.lose("**/moves", 2)
    person.open("/new/swap-nine")
    person.page.get_by_label("Both at this screen").check()
    person.touch("5")
    person.sees_moves(1)
    person.page.reload()
    person.sees_moves(1)
    assert server.state(person.game)["moves"] == ["5"]
    assert len(made) == 1


@pytest.mark.slow
def test_taking_back_at_one_screen_goes_on_where_it_failed(person: Person, server: Server) -> None:
    begun = server.create("swap-nine")
    server.play(begun, "5")
    person.sit(begun)
    person.lose("**/offers/*")
    person.presses("Take back")
    person.sees("The server cannot be reached")
    person.presses("Take back")
    person.sees_moves(0)


@pytest.mark.slow
def test_take_back_pressed_twice_takes_back_once(person: Person, server: Server) -> None:
    begun = server.create("swap-nine", o={"kind": "computer", "level": "random"})
    person.sit(begun)
    for count in (2, 4):
        person.page.locator(".cell.can").first.click()
        if person.page.locator("button.finish").count():
            person.page.click("button.finish")
        person.sees_moves(count)
    held = person.hold("**/offers")
    person.page.get_by_role("button", name="Take back").dblclick()
    person.let_go(held, 1)
    person.sees_moves(2)
    person.settles()
    person.sees_moves(2)
    assert len(held) == 1


@pytest.mark.slow
def test_an_address_belongs_to_what_is_shown(person: Person, server: Server) -> None:
    for address, pattern, act in [
        ("/board?game=swap-nine", "**/api/position?game=swap-nine*", None),
        ("/board?game=swap-nine", "**/api/position?game=swap-nine*", lambda: person.touch("5")),
        ("/review", "**/api/replay", lambda: person.presses("Review")),
        ("/new/swap-nine", "**/api/games", lambda: person.presses("Start")),
    ]:
        person.open("/learn")  # the first page asks for the board of the day's puzzle
        held = person.hold(pattern) if act is None else []
        person.open(address)
        if act is not None:
            person.page.wait_for_selector("textarea, .cell.can")
            if address == "/review":
                person.page.fill("textarea", '[Game "swap-nine"]\n\n1. 5 *\n')
            held = person.hold(pattern)
            act()
        person.waits(held)
        person.goes("Solutions")
        person.sees("The result of each game")
        person.let_go(held, 1)
        person.page.unroute_all()
        person.settles()
        assert person.page.url == f"{server.base}/solutions"
        assert person.page.title() == "Solutions · Quincunx"
        person.sees("The result of each game")


@pytest.mark.slow
def test_the_newest_question_is_answered(person: Person, server: Server) -> None:
    person.hurries()
    person.open("/board?game=swap-nine")
    person.page.wait_for_selector(".cell.can")
    held = person.hold("**/api/position*")
    for text in ("X--/---/--- O", "--X/---/--- O"):
        person.page.get_by_label("Position").fill(text)
        person.presses("Set up")
    person.let_go(held, 2)
    expect(person.page.get_by_label("Position")).to_have_value("--X/---/--- O")
    assert [i for i, mark in enumerate(person.marks()) if mark.startswith("X")] == [2]
    person.page.unroute_all()
    person.lose("**/api/position*", 99)
    person.page.get_by_label("Position").fill("---/-X-/--- O")
    person.presses("Set up")
    person.sees("The server cannot be reached")
    expect(person.page.get_by_label("Position")).to_have_value("---/-X-/--- O")


@pytest.mark.slow
def test_the_record_follows_the_game(person: Person, server: Server) -> None:
    begun = server.create("swap-nine")
    person.sit(begun)
    person.page.get_by_text("Record and links").click()
    for key, moves in [("5", "1. 5 *"), ("1", "1. 5 1 *")]:
        person.touch(key)
        if person.page.locator("button.finish").count():
            person.page.click("button.finish")
        expect(person.page.get_by_label("Record")).to_have_value(re.compile(re.escape(moves)))


@pytest.mark.slow
def test_what_is_looked_at_was_played_otherwise_meanwhile(person: Person, server: Server) -> None:
    begun = server.create("crossed-paths")
    server.play(begun, "D4", "D5", "D6")
    person.sit(begun, "x")
    person.presses("One move back")
    person.sees("Showing move 2 of 3.")
    for seat in "xo":
        server.agree(begun, "undo", seat)
    server.play(begun, "D3", "D2", "D1", ply=1)
    person.sees_moves(4)
    expect(person.page.locator(".status")).to_have_text("Your turn: X.")


@pytest.mark.slow
def test_a_solution_is_not_covered_by_a_late_answer(person: Person) -> None:
    person.open("/puzzle?game=zone-conquest&seed=7")
    person.page.wait_for_selector(".cell.can")
    held = person.hold("**/api/puzzle/answer*")
    person.page.locator(".cell.can").first.click()
    person.presses("Show the answer")
    person.sees("is the move.")
    person.let_go(held, 1)
    person.settles()
    person.sees("is the move.")


@pytest.mark.slow
def test_a_mistake_cannot_be_tried_while_a_step_is_out(person: Person) -> None:
    person.open("/review")
    person.page.fill("textarea", '[Game "zone-conquest"]\n\n1. 5 1 2. 2 4 3. x4 6 4. 8 9 5. 7 X\n')
    person.presses("Review")
    person.page.locator(".mistakes li").first.get_by_role("button", name="Try again").click()
    person.page.wait_for_selector(".cell.can")
    held = person.hold("**/api/position*")
    person.presses("To the start")
    expect(person.page.locator(".cell.can")).to_have_count(0)
    person.let_go(held, 1)
    expect(person.page.locator(".status")).to_have_text("The start.")
    person.page.locator(".skip").focus()
    person.page.keyboard.press("Enter")
    expect(person.page.locator("h1")).to_have_text("Zone Conquest, reviewed")


@pytest.mark.slow
def test_a_page_that_cannot_be_had_can_be_tried_again(person: Person, server: Server) -> None:
    person.lose("**/page/*/solutions.js", 2)  # as the document names it, and as it is imported
    person.open("/solutions")
    expect(person.page.locator("h1")).to_have_text("No connection")
    person.sees("The server cannot be reached: try again in a moment.")
    person.presses("Try again")
    person.sees("The result of each game")
