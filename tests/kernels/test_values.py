"""The values of all actions of a batch against what the plain oracle says of each position."""

from random import Random

import numpy as np
import pytest

import quincunx
from helpers import random_position
from quincunx.core import AnyGame, AnyPosition, GameError, random_play
from quincunx.kernels.compiled import Bytes
from quincunx.oracle import analyze
from quincunx.oracle.dataset import reachable
from quincunx.oracle.lanes import NOT_LEGAL, UNKNOWN, WORTH, lookup_of


def told(game: AnyGame, positions: list[AnyPosition]) -> Bytes:
    batch = quincunx.batch(game.id(), len(positions), size=(game.rows, game.columns))
    batch.begin(positions)
    return quincunx.values(batch)


def judged(positions: list[AnyPosition]) -> Bytes:
    rows = np.full((len(positions), positions[0].game.action_count), NOT_LEGAL, dtype=np.int8)
    for row, position in zip(rows, positions, strict=True):
        for item in analyze(position).moves:
            row[item.move.action] = WORTH[item.value]
    return rows


def compare(game: AnyGame, positions: list[AnyPosition]) -> None:
    resume = [position for position in positions if not position.outcome]
    assert resume
    assert (told(game, resume) == judged(resume)).all()


@pytest.mark.parametrize("share", [11, pytest.param(1, marks=pytest.mark.slow)])
def test_every_position_of_swap_nine(share: int) -> None:
    game = quincunx.game("swap-nine")
    positions = [*reachable(game.start())]
    assert len(positions) == 16_973
    compare(game, positions[::share])


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("swap-nine", (2, 4)),
        ("grid-clash", (2, 3)),
        ("zone-conquest", (2, 2)),
        ("zone-conquest", (2, 3)),
        ("crossed-paths", (2, 3)),
    ],
)
def test_every_position_of_small_boards(name: str, size: tuple[int, int]) -> None:
    game = quincunx.game(name, size)
    compare(game, [*reachable(game.start(seed=5))])


@pytest.mark.parametrize("name", ["zone-conquest", "grid-clash"])
def test_positions_of_random_games(name: str) -> None:
    game, random = quincunx.game(name), Random(19)
    games = [game.start(seed=seed % 20, first="XO"[seed % 2]) for seed in range(60)]
    compare(game, [position for start in games for position in random_play(start, random)])


def test_positions_of_zone_conquest_that_nobody_reaches() -> None:
    """Whatever is remembered of an attack, idle or not."""
    game = quincunx.game("zone-conquest")
    compare(
        game,
        [
            game.parse(text)
            for text in ("OX-/XXO/-O- X 4 -", "XO-/OO-/--X X 1 2", "-OX/XOO/X-- X 5 5")
        ],
    )


@pytest.mark.parametrize(
    "name", ["crossed-paths", pytest.param("numeral-nexus", marks=pytest.mark.slow)]
)
def test_where_there_is_no_table_the_oracle_is_asked(name: str) -> None:
    game = quincunx.game(name)
    compare(game, [random_position(game, seed, 6 + seed) for seed in range(12)])


@pytest.mark.slow
def test_what_is_not_proved_is_unknown() -> None:
    game = quincunx.game("numeral-nexus")
    position = game.start().play("5@C3").play("1@A1")
    unproved = {item.move.action for item in analyze(position).moves if item.value == "unknown"}
    row = told(game, [position])[0]
    assert unproved
    assert {*np.flatnonzero(row == UNKNOWN).tolist()} == unproved


def test_more_numberings_than_tables_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then some are solved again."""
    monkeypatch.setattr("quincunx.oracle.filling.MAX_TABLES", 8)
    lookup_of.cache_clear()
    game = quincunx.game("grid-clash")
    positions = [game.start(seed=seed % 10) for seed in range(40)]
    compare(game, positions)
    lookup_of.cache_clear()


def test_threads_change_nothing() -> None:
    several, one = (quincunx.batch("grid-clash", 20_000, 1, threads=number) for number in (2, 1))
    for batch in (several, one):
        states = batch._lanes.states
        states[:, 2:] = states[np.arange(len(states)) % 64, 2:]
    assert (quincunx.values(several) == quincunx.values(one)).all()


def test_out_of_reach_is_said() -> None:
    with pytest.raises(GameError, match="Swap Nine 4x4 are out of reach: choose 2x2, 2x3, 2x4"):
        quincunx.values(quincunx.batch("swap-nine", 1, size=(4, 4)))
    with pytest.raises(GameError, match="Values belong to a batch: make one with quincunx.batch"):
        quincunx.values(quincunx.game("swap-nine").start())
