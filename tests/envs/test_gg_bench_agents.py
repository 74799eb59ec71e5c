"""The script that grades gg-bench's trained agents, on a copy that is made up here."""

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from helpers import ROOT, Capture


class PPO:
    """As sbx's: likes high numbers, and its file says for what it was trained."""

    def __init__(self, actions: int, size: int) -> None:
        self.action_space = SimpleNamespace(n=actions)
        self.observation_space = SimpleNamespace(shape=(size,))
        actor = SimpleNamespace(params=None, apply_fn=self.apply)
        self.policy = SimpleNamespace(actor_state=actor)
        self.seen: list[Any] = []

    @classmethod
    def load(cls, file: Path, device: str) -> "PPO":
        assert device == "cpu"
        return cls(*json.loads(file.read_text()))

    def apply(self, params: None, seen: Any) -> SimpleNamespace:
        (row,) = seen
        # X began, so X moves where an even number of cells is taken.
        assert row[-1] == (np.count_nonzero(row[:-1]) % 2 == 0)
        return SimpleNamespace(logits=np.arange(self.action_space.n)[None])


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Any:
    stub = ModuleType("sbx")
    stub.PPO = PPO  # type: ignore[attr-defined]  # a stub
    monkeypatch.setitem(sys.modules, "sbx", stub)
    monkeypatch.setattr(sys, "path", [*sys.path])
    spec = spec_from_file_location("gg_bench_script", ROOT / "docs" / "bots" / "gg_bench.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    data = tmp_path / "gg_bench" / "data"
    for number, title, actions, size, steps in (
        (3, "# Other Game", 90, 10, [250]),
        (7, "\n**Swap Nine**", 90, 10, [250, 500, 1000]),
        (8, "# Swap Nine", 9, 10, [250]),
    ):
        (data / "descriptions").mkdir(parents=True, exist_ok=True)
        (data / "descriptions" / f"{number}.txt").write_text(f"{title}\n\nSwap Nine is ...")
        folder = data / "models" / f"env_{number}"
        folder.mkdir(parents=True)
        for step in steps:
            (folder / f"agent_{step}.zip").write_text(json.dumps([actions, size]))
    return tmp_path


def test_the_agent_whose_title_and_numbers_fit_is_graded(
    script: Any, copy: Path, capsys: Capture
) -> None:
    words = [str(copy), "--game", "swap-nine", "--starts", "20", "--json"]
    assert script.main(words) == 0
    (document,) = json.loads(capsys.readouterr().out)
    assert document["agent"] == "gg-bench's agent_1000 of env_7"
    figures = document["games"]["swap-nine"]
    assert figures["plays"] == 2 + document["starts"] > 6
    assert 0 < figures["value_lost"]["low"] < figures["value_lost"]["mean"]
    assert figures["forfeits"] == 0
    splits = copy / "gg_bench" / "data" / "splits"
    splits.mkdir()
    (splits / "valid_envs.json").write_text('[["7", 500]]')
    assert script.main(words[:-1]) == 0
    assert "gg-bench's agent_500 of env_7 against perfect" in capsys.readouterr().out


def test_refusals(script: Any, copy: Path, capsys: Capture) -> None:
    assert script.main([str(copy / "gg_bench")]) == 2
    assert "is no copy of gg-bench" in capsys.readouterr().err
    assert script.main([str(copy), "--game", "zone-conquest", "--starts", "4"]) == 1
    assert "No trained agent" in capsys.readouterr().err
