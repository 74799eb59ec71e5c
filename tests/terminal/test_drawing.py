"""Drawing a board again takes work in proportion to its cells."""

import pytest

import quincunx
from helpers import CASES, case_name
from quincunx.core import AnyPosition, Board
from quincunx.match import Match
from quincunx.terminal.console import Console
from quincunx.terminal.session import Session


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_a_board_is_looked_at_a_few_times_however_many_cells_it_has(
    case: tuple[str, tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = quincunx.game(*case)
    match = Match(game.start(seed=1))
    console = Console()
    console.live = True
    monkeypatch.setattr(Console, "columns", 80)
    session = Session(match, console)
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
        drawn = session.dialogue.board()
        assert looks <= 3
        assert "\x1b[7m" in drawn or not any(c.owner for c in match.position.board().cells)
