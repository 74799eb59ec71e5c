"""Batches on a GPU, in numba's CUDA simulator: the same games, byte for byte. `make gpu` holds
them against the plain rules on a real one."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

import quincunx
from helpers import ROOT, WITH_KERNEL
from kernels import on_device


@pytest.fixture(scope="module")
def simulated() -> Any:
    """What is played there. `numba` is compiled code's, so another process must interpret it."""
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    words = [sys.executable, str(ROOT / "tests" / "kernels" / "on_device.py"), *WITH_KERNEL]
    return json.loads(
        subprocess.run(words, env=environment, check=True, stdout=subprocess.PIPE).stdout
    )


@pytest.mark.slow
@pytest.mark.parametrize("game_id", WITH_KERNEL)
def test_the_same_games_byte_for_byte(game_id: str, simulated: Any) -> None:
    assert simulated[game_id] == on_device.played(game_id, "cpu")


@pytest.mark.slow
def test_an_action_that_is_not_legal_is_said_afterwards(simulated: Any) -> None:
    *said, none, many, position = simulated["refusals"]
    lanes = [f"An action was not legal in lane {lane}, where nothing was played" for lane in (3, 5)]
    assert [one.partition(":")[0] for one in said[:2]] == lanes
    for one in said[2:]:
        assert one == (
            "A step needs 6 whole numbers of 64 bits, an action for each lane, side by side."
        )
    assert len(said) == 5
    for one, given in ((none, "'0'"), (many, "'many'")):
        assert one == f"steps must be a whole number from 1 to 1,000,000,000,000, not {given}."
    assert position == str(quincunx.game("swap-nine").start())


@pytest.mark.slow
def test_lots_after_a_refusal_that_comes_late_are_legal(simulated: Any) -> None:
    assert simulated["late"]


def test_no_device() -> None:
    """Where there is no GPU, as on the machines that run this."""
    try:
        quincunx.batch("swap-nine", lanes=8, device="cuda").play(3)
    except quincunx.QuincunxError as error:
        assert str(error).startswith("No CUDA device can be used here (")
        assert str(error).endswith('): use device="cpu".')
        assert "\n" not in str(error)


def test_no_such_device() -> None:
    with pytest.raises(quincunx.QuincunxError, match="is no device: cpu or cuda"):
        quincunx.batch("swap-nine", lanes=8, device="gpu")
