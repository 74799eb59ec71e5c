"""Plays every agent against every other in every game, and rates them.

Each two meet in pairs of games with sides swapped. Finished games are kept in --file; the same
command again after a cut, or after an outage of a server (exit status 1), plays only what is
missing, and with more agents what those add. Ratings are Elo by maximum likelihood, 1500
on average, with 95 % intervals.

example:
  quincunx tournament random casual expert --game swap-nine --game zone-conquest --file t.jsonl
"""

import json
from argparse import ArgumentParser, Namespace
from contextlib import closing
from time import strftime

from quincunx.arena.contest import check_agents, pairs_of
from quincunx.arena.kept import ContestFile
from quincunx.arena.tournament import Plan, hold, in_words, summary
from quincunx.cli.agent_options import AGENT, add_contest, count, terms_of, workers
from quincunx.cli.options import add_json, game_id
from quincunx.cli.progress import counter
from quincunx.games import game, game_ids

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
    for one in games:
        check_agents(plan.agents, one.start(seed=0), plan.terms)
    file = ContestFile(options.file, plan)
    with (
        closing(file),
        counter(f"of {len(plan.tasks())} games") as show,
        workers(options, *plan.agents) as executor,
    ):
        failed = hold(file, executor, strftime("%Y-%m-%d"), show)
    finished = [file.finished[number] for number in sorted(file.finished)]
    document = summary(file.contest, finished, failed)
    print(json.dumps(document) if options.json else in_words(document))
    return int(bool(failed))
