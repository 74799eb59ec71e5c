"""Play a game in its rule book's own dialogue, against a person, a level or a program.

At every question `help` shows what else can be typed. An unfinished game is saved: `quincunx
resume` continues it.

example:
  quincunx play zone-conquest --o skilled
"""

from argparse import Namespace
from contextlib import suppress
from typing import Any

from quincunx.cli.options import PLAIN, REPETITION, START, flag, option, print_seed, set_up_match
from quincunx.core import Player
from quincunx.play.match import HUMAN, WHO
from quincunx.play.saved_games import HISTORY, set_up
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import Conversation
from quincunx.terminal.end_menu import play_games

GROUP = "play"

SIDES = {"x": Player.X, "o": Player.O}
SEATED = (
    f"who plays this side ({HUMAN}): {', '.join(WHO)}, or a program: policy:…, cmd:…, http:… or "
    "chat:…"
)
OPTIONS = {
    **START,
    **{f"--{side}": option("WHO", SEATED, str, HUMAN, dest=f"who_{side}") for side in SIDES},
    **{f"--name-{side}": option("NAME", "the player's name") for side in SIDES},
    **{
        f"--marker-{side}": option(
            "C", "the player's marker, where the rule book lets players choose"
        )
        for side in SIDES
    },
    "--record": option("FILE", "add the game to this file"),
    "--no-history": flag("leave the game out of the history"),
    **PLAIN,
    **REPETITION,
}


def run(options: Namespace) -> int:
    match = set_up_match(options, options.repetition)
    drawn_by = match.seed

    def of(what: str) -> dict[Player, Any]:
        given = {side: getattr(options, f"{what}_{letter}") for letter, side in SIDES.items()}
        return {side: value for side, value in given.items() if value is not None}

    if options.no_history:
        match.tags[HISTORY] = "off"
    session = set_up(match, of("who"), of("name"), of("marker"), options.seed)
    conversation = Conversation(session, Console(options.plain))
    print_seed(options, drawn_by)
    with suppress(EOFError):
        return play_games(conversation, options.record)
    return 0
