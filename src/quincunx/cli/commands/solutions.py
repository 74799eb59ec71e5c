"""Tells what is known of each game: who wins with best play, and how to check it.

example:
  quincunx solutions
"""

import json
from argparse import ArgumentParser, Namespace

from quincunx.analysis.document import solution_document
from quincunx.cli.options import add_json
from quincunx.oracle.solutions import solutions


def arguments(parser: ArgumentParser) -> None:
    add_json(parser)


def run(options: Namespace) -> int:
    if options.json:
        print(json.dumps([solution_document(one) for one in solutions()]))
        return 0
    for one in solutions():
        game = one.start.game
        print(f"{game.title} {game.size}: {one.in_words()}")
        print(f"  start {one.start}")
        print(f"  known by {one.known_by}")
        tries = f", which tries the {one.reachable:,} that can be reached" if one.reachable else ""
        print(f"  check it with `{one.check}`{tries}")
    return 0
