"""Tells what is known of each game: who wins with best play, and how to check it.

example:
  quincunx solutions
"""

import json
from argparse import ArgumentParser, Namespace

from quincunx.analysis.document import solution_document
from quincunx.cli.options import add_json
from quincunx.oracle.solutions import Solution, solutions

GROUP = "study"


def arguments(parser: ArgumentParser) -> None:
    add_json(parser)


def run(options: Namespace) -> int:
    if options.json:
        print(json.dumps([*solutions(solution_document)]))
        return 0
    for words in solutions(in_words):
        print(words)
    return 0


def in_words(one: Solution) -> str:
    game = one.start.game
    tries = f", which tries the {one.reachable:,} that can be reached" if one.reachable else ""
    return (
        f"{game.title} {game.size}: {one.in_words()}\n"
        f"  start {one.start}\n"
        f"  known by {one.known_by}\n"
        f"  check it with `{one.check}`{tries}"
    )
