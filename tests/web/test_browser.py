"""Live games on the page, in real browsers on a real server."""

import signal
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import quincunx
from helpers import TOY, thinned_to
from web.playing import People, Person, board_of, on_both
from web.serving import Server, with_the_toy_game


def play_to_the_end(
    players: dict[str, Person], others: list[Person], game: str, seed: int
) -> dict[str, Any]:
    """Random moves, touched in the window of whoever is to move and seen in all of them."""
    random = Random(seed)
    while (state := players["X"].state(game))["outcome"] is None:
        move = random.choice(state["legal_moves"])["move"]
        players[state["to_move"]].play(state, move)
        for person in [*players.values(), *others]:
            person.sees_moves(state["ply"] + 1)
    return state


def invites(person: Person, game: str, first: str) -> None:
    """A friend, by link, with the first move played."""
    person.open(f"/new/{game}")
    person.page.get_by_label("A friend, by link").check()
    person.touch(first)


@pytest.mark.parametrize("game", thinned_to(quincunx.game_ids(), "swap-nine"))
def test_two_windows_play_and_a_third_watches(people: People, game: str) -> None:
    ann, bob, eve = people(3)
    ann.open(f"/new/{game}")
    ann.page.get_by_label("A friend, by link").check()
    ann.page.fill("input[name=name]", "Ann <b>")
    if game == "crossed-paths":  # fewer moves, and a size that is not the default
        ann.page.fill("input[name=rows]", "4")
        ann.page.fill("input[name=columns]", "5")
    ann.page.get_by_role("button", name="Make the link").click()
    link = ann.page.get_by_label("Send this link to your friend").input_value()
    assert link.endswith(f"/game/{ann.game}")
    bob.comes(ann.game)
    eve.open(f"/game/{ann.game}")
    for person in (bob, eve):
        person.sees("Ann <b>")
    bob.sees("you")
    eve.sees("You are watching this game.")
    assert eve.page.locator(".player >> text=you").count() == 0
    state = play_to_the_end({"X": ann, "O": bob}, [eve], ann.game, seed=5)
    reason = state["outcome"]["reason"]
    for person in (ann, bob, eve):
        person.sees(reason)
        assert person.marks() == board_of(state)
    assert eve.page.locator("button", has_text="rematch").count() == 0
    bob.page.get_by_role("button", name="Rematch").click()
    ann.page.get_by_role("button", name="Accept").click()
    ann.page.wait_for_url(lambda url: not url.endswith(state["id"]))
    bob.page.wait_for_url(ann.page.url)
    expect(bob.page.locator(".status")).to_have_text("Your turn: X.")


@on_both
def test_two_clicks_to_the_first_move_and_the_computer_replies(person: Person) -> None:
    person.open("/")
    person.page.get_by_role("link", name="Zone Conquest").click()
    person.touch("5")
    person.sees_moves(2)
    expect(person.page.locator(".status")).to_have_text("Your turn: X.")
    person.page.get_by_role("button", name="Take back").click()
    person.sees_moves(0)
    person.presses("Resign")
    person.presses("Yes, resign")
    person.sees("X resigned")
    person.page.get_by_role("button", name="Again").click()
    person.sees_moves(1)


@pytest.mark.slow
def test_a_reload_brings_the_seat_back(people: People) -> None:
    ann, bob = people(2)
    invites(ann, "swap-nine", "5")
    bob.comes(ann.game)
    ann.page.goto("about:blank")
    bob.touch("2")
    bob.touch("5")
    bob.sees_moves(2)
    ann.open(f"/game/{bob.game}")
    ann.sees("Your turn: X.")
    ann.sees_moves(2)
    ann.page.reload()
    ann.touch("9")
    bob.sees_moves(3)


@pytest.mark.slow
def test_a_player_who_was_away_has_a_seat_in_the_rematch(people: People) -> None:
    ann, bob = people(2)
    invites(ann, "swap-nine", "5")
    game = ann.game
    bob.comes(game)
    bob.presses("Resign")
    bob.presses("Yes, resign")
    ann.page.get_by_role("button", name="Rematch").click()
    ann.sees("Waiting for the answer")
    ann.page.goto("about:blank")
    bob.page.get_by_role("button", name="Accept").click()
    bob.page.wait_for_url(lambda url: not url.endswith(game))
    ann.open(f"/game/{game}")
    ann.page.get_by_role("link", name="To the rematch").click()
    ann.page.wait_for_url(bob.page.url)
    ann.sees("you")
    bob.touch("5")
    ann.touch("1")
    bob.sees_moves(2)


@pytest.mark.slow
@on_both
def test_stepping_after_other_moves_were_played(person: Person) -> None:
    person.open("/new/crossed-paths")
    person.page.get_by_label("Both at this screen").check()
    person.touch("A1")
    person.sees_moves(1)
    person.page.get_by_role("button", name="One move back").click()
    person.sees("Showing move 0 of 1")
    person.page.keyboard.press("Escape")
    person.sees("Your turn: O.")
    person.page.get_by_role("button", name="Take back").click()
    person.sees_moves(0)
    person.touch("G7")
    person.sees_moves(1)
    person.touch("G6")
    person.sees_moves(2)
    person.page.get_by_role("button", name="One move back").click()
    person.sees("Showing move 1 of 2")
    assert [i for i, mark in enumerate(person.marks()) if mark] == [48]


@pytest.mark.slow
@on_both
def test_both_at_this_screen(person: Person) -> None:
    person.open("/new/grid-clash")
    person.page.get_by_label("Both at this screen").check()
    person.page.get_by_role("button", name="Start").click()
    state = play_to_the_end({"X": person, "O": person}, [], person.game, seed=2)
    person.sees(state["outcome"]["reason"])
    person.page.get_by_role("link", name="Review").last.click()
    person.page.wait_for_selector(".picture svg")


@pytest.mark.slow
def test_the_server_is_killed_in_the_middle(browser: Browser, own_server: Server) -> None:
    ann, bob = Person(browser, own_server), Person(browser, own_server)
    invites(ann, "crossed-paths", "D4")
    bob.comes(ann.game)
    bob.touch("D5")
    ann.sees_moves(2)
    own_server.stop(signal.SIGKILL)
    ann.sees("The connection was lost")
    own_server.start()
    expect(ann.page.locator("body:not(.cut)")).to_be_visible()
    assert own_server.state(ann.game)["moves"] == ["D4", "D5"]
    ann.touch("D6")
    bob.sees_moves(3)
    for person in (ann, bob):
        person.close()


@on_both
def test_the_keyboard_alone(person: Person) -> None:
    """Tab to the board, arrows, Enter; a move of two touches, Escape, and F to end one."""
    keys = person.page.keyboard
    person.open("/new/swap-nine")
    person.page.wait_for_selector(".cell.can")
    person.page.focus("input[value=screen]")
    keys.press("Space")
    person.page.focus(".cell[tabindex='0']")
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        keys.press(key)
    game = person.game
    person.sees_moves(1)
    expect(person.page.locator('.cell[data-key="5"]')).to_be_focused()
    keys.press("ArrowUp")
    keys.press("Enter")
    for cancel in ("Escape", "Enter"):
        expect(person.page.locator(".cell[aria-selected]")).to_have_attribute("data-key", "2")
        keys.press(cancel)
        expect(person.page.locator(".cell[aria-selected]")).to_have_count(0)
        keys.press("Enter")
    keys.press("f")
    person.sees_moves(2)
    assert person.state(game)["moves"] == ["5", "2"]
    # With the button, too, one is back on the board.
    keys.press("ArrowLeft")
    keys.press("Enter")
    person.page.focus("button.finish")
    keys.press("Enter")
    person.sees_moves(3)
    expect(person.page.locator('.cell[data-key="1"]')).to_be_focused()
    keys.press("u")
    person.sees_moves(2)


@pytest.mark.slow
def test_a_sixth_game_plays_on_the_page(browser: Browser, tmp_path: Path) -> None:
    """It has no lesson and no reasons of its own."""
    folder = tmp_path / "path"
    folder.mkdir()
    with Server(tmp_path, path=with_the_toy_game(folder)) as server:
        person = Person(browser, server)
        person.open("/")
        person.page.get_by_role("link", name="Three in a Row").click()
        person.page.get_by_label("Both at this screen").check()
        person.presses("Start")
        state = play_to_the_end({"X": person, "O": person}, [], person.game, seed=4)
        person.sees(state["outcome"]["reason"])
        person.open(f"/learn/{TOY[0]}")
        person.sees("Three in a Row has no lesson")
        person.open(f"/board?game={TOY[0]}")
        person.sees("draws with best play")
        person.open(f"/board?game={TOY[0]}&position=XX-/OO-/---+X")
        person.page.wait_for_selector(".values .verdict")
        person.presses("Hint")
        person.sees("Try 3.")
        person.close()
