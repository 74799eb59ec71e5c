"""Lists the games.

example:
  quincunx games
"""

import json
from argparse import ArgumentParser, Namespace

from quincunx.cli.options import add_json
from quincunx.games import game_class, game_ids


def arguments(parser: ArgumentParser) -> None:
    add_json(parser)


def run(options: Namespace) -> int:
    games = [game_class(game_id) for game_id in game_ids()]
    if options.json:
        print(json.dumps([game.description() for game in games]))
        return 0
    width = max(len(game.id()) for game in games)
    for game in games:
        others = "" if game.smallest == game.largest else f"; {game.sizes()}"
        print(f"{game.id():{width}}  {game.summary}")
        print(f"{'':{width}}  {'{}x{}'.format(*game.default_size)}{others}.")
    return 0
