"""Teaches a game in a few minutes: positions, tasks, and what they show.

example:
  quincunx learn swap-nine
"""

from argparse import ArgumentParser, Namespace
from contextlib import suppress

from quincunx.cli.options import game_id
from quincunx.core.text import listed
from quincunx.games import game_class
from quincunx.lessons import lesson, lesson_ids
from quincunx.terminal.console import Console
from quincunx.terminal.lessons import choose_lesson, teach

GROUP = "learn"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "game", type=game_id, nargs="?", metavar="GAME", help=listed(lesson_ids(), "or")
    )
    parser.add_argument("--plain", action="store_true", help="no colour, nothing redrawn")


def run(options: Namespace) -> int:
    console = Console(options.plain)
    with suppress(EOFError):
        if options.game is not None:
            teach(lesson(options.game), console)
        elif console.interactive:
            choose_lesson(console)
        else:
            width = max(map(len, lesson_ids()))
            for one in lesson_ids():
                print(f"{one:{width}}  {game_class(one).summary}")
            print("`quincunx learn GAME` teaches one of them.")
    return 0
