"""Batch play in numba's CUDA simulator, for tests/kernels/test_cuda.py: what it plays, as JSON.

It runs in a process of its own: the simulator is chosen when numba is imported, and everything
that is compiled elsewhere is interpreted here."""

import hashlib
import json
import sys
import warnings
from typing import Any

import numpy as np

import quincunx

LANES = 6
LOOKED_UP = ("swap-nine", "zone-conquest", "crossed-paths")
"""Values that need no search: those are for compiled code alone."""


def here(array: Any) -> Any:
    """What lies on a device, copied."""
    there = hasattr(array, "copy_to_host")
    return np.ascontiguousarray(array.copy_to_host() if there else array)


def played(game_id: str, device: str) -> dict[str, Any]:
    """A digest of every array of 30 steps by lot, by actions, with lanes held and begun anew."""
    games = quincunx.batch(game_id, lanes=LANES, seed=7, truncate=12, device=device)
    digest = hashlib.sha256()

    def note(*arrays: Any) -> None:
        for array in arrays:
            digest.update(here(array).tobytes())

    for _ in range(15):
        drawn = games.sample()
        note(drawn, *games.step(drawn), games.features(), games.final_features(), games.turns)
    note(*games.play(4))
    hold = np.arange(LANES) % 2 == 0
    for _ in range(3):
        actions = here(games.masks).argmax(axis=1)
        note(*games.step(actions, hold=hold), games.turns)
    note(games.reset(lanes=hold), games.features())
    note(games.begin([games.position(0)] * LANES), *games.step(games.sample()))
    if game_id in LOOKED_UP:
        note(quincunx.values(games))
    return {"digest": digest.hexdigest(), "positions": list(map(str, games.positions()))}


def refusals() -> list[str]:
    """What is said of actions that are not legal, or no actions."""
    games: Any = quincunx.batch("swap-nine", lanes=LANES, device="cuda")
    said = []
    actions = here(games.masks).argmax(axis=1)
    actions[3] = 89
    for given in (actions, -actions - 1, [1.5] * LANES, [1], "none"):
        try:
            games.step(np.array(given))
            games.wait()
        except quincunx.QuincunxError as error:
            said.append(str(error))
    for steps in (0, "many"):
        try:
            games.play(steps)
        except quincunx.QuincunxError as error:
            said.append(str(error))
    said.append(str(games.position(3)))
    return said


def after_a_late_refusal() -> bool:
    """Whether what is drawn is legal, where a step is refused because of the one before it, which
    a device says only now."""
    games: Any = quincunx.batch("swap-nine", lanes=LANES, device="cuda")
    games.step(games.sample())
    drawn = games.sample()
    games._refused[0] = 3
    try:
        games.step(drawn)
    except quincunx.QuincunxError:
        return bool(here(games.masks)[np.arange(LANES), here(games.sample())].all())
    return False


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # of numbers that run over, as they are meant to
    found: dict[str, Any] = {one: played(one, "cuda") for one in sys.argv[1:]}
    print(json.dumps(found | {"refusals": refusals(), "late": after_a_late_refusal()}))
