"""Solve every numbering of Grid Clash: who wins how many, by how much, and which are hardest.

Numberings that are rotations or reflections of each other are solved once and counted each. The
hardest to win are those with the fewest first moves that win. Needs the extra `fast`.

example:
  quincunx survey grid-clash --workers 2
"""

from argparse import Namespace

from quincunx.cli.agent_options import DASK
from quincunx.cli.options import EITHER, GAME, JSON, option, print_json, size, whole_number
from quincunx.cli.progress import counter
from quincunx.games import game
from quincunx.oracle.survey import survey
from quincunx.work.pools import pool

GROUP = "study"
threads = whole_number(3, "is not a number of workers from 1 to 999", least=1)


OPTIONS = {
    **GAME,
    "--size": option("RxC", "rows x columns, at most 9 cells (the rule book's)", size),
    EITHER: {"--workers": option("W", "number of threads (one a core)", threads), **DASK},
    **JSON,
}


def run(options: Namespace) -> None:
    chosen = game(options.game, options.size)
    with counter("numberings solved") as show, pool(dask=options.dask) as executor:
        found = survey(chosen, show, options.workers, executor)
    if options.json:
        print_json(found.document())
    else:
        print(found.in_words())
