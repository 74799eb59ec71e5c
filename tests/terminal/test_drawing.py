"""Drawing a board again takes work in proportion to its cells."""

import pytest

import quincunx
from helpers import CASES, case_name
from quincunx.books import book_of
from quincunx.core import AnyPosition, Board
from quincunx.play.match import Match
from quincunx.terminal.console import Console


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_a_board_is_looked_at_a_few_times_however_many_cells_it_has(
    case: tuple[str, tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = quincunx.game(*case)
    match = Match(game.start(seed=1))
    console = Console()
    console.live = True
    monkeypatch.setattr(Console, "columns", 80)
    book = console.show_in(book_of(match))
    looks = 0
    kind = type(match.position)
    board = kind.board

    def counted(position: AnyPosition) -> Board:
        nonlocal looks
        looks += 1
        return board(position)

    monkeypatch.setattr(kind, "board", counted)
    while match.outcome is None and match.ply < 30:
        match.play(match.legal_moves()[-1])
        looks = 0
        drawn = book.board()
        assert looks <= 3
        assert "\x1b[7m" in drawn or not any(c.owner for c in match.position.board().cells)
