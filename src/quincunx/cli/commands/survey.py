"""Solves every numbering of Grid Clash: who wins how many, by how much, and which are hardest.

Numberings that are turned or mirrored images of each other are solved once and counted each. The
hardest to win are those with the fewest first moves that win. Needs the extra `fast`.

example:
  quincunx survey grid-clash --workers 2
"""

import json
from argparse import ArgumentParser, Namespace

from quincunx.cli.agent_options import add_workers
from quincunx.cli.options import add_game, add_json, size, whole_number
from quincunx.cli.progress import counter
from quincunx.games import game
from quincunx.oracle.survey import survey
from quincunx.pools import pool

GROUP = "study"
threads = whole_number(3, "is not a number of workers from 1 to 999", least=1)


def arguments(parser: ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--size", type=size, metavar="RxC", help="of at most 9 cells")
    add_workers(parser, threads, "threads; one a core")
    add_json(parser)


def run(options: Namespace) -> int:
    chosen = game(options.game, options.size)
    with counter("numberings solved") as show, pool(dask=options.dask) as executor:
        found = survey(chosen, show, options.workers, executor)
    print(json.dumps(found.document()) if options.json else found.in_words())
    return 0
