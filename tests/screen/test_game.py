"""A game: how moves are said, what is shown, and what is kept."""

import asyncio
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from helpers import thinned_to
from quincunx.core import Player
from quincunx.play.match import Match
from quincunx.play.preferences import GameSetup
from quincunx.play.saved_games import list_saved, next_game, read_saved
from quincunx.screen.game import GameScreen
from screen.common import QuickApp, Visit, begin, visit


def moves(match: Match) -> list[str]:
    return [str(move) for move in match.moves]


CASES = {
    "zone-conquest": {
        "5 1": "5 1",
        "right enter down left space": "2 4",
        "l j enter h k enter": "5 1",
        "x 9 5": "5",  # an attack of nobody's zone is refused
    },
    "crossed-paths": {
        "d 4 D 6": "D4 D6",
        "enter right enter": "A1 B1",
        "d right enter": "B1",
        "enter D 1": "A1 D1",
    },
    "grid-clash": {"1 3 2 comma 2": "1,3 2,2"},
    "numeral-nexus": {
        "5 c 3 4 at b 2": "5@C3 4@B2",
        "enter down down down down down enter": "1@A1",
        "5 c 3 4 b 2 c 3 b 2": "5@C3 4@B2 B2~C3",
        "enter 1": "1@A1",
        "1 right down enter": "1@B2",
        "right enter 7 down 8 enter": "7@A2 8@B2",
        "5 c 3 4 b 2 right down enter c 3": "5@C3 4@B2 B2~C3",
        "5 c 3 4 b 2 c 3 up left enter": "5@C3 4@B2 B2~C3",
        "left enter escape 5 C 3": "5@C3",
    },
    "swap-nine": {
        "5 1 enter": "5 1",
        "5 2 x 5": "5 2x5",
        "enter right enter enter": "1 2",
        "enter right enter left enter": "1 2x1",
        "5 right enter 5": "5 6x5",
        "5 2 x down enter": "5 2x5",
        "5 left enter enter": "5 4",
    },
}


@pytest.mark.parametrize("game", thinned_to(CASES, "crossed-paths", "swap-nine"))
def test_moves_are_said_by_keys(game: str, home: Path) -> None:
    async def look(visit: Visit) -> None:
        for keys, played in CASES[game].items():
            table = await begin(visit, game)
            await visit.press(*keys.split())
            assert moves(table.match) == played.split(), visit.picture()
            assert isinstance(table, GameScreen)
            assert table.game.lock
            assert moves(read_saved(table.game.lock.name)) == played.split()

    visit(look)


def test_a_computer_answers_and_shows_what_it_did(home: Path) -> None:
    async def look(visit: Visit) -> None:
        table = await begin(visit, "zone-conquest", "perfect")
        await visit.press("5")
        assert table.match.ply == 2
        assert table.match.turn is Player.X
        assert table.grid.look.last
        assert table.lines[-1].startswith("perfect (O) occupied zone")
        await visit.press("u")
        assert table.match.ply == 0

    visit(look)


class ThinkingApp(QuickApp):
    """Never comes to an answer."""

    async def ask(self, function: Any, *args: Any) -> Any:  # type: ignore[override]
        await asyncio.Event().wait()


def test_thinking_is_seen_and_cancelled_and_nobody_moves_for_a_computer(home: Path) -> None:
    async def look(visit: Visit) -> None:
        setup = GameSetup("zone-conquest", "perfect")
        visit.app.push_screen(place := GameScreen(setup.first_game()))
        await visit.pilot.pause()
        place.play(place.match.read("5"))
        await visit.pilot.press("1", "i", "v", "r", "enter")
        assert moves(place.match) == ["5"]
        assert visit.said().startswith("perfect is thinking")
        await visit.press("u")
        assert place.match.ply == 0
        await visit.pilot.press("i")
        assert "The coach is thinking" in visit.said()
        await visit.press("escape")
        assert visit.said() == "Player X, it's your turn."
        assert visit.place == "GameScreen"

    visit(look, kind=ThinkingApp)


@pytest.mark.slow
def test_giving_up_asks_first_and_again_changes_the_sides(home: Path) -> None:
    async def look(visit: Visit) -> None:
        table = await begin(visit, "zone-conquest", "beginner")
        await visit.press("5", "r", "n")
        assert table.match.outcome is None
        await visit.press("r", "escape", "r", "y")
        assert table.match.outcome
        assert table.lines[-1] == "beginner (X) wins: Player 1 resigned." or table.lines[-1]
        assert visit.keys()[-3:-1] == ["Again, sides swapped", "Review"]
        assert not list_saved()
        await visit.press("n")
        assert visit.table.match.tags["SeatX"] == "beginner"
        assert visit.table.match.ply == 1

    visit(look)


@pytest.mark.slow
def test_the_next_game_waits_below_whatever_was_opened_meanwhile(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Event()
    monkeypatch.setattr(
        "quincunx.screen.game.next_game", lambda *args: gate.wait(60) and next_game(*args)
    )

    async def look(visit: Visit) -> None:
        table = await begin(visit, "zone-conquest")
        await visit.press("r", "y")
        await visit.pilot.press("n")
        assert "The next game" in visit.said()
        await visit.pilot.press("question_mark")
        await visit.until(lambda: visit.place == "TextScreen")
        gate.set()
        for _ in range(20):
            await visit.pilot.pause()
        assert visit.place == "TextScreen"
        await visit.press("escape")
        assert visit.table is not table
        assert not visit.table.match.outcome

    visit(look)


@pytest.mark.slow
def test_a_series_is_counted_and_goes_on(home: Path) -> None:
    async def look(visit: Visit) -> None:
        await begin(visit, "zone-conquest", games=3)
        for number, line in ((1, "you 0, the other 1"), (2, "you 0, the other 2")):
            table = visit.table
            if number == 2:
                await visit.press("5")
            await visit.press("r", "y")
            assert f"After game {number}: {line}." in table.lines
            if number == 1:
                assert len(list_saved()) == 1
                await visit.press("n")
                assert "Game 2 of a best of 3: you 0, the other 1. You are O." in visit.table.lines
        assert visit.table.lines[-1] == "The other wins the series, 2 to 0."
        assert not list_saved()
        await visit.press("n")
        assert "Game 1 of a best of 3" in visit.table.lines[0]

    visit(look)


@pytest.mark.slow
def test_what_cannot_be_saved_is_told_and_asked(home: Path) -> None:
    (home / "quincunx").mkdir()
    (home / "quincunx" / "games").write_text("in the way")

    async def look(visit: Visit) -> None:
        table = await begin(visit, "zone-conquest")
        await visit.press("5")
        assert table.match.ply == 1
        await visit.press("escape")
        assert visit.place == "ConfirmScreen"
        await visit.press("n")
        assert visit.place == "GameScreen"
        await visit.press("escape", "y")
        assert visit.place == "HomeScreen"

    visit(look)
