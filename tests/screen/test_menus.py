"""Home, and where it leads: choices, lessons, puzzles, reviews, history, rules."""

from datetime import date
from pathlib import Path

import pytest
from textual.widgets import Input, Static

from helpers import thinned
from quincunx import Match, game
from quincunx.analysis.puzzles import daily
from quincunx.lessons import lesson
from quincunx.play.history import past_games, remember, solved_days
from quincunx.play.preferences import GameSetup, last_setup, remember_setup
from quincunx.play.saved_games import list_saved
from quincunx.screen.study import LessonScreen, PuzzleScreen, ReviewScreen
from screen.common import Visit, begin, visit


def finished(*moves: str) -> Match:
    match = Match(game("zone-conquest").start(), tags={"SeatO": "skilled", "Date": "2026-01-01"})
    for move in moves:
        match.play(move)
    if not match.outcome:
        match.resign(match.position.turn)
    return match


@pytest.mark.parametrize("back", thinned(["escape", "q"], 2))
def test_every_way_leads_somewhere_and_one_key_back(back: str, home: Path) -> None:
    async def look(visit: Visit) -> None:
        ways = {
            "Play": "SetupScreen",
            "Puzzle": "PuzzleScreen",
            "Learn": "LessonsScreen",
            "History": "HistoryScreen",
            "Rules": "RulesScreen",
        }
        assert [words.split()[0] for words in visit.options] == [*ways, "The"]
        for words, place in ways.items():
            await visit.choose(words)
            assert visit.place == place
            if place in ("LessonsScreen", "RulesScreen"):
                await visit.press("enter")
                leads_to = {"LessonsScreen": "LessonScreen", "RulesScreen": "TextScreen"}
                assert visit.place == leads_to[place]
                await visit.press(back)
                assert visit.place == place
            await visit.press("question_mark")
            assert visit.place == "TextScreen"
            told = [str(line.content) for line in visit.app.screen.query(Static)]
            assert any(line.startswith("Esc ") and line.endswith("  Back") for line in told)
            await visit.press(back, back)
            assert visit.place == "HomeScreen"
        await visit.press(back)

    assert not visit(look).is_running


def test_choices_are_made_in_one_list_and_remembered(home: Path) -> None:
    async def look(visit: Visit) -> None:
        await visit.choose("Play")
        assert visit.options[0] == "Game           < Crossed Paths >"
        await visit.press("home", "right", "l", "l", "l")
        assert visit.options[0] == "Game           < Zone Conquest >"
        for keys, shown in (
            (["down", "left"], "Against        < The computer, beginner >"),
            (["j", "right"], "Rows           < 4 >"),
            (["down", "h"], "Columns        < 2 >"),
            (["down", "enter"], "First          < The other starts >"),
            (["down", "right"], "How many       < Best of three, sides swapped >"),
        ):
            await visit.press(*keys)
            assert shown in visit.options
        await visit.press("end", "enter")
        assert visit.table.match.start.game.size == "4x2"
        assert visit.table.match.ply == 1

    visit(look)
    kept = last_setup()
    assert kept
    assert (kept.game, kept.opponent, kept.size) == ("zone-conquest", "beginner", (4, 2))
    assert (kept.start, kept.games) == ("other", 3)


@pytest.mark.slow
def test_names_and_markers_are_typed_where_the_book_lets_choose(home: Path) -> None:
    remember_setup(GameSetup("crossed-paths", "human"))

    async def look(visit: Visit) -> None:
        await visit.choose("Play")
        for row, typed in (("Your name", "Ann"), ("Other's name", "Bo"), ("Your marker", "#")):
            await visit.choose(row)
            assert visit.place == "InputScreen"
            await visit.press(*typed, "enter")
            assert f"{row:<15}{typed}" in visit.options
        await visit.choose("Other's name")
        await visit.press("y", "escape")
        assert "Other's name   Bo" in visit.options
        await visit.choose("Begin")
        assert visit.said().startswith("Ann (#), it's your turn.")
        await visit.press("d", "4")
        assert "# Ann" in visit.picture()
        await visit.press("escape")
        await visit.choose("Play")
        await visit.choose("Game")
        assert visit.options[-2:] == ["Other's marker …", "Begin"]
        await visit.press("l")
        assert visit.options[-2:] == ["Other's name   Bo", "Begin"]

    visit(look)
    kept = last_setup()
    assert kept
    assert (kept.names, kept.markers) == (("Ann", "Bo"), ("#", ""))


@pytest.mark.slow
def test_a_level_that_cannot_play_there_is_refused(home: Path) -> None:
    remember_setup(GameSetup("swap-nine", "perfect", (6, 6)))

    async def look(visit: Visit) -> None:
        await visit.choose("Play")
        await visit.choose("Begin")
        assert visit.place == "SetupScreen"
        (told,) = visit.app._notifications
        assert "out of reach of perfect" in told.message

    visit(look)


def test_the_theme_is_changed_and_remembered(home: Path) -> None:
    async def look(visit: Visit) -> None:
        assert visit.app.theme == "dark"
        for name in ("light", "high contrast", "colour-blind"):
            await visit.press("t")
            assert visit.app.theme == name

    visit(look)

    async def again(visit: Visit) -> None:
        assert visit.app.theme == "colour-blind"

    visit(again)
    (home / "quincunx" / "theme.txt").write_text("nonsense")

    async def then(visit: Visit) -> None:
        assert visit.app.theme == "dark"

    visit(then)


def test_a_puzzle_is_tried_and_solved(home: Path) -> None:
    day = date(2026, 1, 1)
    puzzle = daily(day)
    wrong = next(m for m in puzzle.position.legal_moves() if m != puzzle.solution)

    async def look(visit: Visit) -> None:
        visit.app.push_screen(PuzzleScreen(puzzle, day))
        await visit.settle()
        table = visit.table
        assert visit.said().startswith(puzzle.question())
        await visit.press("i")
        assert "It is " in table.lines[-1]
        for move in (wrong, puzzle.solution):
            for key in puzzle.position.clicks(move)[0]:
                table.touch(key)
            if table.whole is not None:
                table.moved(table.whole)
            await visit.settle()
            assert ("try again" in visit.said()) == (move == wrong)
        assert day.toordinal() in solved_days()
        assert "Solved on 1 day in a row." in table.lines
        await visit.press("n")
        assert visit.table is not table
        await visit.press("v")
        assert "is the move." in visit.said()
        assert visit.table.match.ply == 1

    visit(look)


@pytest.mark.parametrize("shown", [False, True])
def test_a_puzzle_of_the_day_stays_solved_or_shown(home: Path, shown: bool) -> None:
    """In another run of the program."""
    day = date(2026, 1, 2)

    async def end(visit: Visit) -> None:
        visit.app.push_screen(PuzzleScreen(daily(day), day))
        await visit.settle()
        assert visit.table.asking
        if shown:
            await visit.press("v")
        else:
            visit.table.play(daily(day).solution)
            await visit.settle()
        assert visit.said().startswith(f"{daily(day).solution} is the move.")

    async def look(visit: Visit) -> None:
        visit.app.push_screen(PuzzleScreen(daily(day), day))
        await visit.settle()
        table = visit.table
        assert visit.said().startswith(f"{daily(day).solution} is the move.")
        assert ("You have seen its answer." in table.lines) == shown
        assert ("You have solved it." in table.lines) != shown
        assert not table.asking
        assert (day.toordinal() in solved_days()) != shown

    visit(end)

    visit(look)


@pytest.mark.slow
def test_a_lesson_goes_step_by_step(home: Path) -> None:
    told = lesson("zone-conquest")

    async def look(visit: Visit) -> None:
        visit.app.push_screen(LessonScreen(told))
        await visit.settle()
        for number, step in enumerate(told.steps):
            table = visit.table
            assert visit.said().startswith(step.task)
            legal = step.position.legal_moves()
            if wrong := [move for move in legal if not step.done_by(move)]:
                table.moved(wrong[0])
                await visit.settle()
                assert visit.said() == step.otherwise
            table.moved(next(move for move in legal if step.done_by(move)))
            await visit.settle()
            assert table.lines[-1] == step.words(True)
            if number + 1 < len(told.steps):
                await visit.press("n")
        assert visit.said().startswith("The lesson is done.")
        await visit.press("p")
        assert visit.said().startswith(told.steps[-2].task)

    visit(look)


def test_a_review_is_stepped_through_and_played_on(home: Path) -> None:
    match = finished(*"5 2 x2 6".split())

    async def look(visit: Visit) -> None:
        visit.app.push_screen(ReviewScreen(match))
        await visit.settle()
        table = visit.table
        assert visit.said().startswith("After 0 of 4 moves.")
        await visit.press("right", "l")
        assert table.match.ply == 2
        assert table.lines[0].startswith("2. ")
        await visit.press("left")
        assert table.match.ply == 1
        assert "X ·●●●" in visit.picture()
        await visit.press("m")
        assert table.match.ply == 2
        assert "draw given away" in table.lines[0]
        assert table.lines[1].startswith("If O occupies zone 2, X attacks zone 2")
        await visit.press("question_mark")
        assert "The graph shows" in visit.picture()
        assert "Move about" not in visit.picture()
        await visit.press("escape", "p")
        assert visit.place == "GameScreen"
        assert visit.table.match.start in match.positions
        await visit.press("escape")
        assert visit.place == "ReviewScreen"

    visit(look)


def test_history_is_filtered_opened_and_deleted(home: Path) -> None:
    for moves in ("5", "5 1", "9 1 2"):
        remember(finished(*moves.split()))

    async def look(visit: Visit) -> None:
        await visit.choose("History")
        assert len(visit.options) == 3
        await visit.press("slash", *"zone", "space", *"2026", "enter")
        assert visit.app.screen.query_one(Input).value == "zone 2026"
        assert len(visit.options) == 3
        await visit.press("escape", "slash", *"qz")
        assert visit.options == ["There is no such game."]
        await visit.press("escape", "enter")
        assert visit.place == "ReviewScreen"
        await visit.press("escape", "d", "n")
        assert len(visit.options) == 3
        await visit.press("d", "y")
        assert len(visit.options) == 2
        assert "d Delete" in visit.picture()

    visit(look)
    assert [len(past.match.moves) for past in past_games()[0]] == [1, 2]


def test_saved_games_are_resumed_or_deleted(home: Path) -> None:
    from quincunx.storage import FileLock

    async def look(visit: Visit) -> None:
        await begin(visit, "zone-conquest")
        await visit.press("5", "escape")
        other = FileLock(list_saved()[0])
        other.take()
        await visit.choose("Continue")
        await visit.press("d", "y")
        assert len(list_saved()) == 1
        await visit.press("enter")
        assert visit.place == "SavedGamesScreen"
        other.release()
        await visit.press("enter")
        assert visit.place == "GameScreen"
        await visit.press("escape")
        await visit.choose("Continue")
        await visit.press("d", "y")
        assert not list_saved()
        assert visit.options == ["There is no unfinished game."]
        await visit.press("enter", "d", "escape")
        assert "Continue" not in visit.options[0]

    visit(look)


@pytest.mark.parametrize("size", thinned([(40, 20), (80, 24), (200, 60)], 3))
def test_every_size_shows_the_board_and_its_names(size: tuple[int, int], home: Path) -> None:
    async def look(visit: Visit) -> None:
        table = await begin(visit, "crossed-paths", size=(26, 26))
        for _ in range(26):
            table.action_step(1, 1)
        await visit.settle()
        shown = visit.picture()
        assert "Z" in shown
        assert "26" in shown
        await visit.press("enter")
        await visit.resize(60, 22)
        assert "26" in visit.picture()
        assert str(table.match.moves[0]) == "Z26"

    visit(look, size)
