"""Grades an agent exactly: what its moves lost, held against the true values.

The agent plays the level perfect, from the start in both seats and from --starts contested
positions a game, half of them for each seat, the same for everybody by their seed. Only choices
that matter count. A win is worth 1, a draw a half, a loss nothing. With --by-choice it is asked for
one move in each of these positions instead, once, and says before it starts how many requests that
is.

example:
  quincunx grade casual --game zone-conquest
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from time import strftime

from quincunx.arena.contest import check_agent
from quincunx.arena.grading import grade, trials
from quincunx.arena.report import in_words, report
from quincunx.arena.suite import Start, suite
from quincunx.cli.agent_options import AGENT, add_contest, carry_out, count, terms_of
from quincunx.cli.options import add_json, game_id
from quincunx.core import AnyGame
from quincunx.core.text import counted
from quincunx.games import each, game, game_class

GROUP = "agents"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("agent", metavar="AGENT", help=AGENT)
    parser.add_argument(
        "--game",
        type=game_id,
        action="append",
        metavar="GAME",
        help="may be given several times (all that can be graded)",
    )
    parser.add_argument(
        "--starts",
        type=count,
        default=20,
        metavar="N",
        help="contested positions a game, even (20)",
    )
    parser.add_argument(
        "--by-choice",
        action="store_true",
        help="one request for each contested position, no retries, and no games",
    )
    add_contest(parser)
    parser.add_argument("--record", metavar="FILE", help="add the games to this file")
    parser.add_argument("--png", metavar="FILE", help="draw the figures")
    add_json(parser)


def run(options: Namespace) -> int:
    if options.png is not None:
        from quincunx.core.extras import needs

        with needs("arena"):
            import matplotlib.figure  # noqa: F401 - before anything is played
    terms, seed = terms_of(options), options.seed or 0

    def ready(kind: type[AnyGame]) -> tuple[AnyGame, Sequence[Start]]:
        one = game(kind.id())
        check_agent(options.agent, one.start(seed=seed), terms)
        return one, suite(one, options.starts, seed)

    named = options.game and map(game_class, dict.fromkeys(options.game))
    games = [*(map(ready, named) if named else each(ready))]
    today, by_choice = strftime("%Y-%m-%d"), options.by_choice
    games_to_grade = trials(options.agent, games, seed, terms, today, by_choice)
    if by_choice:
        print(f"{counted(len(games_to_grade), 'request')}, one for each choice.", file=sys.stderr)
    graded = carry_out(grade, games_to_grade, options, lambda one: one.played)
    document = report(options.agent, graded, options.starts, seed, terms, by_choice)
    if options.png is not None:
        from quincunx.arena.picture import picture
        from quincunx.storage import write_file

        write_file(options.png, picture(document))
    print(json.dumps(document) if options.json else in_words(document))
    return 0
