"""A sixth game works on the full screen without a line."""

from pathlib import Path
from random import Random

import pytest

from helpers import TOYS, case_name, thinned, toy_installed
from quincunx import game
from quincunx.books import book_of
from quincunx.play.match import Match
from quincunx.play.saved_games import set_up
from quincunx.screen.game import GameScreen
from screen.common import Visit, visit


@pytest.mark.parametrize("case", thinned(TOYS, 9), ids=case_name)
def test_a_game_that_nobody_prepared_is_played_by_touches(
    case: tuple[str, tuple[int, int]], home: Path
) -> None:
    random = Random(6)

    async def look(visit: Visit) -> None:
        match = Match(game(*case).start(seed=1))
        visit.app.push_screen(GameScreen(set_up(match)))
        await visit.settle()
        table = visit.table
        for _ in range(30):
            if match.outcome:
                break
            move = random.choice(match.legal_moves())
            for key in match.position.clicks(move)[0]:
                table.touch(key)
            if table.whole is not None:
                table.moved(table.whole)
            assert match.moves[-1] == move
            assert not table.said
        await visit.settle()
        assert table.book.__class__ is book_of(match).__class__
        assert len(table.lines) >= match.ply

    with toy_installed():
        visit(look)
