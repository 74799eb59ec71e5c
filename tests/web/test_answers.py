"""What answers carry besides what was asked for: how long they keep, how small they are, and what
the API's own document says of refusals."""

import re
import socket
from pathlib import Path

import pytest

from quincunx.web.page_files import FOLDER, PageFiles
from web.serving import CLIENT, HUMANS, Server

FOR_EVER = "public, max-age=31536000, immutable"


def raw(server: Server, path: str, *headers: str) -> tuple[str, bytes]:
    """Head and body as they came."""
    words = "\r\n".join([f"GET {path} HTTP/1.1", *headers, "Connection: close", "", ""])
    with socket.create_connection(("127.0.0.1", server.port), timeout=90) as line:
        line.sendall(words.encode())
        text = b"".join(iter(lambda: line.recv(65_536), b""))
    head, _, body = text.partition(b"\r\n\r\n")
    return head.decode(), body


@pytest.mark.parametrize("path", ["/", "/api/catalogue", "/page/style.css"])
def test_large_answers_are_compressed_for_who_can_read_it(server: Server, path: str) -> None:
    head, plain = raw(server, path, "Host: x")
    assert "content-encoding" not in head
    head, squeezed = raw(server, path, "Host: x", "Accept-Encoding: br;q=1.0, gzip")
    assert "content-encoding: gzip" in head
    assert "vary: Accept-Encoding" in head
    assert len(squeezed) < len(plain) * 0.7
    assert CLIENT.get(server.base + path).content == plain
    head, _ = raw(server, path, "Host: x", "Accept-Encoding: gzip;q=0, identity")
    assert "content-encoding" not in head


def test_small_answers_streams_and_secrets_are_not_compressed(server: Server) -> None:
    begun = server.call("POST", "/api/games", {"game": "numeral-nexus"} | HUMANS)
    assert len(begun.content) > 2_000
    assert "content-encoding" not in begun.headers
    assert begun.headers["cache-control"] == "no-store"
    assert "content-encoding" not in server.call("GET", "/healthz").headers
    game = f"{server.base}/api/games/{begun.json()['id']}"
    assert CLIENT.get(game).headers["content-encoding"] == "gzip"
    with CLIENT.stream("GET", f"{game}/events") as events:
        assert "content-encoding" not in events.headers


def test_files_of_the_page_keep_until_they_change(server: Server) -> None:
    index = server.call("GET", "/")
    assert index.headers["cache-control"] == "no-cache"
    found = re.findall(r'(?:src|href)="(/page/[^"]+)"', index.text)
    assert len(found) >= 3
    (folder,) = {path.rpartition("/")[0] for path in found}
    names = [file.name for file in FOLDER.iterdir() if file.name != "index.html"]
    for name in names:
        answer = server.call("GET", f"{folder}/{name}")
        assert answer.status_code == 200, name
        assert answer.headers["cache-control"] == FOR_EVER, name
        kind = answer.headers["content-type"]
        assert ("javascript" in kind) == name.endswith(".js"), name
        assert ("plain" in kind) == name.endswith(".txt"), name
    assert server.call("GET", f"{folder}/index.html").status_code == 404


def test_a_page_of_another_version_gets_what_there_is_and_does_not_keep_it(server: Server) -> None:
    for path in ("/page/0123456789ab/main.js", "/page/main.js"):
        answer = server.call("GET", path)
        assert answer.headers["cache-control"] == "no-cache"
        kept = CLIENT.get(server.base + path, headers={"If-None-Match": answer.headers["etag"]})
        assert (kept.status_code, kept.content) == (304, b"")
        other = CLIENT.get(server.base + path, headers={"If-None-Match": '"other"'})
        assert other.status_code == 200


@pytest.mark.parametrize("path", ["/page/", "/api/games/", "//elsewhere.example/"])
def test_no_answer_names_the_host_that_was_asked_for(server: Server, path: str) -> None:
    head, body = raw(server, path, "Host: elsewhere.example", "X-Forwarded-Host: elsewhere.example")
    assert "location" not in head.lower()
    assert b"elsewhere" not in body
    assert head.startswith("HTTP/1.1 40")


def test_the_version_follows_from_the_files(tmp_path: Path) -> None:
    """Or browsers would keep an old file for ever."""
    (tmp_path / "index.html").write_text('<script src="/page/main.js">')
    versions = []
    for text in "112":
        (tmp_path / "main.js").write_text(text)
        page = PageFiles(tmp_path)
        assert f'"/page/{page.version}/main.js"'.encode() in page.index.body
        versions.append(page.version)
    assert versions[0] == versions[1] != versions[2]
