"""Print the solution of each game: who wins with best play, and how to check it.

example:
  quincunx solutions
"""

from argparse import Namespace

from quincunx.analysis.document import solution_document
from quincunx.cli.options import JSON, print_json
from quincunx.oracle.solutions import Solution, solutions

GROUP = "study"


OPTIONS = JSON


def run(options: Namespace) -> None:
    if options.json:
        print_json([*solutions(solution_document)])
        return
    for words in solutions(in_words):
        print(words)


def in_words(one: Solution) -> str:
    game = one.start.game
    tries = f", which tries the {one.reachable:,} that can be reached" if one.reachable else ""
    return (
        f"{game.title} {game.size}: {one.in_words()}\n"
        f"  start {one.start}\n"
        f"  known by {one.known_by}\n"
        f"  check it with `{one.check}`{tries}"
    )
