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
        documents = [
            {
                "id": game.id(),
                "title": game.title,
                "summary": game.summary,
                "default_size": "{}x{}".format(*game.default_size),
                "smallest_size": f"{game.smallest}x{game.smallest}",
                "largest_size": f"{game.largest}x{game.largest}",
            }
            for game in games
        ]
        print(json.dumps(documents))
        return 0
    width = max(len(game.id()) for game in games)
    for game in games:
        rows, columns = game.default_size
        print(f"{game.id():{width}}  {game.summary}")
        print(f"{'':{width}}  {rows}x{columns}; sizes {game.smallest} to {game.largest} each way.")
    return 0
