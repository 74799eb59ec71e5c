"""A move that is made on the page is read, judged, computed, written out and drawn once, and the
token that came with it is looked at once."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from starlette.testclient import TestClient

from quincunx.games.swap_nine.rules import SwapNinePosition
from quincunx.play import match
from quincunx.web import live, play_routes
from quincunx.web.app import application
from quincunx.web.expiry import Expiry
from quincunx.web.game_service import GameService
from quincunx.web.store import Store
from quincunx.web.subscriptions import Hub
from web.playing import Person
from web.serving import HUMANS, Server


def test_the_server_does_everything_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(f"sqlite:///{tmp_path}/server.db")
    done: Counter[str] = Counter()

    def count(where: Any, name: str) -> None:
        inner = getattr(where, name)

        def counted(*words: Any) -> Any:
            done[name] += 1
            return inner(*words)

        monkeypatch.setattr(where, name, counted)

    with TestClient(application(GameService(store, Hub()), 0, Expiry())) as client:
        client.portal.call(store.prepare)  # type: ignore[union-attr]
        begun = client.post("/api/games", json={"game": "swap-nine", **HUMANS}).json()
        count(SwapNinePosition, "after")
        count(SwapNinePosition, "why_not")
        count(match, "check_move")
        count(play_routes, "hash_token")
        count(live, "state_document")
        answer = client.post(
            f"/api/games/{begun['id']}/moves",
            json={"move": "5", "ply": 0},
            headers={"Authorization": f"Bearer {begun['seats']['x']}"},
        )
        assert answer.json()["position"] == "---/-X-/--- O"
    assert done == {"check_move": 1, "after": 1, "why_not": 1, "hash_token": 1, "state_document": 1}


@pytest.mark.slow
def test_the_page_draws_what_happened_once(browser: Browser, server: Server) -> None:
    """Though who moves hears of it twice: by the answer, and by the event stream."""
    begun = server.create("swap-nine")
    person = Person(browser, server)
    with person.page.expect_response("**/events"):
        person.sit(begun, "x")
    person.settles()
    person.page.evaluate(
        """() => {
            window.drawn = 0;
            const noted = new MutationObserver(() => { window.drawn += 1; });
            noted.observe(document.querySelector(".players"), { childList: true });
        }"""
    )
    person.touch("5")
    person.sees_moves(1)
    # What happens next is heard after the stream has told of the move.
    offer = {"kind": "undo"}
    path = f"/api/games/{begun['id']}/offers"
    server.move(begun["id"], "1", 1, begun["seats"]["o"])
    server.call("POST", path, offer, begun["seats"]["o"])
    expect(person.page.locator(".offers")).to_contain_text("to take back the last move")
    assert person.page.evaluate("window.drawn") == 3
    person.close()
