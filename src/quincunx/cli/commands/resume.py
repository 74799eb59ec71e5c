"""Lists the games that were cut off, and goes on with one.

example:
  quincunx resume
"""

from argparse import ArgumentParser, Namespace

from quincunx.cli.options import seed
from quincunx.core import GameError, Player, QuincunxError
from quincunx.core.text import counted
from quincunx.storage import FileError, Hold
from quincunx.terminal.console import Console
from quincunx.terminal.series import TAG, go_on
from quincunx.terminal.sitting import kept_games, read_kept, resume


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("number", nargs="?", type=seed, metavar="N", help="of the list")
    parser.add_argument("--plain", action="store_true", help="no colour, nothing redrawn")


def run(options: Namespace) -> int:
    games = kept_games()
    if not games:
        print("No game was cut off: `quincunx play GAME` begins one.")
        return 0
    console = Console(options.plain)
    number = options.number
    if number is None and len(games) == 1:
        number = 1
    if number is None:
        lines = [describe(file) for file in games]
        if not console.interactive:
            for index, line in enumerate(lines, 1):
                print(f"{index}. {line}")
            print("`quincunx resume N` goes on with one of them.")
            return 0
        from quincunx.terminal.menu import choose

        try:
            number = 1 + choose(console, "Which game?", lines)
        except EOFError:
            return 0
    if not 1 <= number <= len(games):
        raise GameError(f"There is no game {number}: choose 1 to {len(games)}.")
    hold = Hold(games[number - 1])
    try:
        return go_on_with(hold, number, console)
    finally:
        hold.release()


def go_on_with(hold: Hold, number: int, console: Console) -> int:
    """A game that nobody else plays; else a person is asked what to do."""
    try:
        free = hold.take()
    except FileError:  # told when the game is first saved
        free = True
    if not free and not console.interactive:
        raise GameError(
            f"Game {number} is being played in another terminal: go on there, or ask for it at a "
            "terminal to watch it or to take it over."
        )
    if not free:
        from quincunx.terminal.menu import choose
        from quincunx.terminal.watching import watch

        ways = ["Watch it", "Take it over: it stops there", "Leave it alone"]
        try:
            way = choose(console, "This game is being played in another terminal.", ways)
        except EOFError:
            way = 2
        if way != 1:
            return watch(hold, console) if way == 0 else 0
        hold.take_over()
    return go_on(resume(hold, console))


def describe(file: str) -> str:
    """A kept game in a line."""
    try:
        match = read_kept(file)
    except QuincunxError as error:
        return str(error)
    sides = " against ".join(match.names.get(player, player) for player in Player)
    parts = [match.start.game.title, match.tags.get("Date", "undated"), sides]
    if TAG in match.tags:
        parts.append(match.tags[TAG].partition(", ")[0])
    parts.append(counted(match.ply, "move"))
    return ", ".join([*parts, "in another terminal"] if Hold(file).in_use else parts)
