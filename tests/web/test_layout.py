"""What stands where: nothing moves while a page loads, the board has most of a low screen, nothing
covers what is to be pressed."""

from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from web.playing import People, Person
from web.serving import HUMANS, Server

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
LOW: list[ViewportSize] = [{"width": 640, "height": 400}, {"width": 844, "height": 390}]
ALWAYS = ("server", "/")
COMPUTER = {"kind": "computer", "level": "random"}
MAX_SHIFT = 0.02
WATCH_SHIFTS = """window.shift = 0; new PerformanceObserver((found) => {
    for (const { hadRecentInput, value } of found.getEntries()) if (!hadRecentInput) shift += value;
}).observe({ type: "layout-shift", buffered: true });"""
SETTLED = {
    "/": ".today .cell",
    "/new/numeral-nexus": ".table .cell",
    "/new/swap-nine?position=rubbish": ".problem:not(:empty)",
    "/board?game=swap-nine": ".values .moves li",
    "/learn": ".lessons li",
    "/learn/zone-conquest": ".table .cell",
    "/puzzle": ".table .cell",
    "/review": "textarea",
    "/review?game=": ".picture svg",
    "/rules/crossed-paths": "figure",
    "/solutions": ".solved .card",
    "/game/": ".live .emblem, .heading .emblem svg",
    "/game/over": ".end h2",
    "/game/open": ".invitation .cell",
}
"""Each page, and what is there when all of it is."""
SETTLED_IN_TAB = {path: there for path, there in SETTLED.items() if path != "/game/open"} | {
    "/kept": ".saved li",
    "/kept/over": ".saved .button",
}
"""Without a server: its own page too, and no friend's link."""
LOADED = [
    pytest.param(place, path, size, marks=pytest.mark.slow if (place, path) != ALWAYS else ())
    for place, paths, sizes in (
        ("server", SETTLED, [DESK, PHONE, LOW[0]]),
        ("site", SETTLED_IN_TAB, [PHONE]),
    )
    for path in paths
    for size in sizes
]


def begin(person: Person, game: str, moves: str = "", **seats: Any) -> dict[str, Any]:
    """A game with some moves, whoever answers the page."""
    person.open("/learn")
    begun: dict[str, Any] = person.api("create", {"game": game, **HUMANS, **seats})
    for ply, move in enumerate(moves):
        person.api("move", begun["id"], move, ply, begun["seats"]["xo"[ply % 2]])
    return begun


def seated(people: People, begun: dict[str, Any], **options: Any) -> Person:
    (person,) = people(1, **options)
    person.sit(begun)
    return person


@pytest.mark.parametrize(("place", "path", "size"), LOADED)
def test_nothing_moves_while_a_page_loads(
    browser: Browser, request: pytest.FixtureRequest, place: str, path: str, size: ViewportSize
) -> None:
    person = Person(browser, request.getfixturevalue(place), viewport=size)
    address, there = path, SETTLED_IN_TAB.get(path) or SETTLED[path]
    if path == "/game/open":
        address = f"/game/{begin(person, 'grid-clash', o={'kind': 'open'})['id']}"
    elif path in ("/review?game=", "/game/over", "/kept/over"):
        begun = begin(person, "swap-nine", "512346789")
        person.sit(begun)
        address = "/kept" if path == "/kept/over" else path.removesuffix("over") + begun["id"]
    elif path in ("/", "/game/"):  # the first offers to continue the game
        person.sit(begun := begin(person, "crossed-paths", o=COMPUTER))
        address += begun["id"] if path == "/game/" else ""
    person.page.goto("about:blank")  # or the site would load nothing again
    person.page.add_init_script(WATCH_SHIFTS)
    line = person.context.new_cdp_session(person.page)
    line.send("Network.enable")
    down = 3e5 if place == "server" else 1e7  # Python has 20 MB, and comes after the page
    slow = {"offline": False, "latency": 100, "downloadThroughput": down, "uploadThroughput": 1e5}
    line.send("Network.emulateNetworkConditions", slow)
    person.open(address)
    person.page.wait_for_selector(there)
    person.page.evaluate("() => new Promise((done) => setTimeout(done, 300))")
    assert person.page.evaluate("shift") < MAX_SHIFT
    person.close()


@pytest.mark.slow
@pytest.mark.parametrize("size", LOW)
@pytest.mark.parametrize("game", ["swap-nine", "numeral-nexus", "26x26"])
def test_on_a_low_screen_most_of_the_height_is_the_boards(
    people: People, server: Server, size: ViewportSize, game: str
) -> None:
    large = {"game": "crossed-paths", "size": game} if game == "26x26" else {"game": game}
    person = seated(people, server.create(**large, o=COMPUTER), viewport=size)
    frame = person.page.locator(".frame").bounding_box()
    acts = person.page.get_by_role("button", name="Resign").bounding_box()
    assert frame
    assert acts
    assert frame["height"] > size["height"] / 2
    assert frame["y"] >= 0
    assert frame["y"] + frame["height"] <= size["height"]
    assert acts["y"] + acts["height"] <= size["height"]
    assert acts["x"] >= frame["x"] + frame["width"]
    for thing in person.page.locator(".thing").all():
        expect(thing).to_be_in_viewport(ratio=0.95)
    assert person.overflow() <= 0


@pytest.mark.slow
def test_the_names_of_the_largest_board_do_not_cover_the_actions(
    people: People, server: Server
) -> None:
    begun = server.create("crossed-paths", size="26x26", o=COMPUTER)
    person = seated(people, begun, viewport=PHONE, has_touch=True)
    covered = """() => {
        const acts = document.querySelector(".acts");
        const { left, right, top, bottom } = acts.getBoundingClientRect();
        const found = [];
        for (let x = Math.max(left, 0) + 3; x < Math.min(right, innerWidth) - 3; x += 7) {
            for (let y = top + 3; y < Math.min(bottom, innerHeight) - 3; y += 7) {
                const at = document.elementFromPoint(x, y);
                if (!acts.contains(at)) found.push([x, y, at?.className, at?.textContent]);
            }
        }
        return found;
    }"""
    for down in (0, 150, 400):
        person.page.evaluate("(down) => scrollTo(0, down)", down)
        assert person.page.evaluate(covered) == []


@pytest.mark.slow
def test_links_that_are_buttons_stand_as_buttons_do(people: People, server: Server) -> None:
    begun = server.create("swap-nine")
    server.play(begun, *"512346789")
    person = seated(people, begun, viewport=DESK)
    link = person.page.get_by_role("link", name="Review", exact=True).and_(
        person.page.locator(".acts a")
    )
    button = person.page.locator(".acts button").first
    measure = """(each) => {
        const text = document.createRange();
        text.selectNodeContents(each);
        const [box, words] = [each.getBoundingClientRect(), text.getBoundingClientRect()];
        return [box.height, words.top - box.top, box.bottom - words.bottom];
    }"""
    assert link.evaluate(measure) == pytest.approx(button.evaluate(measure), abs=0.5)
