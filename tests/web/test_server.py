"""The server as a process: stopped, killed, pressed from two sides, old and idle."""

import signal
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from helpers import wait_until
from web.refusing import SERVER, refused
from web.serving import HUMANS, Server


@pytest.mark.slow
def test_no_acknowledged_move_is_lost_when_it_is_killed(own_server: Server) -> None:
    """Moves are sent as fast as they are acknowledged, and the power is cut in between."""
    begun = own_server.create("crossed-paths", size="12x12")
    acknowledged: list[str] = []

    def play() -> None:
        state = begun
        try:
            while not state["outcome"]:
                move = state["legal_moves"][0]["move"]
                token = begun["seats"][state["to_move"].lower()]
                answer = own_server.move(begun["id"], move, state["ply"], token)
                assert answer.status_code == 200
                state = answer.json()
                acknowledged.append(move)
        except httpx.TransportError:
            return

    player = threading.Thread(target=play)
    player.start()
    while len(acknowledged) < 20:
        assert player.is_alive()
    own_server.stop(signal.SIGKILL)
    player.join()
    own_server.start()
    kept = own_server.state(begun["id"])["moves"]
    assert len(acknowledged) < 144
    assert kept[: len(acknowledged)] == acknowledged
    assert len(kept) <= len(acknowledged) + 1, "one may have been written but not answered"


@pytest.mark.slow
def test_a_computer_that_was_cut_off_moves_after_the_restart(own_server: Server) -> None:
    begun = own_server.create(
        "numeral-nexus", o={"kind": "computer", "level": "expert"}, x=HUMANS["x"]
    )
    own_server.play(begun, "5@C3")
    own_server.stop(signal.SIGKILL)
    own_server.start()
    with own_server.events(begun["id"]) as events:
        last = next(heard for heard in events if heard.state["ply"] == 2)
    assert last.state["last"]["by"] == "O"


@pytest.mark.slow
def test_a_killed_server_leaves_no_process_behind(own_server: Server) -> None:
    own_server.call("GET", "/api/analysis?game=swap-nine&position=---/---/---+X")
    process = own_server.process.pid
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    assert children
    own_server.stop(signal.SIGKILL)
    wait_until(lambda: not [child for child in children if Path(f"/proc/{child}").exists()])


@pytest.mark.slow
def test_what_is_written_to_a_deleted_file_is_not_acknowledged(own_server: Server) -> None:
    begun = own_server.create("swap-nine")
    (own_server.home / "quincunx" / "server.db").unlink()
    answer = own_server.move(begun["id"], "5", 0, begun["seats"]["x"])
    assert answer.status_code == 503
    assert answer.json()["detail"] == "The database does not answer: try again in a moment."
    assert own_server.call("GET", "/readyz").status_code == 503
    assert own_server.call("GET", "/healthz").status_code == 200


@pytest.mark.slow
def test_two_computers_play_only_while_somebody_looks(own_server: Server) -> None:
    computer = {"kind": "computer", "level": "random"}
    begun = own_server.create("crossed-paths", x=computer, o=computer)
    with own_server.events(begun["id"]) as events:
        while next(events).state["ply"] < 3:
            pass

    def another_is_played_to_its_end() -> Any:
        """In which time this one would be too. What has become of it."""
        other = own_server.create("crossed-paths", x=computer, o=computer)
        with own_server.events(other["id"]) as events:
            assert any(heard.kind == "end" for heard in events)
        return own_server.state(begun["id"])

    once = another_is_played_to_its_end()
    assert once["outcome"] is None, "it stops soon after its watcher left"
    assert another_is_played_to_its_end() == once


@pytest.mark.slow
def test_where_a_server_cannot_listen(server: Server, tmp_path: Path) -> None:
    hosts = ["a..b", "a" * 100, "", "\x1b[2J"]
    commands: list[tuple[str, ...]] = [("serve", "--port", "0", "--host", each) for each in hosts]
    commands.append(("serve", "--port", str(server.port)))
    for result in refused(tmp_path, *commands, imported=SERVER):
        assert result.stderr.startswith("quincunx: The server cannot listen on ")
        assert result.stderr.endswith("choose another --host or --port.\n")
