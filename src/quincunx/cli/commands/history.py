"""Lists the finished games, shows one, and hands it to a review, a replay or a file.

Without a number it is the latest game that is handed on.

example:
  quincunx history --review
"""

import json
from argparse import ArgumentParser, Namespace
from contextlib import suppress

from quincunx.cli.options import seed
from quincunx.terminal.console import Console
from quincunx.terminal.past import NONE, all_past, hand_on, look_back, past_game, show, write_to


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("number", nargs="?", type=seed, metavar="N", help="of the list")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--review", action="store_true", help="what each move was worth")
    what.add_argument("--replay", action="store_true", help="step through it")
    what.add_argument("--output", metavar="FILE", help="write its record to this file")
    what.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--plain", action="store_true", help="no colour, nothing redrawn")


def run(options: Namespace) -> int:
    console = Console(options.plain)
    handed = options.review or options.replay or options.output is not None
    with suppress(EOFError):
        if options.number is None and not handed:
            _list(options.json, console)
            return 0
        past = past_game(all_past(console), options.number)
        if options.json:
            print(json.dumps(past.document()))
        elif options.review:
            from quincunx.terminal.review import tell_review

            tell_review(past.match, console)
        elif options.replay:
            from quincunx.terminal.replay import step_through

            step_through(past.match, console)
        elif options.output is not None:
            write_to(options.output, past, console)
        else:
            show(past, console)
            if console.interactive:
                hand_on(past, console)
    return 0


def _list(as_json: bool, console: Console) -> None:
    if console.interactive and console.live and not as_json:
        look_back(console)
        return
    games = all_past(console)
    if as_json:
        print(json.dumps([past.document() for past in games]))
        return
    for past in games:
        console.say(f"{past.number}. {past.in_words()}")
    console.say("`quincunx history N` shows one of them." if games else NONE)
