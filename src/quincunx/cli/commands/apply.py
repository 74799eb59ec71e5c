"""Play moves and show the legal moves that follow.

example:
  quincunx apply swap-nine 5 2x5 --json
"""

from argparse import Namespace

from quincunx.cli.options import JSON, REPETITION, START, option, print_state, start_match
from quincunx.core import IllegalMoveError, NotationError

GROUP = "study"


OPTIONS = START | {"moves": option("MOVE", "in the order of play", nargs="+")} | REPETITION | JSON


def run(options: Namespace) -> None:
    match = start_match(options, options.repetition)
    for move in options.moves:
        try:
            match.play(move)
        except (NotationError, IllegalMoveError) as error:
            if len(options.moves) == 1:
                raise
            raise type(error)(f"Move {match.ply + 1}: {error}") from error
    print_state(match, options.json)
