"""What the server does between two moves is little: constant answers are made once, and whatever
grows with a board or a record is done in another process."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from helpers import wait_until
from web.serving import Server, with_the_toy_game

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
