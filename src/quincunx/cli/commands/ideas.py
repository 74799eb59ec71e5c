"""Show a game's ideas and the strategies made of them, each with exact figures.

An idea is something that a person can see on the board after a move. A strategy is a list of at
most five: of the moves that the first one prefers, those that the second one prefers, and so on.
What it guarantees holds against every opponent, with ties broken against it. A strategy is a player
too, as in `quincunx play swap-nine --o strategy:safe-lead`.

example:
  quincunx ideas swap-nine
"""

from argparse import Namespace

from quincunx.cli.options import GAME, JSON, SIZE, print_document

GROUP = "study"


OPTIONS = GAME | SIZE | JSON


def run(options: Namespace) -> None:
    from quincunx.analysis.strategies import document, in_words
    from quincunx.games import game

    print_document(document(game(options.game, options.size)), options.json, in_words)
