"""The generic table: kept when it is large, found again, and not begun where it cannot end."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import quincunx
from helpers import REACHABLE, ROOT, toy_installed
from quincunx.core import AnyGame, AnyPosition, GameError
from quincunx.oracle import Proof, Value, listed
from quincunx.oracle.dataset import reachable
from quincunx.oracle.listed import Listed, estimate
from quincunx.oracle.retrograde import Retrograde
from quincunx.oracle.solution_files import find
from quincunx.oracle.solutions import default_start, solve_by_listing

FEW = 100
"""Positions that are listed at once: a game with more has its table kept."""


@pytest.fixture(autouse=True)
def walkers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    find.cache_clear()
    with toy_installed():
        yield quincunx.game("three-walkers")
    find.cache_clear()


def silent(_count: int) -> None:
    pass


def test_a_large_table_is_kept_and_found(walkers: AnyGame) -> None:
    start = walkers.start()
    before = Listed(walkers, FEW)
    assert before.judge(start).value is Value.UNKNOWN
    kept = before.solution_file(start)
    assert kept is not None
    assert not kept.whole
    solved = before.solve(start, silent)
    truth = Retrograde()
    positions = list(reachable(start))
    assert solved == truth.judge(start)
    assert before.positions == len({one.key() for one in positions}) > 10 * FEW
    after = Listed(walkers, FEW)
    kept = after.solution_file(start)
    assert kept is not None
    assert kept.whole
    assert sum(kept.counts) == before.positions
    for position in positions:
        assert after.judge(position) == truth.judge(position)
    some = [one for one in positions if not one.outcome][::37]
    for position in some:
        assert after.judge_moves(position) == truth.judge_moves(position)
    # What the table does not hold is searched, as before.
    elsewhere = walkers.parse("XX-/---/OO- X")
    assert after.judge(elsewhere).proof is Proof.SEARCH


def test_a_small_table_is_not_kept(walkers: AnyGame) -> None:
    oracle = Listed(walkers)
    assert oracle.solve(walkers.start(), silent).proof is Proof.TABLE
    assert oracle.solution_file(walkers.start()) is None
    assert oracle.files == []


def test_a_table_of_other_rules_is_not_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever changes a rule is not answered by the old one."""
    file = tmp_path / "games" / "changing_rules.py"
    file.parent.mkdir()
    text = (ROOT / "tests" / "toy" / "three_walkers" / "rules.py").read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    with monkeypatch.context() as context:
        folders = [*quincunx.games.__path__, str(file.parent)]
        context.setattr(quincunx.games, "__path__", folders)
        game = quincunx.game("changing-rules")
    Listed(game, FEW).solve(game.start(), silent)
    assert Listed(game, FEW).judge(game.start()).value is not Value.UNKNOWN
    file.write_text(text + "# changed\n", encoding="utf-8")
    assert Listed(game, FEW).judge(game.start()).value is Value.UNKNOWN


@pytest.mark.slow
@pytest.mark.parametrize("game_id", REACHABLE)
def test_an_estimate_is_never_far_too_high(game_id: str) -> None:
    assert estimate(default_start(quincunx.game(game_id))) <= REACHABLE[game_id]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["swap-nine", "grid-clash", "zone-conquest"])
def test_what_is_plainly_out_of_reach_is_seen_at_once(game_id: str) -> None:
    assert estimate(quincunx.game(game_id, (6, 6)).start(seed=1)) > 8_000_000


def test_what_an_estimate_rules_out_is_not_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor where pieces move and no cell is ever filled: random games show it soon."""
    text = (ROOT / "tests" / "toy" / "three_walkers" / "rules.py").read_text(encoding="utf-8")
    text = text.replace("largest = (3, 5)", "largest = (4, 6)")
    text = text.replace("'-' * self.columns", "'-' * self.columns * (self.rows - 2)")
    (tmp_path / "wide_walkers.py").write_text(text, encoding="utf-8")
    with monkeypatch.context() as context:
        context.setattr(quincunx.games, "__path__", [*quincunx.games.__path__, str(tmp_path)])
        start = quincunx.game("wide-walkers", (4, 6)).start()
    visited, kind = Counter[str](), type(start)
    rules = kind.legal_moves

    def counted(position: AnyPosition) -> Any:
        visited["positions"] += 1
        return rules(position)

    monkeypatch.setattr(kind, "legal_moves", counted)
    monkeypatch.setattr(listed, "MAX_POSITIONS", 1_000)
    monkeypatch.setattr(listed, "MAX_LISTED", 100_000)
    with pytest.raises(GameError, match="has more than 100,000 positions by an estimate, too many"):
        solve_by_listing(start, silent)
    assert 1_000 < visited["positions"] < 20_000
