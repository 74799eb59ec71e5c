"""Plays moves and shows what may be played then.

example:
  quincunx apply swap-nine 5 2x5 --json
"""

from argparse import ArgumentParser, Namespace

from quincunx.cli.options import (
    add_json,
    add_repetition,
    add_start,
    print_state,
    start_match,
)
from quincunx.core import IllegalMoveError, NotationError

GROUP = "study"


def arguments(parser: ArgumentParser) -> None:
    add_start(parser)
    parser.add_argument("moves", nargs="+", metavar="MOVE", help="in the order of play")
    add_repetition(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    match = start_match(options, options.repetition)
    for move in options.moves:
        try:
            match.play(move)
        except (NotationError, IllegalMoveError) as error:
            if len(options.moves) == 1:
                raise
            raise type(error)(f"Move {match.ply + 1}: {error}") from error
    print_state(match, options.json)
    return 0
