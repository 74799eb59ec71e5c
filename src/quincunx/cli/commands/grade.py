"""Grades an agent exactly: what its moves lost, held against the true values.

The agent plays the level perfect, from the start in both seats and from --starts contested
positions a game, half of them for each seat, the same for everybody by their seed. Only choices
that matter count. A win is worth 1, a draw a half, a loss nothing. With --by-choice it is asked for
one move in each of these positions instead, once, and says before it starts how many requests that
is. Exit status 1: a server was out, and the games that it cost are left out; with --file the same
command plays them.

example:
  quincunx grade casual --game zone-conquest
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from contextlib import closing, nullcontext
from time import strftime

from quincunx.arena.contest import Played, aside_in_words
from quincunx.arena.direct import figures, grading
from quincunx.arena.kept import ContestFile
from quincunx.arena.report import in_words
from quincunx.cli.agent_options import AGENT, add_contest, carry_out, count, terms_of, workers
from quincunx.cli.options import add_json, game_id
from quincunx.core.text import counted

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
    parser.add_argument(
        "--file", metavar="FILE", help="keeps the finished games; a run that was cut goes on"
    )
    parser.add_argument("--record", metavar="FILE", help="add the games to this file")
    parser.add_argument("--png", metavar="FILE", help="draw the figures")
    add_json(parser)


def run(options: Namespace) -> int:
    if options.png is not None:
        from quincunx.core.extras import needs

        with needs("arena"):
            import matplotlib.figure  # noqa: F401 - before anything is played
    terms, seed, date = terms_of(options), options.seed or 0, strftime("%Y-%m-%d")
    plan = grading(
        options.agent, options.game, options.starts, seed, terms, date, options.by_choice
    )
    if options.by_choice:
        print(f"{counted(len(plan.trials), 'request')}, one for each choice.", file=sys.stderr)
    file = options.file and ContestFile(options.file, plan)
    with closing(file) if file else nullcontext(), workers(options, options.agent) as executor:
        kept = file.finished if file else {}
        played = [Played.kept(one, kept[one.number]) for one in plan.tasks() if one.number in kept]
        missing = [one for one in plan.tasks() if one.number not in kept]
        played += carry_out(missing, options, executor, file)
        document = figures(plan, played, None if isinstance(executor, int) else executor)
    if options.png is not None:
        from quincunx.arena.picture import picture
        from quincunx.storage import write_file

        write_file(options.png, picture(document))
    in_all = [in_words(document), *aside_in_words(document)]
    print(json.dumps(document) if options.json else "\n".join(in_all))
    return int("failed" in document)
