"""Play every agent against every other in every game, and rate them.

Each two meet in pairs of games with sides swapped. Finished games are saved in --file: after an
interruption, or an outage of a server (exit status 1), the same command plays only the missing
games, and with more agents the games that those add. Ratings are Elo by maximum likelihood, 1500
on average, with 95 % intervals.

example:
  quincunx tournament random casual expert --game swap-nine --game zone-conquest --file t.jsonl
"""

from argparse import Namespace
from contextlib import closing
from time import strftime

from quincunx.arena.contest import check_agents, count_pairs, prepare_games
from quincunx.arena.grade_file import ContestFile
from quincunx.arena.tournament import Plan, in_words, summary
from quincunx.cli.agent_options import (
    AGENT,
    CONTEST,
    carry_out,
    count,
    several_games,
    terms_of,
    workers,
)
from quincunx.cli.options import JSON, option, print_document
from quincunx.core import AnyGame

GROUP = "agents"


OPTIONS = {
    "agents": option("AGENT", AGENT, nargs="+"),
    **several_games("all games"),
    "--games": option(
        "N", "games for each two agents in each game, an even number (10)", count, 10
    ),
    "--file": option("FILE", "save finished games here", required=True),
    **CONTEST,
    **JSON,
}


def run(options: Namespace) -> int:
    agents, terms, seed = tuple(options.agents), terms_of(options), options.seed or 0

    def checked(game: AnyGame) -> AnyGame:
        check_agents(agents, game.start(seed=0), terms)
        return game

    games = tuple(prepare_games(options.game, checked))
    date = strftime("%Y-%m-%d")
    plan = Plan(agents, games, count_pairs(options.games), seed, terms, date)
    file = ContestFile(options.file, plan)
    with closing(file), workers(options, *agents) as executor:
        played = carry_out(file.missing(), executor, add=file.add)
    failed = [one for one in played if one.failed]
    finished = [file.finished[number] for number in sorted(file.finished)]
    document = summary(file.contest, finished, failed)
    print_document(document, options.json, in_words)
    return int(bool(failed))
