"""Lists the games.

example:
  quincunx games
"""

import json
from argparse import ArgumentParser, Namespace

from quincunx.cli.options import add_json
from quincunx.games import each

GROUP = "play"


def arguments(parser: ArgumentParser) -> None:
    add_json(parser)


def run(options: Namespace) -> int:
    games = [*each(lambda kind: (kind, kind.description()))]
    if options.json:
        print(json.dumps([description for _, description in games]))
        return 0
    width = max(len(game.id()) for game, _ in games)
    for game, _ in games:
        others = "" if game.smallest == game.largest else f"; {game.sizes()}"
        print(f"{game.id():{width}}  {game.summary}")
        print(f"{'':{width}}  {'{}x{}'.format(*game.default_size)}{others}.")
    return 0
