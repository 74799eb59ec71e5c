"""What the server allows to whom, and what it lets out: limits, headers, logs, refusals."""

import secrets
import socket

from web.serving import Server, sentence


def test_a_body_that_breaks_off_does_nothing(server: Server) -> None:
    """Not even if what came of it could be understood."""
    begun = server.create("swap-nine")
    path, body = f"/api/games/{begun['id']}/moves", b'{"move": "5", "ply": 0}'
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {begun['seats']['x']}\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body) + 1}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(head.encode() + body)
    while not any(line.get("path") == path for line in server.log()):
        server.call("GET", "/healthz")
    assert server.state(begun["id"])["ply"] == 0


def test_headers_keep_the_page_to_itself(server: Server) -> None:
    for path in ("/", "/api/catalogue", "/nowhere"):
        headers = server.call("GET", path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in headers


def test_unknown_addresses_are_refused_in_a_sentence(server: Server) -> None:
    assert sentence(server.call("GET", "/api/nothing")) == "Not Found."
    assert server.call("GET", f"/api/games/{secrets.token_urlsafe(300)}").status_code == 404
    assert server.call("HEAD", "/").status_code == 200
    nowhere = server.call("GET", "/nowhere")
    assert (nowhere.status_code, nowhere.headers["content-type"][:9]) == (404, "text/html")
    assert server.call("GET", "/api/rules/chess").status_code == 404
    assert server.call("GET", "/page/../app.py").status_code == 404
