"""A person at a browser: opens pages, touches boards, looks at what is shown."""

from typing import Any

from playwright.sync_api import Browser, Page, Route, expect

from web.serving import Server

PATIENCE = 30_000


class Person:
    """A browser window of its own, with its own memory."""

    def __init__(self, browser: Browser, server: Server, **options: Any) -> None:
        self.context = browser.new_context(reduced_motion="reduce", **options)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.server = server

    def open(self, path: str) -> None:
        self.page.goto(self.server.base + path)

    def touch(self, key: str) -> None:
        """A cell, or a thing beside the board."""
        self.page.click(f'.table [data-key="{key}"]')

    def hold(self, pattern: str) -> list[Route]:
        """The requests that wait from now on until the test lets them go."""
        held: list[Route] = []
        self.page.route(pattern, lambda route: held.append(route))  # noqa: PLW0108 (no builtins)
        return held

    def let_go(self, held: list[Route], count: int) -> None:
        """Answers that many held requests, the last one first."""
        for _ in range(PATIENCE // 20):
            if len(held) >= count:
                break
            self.page.wait_for_timeout(20)
        assert len(held) == count
        for route in reversed(held):
            with self.page.expect_response(route.request.url):
                route.continue_()

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

    def close(self) -> None:
        assert self.problems == []
        self.context.close()


def board_of(state: dict[str, Any]) -> list[str]:
    """The same from the server's state."""
    return [(cell["owner"] or "") + cell["label"] for cell in state["board"]["cells"]]
