"""Peers of the measurements: from a folder in the form of gg-bench's repository, or none."""

from pathlib import Path
from random import Random

import pytest

from bench import _peers

ENVIRONMENT = """
from functools import partial

from quincunx.envs import GGBench

CustomEnv = partial(GGBench, "{game}", {size})
"""


def copy_of_gg_bench(folder: Path) -> Path:
    for number, title, game, size in (
        (1, "Swap Nine of another size", "swap-nine", (2, 2)),
        (2, "# Swap Nine", "swap-nine", (3, 3)),
        (3, "Zone Conquest", "zone-conquest", (3, 3)),
    ):
        data = folder / "gg_bench" / "data"
        for name, file, text in (
            ("descriptions", f"{number}.txt", f"\n{title}\n\n1. Objective"),
            ("envs", f"env_{number}.py", ENVIRONMENT.format(game=game, size=size)),
        ):
            (data / name).mkdir(parents=True, exist_ok=True)
            (data / name / file).write_text(text, encoding="utf-8")
    return folder


def test_peers_come_from_the_folder_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GG_BENCH", str(copy_of_gg_bench(tmp_path)))
    episode = _peers.gg_bench("swap-nine", Random(1))
    assert episode
    assert episode() == 9
    assert _peers.gg_bench("zone-conquest", Random(1))
    assert _peers.gg_bench("grid-clash", Random(1)) is None


def test_without_a_folder_there_is_no_peer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GG_BENCH", raising=False)
    assert _peers.gg_bench("swap-nine", Random(1)) is None
    monkeypatch.setattr(_peers, "SECONDS", 0.001)
    ours, theirs = _peers.rates(lambda: 1, None)
    assert ours > 0
    assert (theirs, _peers.ratio(ours, theirs).strip()) == (0, "-")
