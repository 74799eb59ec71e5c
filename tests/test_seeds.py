"""One seed, one reply: a level's move depends on its level, its seat, the game's seed, start and
moves so far, and on nothing else, wherever the game is played."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

import quincunx
from arena.test_assistant import driven, told
from helpers import call
from quincunx.arena.assistant import server
from quincunx.arena.contest import Task, play
from quincunx.core import AnyPosition, Player
from quincunx.play.match import Match
from quincunx.play.record import read
from quincunx.play.saved_games import set_up
from quincunx.players import LevelPlayer
from quincunx.players.levels import level_move
from quincunx.players.policy import policy
from quincunx.screen.game import GameScreen
from screen.common import Visit, visit
from web.serving import Server
from web.test_tab import Tab

GAME, SIZE, LEVEL, SEED = "crossed-paths", (4, 4), "casual", 11
SEATS = {"x": {"kind": "human"}, "o": {"kind": "computer", "level": LEVEL}}


def first(position: AnyPosition) -> Any:
    return position.legal_moves()[0]


@pytest.fixture(scope="module")
def moves() -> list[str]:
    """Of a game between whoever plays the first legal move, X, and the level."""
    match, level = Match(quincunx.game(GAME, SIZE).start()), LevelPlayer(LEVEL, SEED)
    while not match.outcome:
        x = match.turn is Player.X
        match.play(first(match.position) if x else level.pick(match))
    assert match.ply > 6
    return [str(move) for move in match.moves]


def typed(moves: list[str]) -> str:
    return "".join(f"{move}\n" for move in moves[::2])


def test_in_the_dialogue_also_after_an_undo_and_after_resuming(
    moves: list[str], tmp_path: Path
) -> None:
    words = ["play", GAME, "--size", "4x4", "--o", LEVEL, "--seed", str(SEED), "--record", "games"]
    home = str(tmp_path)
    assert call(*words, stdin=typed(moves), home=home).returncode == 0
    assert [str(move) for move in read((tmp_path / "games").read_text()).moves] == moves
    (tmp_path / "games").unlink()
    taken_back = f"{moves[0]}\nundo\n{moves[0]}\n{moves[2]}\nquit\n"
    assert call(*words, stdin=taken_back, home=home).returncode == 0
    assert call("resume", stdin=typed(moves[4:]), home=home).returncode == 0
    (file,) = (tmp_path / "quincunx").glob("history.txt")
    games = file.read_text().split("[Game ")[1:]
    assert [str(move) for move in read(f"[Game {games[-1]}").moves] == moves


def test_on_the_full_screen(
    moves: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    async def look(visit: Visit) -> None:
        start = quincunx.game(GAME, SIZE).start()
        session = set_up(Match(start), {"SeatO": LEVEL}, seed=SEED)
        visit.app.push_screen(GameScreen(session))
        await visit.settle()
        for move in moves[::2]:
            visit.table.play(session.match.read(move))
            await visit.settle()
        assert [str(move) for move in session.match.moves] == moves

    visit(look)


def test_over_http(moves: list[str], tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        for _ in range(2):  # the second game is no other than the first
            begun = server.create(GAME, size="4x4", seed=SEED, **SEATS)
            token = begun["seats"]["x"]
            for ply in range(0, len(moves), 2):
                answer = server.move(begun["id"], moves[ply], ply, token)
                assert answer.status_code == 200, answer.text
                with server.events(begun["id"], 0) as events:
                    while (state := next(events).state)["ply"] < min(ply + 2, len(moves)):
                        pass
            assert state["moves"] == moves


def test_in_a_tab_without_a_server(moves: list[str]) -> None:
    place = Tab()
    game, seats = place.begin(game=GAME, size="4x4", seed=SEED, **SEATS)
    for ply in range(0, len(moves), 2):
        state = place.ask("move", seats["x"], id=game, move=moves[ply], ply=ply)
        if state["outcome"] is None:
            reply = level_move(*place.computer)
            assert reply == moves[ply + 1]
            state = place.ask("computerMoves", id=game, move=reply, event=state["event"])
    assert state["moves"] == moves


def test_for_an_assistant(moves: list[str]) -> None:
    async def steps(client: Client) -> None:
        asked = {"game": GAME, "size": "4x4", "x": "you", "o": LEVEL, "seed": SEED}
        state = await told(client, "start_game", **asked)
        for move in moves[::2]:
            state = await told(client, "play_move", id=state["id"], move=move)
        assert state["history"] == moves

    driven(server(), steps)


def test_in_a_match(moves: list[str]) -> None:
    start = quincunx.game(GAME, SIZE).start()
    played = play(Task(1, start, policy(first), LEVEL, SEED))
    assert [str(move) for move in played.match.moves] == moves


def test_another_seed_seat_or_start_is_another_game() -> None:
    game = quincunx.game("swap-nine")

    def replies(seed: int, who: str = "X") -> Iterator[str]:
        match, level = Match(game.start(who)), LevelPlayer("random", seed)
        while not match.outcome:
            yield str(match.play(level.pick(match)))

    assert len({tuple(replies(seed, who)) for seed in range(5) for who in "XO"}) == 10
