"""The document of each address: what it says of a game where a link is shown, what it brings for
the first page, and what it lets the browser load at once."""

import asyncio
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers import apart
from quincunx.web.app import PAGES, application
from quincunx.web.database import UnansweredError
from quincunx.web.expiry import Expiry
from quincunx.web.game_service import GameService
from quincunx.web.page_files import FOLDER, PageFiles
from quincunx.web.store import Store
from quincunx.web.subscriptions import Hub
from web.playing import Person
from web.serving import Server


class Read(HTMLParser):
    """The tags of a document, as a browser would read them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    @property
    def told(self) -> dict[str | None, str | None]:
        metas = [found for tag, found in self.tags if tag == "meta"]
        return {one.get("property") or one.get("name"): one.get("content") for one in metas}

    def linked(self, rel: str) -> list[str]:
        found = [one for tag, one in self.tags if tag == "link" and one.get("rel") == rel]
        return [(one["href"] or "").rpartition("/")[2] for one in found]


def document(server: Server, path: str) -> Read:
    answer = server.call("GET", path)
    assert answer.status_code == 200
    return Read(answer.text)


# Links to games.


def test_a_link_says_who_invites_to_what(server: Server) -> None:
    begun = server.create("swap-nine", o={"kind": "open"})
    told = document(server, f"/game/{begun['id']}").told
    assert told["og:title"] == "Ann invites you to Swap Nine"
    assert told["og:description"] == "Place a marker, take a neighbouring one, and hold the " + (
        "majority at the end."
    )
    assert (told["og:type"], told["twitter:card"]) == ("website", "summary")
    assert "og:image" not in told
    server.take(begun["id"], "o", name="Eve")
    told = document(server, f"/game/{begun['id']}").told
    assert told["og:title"] == "Ann and Eve at Swap Nine"
    nameless = server.create("swap-nine", x={"kind": "open"}, o={"kind": "human"})
    told = document(server, f"/game/{nameless['id']}").told
    assert told["og:title"] == "Player 2 invites you to Swap Nine"


@pytest.mark.parametrize(
    "name",
    ['"><script>alert(1)</script>', "' onload='x", "a&b&quot;c", "<!--", "A\x00\n\u202eB"],
)
def test_a_name_is_text(server: Server, name: str) -> None:
    begun = server.create("swap-nine", x={"kind": "human", "name": name}, o={"kind": "open"})
    plain, found = document(server, "/game/nowhere"), document(server, f"/game/{begun['id']}")
    shown = re.sub("[\x00\n\u202e]", "\ufffd", name)
    assert found.told["og:title"] == f"{shown} invites you to Swap Nine"
    added = found.tags[len(plain.tags) - len(found.tags) :]
    assert len(added) == 4
    assert [one for one in found.tags if one[0] != "meta"] == [
        one for one in plain.tags if one[0] != "meta"
    ]


@pytest.mark.parametrize("game", ["nowhere", "%3Cb%3E", "x" * 100])
def test_a_game_that_is_not_there_has_the_plain_page(server: Server, game: str) -> None:
    found = document(server, f"/game/{game}")
    assert "og:title" not in found.told
    assert "game.js" in found.linked("modulepreload")


async def _never(_game: str) -> None:
    await asyncio.Event().wait()


async def _away(_game: str) -> None:
    raise UnansweredError("no answer")


@pytest.mark.parametrize("look", [_never, _away])
def test_the_page_waits_for_no_database(
    look: Callable[[str], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quincunx.web.app.LOOK_TIMEOUT_S", 0.01)
    games = GameService(Store(f"sqlite:///{tmp_path}/server.db"), Hub())
    monkeypatch.setattr(games.cache, "get", look)
    app = application(games, 0, Expiry())

    async def ask() -> None:
        way = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=way, base_url="http://here") as client:
            answer = await asyncio.wait_for(client.get("/game/somewhere"), 60)
        assert answer.status_code == 200
        assert "og:title" not in answer.text

    apart(ask())
    games.close()


# What is loaded.


@pytest.mark.parametrize("path", [*PAGES, "/game/{game}"])
def test_every_page_names_the_modules_that_it_imports(server: Server, path: str) -> None:
    asked = path.format(game="swap-nine")
    read = document(server, asked)
    found = read.linked("modulepreload")
    assert read.linked("preload") == ["bricolage.woff2"]
    main = (FOLDER / "main.js").read_text()
    pages = {re.sub(r"\\", "", one): name for one, name in _pages(main)}
    (module,) = {name for one, name in pages.items() if re.search(one, asked)}
    assert sorted(found) == sorted(_imported("main.js") | _imported(module))
    assert len(found) == len({*found})


def _pages(main: str) -> list[tuple[str, str]]:
    lines = [line for line in main.splitlines() if line.startswith("  [/^")]
    return [(line.split("/, ")[0][4:], line.split('"./')[1].split('"')[0]) for line in lines]


def _imported(name: str) -> set[str]:
    """By another way: a statement ends with its semicolon."""
    found, left = set[str](), [name]
    while left:
        one = left.pop()
        found.add(one)
        statements = (FOLDER / one).read_text().split(";")
        for statement in statements:
            words = statement.strip().splitlines()[-1:] or [""]
            if " from " in words[0] or words[0].startswith("import"):
                left += {*re.findall(r'"\./([^"]+)"$', words[0])} - found
    return found


# What the first page shows.


def test_the_first_page_brings_its_data(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    text = server.call("GET", "/").text
    (found,) = re.findall(r'<script type="application/json" id="first">(.*?)</script>', text)
    assert json.loads(found) == server.call("GET", "/api/catalogue").json()
    assert 'id="first"' not in server.call("GET", "/puzzle").text
    hurtful = {"games": ["</script><!--<script>"]}
    monkeypatch.setattr("quincunx.web.page_files.catalogue", lambda: hurtful)
    text = PageFiles().document("/").body.decode()
    (found,) = re.findall(r'<script type="application/json" id="first">(.*?)</script>', text)
    assert (json.loads(found), "<" in found) == (hurtful, False)


@pytest.mark.slow
def test_a_browser_takes_all_of_it(person: Person) -> None:
    """The policy forbids none of it, and what was loaded ahead is what the page imports."""
    said: list[str] = []
    asked: list[str] = []
    person.page.on("console", lambda message: said.append(message.text))
    person.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    person.open("/")
    person.page.wait_for_selector(".cell")
    found: Any = person.page.evaluate("JSON.parse(document.getElementById('first').textContent)")
    assert [one["id"] for one in found["games"]]
    assert said == []
    assert len([name for name in asked if name.endswith(".js")]) == len({*asked} & _files(".js"))


def _files(ending: str) -> set[str]:
    return {file.name for file in FOLDER.glob(f"*{ending}")}
