"""Lists the games that were cut off, and goes on with one.

example:
  quincunx resume
"""

from argparse import ArgumentParser, Namespace

from quincunx.cli.options import seed
from quincunx.core import GameError, Player, QuincunxError
from quincunx.core.text import counted
from quincunx.terminal.console import Console
from quincunx.terminal.sitting import kept_games, read_kept, resume, see_through


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("number", nargs="?", type=seed, metavar="N", help="of the list")
    parser.add_argument("--plain", action="store_true", help="no colour, nothing redrawn")


def run(options: Namespace) -> int:
    games = kept_games()
    if not games:
        print("No game was cut off: `quincunx play GAME` begins one.")
        return 0
    number = options.number
    if number is None and len(games) > 1:
        for index, file in enumerate(games, 1):
            try:
                match = read_kept(file)
            except QuincunxError as error:
                print(f"{index}. {error}")
                continue
            title, moves = match.start.game.title, counted(match.ply, "move")
            sides = " against ".join(match.names.get(player, player) for player in Player)
            print(f"{index}. {title}, {match.tags.get('Date', 'undated')}, {sides}, {moves}")
        print("`quincunx resume N` goes on with one of them.")
        return 0
    chosen = 1 if number is None else number
    if not 1 <= chosen <= len(games):
        raise GameError(f"There is no game {chosen}: choose 1 to {len(games)}.")
    return see_through(resume(games[chosen - 1], Console(options.plain)))
