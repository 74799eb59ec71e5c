"""What the page tells of positions and games, and that everybody can use it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

import quincunx
from helpers import thinned_to
from web.playing import Person, on_both
from web.serving import Server

PHONE: ViewportSize = {"width": 320, "height": 640}
ZOOMED: ViewportSize = {"width": 640, "height": 400}
"""A desk of 1280x800 at 200 %."""
PAGES = [
    "/",
    "/new/numeral-nexus",
    "/board?game=zone-conquest&position=OX-/XXO/-O-+X+4+-",
    "/puzzle?game=swap-nine&seed=3",
    "/learn",
    "/learn/swap-nine",
    "/review",
    "/rules/grid-clash",
    "/solutions",
]
STATES = ["a game", "an end", "an invitation", "a review"]


def test_what_a_screen_reader_is_told(person: Person, server: Server) -> None:
    begun = server.create("swap-nine", position="-X-/---/--- O")
    person.sit(begun)
    grid = person.page.get_by_role("grid", name="Swap Nine board")
    expect(grid.get_by_role("gridcell")).to_have_count(9)
    expect(grid.get_by_role("gridcell", name="2, X")).to_have_count(1)
    expect(grid.get_by_role("gridcell", name="5, empty, can be chosen")).to_have_count(1)
    person.touch("1")
    person.touch("2")
    expect(person.page.locator("#announcements")).to_contain_text(
        "O played 1x2. Changed hands: 2. Your turn, X."
    )


@pytest.mark.slow
@on_both
def test_analysis_shows_what_analyze_says(person: Person) -> None:
    text = "OX-/XXO/-O- X 4 -"
    person.open(f"/board?game=zone-conquest&position={text}")
    person.page.wait_for_selector(".moves li")
    found = quincunx.analyze(quincunx.parse("zone-conquest", text))
    shown = person.page.locator(".moves li .move").all_inner_texts()
    assert shown == [str(item.move) for item in found.moves]
    signs = {"win": "+W", "draw": "=D", "loss": "−L"}
    badges = person.page.locator(".moves li .badge").all_inner_texts()
    assert badges == [
        signs[item.value] + ("" if item.value == "draw" else str(item.distance))
        for item in found.moves
    ]
    on_board = {
        cell.get_attribute("data-key"): cell.locator(".badge").inner_text()
        for cell in person.page.locator(".cell:has(.badge)").all()
    }
    assert on_board == {
        str(item.move).removeprefix("x"): badge
        for item, badge in zip(found.moves, badges, strict=True)
    }


@pytest.mark.slow
def test_stepping_through_and_the_record(person: Person, server: Server) -> None:
    begun = server.create("swap-nine")
    server.play(begun, "5", "2x5", "8")
    person.open(f"/game/{begun['id']}")
    person.sees_moves(3)
    person.page.get_by_role("button", name="One move back").click()
    person.sees("Showing move 2 of 3")
    assert person.marks() == ["1", "O", "3", "4", "O", "6", "7", "8", "9"]
    person.page.get_by_role("button", name="To the start").click()
    expect(person.page.locator(".cell .mark")).to_have_count(0)
    person.page.get_by_role("button", name="To the end").click()
    person.page.get_by_text("Record and links").click()
    record = person.page.get_by_label("Record").input_value()
    assert "1. 5 2x5 2. 8 *" in record
    with person.page.expect_download() as saved:
        person.page.get_by_role("button", name="Download").click()
    file = saved.value.path()
    assert file.read_text() == record
    person.open("/review")
    person.page.set_input_files("input[type=file]", file)
    expect(person.page.locator("textarea")).to_have_value(record)
    person.page.get_by_role("button", name="Review").click()
    person.page.wait_for_selector(".picture svg")


@pytest.mark.slow
@on_both
def test_a_mistake_is_tried_again_before_the_answer(person: Person) -> None:
    person.open("/review")
    person.page.fill("textarea", '[Game "zone-conquest"]\n\n1. 5 1 2. 2 4 3. x4 6 4. 8 9 5. 7 X\n')
    person.page.get_by_role("button", name="Review").click()
    mistake = person.page.locator(".mistakes li", has_text="6. O 6: draw given away")
    assert "punished" not in mistake.inner_text()
    mistake.get_by_role("button", name="Try again").click()
    person.sees("6 was a mistake. What is better?")
    before = quincunx.parse("zone-conquest", "OX-/XX-/--- O 4 -")
    best = quincunx.analyze(before).moves
    wrong = next(item.move for item in best if item.value == "loss" and str(item.move).isdigit())
    person.touch(str(wrong))
    person.sees("Try again.")
    right = next(item.move for item in best if item.value == "draw")
    person.touch(str(right).removeprefix("x"))
    person.sees(f"{right} is right")
    mistake.get_by_role("button", name="Why").click()
    person.sees("punished by")


@pytest.fixture(scope="module")
def checked(browser: Browser, server: Server) -> Iterator[Person]:
    """Narrow as a phone; the checker's script is let past the page's own policy."""
    person = Person(browser, server, viewport=PHONE, bypass_csp=True, color_scheme="dark")
    yield person
    person.close()


@pytest.mark.parametrize("path", thinned_to([*PAGES, *STATES], "a game"))
def test_every_page_is_accessible_and_fits_a_phone(checked: Person, path: str) -> None:
    if path == "an invitation":
        path = f"/game/{checked.server.create('grid-clash', o={'kind': 'open'})['id']}"
    if path == "an end":
        over = checked.server.create("swap-nine")
        checked.server.play(over, *"512346789")
        checked.sit(over)
        checked.page.wait_for_selector(".end h2")
        path = f"/game/{over['id']}"
    if path == "a game":
        begun = checked.server.create("numeral-nexus", o={"kind": "computer", "level": "random"})
        path = f"/game/{begun['id']}"
    checked.open("/review" if path == "a review" else path)
    if path == "a review":
        checked.page.fill("textarea", '[Game "swap-nine"]\n\n1. 5 2x5 2. 8 1 *\n')
        checked.page.get_by_role("button", name="Review").click()
        checked.page.wait_for_selector(".mistakes, .picture svg")
    checked.page.wait_for_selector("main h1")
    if path.startswith("/board"):
        checked.page.wait_for_selector(".moves li")
    checked.is_accessible()
    for size in (ZOOMED, PHONE):
        checked.page.set_viewport_size(size)
        assert checked.overflow() <= 0, size
    assert checked.page.evaluate("document.querySelector('.top').offsetHeight") <= 56, "one line"
