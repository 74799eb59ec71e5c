"""A batch step, and a survey."""

import json
import subprocess
import sys
from pathlib import Path

import quincunx

COMMAND = str(Path(sys.executable).with_name("quincunx"))


if __name__ == "__main__":
    games = quincunx.batch("swap-nine", lanes=100, seed=1)
    assert games.step(games.sample()).masks.any(axis=1).all()
    words = [COMMAND, "survey", "grid-clash", "--size", "2x4", "--json"]
    survey = json.loads(subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout)
    assert survey["numberings"] == 40_320, survey
