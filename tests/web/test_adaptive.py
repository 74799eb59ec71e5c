"""The page's `adaptive` goes up and down as that of the terminal does."""

import json
import subprocess
from itertools import product

from helpers import ROOT
from quincunx.players.levels import LEVELS, STEPS, Past, adaptive_level


def test_the_page_adapts_as_the_terminal_does(node: str) -> None:
    games = [Past(*each) for each in product(LEVELS, STEPS)]
    past = [[], *([game] for game in games), *map(list, product(games[:9], games[-9:]))]
    page = subprocess.run(
        [node, str(ROOT / "tests" / "page" / "adaptive.js")],
        input=json.dumps({"levels": [*LEVELS], "past": past}),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert page.returncode == 0, page.stderr
    assert json.loads(page.stdout) == [adaptive_level(each) for each in past]
