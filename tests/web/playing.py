"""A person at a browser: opens pages, touches boards, looks at what is shown."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Error, Page, Request, Route, expect

from web.serving import Server, Site

PATIENCE = 90_000
People = Callable[..., list["Person"]]
on_both = pytest.mark.parametrize(
    "person", ["server", pytest.param("site", marks=pytest.mark.slow)], indirect=True
)
"""For tests of the page whether a server answers it or Python in the tab."""
expect.set_options(timeout=PATIENCE)


class Person:
    """A browser window of its own, with its own memory."""

    def __init__(self, browser: Browser, server: Server | Site, **options: Any) -> None:
        self.context = browser.new_context(reduced_motion="reduce", **options)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.place = server

    def hurries(self) -> None:
        """On the pages that are opened from now on, every pause is a twentieth of what it was."""
        self.page.add_init_script(
            "const later = setTimeout; window.setTimeout = (then, pause) => later(then, pause / 20)"
        )

    @property
    def server(self) -> Server:
        assert isinstance(self.place, Server)
        return self.place

    def state(self, game: str) -> dict[str, Any]:
        """What the page itself is told of a game, whoever answers it."""
        state: dict[str, Any] = self.api("state", game)
        return state

    def api(self, name: str, *values: Any) -> Any:
        """What the page gets when it asks this."""
        return self.page.evaluate(
            """async ([name, values]) => {
                const main = document.querySelector("script[type=module]").src;
                return (await import(main.replace("main.js", "api.js")))[name](...values);
            }""",
            [name, values],
        )

    def open(self, path: str) -> None:
        self.page.goto(self.place.base + path)
        if isinstance(self.place, Site):  # however long Python takes to load on a busy machine
            self.api("position", {"game": "swap-nine", "position": "---/---/--- X"})

    def touch(self, key: str) -> None:
        """A cell, or a thing beside the board."""
        self.page.click(f'.table [data-key="{key}"]')

    def hold(self, pattern: str) -> list[Route]:
        """The requests that wait from now on until the test lets them go."""
        held: list[Route] = []
        self.page.route(pattern, lambda route: held.append(route))  # noqa: PLW0108 (no builtins)
        return held

    def waits(self, held: list[Any], count: int = 1) -> None:
        """Until there are that many."""
        for _ in range(PATIENCE // 20):
            if len(held) >= count:
                break
            self.page.wait_for_timeout(20)
        assert len(held) == count

    def let_go(self, held: list[Route], count: int) -> None:
        """Answers that many held requests, the last one first."""
        self.waits(held, count)
        for route in reversed(held):
            with self.page.expect_response(route.request.url) as answer:
                route.continue_()
            answer.value.finished()

    def settles(self) -> None:
        """What came so far has been taken in: what is asked now comes after it, and so does the
        next picture."""
        self.page.evaluate(
            "async () => { await (await fetch('/healthz')).text();"
            " await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame); }"
        )

    def lose(self, pattern: str, times: int = 1, *, arrives: bool = False) -> None:
        """The next requests break off: before the server has them, or only their answers."""
        left = times

        def handle(route: Route) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                route.fallback()
                return
            if arrives:
                route.fetch()
            with suppress(Error):  # the page has given this one up itself
                route.abort("connectionreset")

        self.page.route(pattern, handle)

    def asked(self, method: str, ending: str) -> list[str]:
        """The requests of a kind, as they are made from now on."""
        found: list[str] = []

        def note(request: Request) -> None:
            if request.method == method and request.url.endswith(ending):
                found.append(request.url)

        self.page.on("request", note)
        return found

    def sit(self, begun: dict[str, Any], *seats: str) -> None:
        """Opens a game with the secrets of its seats, of both if none is named."""
        self.open("/healthz")  # a page of the same origin that asks for nothing else
        tokens = {seat: token for seat, token in begun["seats"].items() if seat in (seats or "xo")}
        self.keep("seats", {begun["id"]: tokens})
        self.open(f"/game/{begun['id']}")
        self.page.wait_for_selector(".status")

    def comes(self, game: str, answer: str = "Play") -> None:
        """Opens a friend's link and answers the invitation."""
        self.open(f"/game/{game}")
        self.presses(answer)
        self.page.wait_for_selector(".status")

    def goes(self, name: str) -> None:
        """To one of the pages above all others."""
        self.page.get_by_role("navigation").get_by_role("link", name=name).click()

    def presses(self, name: str, **options: Any) -> None:
        self.page.get_by_role("button", name=name, exact=True).click(**options)

    def play(self, state: dict[str, Any], move: str) -> None:
        """The touches of a move, then the button that ends it if there may be more."""
        clicks = next(item["clicks"][0] for item in state["legal_moves"] if item["move"] == move)
        for key in clicks:
            self.touch(key)
        longer = [
            way
            for item in state["legal_moves"]
            for way in item["clicks"]
            if len(way) > len(clicks) and way[: len(clicks)] == clicks
        ]
        if longer:
            self.page.click("button.finish")

    def sees_moves(self, count: int) -> None:
        expect(self.page.locator(".list .move")).to_have_count(count, timeout=PATIENCE)

    def sees(self, text: str) -> None:
        expect(self.page.locator("main")).to_contain_text(text, timeout=PATIENCE)

    @property
    def game(self) -> str:
        """The id of the game that is open."""
        self.page.wait_for_url("**/game/*")
        return self.page.url.rpartition("/")[2]

    def marks(self) -> list[str]:
        """What stands in each cell."""
        found: list[str] = self.page.eval_on_selector_all(
            ".table .cell",
            "cells => cells.map(cell => (cell.querySelector('.mark.x') ? 'X' : "
            "cell.querySelector('.mark.o') ? 'O' : '') + cell.innerText)",
        )
        return found

    def is_accessible(self) -> None:
        """In both colour schemes; the context must bypass the page's own policy."""
        schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
        for scheme in schemes:
            self.page.emulate_media(color_scheme=scheme)
            problems = Axe().run(self.page).response["violations"]
            assert [(item["id"], [n["html"] for n in item["nodes"]]) for item in problems] == []

    def overflow(self) -> int:
        """By how much the page is wider than the window."""
        width: int = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return width

    def kept(self, name: str) -> Any:
        """What this browser stores under a name."""
        return self.page.evaluate(
            "name => JSON.parse(localStorage.getItem(`quincunx ${name}`) ?? '{}')", name
        )

    def keep(self, name: str, value: Any) -> None:
        self.page.evaluate(
            "([name, value]) => localStorage.setItem(`quincunx ${name}`, JSON.stringify(value))",
            [name, value],
        )

    def close(self) -> None:
        assert self.problems == []
        self.context.close()


def board_of(state: dict[str, Any]) -> list[str]:
    """The same from the server's state."""
    return [(cell["owner"] or "") + cell["label"] for cell in state["board"]["cells"]]
