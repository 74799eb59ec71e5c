"""Lists the legal moves of a position.

example:
  quincunx legal zone-conquest --position "OX-/XXO/-O- X 4 -" --json
"""

from argparse import ArgumentParser, Namespace

from quincunx.cli.options import add_json, add_start, print_state, start_match

GROUP = "study"


def arguments(parser: ArgumentParser) -> None:
    add_start(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    print_state(start_match(options), options.json)
    return 0
