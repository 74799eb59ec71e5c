"""The whole examples of docs/training.md, in a short form: each ends with an exact grade."""

import runpy
from importlib.util import find_spec
from typing import Any

import pytest

from helpers import ROOT


def curve(name: str, steps: int) -> list[tuple[int, float]]:
    train: Any = runpy.run_path(str(ROOT / "docs" / "training" / name))["train"]
    found: list[tuple[int, float]] = train(steps, 2)
    return found


def test_a_table_learns_from_pettingzoos_games() -> None:
    (first, _), (last, graded) = curve("pettingzoo_self_play.py", 300)
    assert (first, last) == (150, 300)
    assert graded == 0  # after some 120 games a best response gets what it would from perfect


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "package", "steps", "most"),
    [("maskable_ppo.py", "sb3_contrib", 2048, 1), ("torch_self_play.py", "torch", 8, 0.7)],
)
def test_learners_of_other_packages(name: str, package: str, steps: int, most: float) -> None:
    if not find_spec(package):
        pytest.skip(f"{package} is none of this project's own extras: install it to try {name}")
    learned = curve(name, steps)
    (first, _), (last, graded) = learned
    assert 0 < first < last
    assert 0 <= graded < most + 1e-9  # random is at 0.974
