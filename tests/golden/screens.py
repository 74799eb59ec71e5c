"""Pictures of every place of the full screen, and of one of them in each theme.

`make golden` writes the files anew; the test compares byte by byte, and a change is looked at.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parent.parent))

from textual.widgets import Input

from helpers import apart
from quincunx import Match, game
from quincunx.analysis.puzzles import daily
from quincunx.lessons import lesson
from quincunx.play.history import remember
from quincunx.play.saved_games import list_saved
from quincunx.screen.study import LessonScreen, PuzzleScreen, ReviewScreen
from screen.common import QuickApp, Visit, at_once, begin

FOLDER = Path(__file__).parent / "screens"
DAY = date(2026, 1, 1)
SCENES: dict[str, Callable[[Visit], object]] = {}
SIZES = {"narrow": (40, 20), "large": (120, 40), "theme": (80, 24)}


def scene(look: Callable[[Visit], object]) -> Callable[[Visit], object]:
    SCENES[look.__name__] = look
    return look


@scene
async def home(visit: Visit) -> None:
    pass


@scene
async def choices(visit: Visit) -> None:
    await visit.choose("Play")
    await visit.press("down")


@scene
async def a_name(visit: Visit) -> None:
    await visit.choose("Play")
    await visit.choose("Your name")
    visit.app.screen.query_one(Input).cursor_blink = False
    await visit.press(*"Ann")


@scene
async def a_move_of_two_touches(visit: Visit) -> None:
    await begin(visit, "swap-nine")
    await visit.press("5", "enter", "2", "enter", "left", "left", "down", "enter")


@scene
async def a_pool_narrow(visit: Visit) -> None:
    await begin(visit, "numeral-nexus")
    await visit.press("5", "c", "3", "4", "b", "2")


@scene
async def a_refusal(visit: Visit) -> None:
    await begin(visit, "crossed-paths")
    await visit.press("d", "4", "a", "2")


@scene
async def a_hint_large(visit: Visit) -> None:
    await begin(visit, "crossed-paths")
    await visit.press("d", "4", "i")


@scene
async def values(visit: Visit) -> None:
    await begin(visit, "zone-conquest")
    await visit.press("5", "1", "2", "v")


@scene
async def all_letters(visit: Visit) -> None:
    await begin(visit, "crossed-paths", size=(26, 26))
    await visit.press("M", "1", "3", "enter")


@scene
async def a_question(visit: Visit) -> None:
    await begin(visit, "zone-conquest")
    await visit.press("5", "r")


@scene
async def the_end(visit: Visit) -> None:
    await begin(visit, "zone-conquest", games=3)
    await visit.press(*"51243", "x", "1", "6", "7")
    await visit.press(*(["r", "y"] if not visit.table.match.outcome else []))


@scene
async def keys(visit: Visit) -> None:
    await begin(visit, "zone-conquest")
    await visit.press("question_mark")


@scene
async def kept(visit: Visit) -> None:
    await begin(visit, "zone-conquest")
    await visit.press("5", "escape")
    os.utime(list_saved()[0], (1.8e9, 1.8e9))
    await visit.choose("Continue")


@scene
async def review(visit: Visit) -> None:
    match = Match(game("zone-conquest").start())
    for move in ("5", "2", "x2", "6", "8", "9", "x6"):
        match.play(move)
    match.resign(match.position.turn)
    visit.app.push_screen(ReviewScreen(match))
    await visit.press("right", "m")


@scene
async def puzzle(visit: Visit) -> None:
    visit.app.push_screen(PuzzleScreen(daily(DAY), DAY))
    await visit.press("i")


@scene
async def a_lesson(visit: Visit) -> None:
    visit.app.push_screen(LessonScreen(lesson("swap-nine")))
    await visit.settle()


@scene
async def history(visit: Visit) -> None:
    match = Match(game("zone-conquest").start(), tags={"Date": "2026-01-01"})
    match.play("5")
    match.resign(match.position.turn)
    remember(match)
    await visit.choose("History")


@scene
async def rules(visit: Visit) -> None:
    await visit.choose("Rules")


@scene
async def rules_of_a_game(visit: Visit) -> None:
    await visit.choose("Rules")
    await visit.press("enter")


async def _theme(visit: Visit, name: str) -> None:
    visit.app.theme = name
    await begin(visit, "grid-clash")
    await visit.press("1", "1", "2", "2", "1", "2")


for name in ("light", "high contrast", "colour-blind"):
    SCENES[f"theme_{name.replace(' ', '_')}"] = partial(_theme, name=name)


@scene
async def without_colour(visit: Visit) -> None:
    await _theme(visit, "dark")


def path(name: str) -> Path:
    return FOLDER / f"{name}.svg"


def picture(name: str) -> str:
    """Drawn in surroundings that are the same everywhere."""
    size = next((s for words, s in SIZES.items() if words in name), (80, 24))
    with tempfile.TemporaryDirectory() as folder:
        own = {"XDG_DATA_HOME": folder, "TZ": "UTC", "LANG": "C.UTF-8", "LC_ALL": ""}
        own |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        own["NO_COLOR"] = "1" if name == "without_colour" else ""
        with (
            patch.dict(os.environ, own),
            patch("quincunx.play.preferences.new_seed", return_value=1),
            patch("quincunx.play.saved_games.new_seed", return_value=1),
            at_once(),
        ):
            time.tzset()
            return apart(_drawn(name, size))


async def _drawn(name: str, size: tuple[int, int]) -> str:
    app = QuickApp(pace=1000)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        visit = Visit(app, pilot)
        await SCENES[name](visit)  # type: ignore[misc]
        app.clear_notifications()
        await visit.settle()
        return app.export_screenshot()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in SCENES:
        path(name).write_text(picture(name), encoding="utf-8")
