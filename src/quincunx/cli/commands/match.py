"""Plays two agents against each other, in pairs of games with sides swapped.

Both games of a pair begin from the same start. The same seed gives the same games, whatever the
number of workers, here or on a Dask cluster. With --record every game is added to a file, and what
outside programs were asked and answered to FILE.jsonl beside it.

example:
  quincunx match zone-conquest skilled cmd:./my_bot --games 20
"""

import json
from argparse import ArgumentParser, Namespace
from time import strftime

from quincunx.arena import contest
from quincunx.cli.agent_options import AGENT, add_contest, carry_out, count, terms_of
from quincunx.cli.options import add_game, add_json, size
from quincunx.core import GameError
from quincunx.games import game, parse
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
    terms, pairs = terms_of(options), contest.pairs_of(options.games)
    if options.position is None:
        starts = contest.pair_starts(game(options.game, options.size), pairs, seed)
    elif options.size is not None:
        raise GameError("A position brings its size: leave --size out.")
    else:
        start = parse(options.game, options.position)
        if start.outcome:
            raise GameError(f"The game is over in this position: {start.outcome.reason}.")
        starts = [(start, one) for _, one in contest.pair_starts(start.game, pairs, seed)]
    for name in (options.a, options.b):
        contest.check_agent(name, starts[0][0], terms)
    tasks = contest.swapped_pairs(starts, options.a, options.b, terms, strftime("%Y-%m-%d"))
    finished = carry_out(contest.play, tasks, options, lambda played: played)
    document = contest.summary(finished, options.a, options.b, seed)
    print(json.dumps(document) if options.json else contest.in_words(document))
    return 0
