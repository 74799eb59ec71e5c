"""A game played over HTTP against a computer, with the installed `quincunx serve`."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

COMMAND = str(Path(sys.executable).with_name("quincunx"))


def ask(address: str, body: Any = None, token: str = "") -> Any:
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data, headers), timeout=60) as answer:
        return json.load(answer)


def play(base: str) -> None:
    seats = {"x": {"kind": "human"}, "o": {"kind": "computer", "level": "perfect"}}
    state = ask(f"{base}api/games", {"game": "swap-nine", **seats})
    place, token = f"{base}api/games/{state['id']}", state["seats"]["x"]
    deadline = time.monotonic() + 120
    while state["outcome"] is None:
        assert time.monotonic() < deadline, state
        if state["to_move"] == "X":
            move = {"move": state["legal_moves"][0]["move"], "ply": state["ply"]}
            state = ask(f"{place}/moves", move, token)
        else:
            time.sleep(0.05)
            state = ask(place)
    assert state["ply"] >= 9, state
    position = "position=---/---/---%20X"
    assert ask(f"{base}api/analysis?game=swap-nine&{position}")["value"] == "win"
    with urlopen(base, timeout=60) as page:
        assert b"<title>" in page.read()


if __name__ == "__main__":
    with subprocess.Popen(
        [COMMAND, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout
            play(server.stdout.readline().strip())
        finally:
            server.terminate()
    assert server.returncode == 0, server.returncode
