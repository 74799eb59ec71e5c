"""List the games.

example:
  quincunx games
"""

from argparse import Namespace

from quincunx.cli.options import JSON, print_json
from quincunx.games import each

GROUP = "play"


OPTIONS = JSON


def run(options: Namespace) -> None:
    games = [*each(lambda kind: (kind, kind.description()))]
    if options.json:
        print_json([description for _, description in games])
        return
    width = max(len(game.id()) for game, _ in games)
    for game, _ in games:
        others = "" if game.smallest == game.largest else f"; {game.sizes()}"
        print(f"{game.id():{width}}  {game.summary}")
        print(f"{'':{width}}  {'{}x{}'.format(*game.default_size)}{others}.")
