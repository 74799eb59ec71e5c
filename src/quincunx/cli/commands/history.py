"""List the finished games, show one, review or replay it, or write it to a file.

Without a number, --review, --replay and --output take the latest game.

example:
  quincunx history --review
"""

from argparse import Namespace
from contextlib import suppress

from quincunx.cli.options import EITHER, JSON, NUMBER, PLAIN, flag, option, print_json
from quincunx.play.history import PastGame
from quincunx.terminal.console import Console
from quincunx.terminal.history import NONE, all_past, hand_on, hand_to, look_back, past_game, show

GROUP = "learn"
WAY = {"dest": "way", "action": "store_const"}


OPTIONS = {
    **NUMBER,
    EITHER: {
        "--review": flag("show what each move was worth", **WAY, const="review"),
        "--replay": flag("step through the game", **WAY, const="replay"),
        "--output": option("FILE", "write the record of the game to this file"),
        **JSON,
    },
    **PLAIN,
}


def run(options: Namespace) -> None:
    console = Console(options.plain)
    way = options.way or (options.output is not None and "output")
    looks = console.attended and not options.json
    with suppress(EOFError):
        if options.number is None and not way and looks:
            look_back(console)
            return
        games = all_past(console)
        if options.number is None and not way:
            _list(games, options.json)
            return
        past = past_game(games, options.number)
        if options.json:
            print_json(past.document())
        elif way:
            hand_to(way, past, console, options.output)
        else:
            show(past, console)
            if looks:
                hand_on(past, console)


def _list(games: list[PastGame], as_json: bool) -> None:
    if as_json:
        print_json([past.document() for past in games])
        return
    for past in games:
        print(f"{past.number}. {past.in_words()}")
    print("`quincunx history N` shows one of them." if games else NONE)
