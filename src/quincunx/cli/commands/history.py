"""Lists the finished games, shows one, and hands it to a review, a replay or a file.

Without a number it is the latest game that is handed on.

example:
  quincunx history --review
"""

import json
from argparse import ArgumentParser, Namespace
from contextlib import suppress

from quincunx.cli.options import seed
from quincunx.history import PastGame
from quincunx.terminal.console import Console
from quincunx.terminal.past import NONE, all_past, hand_on, hand_to, look_back, past_game, show

GROUP = "learn"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("number", nargs="?", type=seed, metavar="N", help="of the list")
    what = parser.add_mutually_exclusive_group()
    for way, words in (("review", "what each move was worth"), ("replay", "step through it")):
        what.add_argument(f"--{way}", dest="way", action="store_const", const=way, help=words)
    what.add_argument("--output", metavar="FILE", help="write its record to this file")
    what.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--plain", action="store_true", help="no colour, nothing redrawn")


def run(options: Namespace) -> int:
    console = Console(options.plain)
    way = options.way or (options.output is not None and "output")
    looks = console.attended and not options.json
    with suppress(EOFError):
        if options.number is None and not way and looks:
            look_back(console)
            return 0
        games = all_past(console)
        if options.number is None and not way:
            _list(games, options.json)
            return 0
        past = past_game(games, options.number)
        if options.json:
            print(json.dumps(past.document()))
        elif way:
            hand_to(way, past, console, options.output)
        else:
            show(past, console)
            if looks:
                hand_on(past, console)
    return 0


def _list(games: list[PastGame], as_json: bool) -> None:
    if as_json:
        print(json.dumps([past.document() for past in games]))
        return
    for past in games:
        print(f"{past.number}. {past.in_words()}")
    print("`quincunx history N` shows one of them." if games else NONE)
