"""Grade an agent exactly: what its moves lost, compared with the true values.

The agent plays the level perfect, from the start in both seats and from --starts contested
positions a game, half of them for each seat, the same for everybody by their seed. Only choices
that matter count, and every forfeit, as a win that was lost. A win is worth 1, a draw a half, a
loss nothing. With --by-choice it is asked once for one move in each of these positions instead,
and the number of requests is printed first. Exit status 1: a server was down, and the games that
needed it are left out; with --file the same command plays them later.

example:
  quincunx grade casual --game zone-conquest
"""

import sys
from argparse import Namespace
from contextlib import closing, nullcontext
from time import strftime

from quincunx.arena.api import figures, grading
from quincunx.arena.contest import PlayedGame
from quincunx.arena.grade_file import ContestFile
from quincunx.arena.report import in_words
from quincunx.cli.agent_options import (
    AGENTS,
    CONTEST,
    RECORD,
    carry_out,
    count,
    several_games,
    terms_of,
    workers,
)
from quincunx.cli.options import JSON, flag, option, print_document
from quincunx.core.text import counted

GROUP = "agents"


OPTIONS = {
    **AGENTS,
    **several_games("all that can be graded"),
    "--starts": option("N", "contested positions a game, an even number (20)", count, 20),
    "--by-choice": flag("ask once for each contested position; no retries, no games"),
    **CONTEST,
    "--file": option("FILE", "save finished games here, and continue an interrupted run"),
    **RECORD,
    **JSON,
}


def run(options: Namespace) -> int:
    terms, seed, date = terms_of(options), options.seed or 0, strftime("%Y-%m-%d")
    plan = grading(
        options.agent, options.game, options.starts, seed, terms, date, options.by_choice
    )
    file = ContestFile(options.file, plan) if options.file else None
    with closing(file) if file else nullcontext(), workers(options, options.agent) as executor:
        plan, kept = (file.contest, file.finished) if file else (plan, {})
        played = [
            PlayedGame.from_document(one, kept[one.number])
            for one in plan.tasks
            if one.number in kept
        ]
        missing = file.missing() if file else plan.tasks
        if options.by_choice:
            print(f"{counted(len(missing), 'request')}, one for each choice.", file=sys.stderr)
        played += carry_out(missing, executor, options.record, file.add if file else None)
        document = figures(plan, played, None if isinstance(executor, int) else executor)
    print_document(document, options.json, in_words)
    return int("failed" in document)
