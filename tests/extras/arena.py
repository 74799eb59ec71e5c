"""A grade of an agent behind an address, and MCP's handshake."""

import json
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

COMMAND = str(Path(sys.executable).with_name("quincunx"))


class First(BaseHTTPRequestHandler):
    """Plays the first legal move."""

    def do_POST(self) -> None:
        document = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"move": document["legal_moves"][0]}).encode())

    def log_message(self, *words: object) -> None:
        """Nothing."""


def grade() -> None:
    with HTTPServer(("127.0.0.1", 0), First) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        agent = f"http://127.0.0.1:{server.server_address[1]}/"
        words = [agent, "--game", "swap-nine", "--starts", "2", "--json"]
        told = subprocess.run([COMMAND, "grade", *words], stdout=subprocess.PIPE, check=True)
        server.shutdown()
    assert json.loads(told.stdout)["games"]["swap-nine"]["score"], told.stdout


def shake_hands() -> None:
    with subprocess.Popen(
        [COMMAND, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdin
        assert server.stdout

        def send(**document: Any) -> None:
            assert server.stdin
            server.stdin.write(json.dumps({"jsonrpc": "2.0", **document}) + "\n")
            server.stdin.flush()

        client = {"name": "test", "version": "1"}
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
        send(id=1, method="initialize", params=hello)
        found = json.loads(server.stdout.readline())["result"]
        assert found["serverInfo"]["name"] == "quincunx", found
        send(method="notifications/initialized")
        send(id=2, method="tools/list")
        tools = json.loads(server.stdout.readline())["result"]["tools"]
        assert "play_move" in {tool["name"] for tool in tools}, tools
        server.stdin.close()
        assert server.wait(60) == 0


if __name__ == "__main__":
    grade()
    shake_hands()
