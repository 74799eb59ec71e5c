"""The page's views show the sentences of the golden file."""

from playwright.sync_api import Browser

from golden.sentences import PAGE, page, read
from web.serving import Server


def test_sentences(browser: Browser, server: Server) -> None:
    assert page(browser, server).rstrip() == read()[PAGE].rstrip()
