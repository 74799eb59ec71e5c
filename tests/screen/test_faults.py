"""Ways of saying and showing things that once went wrong."""

import re
from pathlib import Path

import pytest
from textual.widgets import OptionList, Static

from helpers import thinned
from quincunx import Match, game
from quincunx.analysis.reasons import explain
from quincunx.play.preferences import GameSetup, remember_setup
from quincunx.screen.study import ReviewScreen
from screen.common import Visit, begin, visit


@pytest.mark.parametrize("place", thinned(["Home", "Play", "History", "Rules", "Learn"], 5))
def test_without_colour_the_chosen_line_of_every_list_is_seen(
    place: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def look(visit: Visit) -> None:
        if place != "Home":
            await visit.choose(place)
        await visit.press("down")
        options = visit.app.screen.query_one(OptionList)
        strips = map(options.render_line, range(options.size.height))
        reversed_lines = [
            strip.text.strip()
            for strip in strips
            if strip.text.strip() and all(part.style and part.style.reverse for part in strip)
        ]
        assert options.highlighted is not None
        chosen = visit.options[options.highlighted]
        assert reversed_lines
        assert " ".join(reversed_lines) == chosen

    visit(look, (120, 24))


def test_what_was_chosen_and_typed_is_shown_and_taken_back_bit_by_bit(home: Path) -> None:
    async def look(visit: Visit) -> None:
        table = await begin(visit, "swap-nine", size=(6, 6))
        await visit.press("1", "1", "enter")
        table.grid.point_at("12")
        await visit.press("enter", "1")
        assert visit.said().startswith("Chosen: 12, 1.")
        assert "11" in table.grid.look.lit
        await visit.press("escape")
        assert (table.touched, table.written) == (("12",), "")
        await visit.press("escape")
        assert (table.touched, table.written) == ((), "")
        await visit.press("d")
        assert "is no Swap Nine move" in visit.said()
        assert table.match.ply == 1

    visit(look)


def test_a_hint_marks_the_moves_that_its_words_speak_of(home: Path) -> None:
    async def look(visit: Visit) -> None:
        table = await begin(visit, "numeral-nexus", size=(3, 3))
        await visit.press("5", "b", "2", "4", "a", "1", "i")
        reason = explain(table.match.position, you=table.match.turn)
        assert 1 <= reason.plies < len(reason.line)
        marks = table.grid.look.badges
        for letter, keys in zip("abc", reason.cells[: reason.plies], strict=False):
            assert {marks[key] for key in keys} <= {"a)", f"{letter})"}
        assert {*marks} == {key for keys in reason.cells[: reason.plies] for key in keys}

    visit(look)


def test_hints_are_not_repeated_and_values_are_hidden_again(home: Path) -> None:
    async def look(visit: Visit) -> None:
        table = await begin(visit, "zone-conquest")
        await visit.press("5", "i")
        lines, marks = list(table.lines), table.grid.look.badges
        await visit.press("i", "v", "i", "escape", "i")
        assert [line for line in table.lines if line not in lines] == table.lines[len(lines) :]
        assert len(table.lines) == len(lines) + 1
        assert table.grid.look.badges == marks
        await visit.press("v")
        assert table.analysis
        assert set(table.grid.look.badges) == table.grid.look.lit
        await visit.press("v")
        assert not table.grid.look.badges
        await visit.press("1", "i")
        assert table.lines[-1] != lines[-1] or len(table.lines) > len(lines) + 2

    visit(look)


def test_values_are_those_of_what_is_chosen(home: Path) -> None:
    async def look(visit: Visit) -> None:
        table = await begin(visit, "numeral-nexus", size=(3, 3))
        await visit.press("5", "b", "2", "4", "a", "1", "right", "enter", "v")
        assert table.touched == ("A2",)
        touched = table.grid.look.badges
        assert touched["2"] == "+5"
        await visit.press("v", "escape", "2", "v")
        assert table.written == "2"
        assert table.grid.look.badges["A2"] == "+5"

    visit(look)


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40)])
def test_values_do_not_run_into_the_pool(size: tuple[int, int], home: Path) -> None:
    async def look(visit: Visit) -> None:
        table = await begin(visit, "numeral-nexus")
        await visit.press("5", "c", "3")
        for value in ("+7", "-12"):
            table.badges = dict.fromkeys("123456789", value)
            table.draw()
            await visit.settle()
            shown = "\n".join(table.pool.render_line(y).text for y in range(table.pool.board.rows))
            found = re.findall(r"\d\(\d\) ?([+-]\d+)(?!\S)", shown)
            assert found == [value] * 9, shown

    visit(look, size)


def test_the_graph_of_a_review_fits_at_every_width(home: Path) -> None:
    match = Match(game("zone-conquest").start(), repetition=False)
    for move in ("4 1 7 6 9 x9 2 3 x3 x4" + 20 * " x4 x3 x3 x4").split():
        match.play(move)
    match.resign(match.position.turn)

    async def look(visit: Visit) -> None:
        visit.app.push_screen(ReviewScreen(match))
        await visit.settle()
        table, players = visit.table, visit.app.screen.query_one("#players", Static)
        assert isinstance(table, ReviewScreen)
        for columns in (20, 71, 72, 110, 200):
            await visit.resize(columns, 24)
            for ply in (90, -45):
                table.action_go(ply)
                await visit.settle()
                rows, room = str(players.content).split("\n")[-3:], players.size.width
                assert [row[:2] for row in rows] == ["X ", "= ", "O "]
                assert {len(row) for row in rows} == {min(room, 92)}
        await visit.resize(40, 12)
        await visit.press("right")
        for row in (" O " + 36 * "·", " 46. Player 2"):  # a graph, and a word of the log
            assert row in visit.picture()

    visit(look)


def test_a_computers_move_and_the_cells_of_a_hint_are_scrolled_into_view(home: Path) -> None:
    async def look(visit: Visit) -> None:
        table = await begin(visit, "crossed-paths", "human", size=(26, 26))

        def seen(key: str) -> bool:
            index = [cell.key for cell in table.grid.board.cells].index(key)
            row, column = divmod(index, 26)
            grid = table.grid
            down, across = row - grid.down.first, column - grid.across.first
            return 0 <= down < grid.down.shown and 0 <= across < grid.across.shown

        assert not seen("Z26")
        for move in ("Z26", "A26", "A1"):  # as a computer plays, without the cursor
            table.play(table.match.read(move))
            await visit.settle()
            assert seen(move)
            assert table.grid.under == "A1"
        await visit.press("down")
        assert seen("A2")
        table.grid.reveal(["Y26", "Z25"])
        await visit.settle()
        assert seen("Y26")
        assert seen("Z25")
        table.grid.reveal(["Z26", "A1"])
        await visit.settle()
        assert seen("Z26")

    visit(look)


def test_clicking_the_arrow_to_the_left_goes_back(home: Path) -> None:
    remember_setup(GameSetup("crossed-paths", "casual"))

    async def look(visit: Visit) -> None:
        await visit.choose("Play")
        rows = visit.picture().split("\n")
        y = next(number for number, row in enumerate(rows) if "Rows" in row)
        for sign, value in (("<", 6), (">", 7), ("<", 6), ("7", 7)):
            await visit.pilot.click(offset=(rows[y].index(sign), y))
            await visit.settle()
            assert f"Rows           < {value} >" in visit.options
        options = visit.app.screen.query_one(OptionList)
        assert options.highlighted == 2

    visit(look)
