"""Plays every agent against every other in every game, and rates them.

Each two meet in pairs of games with sides swapped. Finished games are kept in --file; the same
command again after a cut plays only what is missing. Ratings are Elo by maximum likelihood, 1500
on average, with 95 % intervals.

example:
  quincunx tournament random casual expert --game swap-nine --game zone-conquest --file t.jsonl
"""

import json
from argparse import ArgumentParser, Namespace
from contextlib import closing
from time import strftime

from quincunx.arena.contest import check_agent, pairs_of
from quincunx.arena.tournament import Plan, TournamentFile, hold, in_words, summary
from quincunx.cli.agent_options import AGENT, add_contest, count, terms_of
from quincunx.cli.options import add_json, game_id
from quincunx.cli.progress import counter
from quincunx.games import game, game_ids
from quincunx.pools import pool

GROUP = "agents"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("agents", nargs="+", metavar="AGENT", help=AGENT)
    parser.add_argument(
        "--game",
        type=game_id,
        action="append",
        metavar="GAME",
        help="may be given several times (all games)",
    )
    parser.add_argument(
        "--games",
        type=count,
        default=10,
        metavar="N",
        help="for each two agents in each game, even (10)",
    )
    parser.add_argument("--file", required=True, metavar="FILE", help="keeps the finished games")
    add_contest(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    games = tuple(game(one) for one in dict.fromkeys(options.game or game_ids()))
    seed = options.seed or 0
    plan = Plan(tuple(options.agents), games, pairs_of(options.games), seed, terms_of(options))
    for name in plan.agents:
        for one in games:
            check_agent(name, one.start(seed=0), plan.terms)
    file = TournamentFile(options.file, plan)
    with (
        closing(file),
        counter(f"of {len(plan.tasks())} games") as show,
        pool(options.workers, options.dask) as executor,
    ):
        hold(plan, file, executor, strftime("%Y-%m-%d"), show)
    document = summary(plan, [file.finished[number] for number in sorted(file.finished)])
    print(json.dumps(document) if options.json else in_words(document))
    return 0
