"""Compute the published figures of every game's strategies: `make ideas`, a few minutes.

They are written to `ideas.toml` in the game's folder; tests compute them again.
"""

import sys
from pathlib import Path
from typing import Any

import quincunx
from quincunx.analysis.strategies import FILE, figures
from quincunx.core import AnyPosition
from quincunx.oracle.dataset import is_table
from quincunx.oracle.solutions import default_start
from quincunx.players.ideas import PREFIX, Strategy, strategies_of


def published(strategy: Strategy, start: AnyPosition) -> dict[str, Any]:
    """Return the figures of a strategy at a game's default size."""
    found = figures(strategy, start)
    if is_table(start):
        exploited = quincunx.exploit(f"{PREFIX}{strategy.id}", start)
        found["exploitability"] = round(exploited.exploitability, 4)
    return found


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {toml(item)}' for key, item in value.items())} }}"
    return str(value).lower() if isinstance(value, bool) else repr(value).replace("'", '"')


def write(game_id: str) -> None:
    game = quincunx.game(game_id)
    start = default_start(game)
    lines = ["# Written by `make ideas`; tests compute every figure again.\n"]
    for strategy in strategies_of(type(game)):
        lines.append(f'\n["{strategy.id} {game.size}"]\n')
        lines += [f"{key} = {toml(value)}\n" for key, value in published(strategy, start).items()]
    module = sys.modules[type(game).__module__].__file__
    assert module
    (Path(module).parent / FILE).write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    for game_id in sys.argv[1:] or quincunx.game_ids():
        write(game_id)
