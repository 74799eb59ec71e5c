"""Judge an implementation of a rule book, section by section.

The referee is a program (cmd:./referee) or an address (http://…) that is asked about some thousand
positions: which moves are legal, what follows them, how the game ends. docs/conform.md describes
the requests. Where the book can be read in several ways, the report names the reading that the
referee implements. Exit status 1 unless it agrees with the rules and the rulings.

example:
  quincunx conform "cmd:python docs/bots/referee.py" --game swap-nine
"""

from argparse import Namespace

from quincunx.arena.referees.judging import in_words, judge
from quincunx.arena.referees.questions import questions
from quincunx.cli.agent_options import seconds
from quincunx.cli.options import JSON, game_id, option, print_document
from quincunx.cli.progress import show_progress
from quincunx.core.text import quote
from quincunx.games import game_class
from quincunx.players import AgentError, Terms, player
from quincunx.players.external import ExternalPlayer

GROUP = "agents"


OPTIONS = {
    "referee": option("REFEREE", "a program or an address"),
    "--game": option("GAME", "the game whose rule book it implements", game_id, required=True),
    "--seconds": option("S", "time limit for each answer (10)", seconds, 10),
} | JSON


def run(options: Namespace) -> int:
    kind = game_class(options.game)
    asked = list(questions(kind))
    start = kind(*kind.default_size).start(seed=0)
    referee = player(options.referee, 0, start, Terms(options.seconds))
    if not isinstance(referee, ExternalPlayer) or options.referee.startswith("chat:"):
        raise AgentError(f"{quote(options.referee)} is no program: name one as in cmd:./referee.")
    try:
        document = judge(kind, referee.send, show_progress(asked, f"of {len(asked):,} questions"))
    finally:
        referee.close()
    print_document(document, options.json, in_words)
    return 0 if document["passes"] else 1
