"""Review a game record: what each move was worth, and what it cost.

example:
  quincunx review game.txt
"""

from argparse import Namespace

from quincunx.analysis.document import review_document
from quincunx.analysis.review import review
from quincunx.cli.options import JSON, option, print_json
from quincunx.core import Document
from quincunx.play.match import Match
from quincunx.play.record import read_all
from quincunx.storage import read_text
from quincunx.terminal.console import Console
from quincunx.terminal.review import tell_review

GROUP = "learn"


OPTIONS = {"file": option("FILE", "a game record, or - for standard input")} | JSON


def run(options: Namespace) -> None:
    matches = read_all(read_text(options.file))
    if options.json:
        print_json([document(match) for match in matches])
        return
    console = Console()
    for number, match in enumerate(matches, 1):
        tell_review(match, console, f", game {number}" if len(matches) > 1 else "")


def document(match: Match) -> Document:
    return {
        "game": match.start.game.id(),
        "size": match.start.game.size,
        "outcome": match.document()["outcome"],
        **review_document(review(match)),
    }
