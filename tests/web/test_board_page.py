"""The board on the page, in a real browser: what is seen at once, what moves, what stands out."""

from collections import Counter
from io import BytesIO
from typing import Any, Literal

import pytest
from PIL import Image
from playwright.sync_api import Page, ViewportSize, expect

from web.playing import People, Person
from web.serving import Server

DESK, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=390, height=844)
NEXUS = "X5-O7--/-----/--O7--/---X2-/----- X XO"
MIDDLES = {
    "swap-nine": "XX-/-OO/--- X",
    "numeral-nexus": NEXUS,
    "grid-clash": "5O,3,8/2,7O,4/9X,1,6 X",
    "zone-conquest": "OX-/-X-/--- O 2 2",
    "crossed-paths": "-------/-------/-------/---X---/-------/-------/------- O D4",
}
SITTING = {
    "swap-nine": "5",
    "numeral-nexus": "5",
    "grid-clash": "1,1",
    "zone-conquest": "2",
    "crossed-paths": "A2",
}
"""What cannot be touched there, or what is only half of a move."""


def seated(people: People, server: Server, game: str, position: str, **options: Any) -> Person:
    """At both seats of a game that stands like this."""
    (person,) = people(1, **options)
    person.sit(server.create(game, position=position))
    person.page.wait_for_selector(".cell.can")
    return person


def touched(person: Person, *keys: str) -> list[str]:
    """What stands in the cells right after these touches, before anything can be answered."""
    found: list[str] = person.page.evaluate(
        "keys => { for (const key of keys)"
        " document.querySelector(`.table [data-key='${key}']`).click();"
        " return [...document.querySelectorAll('.table .cell')].flatMap((cell) => {"
        " const mark = cell.querySelector('.mark'); return mark ? [cell.dataset.key + ' ' +"
        " (mark.matches('.x') ? 'X' : 'O') + cell.innerText] : []; }); }",
        list(keys),
    )
    return found


def test_a_touched_marker_is_drawn_before_any_answer_and_taken_back_if_refused(
    people: People, server: Server
) -> None:
    person = seated(people, server, "numeral-nexus", NEXUS, viewport=DESK)
    standing = ["A1 X5", "A3 O7", "C3 O7", "D4 X2"]
    held = person.hold("**/moves")
    assert sorted(touched(person, "9", "E5")) == [*standing, "E5 X9"]
    person.waits(held)
    assert sorted(touched(person)) == [*standing, "E5 X9"]
    held[0].fulfill(status=422, json={"detail": "Not on E5: choose another cell."})
    person.sees("Not on E5: choose another cell.")
    assert sorted(touched(person)) == standing
    person.page.unroute("**/moves")
    person.touch("E5")
    person.touch("9")
    person.sees_moves(1)
    assert sorted(touched(person)) == [*standing, "E5 X9"]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.slow
def test_the_question_what_to_take_is_in_sight_with_the_marker_placed(
    people: People, server: Server, size: ViewportSize
) -> None:
    person = seated(people, server, "swap-nine", "---/-O-/--- X", viewport=size)
    page = person.page
    assert touched(person, "2") == ["2 X", "5 O"]
    expect(page.locator(".bar")).to_have_text(
        "Chosen: 2. Next, touch a filled cell, ortake nothingCancel"
    )
    bar, frame = page.locator(".dock").bounding_box(), page.locator(".board").bounding_box()
    assert bar
    assert frame
    assert frame["y"] + frame["height"] <= bar["y"]
    assert bar["y"] + bar["height"] <= size["height"]
    if size == PHONE:
        assert bar["y"] + bar["height"] == size["height"], "at the thumb"
    person.presses("Cancel")
    assert touched(person) == ["5 O"]
    expect(page.locator(".bar")).to_have_text(
        "Touch an empty cell, then if you like a filled cell."
    )


HOLD = """() => {
  const animate = Element.prototype.animate;
  window.running = [];
  Element.prototype.animate = function (...given) {
    const one = animate.apply(this, given);
    one.pause();
    running.push(one);
    return one;
  };
}"""
MOTIONS = """() => running.map(({effect}) => ({
  key: effect.target.closest("[data-key]")?.dataset.key ?? effect.target.tagName,
  kind: effect.target.getAttribute("class"), delay: effect.getTiming().delay,
  frames: JSON.stringify(effect.getKeyframes()),
}))"""


def moving(people: People, server: Server, game: str, position: str) -> Person:
    """On a board where all that moves is held still from its beginning, so that it can be seen."""
    person = seated(people, server, game, position, viewport=DESK)
    person.page.emulate_media(reduced_motion="no-preference")
    person.page.evaluate(HOLD)
    return person


@pytest.mark.slow
def test_captures_turn_one_after_the_other_and_are_not_cut(people: People, server: Server) -> None:
    person = moving(people, server, "grid-clash", "5O,3,8/2O,7,4/9,1,6X X")
    page = person.page
    person.touch("2,2")
    page.wait_for_selector(".cell[data-key='2,1'] .piece.x", state="attached")
    found = page.evaluate(MOTIONS)
    assert [(each["key"], (each["kind"] or "").split()[1:2]) for each in found] == [
        ("2,2", ["x"]),
        *[(key, [owner]) for key in ("1,1", "2,1") for owner in "ox"],
    ], "the marker at once, then each from owner to owner"
    delays = [each["delay"] for each in found[1:]]
    assert delays[0] < delays[1]
    assert delays[0] < delays[2] < delays[3]
    # The same position is drawn again meanwhile, with values on it.
    page.get_by_label("Show what every move is worth").check()
    page.wait_for_selector(".cell .badge")
    assert page.evaluate(
        "running.every((each) => each.playState === 'paused' && each.effect.target.isConnected)"
    )
    page.evaluate("running.forEach((each) => each.finish())")
    expect(page.locator(".cell[data-key='2,1'] .piece")).to_have_count(1)


@pytest.mark.slow
def test_swaps_travel_and_the_winning_line_draws_itself(people: People, server: Server) -> None:
    position = "X1-X5--/O7----/--O7--/-----/X9--O8- X XO"
    person = moving(people, server, "numeral-nexus", position)
    page = person.page
    person.touch("B1")
    person.touch("E1")
    person.sees_moves(1)
    found = page.evaluate(MOTIONS)
    assert {each["key"] for each in found if "translate" in each["frames"]} == {"B1", "E1"}
    for number, cell in (("1", "E5"), ("3", "A2")):
        person.touch(number)
        person.touch(cell)
    page.wait_for_selector(".cell.line")
    found = page.evaluate(MOTIONS)
    assert [each["key"] for each in found if "Dashoffset" in each["frames"]] == ["polyline"]
    assert page.locator(".through polyline").get_attribute("points") == "0.5,0.5 1.5,0.5 2.5,0.5"
    expect(page.get_by_role("gridcell", name="A2, X 3, in the winning line")).to_have_count(1)


@pytest.mark.slow
def test_nothing_moves_for_those_who_want_no_motion(people: People, server: Server) -> None:
    person = seated(people, server, "grid-clash", "5O,3,8/2,7O,4/9,1,6X X")
    person.touch("1,3")
    person.page.wait_for_selector(".cell[data-key='2,2'] .piece.x")
    assert person.page.evaluate("document.getAnimations().length") == 0


def brightness(colour: tuple[int, ...]) -> float:
    parts = [value / 255 for value in colour[:3]]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: tuple[int, ...], two: tuple[int, ...]) -> float:
    low, high = sorted((brightness(one), brightness(two)))
    return (high + 0.05) / (low + 0.05)


def colours(person: Person, key: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The colour of most of a cell, and of most of its edge, as they are on the screen."""
    taken = person.page.locator(f".table [data-key='{key}']").screenshot()
    picture = Image.open(BytesIO(taken)).convert("RGB")
    width, height = picture.size
    edge = [picture.getpixel((x, 1)) for x in range(width // 4, 3 * width // 4)]
    inner = [picture.getpixel((x, height // 4)) for x in range(width // 4, 3 * width // 4)]
    one, two = (Counter(each).most_common(1)[0][0] for each in (inner, edge))
    assert isinstance(one, tuple)
    assert isinstance(two, tuple)
    return one, two


@pytest.mark.slow
def test_what_can_be_touched_stands_out(person: Person, server: Server) -> None:
    """At least 3 to 1 on the screen's own pixels, in both schemes, whoever moves."""
    page = person.page
    empty = "/".join(["-" * 7] * 3)
    edges = set()
    for turn, other in ("XO", "OX"):
        position = f"{empty}/---{other}---/{empty} {turn} D4"
        person.sit(server.create("crossed-paths", position=position))
        expect(page.locator("[data-key=A2]:not(.can)")).to_have_count(1)
        schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
        for scheme in schemes:
            page.emulate_media(color_scheme=scheme)
            can, cannot = colours(person, "A1"), colours(person, "A2")
            assert contrast(can[1], cannot[0]) >= 3
            assert contrast(can[1], cannot[1]) >= 3
            edges.add(can[1])
        # A ghost of the marker where it would stand, for the mouse and for the keyboard.
        ghost = page.locator(f"[data-key=A1] .ghost.{turn.lower()}")
        page.hover("[data-key=A1]")
        expect(ghost).to_be_visible()
        page.mouse.move(1, 1)
        expect(ghost).to_be_hidden()
        page.focus("[data-key=B1]")
        page.keyboard.press("Home")
        expect(ghost).to_be_visible()
    assert len(edges) == 4, "each player's own colour"


@pytest.mark.slow
def test_an_illegal_touch_shows_the_rule_beside_the_board(people: People, server: Server) -> None:
    person = seated(people, server, "zone-conquest", "OX-/-X-/--- O 2 2")
    refusal = person.page.locator(".table .refusal[role=status]")
    person.touch("2")
    expect(refusal).to_contain_text(
        "You attacked zone 2 on your last turn: attack another zone, or occupy an empty one."
    )
    person.touch("5")
    expect(refusal).to_contain_text("Zone 5 touches none of yours")
    person.touch("9")
    person.sees_moves(1)
    expect(refusal).to_be_hidden()


@pytest.mark.slow
def test_the_largest_board_is_whole_on_a_desk_and_keeps_its_names_on_a_phone(
    people: People, server: Server
) -> None:
    (person,) = people(1, viewport=DESK)
    begun = server.create("crossed-paths", size="26x26")
    server.play(begun, "M13")
    person.sit(begun)
    page = person.page
    page.wait_for_selector(".cell.can")
    smallest = "Math.min(...[...document.querySelectorAll('.cell')].map(c => c.clientWidth))"
    over = "(e => e.scrollWidth - e.clientWidth)"
    inside = (
        "names => names.every((name) => { const {x, y, width, height} = ["
        "...document.querySelectorAll('.table .name')].find(n => n.textContent === name)"
        ".getBoundingClientRect(); const seen = document.elementFromPoint(x + width / 2,"
        " y + height / 2); return seen?.textContent === name; })"
    )
    assert page.evaluate(smallest) >= 24
    assert page.evaluate(f"{over}(document.querySelector('.frame'))") <= 0
    assert page.evaluate(f"{over}(document.documentElement)") <= 0
    assert page.evaluate(inside, ["A", "Z", "1"])
    page.locator("[data-key=Z26]").scroll_into_view_if_needed()
    assert page.evaluate(inside, ["26"])
    page.set_viewport_size(PHONE)
    assert page.evaluate(smallest) >= 24
    assert page.evaluate(f"{over}(document.documentElement)") <= 0
    page.locator(".frame").scroll_into_view_if_needed()
    page.evaluate("document.querySelector('.frame').scrollTo(9999, 9999)")
    page.evaluate("document.querySelector('.frame').scrollIntoView({block: 'end'})")
    assert page.evaluate(inside, ["Z", "26"])
    expect(page.locator("[data-key=Z26]")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_each_thing_to_notice_has_a_sign_of_its_own(people: People, server: Server) -> None:
    """In shape and in words; the winning line is tested where it draws itself."""
    person = seated(people, server, "zone-conquest", "OX-/-X-/--- O 2 2")
    page = person.page
    page.get_by_label("Show what every move is worth").check()
    page.wait_for_selector(".cell.good .sign.good")
    cell = page.get_by_role("gridcell", name="2, X, not allowed now")
    expect(cell.locator(".sign.forbidden")).to_have_count(1)
    expect(page.locator(".strip .legend")).to_have_text("not allowed now")
    shown = [drawing(page, sign) for sign in ("good", "forbidden")]
    page = seated(people, server, "crossed-paths", MIDDLES["crossed-paths"]).page
    expect(page.get_by_role("gridcell", name="D4, X, play in line with it")).to_have_count(1)
    for each in zip(*shown, drawing(page, "align"), strict=True):
        assert len(set(each)) == 3


def drawing(page: Page, sign: str) -> list[str]:
    """The shape of a sign and its colours."""
    lines: list[str] = page.locator(f".cell .sign.{sign} path").first.evaluate(
        "p => [p.getAttribute('d'), getComputedStyle(p).fill + getComputedStyle(p).stroke]"
    )
    return lines


@pytest.mark.slow
def test_the_swap_can_be_found(people: People, server: Server) -> None:
    person = seated(people, server, "numeral-nexus", NEXUS)
    page = person.page
    expect(page.locator(".bar")).to_have_text(
        "Touch one of those next to the board, then an empty cell; or two filled cells."
    )
    expect(page.locator(".cell.can:has(.mark)")).to_have_count(4)
    person.touch("A1")
    expect(page.locator(".bar")).to_contain_text("Chosen: A1. Next, touch a filled cell")
    expect(page.locator(".cell.can")).to_have_count(3)
    person.touch("C3")
    person.sees_moves(1)
    assert server.state(person.game)["moves"] == ["A1~C3"]
    expect(page.locator(".strip")).to_have_text("pairs10swaps left01")


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", MIDDLES)
def test_every_state_of_a_board_is_accessible(
    people: People, server: Server, game: str, size: ViewportSize
) -> None:
    person = seated(people, server, game, MIDDLES[game], viewport=size, bypass_csp=True)
    person.touch(SITTING[game])
    person.page.wait_for_selector(".bar.open, .refusal:not(:empty)")
    person.is_accessible()
    assert person.overflow() <= 0
