"""Learn a game in a few minutes: positions, tasks, and what they show.

example:
  quincunx learn swap-nine
  quincunx learn swap-nine --json
"""

from argparse import Namespace
from contextlib import suppress

from quincunx.cli.options import JSON, PLAIN, one_of, print_json
from quincunx.games import game_class
from quincunx.lessons import lesson, lesson_ids
from quincunx.terminal.console import Console
from quincunx.terminal.lessons import choose_lesson, teach

GROUP = "learn"


OPTIONS = {"game": one_of(lesson_ids())} | PLAIN | JSON


def run(options: Namespace) -> None:
    if options.json:
        from quincunx.web import questions

        named = options.game is not None
        print_json(questions.lesson(options.game) if named else questions.lessons())
        return
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
