"""List the legal moves of a position.

example:
  quincunx legal zone-conquest --position "OX-/XXO/-O- X 4 -" --json
"""

from argparse import Namespace

from quincunx.cli.options import JSON, START, print_state, start_match

GROUP = "study"


OPTIONS = START | JSON


def run(options: Namespace) -> None:
    print_state(start_match(options), options.json)
