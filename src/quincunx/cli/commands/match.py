"""Play two agents against each other, in pairs of games with sides swapped.

Both games of a pair begin from the same start. The same seed gives the same games, whatever the
number of workers, here or on a Dask cluster. With --record every game is added to a file, and the
messages to and from external programs to FILE.jsonl next to it. Exit status 1: a server was down,
and the games that needed it are left out.

example:
  quincunx match zone-conquest skilled cmd:./my_bot --games 20
"""

from argparse import Namespace
from time import strftime

from quincunx.arena import contest
from quincunx.arena.api import match_tasks
from quincunx.cli.agent_options import AGENT, CONTEST, RECORD, carry_out, count, terms_of, workers
from quincunx.cli.options import GAME, JSON, POSITION, SIZE, option, print_document
from quincunx.play.match import new_seed

GROUP = "agents"


OPTIONS = {
    **GAME,
    "a": option("AGENT", AGENT),
    "b": option("AGENT", "its opponent"),
    "--games": option("N", "an even number (10)", count, 10),
    **SIZE,
    **POSITION,
    **CONTEST,
    **RECORD,
    **JSON,
}


def run(options: Namespace) -> int:
    seed = new_seed() if options.seed is None else options.seed
    agents, start = (options.a, options.b), (options.size, options.position)
    terms, date = terms_of(options), strftime("%Y-%m-%d")
    tasks = match_tasks(agents, options.game, options.games, *start, seed, terms, date)
    with workers(options, *agents) as executor:
        finished = carry_out(tasks, executor, options.record)
    document = contest.summary(finished, agents, seed)
    print_document(document, options.json, contest.in_words)
    return int("failed" in document)
