"""Numeral Nexus: the compiled search against the plain one, the same verdicts by the same work."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import quincunx
from quincunx.core import AnyPosition, random_play
from quincunx.games.numeral_nexus.fast import CompiledSearch
from quincunx.games.numeral_nexus.proof import Search
from quincunx.oracle import Analysis, MoveAnalysis, Value, Verdict, new_oracle
from quincunx.play.match import Match
from quincunx.players.perfect import perfect_moves

pytestmark = pytest.mark.slow  # the compiler takes half a minute


def both(size: tuple[int, int] | None = None) -> tuple[Any, Any]:
    """An oracle with the plain search, and one with the compiled."""
    fast: Any
    plain, fast = (new_oracle(quincunx.game("numeral-nexus", size)) for _ in range(2))
    fast.prepare(fast.game.start())
    return plain, fast


def by_ply(oracle: Any, seed: int, count: int) -> Iterator[AnyPosition]:
    """Positions of random games that are not over, all plies alike."""
    random = Random(seed)
    games = [[*random_play(oracle.game.start(), random)][:-1] for _ in range(40 + 2 * count)]
    plies = max(map(len, games))
    for number in range(count):
        ply = number * plies // count
        yield random.choice([game for game in games if len(game) > ply])[ply]


@pytest.mark.parametrize("size", [(3, 3), (3, 4), (4, 5), (5, 5)])
def test_both_prove_the_same(size: tuple[int, int]) -> None:
    plain, fast = both(size)
    for position in by_ply(plain, 19, 60):
        assert fast.judge_all(position) == plain.judge_all(position), str(position)


def test_both_do_the_same_work() -> None:
    """State by state, and out of work at the same one."""
    plain, fast = both()
    for position in by_ply(plain, 3, 20):
        state, found = plain.states.of_position(position), list[Any]()
        for search in (plain.new_search(), fast.new_search()):
            assert type(search) is (CompiledSearch if found else Search)
            search.work = 300
            found.append((search.survey(state, state.empties + 3), search.done, search.work))
        assert found[0] == found[1], str(position)


def test_both_take_best_play_the_same_way() -> None:
    plain, fast = both()
    for position in by_ply(plain, 5, 8):
        assert fast.line(position) == plain.line(position), str(position)


def test_who_asks_much_has_it_compiled_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, in a thread that nobody waits for: the plain search answers until it is done."""
    threads = list[threading.Thread]()

    def keep(thread: threading.Thread) -> None:
        threads.append(thread)

    monkeypatch.setattr(threading.Thread, "start", keep)
    monkeypatch.setattr("quincunx.games.numeral_nexus.oracle.MIN_WORK_TO_COMPILE", 1)
    for asker in (None, "somebody"):  # nothing is compiled where nobody started the process
        monkeypatch.setattr("multiprocessing.parent_process", lambda asker=asker: asker)
        oracle: Any = new_oracle(quincunx.game("numeral-nexus"))
        for position in by_ply(oracle, 19, 4):
            oracle.judge_all(position)
        assert type(oracle.new_search()) is Search
        assert len(threads) == bool(asker)
    [thread] = threads
    assert not thread.daemon
    thread.run()
    assert type(oracle.new_search()) is CompiledSearch


def test_code_from_disk_answers_as_code_just_compiled(tmp_path: Path) -> None:
    """numba has crashed here where a function that calls itself was compiled twice."""
    code = (
        "import quincunx; from quincunx.oracle import new_oracle;"
        "start = quincunx.game('numeral-nexus').start(); oracle = new_oracle(start.game);"
        "oracle.prepare(start); print(oracle.judge_all(start.play('5@C3').play('1@A1')))"
    )
    where = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    first, second = (
        subprocess.run([sys.executable, "-c", code], env=where, capture_output=True, check=True)
        for _ in range(2)
    )
    assert first.stdout == second.stdout != b""


def analysis(position: AnyPosition, judged: tuple[Verdict, dict[Any, Verdict]]) -> Analysis:
    verdict, verdicts = judged
    return Analysis(position, verdict, tuple(MoveAnalysis(*item) for item in verdicts.items()))


def test_in_haste_the_same_moves_are_the_best() -> None:
    """With less work: what wins later is left unknown."""
    _, fast = both()
    spared = 0
    for position in by_ply(fast, 7, 40):
        whole, hasty = fast.judge_all(position), fast.judge_all(position, hurried=True)
        assert hasty[0] == whole[0]
        if whole[0].value is Value.WIN:
            choices = (
                perfect_moves(Match(position), analysis(position, one)) for one in (whole, hasty)
            )
            assert len({*map(tuple, choices)}) == 1, str(position)
            spared += sum(one.value is Value.UNKNOWN for one in hasty[1].values())
        else:
            assert hasty == whole
    assert spared
