"""Show your progress: results by game, opponent and seat, mistakes a game, the puzzle streak.

example:
  quincunx stats
"""

from argparse import Namespace
from datetime import date
from itertools import groupby

from quincunx.analysis.progress import mistakes, progress_document, results
from quincunx.cli.options import JSON, print_json
from quincunx.cli.progress import counter
from quincunx.core.text import counted
from quincunx.play.history import solved_days, streak
from quincunx.terminal.console import Console
from quincunx.terminal.history import all_past

GROUP = "learn"


OPTIONS = JSON


def run(options: Namespace) -> None:
    console = Console()
    games, days = all_past(console), streak(date.today().toordinal(), solved_days())
    with counter("games reviewed") as seen:
        made = mistakes(games, seen)
    if options.json:
        print_json(progress_document(games, made, days))
        return
    alone = sum(past.person is not None for past in games)
    console.say(f"{counted(len(games), 'finished game')}, {alone} of them against a computer.")
    for name, some in groupby(results(games), lambda one: one.game):
        console.say("", next(past.title for past in games if past.tags["Game"] == name))
        for one in some:
            ended = f"won {one.won}, drawn {one.drawn}, lost {one.lost}"
            console.say(f"  as {one.seat} against {one.opponent}: {ended}")
        row = ["?" if m.mistakes is None else str(m.mistakes) for m in made if m.game == name]
        console.say(f"  mistakes a game, oldest to newest: {' '.join(row)}")
    console.say("", f"Puzzle of the day: solved on {counted(days, 'day')} in a row.")
