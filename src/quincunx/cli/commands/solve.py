"""Solve a game from nothing and print who wins.

Every reachable position is listed, unless a theorem or a search makes that unnecessary or there
are too many. Larger grids are solved by compiled code (the extra `fast`); a long run can be
stopped, and the same command continues it. What took more than a second is saved in your cache
folder, where `quincunx analyze` finds it.

example:
  quincunx solve zone-conquest
"""

import sys
import time
from argparse import Namespace

from quincunx.cli.options import START, solution_start
from quincunx.cli.progress import counter
from quincunx.core.text import quote
from quincunx.oracle import Value, oracle_of
from quincunx.oracle.solutions import solve_by_listing, solve_from_nothing

GROUP = "study"


OPTIONS = START


def run(options: Namespace) -> None:
    start = solution_start(options)
    started = time.perf_counter()
    try:
        with counter("states looked at") as show:
            found = solve_from_nothing(start, show, waits)
    except KeyboardInterrupt:
        saved = oracle_of(start.game).solution_file(start)
        if saved and saved.sums and not saved.whole:
            print("\nStopped: the same command goes on from here.", end="", file=sys.stderr)
        raise
    if found.verdict.value is Value.UNKNOWN:
        with counter("positions found") as show:
            found = solve_by_listing(start, show)
    seconds = time.perf_counter() - started
    game = start.game
    print(f"{game.title} {game.size} from {start}")
    print(f"With best play: {found.in_words()}.")
    print(f"Known by {found.known_by}.")
    print(f"Solved in {seconds:.2f} s.")
    saved = oracle_of(game).solution_file(start)
    if saved and saved.whole:
        print(f"Kept in {quote(saved.file, 200)}.")


def waits() -> None:
    words = "Another process is solving this: its solution is waited for; Ctrl-C leaves."
    print(words, file=sys.stderr, flush=True)
