"""Print the rules of a game, with the rulings where its book is silent or contradicts itself.

example:
  quincunx rules zone-conquest
"""

from argparse import Namespace

from quincunx.cli.options import GAME, JSON, print_json
from quincunx.games import game_class

GROUP = "play"


OPTIONS = GAME | JSON


def run(options: Namespace) -> None:
    game = game_class(options.game)
    if options.json:
        print_json({"game": game.id(), "title": game.title, "rules": game.rules()})
    else:
        from quincunx.terminal.console import Console
        from quincunx.terminal.conversation import tell_rules

        tell_rules(game, Console())
