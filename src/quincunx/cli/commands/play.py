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
from quincunx.terminal.console import Console
from quincunx.terminal.sitting import HUMAN, see_through, sit_down

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
    parser.add_argument("--plain", action="store_true", help="no colour, nothing redrawn")
    add_repetition(parser)


def run(options: Namespace) -> int:
    match = set_up_match(options, options.repetition)
    drawn_by = match.seed

    def of(what: str) -> dict[Player, Any]:
        return {side: getattr(options, f"{what}_{letter}") for letter, side in SIDES.items()}

    session = sit_down(
        match, Console(options.plain), of("who"), of("name"), of("marker"), seed=options.seed
    )
    tell_lots(options, drawn_by)
    if options.first == "toss":
        session.console.say(f"The toss: {session.name(match.position.turn)} moves first.")
    return see_through(session, options.record)
