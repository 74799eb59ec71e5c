"""Plays a game in its rule book's own dialogue, against a person, a level or a program.

At every question `help` tells what else can be typed. A game that is cut off is kept: `quincunx
resume` goes on with it.

example:
  quincunx play zone-conquest --o skilled
"""

from argparse import ArgumentParser, Namespace
from typing import Any

from quincunx.cli.options import add_repetition, add_start, set_up_match, tell_lots
from quincunx.core import Player
from quincunx.match import HUMAN
from quincunx.sessions import HISTORY, TOSS, set_up
from quincunx.terminal.after import play_games
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import Conversation

GROUP = "play"

SIDES = {"x": Player.X, "o": Player.O}


def arguments(parser: ArgumentParser) -> None:
    add_start(parser)
    for side in SIDES:
        parser.add_argument(
            f"--{side}",
            dest=f"who_{side}",
            metavar="WHO",
            default=HUMAN,
            help="human, a level, or a program: cmd:…, http:… or chat:…",
        )
    for side in SIDES:
        parser.add_argument(f"--name-{side}", metavar="NAME", help="what the player is called")
    for side in SIDES:
        parser.add_argument(f"--marker-{side}", metavar="C", help="a marker, where one may choose")
    parser.add_argument("--record", metavar="FILE", help="add the game to this file")
    parser.add_argument("--no-history", action="store_true", help="do not remember the game")
    parser.add_argument("--plain", action="store_true", help="no colour, nothing redrawn")
    add_repetition(parser)


def run(options: Namespace) -> int:
    match = set_up_match(options, options.repetition)
    drawn_by = match.seed

    def of(what: str) -> dict[Player, Any]:
        given = {side: getattr(options, f"{what}_{letter}") for letter, side in SIDES.items()}
        return {side: value for side, value in given.items() if value is not None}

    if options.no_history:
        match.tags[HISTORY] = "off"
    if options.first == "toss":
        match.tags[TOSS] = match.start.turn
    session = set_up(match, of("who"), of("name"), of("marker"), options.seed)
    conversation = Conversation(session, Console(options.plain))
    tell_lots(options, drawn_by)
    return play_games(conversation, options.record)
