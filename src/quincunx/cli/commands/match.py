"""Plays two agents against each other, in pairs of games with sides swapped.

Both games of a pair begin from the same start. The same seed gives the same games, whatever the
number of workers, here or on a Dask cluster. With --record every game is added to a file, and what
outside programs were asked and answered to FILE.jsonl beside it. Exit status 1: a server was out,
and the games that it cost are left out.

example:
  quincunx match zone-conquest skilled cmd:./my_bot --games 20
"""

import json
from argparse import ArgumentParser, Namespace
from time import strftime

from quincunx.arena import contest
from quincunx.arena.direct import match_tasks
from quincunx.cli.agent_options import AGENT, add_contest, carry_out, count, terms_of, workers
from quincunx.cli.options import add_game, add_json, size
from quincunx.match import new_seed

GROUP = "agents"


def arguments(parser: ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("a", metavar="AGENT", help=AGENT)
    parser.add_argument("b", metavar="AGENT", help="its opponent")
    parser.add_argument("--games", type=count, default=10, metavar="N", help="an even number (10)")
    parser.add_argument("--size", type=size, metavar="RxC", help="rows x columns of the grid")
    parser.add_argument("--position", metavar="POS", help="start from this position's text")
    add_contest(parser)
    parser.add_argument("--record", metavar="FILE", help="add the games to this file")
    add_json(parser)


def run(options: Namespace) -> int:
    seed = new_seed() if options.seed is None else options.seed
    agents, start = (options.a, options.b), (options.size, options.position)
    terms, date = terms_of(options), strftime("%Y-%m-%d")
    tasks = match_tasks(agents, options.game, options.games, *start, seed, terms, date)
    with workers(options, *agents) as executor:
        finished = carry_out(tasks, options, executor)
    document = contest.summary(finished, *agents, seed)
    print(json.dumps(document) if options.json else contest.in_words(document))
    return int("failed" in document)
