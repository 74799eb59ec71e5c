"""Play a game in its rule book's own dialogue, against a person, a level or a program.

At every question `help` shows what else can be typed. An unfinished game is saved: `quincunx
resume` continues it.

example:
  quincunx play zone-conquest --o skilled
"""

from argparse import Namespace
from contextlib import suppress

from quincunx.cli.options import PLAIN, REPETITION, START, flag, option, print_seed, set_up_match
from quincunx.play.match import HUMAN, WHO
from quincunx.play.saved_games import HISTORY, PLAYER_TAGS, set_up
from quincunx.terminal.console import Console
from quincunx.terminal.conversation import Conversation
from quincunx.terminal.end_menu import play_games

GROUP = "play"

SEATED = (
    f"who plays this side ({HUMAN}): {', '.join(WHO)}, a strategy (strategy:NAME), or a program: "
    "policy:…, cmd:…, http:… or chat:…"
)
NAMED = "the player's name"
MARKED = "the player's marker, where the rule book lets players choose"
OPTIONS = {
    **START,
    "--x": option("WHO", SEATED, str, HUMAN, dest="SeatX"),
    "--o": option("WHO", SEATED, str, HUMAN, dest="SeatO"),
    "--name-x": option("NAME", NAMED, dest="NameX"),
    "--name-o": option("NAME", NAMED, dest="NameO"),
    "--marker-x": option("C", MARKED, dest="MarkerX"),
    "--marker-o": option("C", MARKED, dest="MarkerO"),
    "--record": option("FILE", "add the game to this file"),
    "--no-history": flag("leave the game out of the history"),
    **PLAIN,
    **REPETITION,
}


def run(options: Namespace) -> int:
    match = set_up_match(options, options.repetition)
    drawn_by = match.seed
    texts = ((tag, getattr(options, tag)) for tag in PLAYER_TAGS)
    if options.no_history:
        match.tags[HISTORY] = "off"
    players = {tag: text for tag, text in texts if text is not None}
    session = set_up(match, players, options.seed)
    conversation = Conversation(session, Console(options.plain))
    print_seed(options, drawn_by)
    with suppress(EOFError):
        return play_games(conversation, options.record)
    return 0
