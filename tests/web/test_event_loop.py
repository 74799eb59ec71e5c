"""What the server does between two moves is little: constant answers are made once, and whatever
grows with a board or a record is done in another process."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from quincunx.play import record
from quincunx.play.match import Match, begin
from quincunx.web.app import application
from quincunx.web.expiry import Expiry
from quincunx.web.game_service import GameService
from quincunx.web.store import Store
from quincunx.web.subscriptions import Hub
from web.serving import Server, wait_until, with_the_toy_game


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """The application in this process, where a test can look at what it does."""
    store = Store(f"sqlite:///{tmp_path}/server.db")
    with TestClient(application(GameService(store, Hub()), 0, Expiry())) as found:
        yield found


@pytest.mark.slow
def test_constant_answers_are_made_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [f"/api/{path}" for path in ("catalogue", "rules/swap-nine", "solutions")]
    first = [client.get(path) for path in paths]
    assert [answer.status_code for answer in first] == [200] * 3
    monkeypatch.setattr(Match, "play", _not_here)
    monkeypatch.setattr("quincunx.web.worker_pool.encoded", _not_here)
    monkeypatch.setattr("quincunx.work.workers.Workers.ask", _not_here)
    again = [client.get(path) for path in paths]
    assert [answer.content for answer in again] == [answer.content for answer in first]


@pytest.mark.slow
def test_boards_and_records_are_read_elsewhere(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = begin("crossed-paths", (26, 26))
    match.play("A1")
    written = record.write(match)
    monkeypatch.setattr(Match, "play", _not_here)
    position = client.get("/api/position?game=crossed-paths&size=26x26&move=A1")
    assert position.json()["last"]["move"] == "A1"
    for path in ("replay", "review"):
        answer = client.post(f"/api/{path}", json={"record": written})
        assert len(answer.json()["moves"]) == 1
    wrong = client.get("/api/position?game=crossed-paths&size=26x26&move=A27")
    assert wrong.status_code == 422
    assert "A27" in wrong.json()["detail"]


@pytest.mark.slow
def test_a_start_that_is_drawn_is_drawn_anew(client: TestClient) -> None:
    """Though answers are remembered."""
    starts = {client.get("/api/position?game=grid-clash").json()["position"] for _ in range(5)}
    assert len(starts) > 1
    seeded = {
        client.get("/api/position?game=grid-clash&seed=3").json()["position"] for _ in range(2)
    }
    assert len(seeded) == 1


SEARCH_HELD = """
import pathlib, time
from quincunx.analysis import puzzles
folder, search = pathlib.Path({folder!r}), puzzles.search
def held(*words):
    (folder / "begun").touch()
    while not (folder / "go on").exists(): time.sleep(0.01)
    return search(*words)
puzzles.search = held
"""


@pytest.mark.slow
def test_the_search_for_a_puzzle_blocks_no_other_request(tmp_path: Path) -> None:
    """It does not end before another request was answered: on the event loop, neither would."""
    path = with_the_toy_game(tmp_path)
    with (tmp_path / "sitecustomize.py").open("a") as code:
        code.write(SEARCH_HELD.format(folder=str(tmp_path)))
    with Server(tmp_path, path=path) as server, ThreadPoolExecutor(1) as pool:
        puzzle = pool.submit(server.call, "GET", "/api/puzzle?game=three-in-a-row&seed=1")
        wait_until((tmp_path / "begun").exists)
        try:
            assert server.call("GET", "/api/catalogue").status_code == 200
            server.play(server.create("swap-nine"), "5")
            assert not puzzle.done()
        finally:
            (tmp_path / "go on").touch()
        assert puzzle.result().json()["game"] == "three-in-a-row"


@pytest.mark.slow
def test_collections_of_garbage_leave_the_libraries_alone(tmp_path: Path) -> None:
    """Each of them stops everybody for as long as it takes to look at all that it looks at."""
    code = f"import atexit, gc, os, pathlib\nfolder = pathlib.Path({str(tmp_path)!r})\n"
    code += "counted = lambda: (folder / str(os.getpid())).write_text(str(len(gc.get_objects())))\n"
    code += "atexit.register(counted)\n"
    (tmp_path / "sitecustomize.py").write_text(code)
    with Server(tmp_path, path=str(tmp_path)) as server:
        server.play(server.create("swap-nine"), "5")
        server.stop()
        objects = int((tmp_path / str(server.process.pid)).read_text())
    assert objects < 50_000, "there are 100,000 when it has started"


def _not_here(*_words: object) -> None:
    raise AssertionError("this is done elsewhere, or was done before")
