"""A batch step of each game, and a survey."""

import json
import subprocess
import sys
from pathlib import Path

import quincunx
from quincunx.kernels import has_kernel

COMMAND = str(Path(sys.executable).with_name("quincunx"))


def step(game: str) -> None:
    games = quincunx.batch(game, lanes=100, seed=1)
    assert games.step(games.sample()).masks.any(axis=1).all()


if __name__ == "__main__":
    for one in quincunx.game_ids():
        if has_kernel(quincunx.games.game_class(one)):
            step(one)
    words = [COMMAND, "survey", "grid-clash", "--size", "2x4", "--json"]
    told = json.loads(subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout)
    assert told["numberings"] == 40_320, told
