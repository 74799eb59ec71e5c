"""Tells the rules of a game, with the rulings where its book is silent or contradicts itself.

example:
  quincunx rules zone-conquest
"""

import json
from argparse import ArgumentParser, Namespace

from quincunx.cli.options import add_game, add_json
from quincunx.games import game_class

GROUP = "play"


def arguments(parser: ArgumentParser) -> None:
    add_game(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    game = game_class(options.game)
    if options.json:
        print(json.dumps({"game": game.id(), "title": game.title, "rules": game.rules()}))
    else:
        from quincunx.terminal.console import Console
        from quincunx.terminal.conversation import tell_rules

        tell_rules(game, Console())
    return 0
