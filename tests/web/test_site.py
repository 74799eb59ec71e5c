"""The page without a server: kept, offline, one version after another, in two tabs, stopped in
thought. Real browsers on a folder of files."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import quincunx
from quincunx.core import random_play
from quincunx.web import questions
from quincunx.web.page_files import FOLDER
from quincunx.web.tab import DAMAGED
from tools.site import make
from web.playing import PATIENCE, Person
from web.serving import Site

pytestmark = pytest.mark.slow
LONG = 20 * PATIENCE
EACH = 40
"""Positions of each game that are analysed in both."""
STORE = """(change) => new Promise((done) => {
    indexedDB.open("quincunx").onsuccess = ({ target: { result: database } }) => {
        const transaction = database.transaction("games", "readwrite");
        if (change) transaction.objectStore("games").put(change);
        const all = transaction.objectStore("games").getAll();
        transaction.oncomplete = () => { database.close(); done(all.result); };
    };
})"""


@pytest.fixture
def person(browser: Browser, site: Site) -> Iterator[Person]:
    found = Person(browser, site)
    yield found
    found.close()


def begin(person: Person, game: str = "swap-nine") -> str:
    """A game of two at this screen, with its first move played."""
    person.open(f"/new/{game}")
    person.page.get_by_label("Both at this screen").check()
    person.touch("5")
    person.sees_moves(1)
    return person.game


@pytest.mark.parametrize("game", quincunx.game_ids())
def test_analyses_are_those_of_cpython(person: Person, game: str) -> None:
    person.open("/")
    random = Random(game)
    positions = [at for _ in range(20) for at in random_play(quincunx.game(game).start(), random)]
    for at in random.sample(positions, EACH):
        asked = game, str(at)
        assert person.api("analysis", *asked) == json.loads(json.dumps(questions.analysis(*asked)))


def test_games_outlive_the_tab_and_go_through_a_file(
    browser: Browser, site: Site, person: Person, tmp_path: Path
) -> None:
    game = begin(person)
    state = person.page.context.storage_state(indexed_db=True)
    person.page.goto("about:blank")
    person.open(f"/game/{game}")
    person.touch("1")
    person.sees_moves(2)
    assert state["origins"][0]["origin"] == site.root
    person.open("/kept")
    with person.page.expect_download() as saved:
        person.presses("Save all as a file")
    file = tmp_path / "games.txt"
    shutil.copy(saved.value.path(), file)
    assert "1. 5 1 *" in file.read_text()
    other = Person(browser, site)
    other.open("/kept")
    other.sees("None yet")
    for _ in range(2):  # read twice, it is one game still
        other.page.set_input_files("input[type=file]", file)
        expect(other.page.locator("main li")).to_have_count(1)
    other.page.locator("main li").get_by_role("link", name="Swap Nine").click()
    other.sees_moves(2)
    other.touch("9")
    other.sees_moves(3)
    file.write_text('[Game "swap-nine"]\n\n1. 5 5 *\n')
    other.open("/kept")
    other.page.set_input_files("input[type=file]", file)
    other.sees("Move 2")
    expect(other.page.locator("main li")).to_have_count(1)
    other.close()


def test_what_is_damaged_is_told_and_nothing_else_is_lost(person: Person) -> None:
    game = begin(person)
    kept: list[dict[str, Any]] = person.page.evaluate(STORE, None)
    person.page.evaluate(STORE, {**kept[0], "id": "events", "events": [["move", '{"move": "77"}']]})
    person.page.evaluate(STORE, {"id": "nothing"})
    person.page.evaluate("() => localStorage.setItem('quincunx seats', '{')")
    for damaged in ("events", "nothing"):
        person.open(f"/game/{damaged}")
        person.sees(DAMAGED)
    person.open("/kept")
    person.sees("The stored game nothing is damaged.")
    with person.page.expect_download() as saved:
        person.presses("Save all as a file")
    assert saved.value.path().read_text().count("[Game ") == 1
    person.sees("Damaged and left out: 2.")
    person.open(f"/game/{game}")  # its seats are kept beside it too
    person.touch("1")
    person.sees_moves(2)


def test_two_tabs_do_not_harm_each_other(person: Person) -> None:
    game = begin(person)
    second = person.context.new_page()
    first, person.page = person.page, second
    person.open(f"/game/{game}")
    person.sees_moves(1)
    token = second.evaluate("id => JSON.parse(localStorage['quincunx seats'])[id].o", game)
    for page in (first, second):  # both send at once
        page.evaluate("window.sent = null")
    send = """([id, move, token]) => {
        const main = document.querySelector("script[type=module]").src;
        const api = import(main.replace("main.js", "api.js"));
        window.sent = api.then(({ move: play }) => play(id, move, 1, token))
            .then(() => "played", ({ status }) => status);
    }"""
    first.evaluate(send, [game, "1", token])
    second.evaluate(send, [game, "9", token])
    said = [page.evaluate("() => window.sent") for page in (first, second)]
    assert sorted(map(str, said)) == ["409", "played"]
    for page in (first, second):
        person.page = page
        person.sees_moves(2)
    assert person.state(game)["moves"] == ["5", "1" if said[0] == "played" else "9"]


def test_thinking_blocks_nothing_and_is_given_up(person: Person) -> None:
    person.open("/")
    person.page.evaluate(
        """() => {
            const main = document.querySelector("script[type=module]").src;
            window.thought = import(main.replace("main.js", "api.js")).then(({ analysis }) =>
                Promise.all(["9", "8", "7"].map((n) => analysis("numeral-nexus",
                    `-----/-----/--X${n}--/-----/----- O XO`))))
                .then(() => "known", ({ status }) => status);
        }"""
    )
    person.api("position", {"game": "swap-nine", "position": "X--/---/--- O"})  # is answered
    assert person.page.evaluate("() => Promise.race([window.thought, 'thinks'])") == "thinks"
    person.goes("Solutions")
    assert person.page.evaluate("() => window.thought") == 499
    person.open("/new/swap-nine")
    person.touch("5")
    person.sees_moves(2)


def test_what_needs_a_server_is_not_offered(person: Person) -> None:
    begin(person)
    person.page.get_by_text("Record and links").click()
    person.page.get_by_role("button", name="Copy a link").wait_for()
    assert person.page.get_by_role("button", name="Move my seat").count() == 0
    person.open("/new/swap-nine")
    choices = person.page.get_by_role("group", name="Against").get_by_role("radio")
    expect(choices).to_have_count(2)
    assert "friend" not in person.page.locator("form").inner_text()


def test_the_loading_line_stands_above_what_is_docked(browser: Browser, site: Site) -> None:
    person = Person(browser, site, viewport={"width": 390, "height": 844})
    person.hold("**/pyodide.asm.wasm")
    person.page.goto(site.base + "/new/swap-nine")
    bar, line = person.page.locator(".begin"), person.page.locator(".loading")
    expect(line).to_be_in_viewport(ratio=1)
    expect(bar).to_be_in_viewport(ratio=1)
    upper, lower = line.bounding_box(), bar.bounding_box()
    assert upper
    assert lower
    assert upper["y"] + upper["height"] <= lower["y"] + 1
    at = "([x, y]) => document.elementFromPoint(x, y).className"
    assert person.page.evaluate(at, [upper["x"] + 20, upper["y"] + 5]) == "loading"
    person.close()


def test_offline_after_the_first_visit_and_the_next_version_when_it_is_asked_for(
    browser: Browser, tmp_path: Path
) -> None:
    page, own = tmp_path / "page", Site(tmp_path)
    shutil.copytree(FOLDER, page)
    make(own.folder, page)
    person = Person(browser, own)
    version = person.page.locator("link[rel=stylesheet]").last
    try:
        person.open("/")
        person.page.evaluate("async () => void await navigator.serviceWorker.ready")
        person.page.reload()
        old = version.get_attribute("href")
        own.stop()
        person.page.goto("about:blank")
        game = begin(person)
        person.open("/solutions")
        person.sees("Swap Nine")
        with open(page / "main.js", "a") as module:
            module.write("document.documentElement.dataset.next = 'yes';\n")
        make(own.folder, page)
        own.start()
        person.page.goto("about:blank")
        person.open(f"/game/{game}")  # what was kept, with what was kept
        assert version.get_attribute("href") == old
        offer = person.page.get_by_role("button", name="A new version is available: reload")
        offer.wait_for(timeout=LONG)
        person.goes("Review")  # a module that is on no server any more
        person.sees("Review")
        assert version.get_attribute("href") == old
        offer.click()
        expect(person.page.locator("html[data-next]")).to_be_visible(timeout=LONG)
        assert version.get_attribute("href") != old
        person.open(f"/game/{game}")
        person.sees_moves(1)
        person.close()
    finally:
        own.stop()
