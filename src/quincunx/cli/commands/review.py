"""Goes through a game record: what each move was worth, and what it cost.

example:
  quincunx review game.txt
"""

import json
from argparse import ArgumentParser, Namespace
from typing import Any

from quincunx.analysis.document import review_document
from quincunx.analysis.review import review
from quincunx.cli.files import read_text
from quincunx.cli.options import add_json
from quincunx.core import Player
from quincunx.core.text import counted
from quincunx.match import Match
from quincunx.record import read_all
from quincunx.terminal.console import Console


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a game record, or - for standard input")
    add_json(parser)


def run(options: Namespace) -> int:
    matches = read_all(read_text(options.file))
    if options.json:
        print(json.dumps([document(match) for match in matches]))
        return 0
    say = Console().say
    for number, match in enumerate(matches, 1):
        game = match.start.game
        say(f"{game.title} {game.size}" + (f", game {number}" if len(matches) > 1 else ""))
        found = review(match)
        for move in found.moves:
            say(f"  {move.in_words()}")
        say(f"As X sees it: {found.value_line()} (+ won, = drawn, - lost, ? not known)")
        for player in Player:
            name = match.names.get(player, f"Player {1 if player == 'X' else 2}")
            accuracy = found.accuracy(player)
            share = "no choice mattered" if accuracy is None else f"{accuracy:.0%} accurate"
            mistakes = counted(len(found.mistakes(player)), "mistake")
            say(f"{name} ({player}): {mistakes}, {share}")
        if outcome := match.outcome:
            say(f"{outcome.winner or 'Nobody'} won: {outcome.reason}.")
    return 0


def document(match: Match) -> dict[str, Any]:
    return {
        "game": match.start.game.id(),
        "size": match.start.game.size,
        "outcome": match.document()["outcome"],
        **review_document(review(match)),
    }
