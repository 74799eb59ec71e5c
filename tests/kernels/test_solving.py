"""Large solves against the plain solvers, and what is kept of them."""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import quincunx
from helpers import BOOKS, ROOT, call, random_position, run
from quincunx.core import AnyPosition, GameError
from quincunx.core.extras import ExtraError
from quincunx.core.text import read_size
from quincunx.games.grid_clash import kernel as grid_clash
from quincunx.games.grid_clash.rules import GridClash, GridClashPosition
from quincunx.games.grid_clash.survey import different_numberings, survey
from quincunx.games.zone_conquest.large import LargeZones
from quincunx.games.zone_conquest.oracle import ZoneConquestOracle
from quincunx.games.zone_conquest.rules import ZoneConquest
from quincunx.kernels import filling
from quincunx.oracle import Proof, Value, new_oracle, oracle_of, solution_files
from quincunx.oracle.dataset import check_along_games, reachable
from quincunx.oracle.filling import Filling, FillingOracle, base3_of, layer_sizes, place_of
from quincunx.oracle.solutions import default_start, solve_from_nothing
from quincunx.oracle.verdicts import SolutionError


def silent(_count: int) -> None:
    pass


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    solution_files.find.cache_clear()
    oracle_of.cache_clear()
    quincunx.analyze.cache_clear()


def zones(*size: int) -> ZoneConquest:
    rows, columns = size
    return ZoneConquest(rows, columns)


def numbered(game: GridClash, *numbers: int) -> GridClashPosition:
    return GridClashPosition(game, numbers, "-" * game.cells, game.start().turn)


@pytest.mark.parametrize(
    "start",
    [
        quincunx.game("swap-nine").start(),
        quincunx.game("swap-nine", (2, 4)).start(),
        quincunx.game("grid-clash").start(seed=1),
        quincunx.game("grid-clash", (4, 2)).start(seed=2),
        quincunx.game("grid-clash", (2, 2)).start(seed=3),
    ],
    ids=str,
)
def test_layers_hold_what_the_plain_table_does(start: Any) -> None:
    oracle = oracle_of(start.game)
    assert isinstance(oracle, FillingOracle)
    plain = oracle.filling(oracle.cells_of(start)[1])
    base3 = base3_of(start.game.cells)
    everything, compared = (1 << start.game.cells) - 1, 0
    options = [[*plain.turned(cell, everything)] for cell in range(start.game.cells)]
    ends = np.fromiter(map(plain.end, range(everything + 1)), np.int8)
    if isinstance(start, GridClashPosition):
        numbers = np.array(start.numbers)
        assert ends.tolist() == [grid_clash.payoff(numbers, mine) for mine in range(len(ends))]
    layers = [ends, *filling.solve_layers(options, ends, start.game.cells, silent)]
    assert tuple(map(len, layers)) == layer_sizes(start.game.cells)
    assert oracle.payoffs(oracle.cells_of(start)[1]).tolist() == plain.table
    for mine in range(everything + 1):
        theirs = everything ^ mine
        while True:
            number, place = place_of(start.game.cells, mine, theirs)
            assert layers[number][place] == plain.table[base3[mine] + 2 * base3[theirs]]
            compared += 1
            if not theirs:
                break
            theirs = (theirs - 1) & (everything ^ mine)
    assert compared == 3**start.game.cells


@pytest.mark.parametrize("game", ["swap-nine", "grid-clash"])
def test_a_larger_grid_agrees_with_a_search(game: str) -> None:
    """4x3 positions with up to six cells to fill, by the plain search and by the kept table."""
    chosen = quincunx.game(game, (4, 3))
    starts = [chosen.start(seed=1)]
    positions: list[AnyPosition] = []
    for seed in range(60):
        position, random = starts[0], Random(seed)
        for _ in range(6 + seed % 7):
            position = position.after(random.choice(position.legal_moves()))
        positions.append(position)
    plain = [new_oracle(chosen).judge(position) for position in positions]
    assert {verdict.proof for verdict in plain} == {Proof.SEARCH}
    whole = new_oracle(chosen).solve(starts[0], silent)
    tabled = [new_oracle(chosen).judge(position) for position in positions]
    assert {verdict.proof for verdict in tabled} == {Proof.TABLE}
    facts = [[(v.value, v.distance, v.margin) for v in some] for some in (plain, tabled)]
    assert facts[0] == facts[1]
    assert sum(1 for _ in check_along_games(starts[0], 20)) == 240
    assert whole == oracle_of(chosen).judge(starts[0])
    assert quincunx.analyze(starts[0]).proof is Proof.TABLE


@pytest.mark.slow
@pytest.mark.parametrize("size", [(2, 2), (2, 3), (2, 4), (4, 2), (3, 3)])
def test_zones_agree_with_the_plain_table(size: tuple[int, int]) -> None:
    """Every state, reachable or not: value and distance; then texts of positions."""
    game = zones(*size)
    large, plain = LargeZones(game), ZoneConquestOracle(game)
    assert large.solve(game.start(), silent) == plain.judge(game.start())
    file = large.whole_file(game.start())
    assert file
    for state, number in plain.numbers.items():
        expected = plain.distances[number] if plain.values[number] else 0
        assert file.value(*large.place(*state)) == expected, state
    values = Counter[Value]()
    positions: Iterator[Any] = islice(reachable(game.start()), 3000)
    for position in positions:
        if not position.outcome:
            assert large.judge(position) == plain.judge(position), position
            values[large.judge(position).value] += 1
    assert len(values) > 1
    held = np.frombuffer(b"".join(map(file.layer, range(1, game.cells + 2))), dtype=np.uint8)
    assert held.max() == max(plain.distances)


@pytest.mark.slow
def test_zones_of_a_larger_grid_follow_from_their_successors() -> None:
    game = quincunx.game("zone-conquest", (3, 4))
    verdict = oracle_of(game).solve(game.start(), silent)
    assert (verdict.value, verdict.proof) == (Value.DRAW, Proof.TABLE)
    assert sum(1 for _ in check_along_games(game.start("O"), 30)) > 300
    # Images of a position are worth the same, whichever stands for them.
    for seed in range(40):
        position = random_position(game, seed, 3 + seed % 12)
        if not position.outcome:
            verdicts = [oracle_of(game).judge(position.mapped(s)) for s in game.symmetries]
            assert len(set(verdicts)) == 1


@pytest.mark.parametrize(
    ("game_id", "damage"),
    [
        ("swap-nine", "none"),
        ("swap-nine", "part of a layer"),
        ("swap-nine", "cut off"),
        ("swap-nine", "wrong"),
        pytest.param("zone-conquest", "none", marks=pytest.mark.slow),
    ],
)
def test_a_stopped_solve_goes_on(game_id: str, damage: str) -> None:
    """From whatever was left."""
    start = quincunx.game(game_id, (2, 5)).start()
    whole = new_oracle(start.game)
    verdict = whole.solve(start, silent)
    kept = whole.solution_file(start)
    assert kept
    right, expected = Path(kept.file).read_bytes(), whole.positions
    seen = iter(range(1, 101))

    def stop(_count: int) -> None:
        if next(seen) == 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        new_oracle(start.game).solve(start, stop)
    begun = solution_files.SolutionFile(kept.name + solution_files.PART)
    assert 1 < len(begun.sums) < len(kept.sums)
    left = Path(begun.file).read_bytes()
    damaged = {"part of a layer": left + b"?" * 77, "cut off": left[:-1], "wrong": b"?" + left[1:]}
    Path(begun.file).write_bytes(damaged.get(damage, left))
    # A reader of the old solution is not disturbed by a new one.
    assert whole.judge(start) == verdict
    counts: list[int] = []
    again = solve_from_nothing(start, counts.append)
    assert (again.verdict, again.positions) == (verdict, expected)
    assert Path(kept.file).read_bytes() == right
    assert not Path(begun.file).exists()
    if damage == "none":
        assert counts[-1] == (expected or 0) - sum(begun.counts)


def test_a_damaged_solution_is_refused() -> None:
    game = quincunx.game("swap-nine", (2, 5))
    start = game.start()
    oracle = oracle_of(game)
    oracle.solve(start, silent)
    kept = oracle.solution_file(start)
    assert kept
    file = Path(kept.file)
    right = file.read_bytes()
    file.write_bytes(right[:5000] + bytes([right[5000] ^ 1]) + right[5001:])
    solution_files.find.cache_clear()
    with pytest.raises(SolutionError, match="checksum is wrong"):
        oracle.judge(start)
    file.write_bytes(right[:-1])
    with pytest.raises(SolutionError, match="cut off"):
        oracle.judge(start)
    file.unlink()
    with pytest.raises(SolutionError, match="cannot be read"):
        oracle.judge(start)
    file.write_bytes(right)
    assert oracle.judge(start).proof is Proof.TABLE
    # Notes of another format are no notes of ours.
    notes = Path(solution_files.path_of(kept.name, "json"))
    for text in ("", "[]", "{}", json.dumps({**json.loads(notes.read_text()), "format": 0})):
        notes.write_text(text)
        solution_files.find.cache_clear()
        assert oracle.judge(random_position(game, 1, 7)).proof is Proof.SEARCH


def test_a_wrong_value_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solution whose checksums fit, but that is not true."""
    game = quincunx.game("swap-nine", (2, 5))
    right = Filling.end

    def wrong(filling: Filling, mine: int) -> int:
        payoff = right(filling, mine)
        return -1 if payoff == 1 else payoff

    monkeypatch.setattr(Filling, "end", wrong)
    oracle_of(game).solve(game.start(), silent)
    with pytest.raises(SolutionError, match="is given as"):
        list(check_along_games(game.start(), 50))


@pytest.mark.slow
def test_the_table_of_sizes_is_true() -> None:
    """The rows of docs/solutions.md with fewer than a million positions, solved again."""
    text = (ROOT / "docs" / "solutions.md").read_text(encoding="utf-8")
    solved_again = 0
    for game_id, sizes, words, count in re.findall(
        r"^\| `([a-z-]+)` \| ([0-9x, ]+) \| (.*) \| ([0-9,]+) \|$", text, re.MULTILINE
    ):
        if int(count.replace(",", "")) < 1_000_000:
            for size in sizes.split(", "):
                start = default_start(quincunx.game(game_id, read_size(size)))
                found = solve_from_nothing(start, silent)
                assert found.in_words() == words
                assert f"{found.positions:,}" == count
                solved_again += 1
    assert solved_again > 5


def test_too_large_sizes_are_refused() -> None:
    for words in (["swap-nine", "--size", "5x5"], ["zone-conquest", "--size", "6x6"]):
        result = call("verify", *words)
        assert result.returncode == 2
        assert "has no solution to check" in result.stderr
    game = zones(4, 5)
    with pytest.raises(GameError, match="only from the empty grid"):
        LargeZones(game).solve(game.parse("-----/-----/--X--/----- O - -"), silent)
    assert LargeZones(game).solution_file(game.start()) is None


# The survey.


@pytest.mark.slow
def test_the_survey_of_small_grids_by_the_plain_oracle() -> None:
    """Every numbering of 2x3, images included."""
    game = GridClash(2, 3)
    found = survey(game, silent)
    margins, moves = Counter[tuple[int, Value]](), Counter[int]()
    oracle = new_oracle(game)
    images = [symmetry for symmetry in game.symmetries if not symmetry.exchange]
    counted = set()
    for numbers in different_numberings(game).tolist():
        start = numbered(game, *numbers)
        counted |= {start.mapped(symmetry).numbers for symmetry in images}
        verdict, after = oracle.judge_all(start)
        assert verdict.margin is not None
        margins[verdict.margin, verdict.value] += len(images)
        moves[sum(one.value is Value.WIN for one in after.values())] += len(images)
    assert len(counted) == 720
    assert (found.numberings, found.different) == (720, 180)
    assert found.margins == {
        margin: (margins[margin, Value.WIN], margins[margin, Value.LOSS]) for margin, _ in margins
    }
    assert found.winning_moves == dict(sorted(moves.items()))
    assert all(quincunx.parse("grid-clash", text) for text in found.hardest)


def test_the_survey_is_the_same_however_the_work_is_done() -> None:
    game = GridClash(2, 3)
    first = survey(game, silent, workers=1)
    assert survey(game, silent, workers=3) == first
    with ThreadPoolExecutor(2) as pool:
        assert survey(game, silent, executor=pool) == first


# The commands.


@pytest.mark.slow
def test_commands() -> None:
    result = run("solve", "swap-nine", "--size", "3x4")
    assert "With best play: the second player wins by 2.\n" in result.stdout
    assert "table of 531,441 positions" in result.stdout
    assert "swap-nine-3x4.bin" in result.stdout.splitlines()[-1]
    checked = run("verify", "swap-nine", "--size", "3x4").stdout
    assert "of its 531,441 positions, 1,200 positions along 100 random games" in checked
    document = json.loads(run("analyze", "swap-nine", "--size", "3x4", "--json").stdout)
    assert (document["value"], document["margin"], document["proof"]) == ("loss", -2, "table")
    assert call("verify", "swap-nine", "--size", "4x3").returncode == 2


@pytest.mark.slow
def test_the_survey_command() -> None:
    result = run("survey", "grid-clash", "--size", "2x2", "--workers", "1")
    assert result.stdout.startswith("Grid Clash 2x2: 24 numberings, 3 up to")
    document = json.loads(run("survey", "grid-clash", "--size", "2x2", "--json").stdout)
    assert document["numberings"] == 24
    for words in (["swap-nine"], ["grid-clash", "--size", "4x4"]):
        assert call("survey", *words).returncode == 2


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    game = quincunx.game("swap-nine", (3, 4))
    for work in (
        lambda: quincunx.batch("swap-nine"),
        lambda: survey(GridClash(3, 3), silent),
        lambda: new_oracle(game).solve(game.start(), silent),
        lambda: LargeZones(zones(3, 4)).solve(zones(3, 4).start(), silent),
    ):
        with pytest.raises(ExtraError, match=r'pip install "quincunx\[fast\]"'):
            work()
    # What a player meets at the default sizes does without.
    for game_id in BOOKS:
        start = quincunx.game(game_id).start(seed=1)
        assert quincunx.analyze(start).value is not Value.UNKNOWN
